"""A board on the chain of pixels, and the signs around it.

Decides how pieces and marks combine, and where the side to move, a due counter and a listening PC
are shown: a 5x5 board leaves a rim for them on an 8x8 grid; without a rim the free field shows
them.  Must not know rules.
"""

from .language import (
    AGAIN_DARK,
    AGAIN_LIGHT,
    COUNTER_DARK,
    COUNTER_LIGHT,
    IS_LINKED,
    LINKED,
    NONE,
    OFF,
    REPEAT,
    TURN_DARK,
    TURN_LIGHT,
    UNSENT,
)
from .painter import Painter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

# The contents of a cell, in the order of the bases.
PIECES = ".bw"
# The marks of the side to move: in its turn, with a counter due, and in a position again.
TURN = {"b": TURN_DARK, "w": TURN_LIGHT}
COUNTER = {"b": COUNTER_DARK, "w": COUNTER_LIGHT}
AGAIN = {"b": AGAIN_DARK, "w": AGAIN_LIGHT}


# On the rim, by the grid's pixels: a bar for each side, the count of repetitions, and a corner for
# the link.
RIMS = {
    64: bytes((2, 3, 4, 50, 51, 52, 57, 58, 63)),
    25: bytes((20, 21, 21, 22, 23, 23, 4, 9, 24)),
}


class Board:
    """The cells of a board as pixels.

    Shape: ``pixels`` has the pixel of each cell, ``size`` by ``size``.  A cell without a mark shows
    its piece, or the *background* that it was given.
    """

    def __init__(self, painter: Painter, pixels: bytes):
        self.pixels = pixels
        self.size = int(len(pixels) ** 0.5)
        self._put_over = painter.put_over
        self._put_each = painter.put_each
        # The piece on each cell, and its meaning without a mark.
        self._bases = bytearray(len(pixels))
        self._background = bytearray(len(pixels))
        self._marked: list[int] = []
        self._with_background: tuple[int, ...] = ()

    def lay(self, letters: str) -> None:
        """Set the pieces, one letter a cell, without marks and backgrounds."""
        self.forget()
        bases = self._bases
        for cell in range(len(self.pixels)):
            bases[cell] = PIECES.index(letters[cell])
        self._background[:] = bases
        self._put_each(range(len(self.pixels)), self.pixels, bases)

    def change(self, cells: "Sequence[int]", letters: "Sequence[str]") -> None:
        for at in range(len(cells)):
            cell = cells[at]
            self._bases[cell] = PIECES.index(letters[at])
            if cell not in self._with_background:
                self._background[cell] = self._bases[cell]
        self._put_each(cells, self.pixels, self._background)

    def mark(self, cells: "Collection[int]", mark: int, on_piece: int = -1) -> None:
        """Mark cells; those with a piece with ``on_piece``, if given."""
        self._put_over(cells, self.pixels, self._bases, mark, mark if on_piece < 0 else on_piece)
        self._marked.extend(cells)

    def mark_plain(self, cells: "Iterable[int]", mark: int) -> None:
        """Mark cells, except free ones with a background, which says more."""
        plain, bases, shown = [], self._bases, self._with_background
        for cell in cells:
            if bases[cell] or cell not in shown:
                plain.append(cell)
        self._put_over(plain, self.pixels, bases, mark, mark)
        self._marked.extend(plain)

    def unmark(self) -> None:
        marked = self._marked
        if marked:
            self._marked = []
            self._put_each(marked, self.pixels, self._background)

    def set_background(self, cells: tuple[int, ...], meanings: "Sequence[int]") -> None:
        """Set the background of these cells, and remove all others.

        Shape: ``meanings`` has one meaning for every cell of the board.
        """
        plain, bases, marked = self._background, self._bases, self._marked
        was, self._with_background = self._with_background, cells
        for cell in was:
            plain[cell] = bases[cell]
        for cell in cells:
            plain[cell] = meanings[cell]
        changed = was + cells
        unmarked = [cell for cell in changed if cell not in marked] if marked else changed
        self._put_each(unmarked, self.pixels, plain)

    def forget(self) -> None:
        """Forget all marks and backgrounds: the grid was cleared."""
        self._marked.clear()
        self._with_background = ()


class Status:
    """The signs on the rim or the free field.

    Shape: ``order`` is that of the pixels of a grid with a rim, empty without one.
    """

    def __init__(self, painter: Painter, board: Board, order: bytes):
        self._board = board
        self.order = order
        self._painter = painter
        if order:
            rim = RIMS[len(order)]
            self._rim = bytes([order[pixel] for pixel in rim[:8]])
            self._link = order[rim[8]]
        self._mark = NONE
        # The cells that are to show it, and those whose background does.
        self._free: tuple[int, ...] = ()
        self._shown: tuple[int, ...] = ()
        self._is_linked = False

    def forget(self) -> None:
        """Forget the side to move and the link: the grid is clear."""
        self._mark = NONE
        self.leave()
        self._board.forget()

    def leave(self) -> None:
        self._free = self._shown = ()

    def show_on(self, cells: tuple[int, ...], side: str) -> None:
        """Show the side to move in these cells of a board without rim or free field."""
        self._mark = TURN.get(side, NONE)
        self._free = cells
        self._show_free()

    def show(self, side: str, is_counter: bool, times: int, free: int) -> None:
        """Show the side to move, "" for none.

        Shape: ``times`` counts the occurrences of the position, ``free`` is the one free field or
        -1.
        """
        # A rim has room for the count; without one the rhythm of the turn shows it.
        turn = AGAIN if times > 1 and not self.order else TURN
        self._mark = (COUNTER if is_counter else turn).get(side, NONE)
        self._free = (free,) if free >= 0 else ()
        if not self.order:
            self._show_free()
            return
        dark = self._mark << 2 if side == "b" else OFF
        light = self._mark << 2 if side == "w" else OFF
        second = REPEAT << 2 if times > 1 else OFF
        third = REPEAT << 2 if times > 2 else OFF
        meanings = bytes((dark, dark, dark, light, light, light, second, third))
        self._painter.put_each(range(8), self._rim, meanings)

    def show_link(self, is_linked: bool, has_unsent: bool) -> None:
        """Show whether a PC listens, and whether events wait for one."""
        self._is_linked = is_linked
        if self.order:
            mark = IS_LINKED if is_linked else UNSENT if has_unsent else NONE
            self._painter.put(self._link, mark << 2)
        else:
            self._show_free()

    def _show_free(self) -> None:
        base = LINKED if self._is_linked else OFF
        if self._free or self._shown:
            self._shown = self._free
            meanings = bytes((self._mark << 2 | base,)) * len(self._board.pixels)
            self._board.set_background(self._free, meanings)
