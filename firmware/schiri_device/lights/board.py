"""A board on the chain of pixels: which pixel is which cell, what lies on it, what is marked.

Decides how pieces and marks go together.  Must not know rules.
"""

from schiri_engines.grid import parse_cell

from .language import DARK, LIGHT, NONE, OFF
from .painter import Painter

BASE_OF = {".": OFF, "b": DARK, "w": LIGHT}


class Board:
    """The cells of a board as pixels.

    Shape: ``pixels`` has the pixel of each cell, ``size`` by ``size``.  Some cells may *rest* in
    a meaning of their own: that is what they show while they bear no mark.
    """

    def __init__(self, painter: Painter, pixels: tuple):
        self.pixels = pixels
        self.size = int(len(pixels) ** 0.5)
        self._put = painter.put
        self._put_each = painter.put_each
        # What lies on each cell, and what it means while it bears no mark.
        self._bases = bytearray(len(pixels))
        self._plain = bytearray(len(pixels))
        self._marked: list = []
        self._resting: tuple = ()

    def lay(self, letters: str) -> None:
        """Let these lie on the cells, one letter a cell, with no marks and nothing at rest."""
        self.forget()
        bases = self._bases
        for cell in range(len(self.pixels)):
            bases[cell] = BASE_OF[letters[cell]]
        self._plain[:] = bases
        self._put_each(range(len(self.pixels)), self.pixels, bases)

    def change(self, cells, letters, mark: int = NONE) -> None:
        """Let these lie on the cells, and mark them."""
        for at in range(len(cells)):
            cell = cells[at]
            self._bases[cell] = BASE_OF[letters[at]]
            if cell not in self._resting:
                self._plain[cell] = self._bases[cell]
        self.mark(cells, mark)

    def mark(self, cells, mark: int, on_piece: int = -1) -> None:
        """Mark cells, those where a piece lies in another way where one is given."""
        put, bases, pixels = self._put, self._bases, self.pixels
        if on_piece < 0:
            on_piece = mark
        for cell in cells:
            base = bases[cell]
            put(pixels[cell], (on_piece if base else mark) << 2 | base)
        self._marked.extend(cells)

    def mark_pieces(self, cells, mark: int) -> None:
        """Mark those of these cells on which a piece lies."""
        bases = self._bases
        self.mark([cell for cell in cells if bases[cell]], mark)

    def unmark(self) -> None:
        """Take all marks away."""
        marked = self._marked
        if marked:
            self._marked = []
            self._put_each(marked, self.pixels, self._plain)

    def rest(self, cells: tuple, meanings) -> None:
        """Let these cells, and no others, rest, each in the meaning that stands for it.

        Shape: ``meanings`` has one for every cell of the board.
        """
        plain, bases, marked = self._plain, self._bases, self._marked
        was, self._resting = self._resting, cells
        for cell in was:
            plain[cell] = bases[cell]
        for cell in cells:
            plain[cell] = meanings[cell]
        changed = was + cells
        unmarked = [cell for cell in changed if cell not in marked] if marked else changed
        self._put_each(unmarked, self.pixels, plain)

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
