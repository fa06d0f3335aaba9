"""A board on the chain of pixels: which pixel is which cell, what lies on it, what is marked.

Decides how pieces and marks go together.  Must not know rules.
"""

from schiri_engines.grid import parse_cell

from .language import DARK, LIGHT, NONE, OFF
from .painter import Painter

BASE_OF = {".": OFF, "b": DARK, "w": LIGHT}


class Board:
    """The cells of a board as pixels.

    Shape: ``pixels`` has the pixel of each cell, ``size`` by ``size``.  Some cells may *rest* in a
    meaning of their own: that is what they show while they bear no mark.
    """

    def __init__(self, painter: Painter, pixels: tuple):
        self.pixels = pixels
        self.size = int(len(pixels) ** 0.5)
        self._put = painter.put
        self._bases = bytearray(len(pixels))
        self._marked: list = []
        self._resting: tuple = ()
        self._rest = 0

    def lay(self, letters: str) -> None:
        """Let these lie on the cells, one letter a cell, with no marks and nothing at rest."""
        self.forget()
        for cell in range(len(self.pixels)):
            self._bases[cell] = BASE_OF[letters[cell]]
            self._put(self.pixels[cell], self._bases[cell])

    def change(self, cells, letters, mark: int = NONE) -> None:
        """Let these lie on the cells, and mark them."""
        for at in range(len(cells)):
            self._bases[cells[at]] = BASE_OF[letters[at]]
        self.mark(cells, mark)

    def mark(self, cells, mark: int, on_piece: int = -1) -> None:
        """Mark cells, those where a piece lies in another way where one is given."""
        put, bases, pixels = self._put, self._bases, self.pixels
        if on_piece < 0:
            on_piece = mark
        for cell in cells:
            base = bases[cell]
            put(pixels[cell], (on_piece if base else mark) << 3 | base)
        self._marked.extend(cells)

    def unmark(self) -> None:
        """Take all marks away."""
        marked = self._marked
        self._marked = []
        for cell in marked:
            self._show_plain(cell)

    def mark_each(self, cells, marks) -> None:
        """Mark cells, each with the mark that stands for it in a sequence of all cells."""
        put, bases, pixels = self._put, self._bases, self.pixels
        for cell in cells:
            put(pixels[cell], marks[cell] << 3 | bases[cell])
        self._marked.extend(cells)

    def rest(self, cells: tuple, meaning: int) -> None:
        """Let these cells, and no others, rest in this meaning."""
        was, self._resting, self._rest = self._resting, cells, meaning
        for group in (was, cells):
            for cell in group:
                if cell not in self._marked:
                    self._show_plain(cell)

    def forget(self) -> None:
        """Let nothing be marked or at rest, for the grid was cleared."""
        self._marked.clear()
        self._resting = ()

    def cell_of(self, pixel: int) -> int:
        """Return the cell at a pixel, -1 where there is none."""
        return self.pixels.index(pixel) if pixel in self.pixels else -1

    def cell_named(self, name: str) -> int:
        """Return the cell of this name.

        Raises: MalformedText (bad-cell).
        """
        return parse_cell(name, self.size)

    def _show_plain(self, cell: int) -> None:
        meaning = self._rest if cell in self._resting else self._bases[cell]
        self._put(self.pixels[cell], meaning)
