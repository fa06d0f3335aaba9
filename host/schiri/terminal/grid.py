"""A grid in colour: a board as large as there is room for, or the part of a field of cards around
the cursor.  Without colour its pieces and marks differ in shape.

Decides how a grid looks.  Must not know which game is played on it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.events import Click, Resize
from textual.message import Message

from schiri.games.field import follow
from schiri.scene.marks import MARKS, STRONG, Mark, strongest
from schiri.scene.scene import Cell, Grid
from schiri.terminal.widgets import QuietStatic

MARGIN = 3
# A part of a line.
Part = tuple[str, Style]


class Scale(NamedTuple):
    """The size of a cell of a board.

    Shape: ``piece`` has the lines of a piece, between the columns of its mark; ``free`` those of a
    free cell; ``plain`` those of a light piece without colour.
    """

    piece: tuple[str, ...]
    free: tuple[str, ...]
    plain: tuple[str, ...]

    @property
    def lines(self) -> int:
        return len(self.plain)

    @property
    def width(self) -> int:
        """The width of a cell in columns, with those of its mark."""
        return len(self.plain[0]) + 2

    def room(self, size: int) -> tuple[int, int]:
        """Return the columns and lines that a board needs.

        >>> SCALES[1].room(5), SCALES[0].room(8)
        ((28, 11), (27, 9))
        """
        return MARGIN + size * self.width, size * self.lines + 1


# From the smallest to the largest.
SCALES = (
    Scale(("●",), ("·",), ("○",)),
    Scale(("▟█▙", "▜█▛"), ("   ", " · "), ("╭─╮", "╰─╯")),
    Scale(
        (" ▄███▄ ", "███████", "███████", " ▀███▀ "),
        ("       ", "       ", "   ·   ", "       "),
        ("╭─────╮", "│     │", "│     │", "╰─────╯"),
    ),
)


def scale_for(size: int, width: int, height: int) -> Scale:
    """Return the largest scale in which a board fits, or else the smallest.

    >>> [SCALES.index(scale_for(8, *room)) for room in ((40, 11), (43, 17), (120, 40), (1, 1))]
    [0, 1, 2, 0]
    """
    for scale in reversed(SCALES):
        columns, lines = scale.room(size)
        if columns <= width and lines <= height:
            return scale
    return SCALES[0]


PIECE_COLOURS = {"": "#7d5a3c", "b": "#2f1a0f", "w": "#fff3d9"}
WOOD = ("#a5774d", "#ad7f55")
# Backgrounds of coloured cells, visible under both pieces; letters are for screens without colour.
FIELDS = {"R": "#c96a5f", "G": "#5b8f57", "B": "#5f7fc0", "Y": "#9c8420"}
CURSOR = ("▶", "◀")

# Sizes in a field of cards: columns of a cell, and of the numbers at the left and below.
CELL, RIM, FOOT = 3, 4, 1
# A card on a spot: its sign, its colour and its background.
CARDS = {
    "": (" ", "#8fa593", "#24332a"),
    "hole": ("╳", "#8fa593", "#24332a"),
    "down": ("░", "#aebfd0", "#4a5f75"),
    "red": ("●", "#ffffff", "#b03a2e"),
    "green": ("▲", "#0b2413", "#7fc98f"),
}


@cache
def sign_colour(ground: str) -> str:
    """Return the colour of a sign that is readable on a background: black or white.

    >>> sign_colour("#c96a5f"), sign_colour("#c0392b")
    ('#000000', '#ffffff')
    """
    return "#000000" if Color.parse(ground).brightness >= 0.5 else "#ffffff"


@cache
def _style(ground: str, front: str, is_bold: bool) -> Style:
    return Style(bgcolor=ground, color=front, bold=is_bold)


class GridView(QuietStatic):
    """A grid; a click on a cell touches it.

    Shape: ``cursor`` is the name of the cell under the cursor.
    """

    DEFAULT_CSS = """
    GridView { width: auto; height: auto; }
    GridView.-cards { width: 1fr; height: 1fr; }
    """

    class Touched(Message):
        """A cell was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, signs: Mapping[str, str]) -> None:
        super().__init__(" ")
        self._signs = signs
        self.grid: Grid | None = None
        self.cursor = ""
        self.scale = SCALES[1]
        self._drawn: object = None
        # The columns and lines that the layout gives it.
        self._room: tuple[int, int] | None = None
        # The lowest visible column and row of a field.
        self._low: tuple[int, int] | None = None

    def show(self, grid: Grid | None, cursor: str = "") -> None:
        drawn = (grid, cursor, self.scale, self.size)
        if drawn == self._drawn:
            return
        if grid and grid.look == "cards" and (self.grid is None or self.grid.look != "cards"):
            self._low = None
        self._drawn, self.grid, self.cursor = drawn, grid, cursor
        if grid is None:
            self.update(" ", layout=self._room is not None)
            self._room = None
        elif grid.look == "board":
            self.set_class(False, "-cards")
            room = self.scale.room(len(grid.columns))
            self.update(self._board(grid), layout=room != self._room)
            self._room = room
        else:
            self.set_class(True, "-cards")
            self._room = (0, 0)
            self._show_field(grid)

    def on_resize(self, event: Resize) -> None:
        """Show as much of a field as there is room for, centred."""
        if self.grid and self.grid.look == "cards":
            self._low = None
            self._show_field(self.grid)

    def moved(self, way: str) -> str:
        """Return the name of the cell to which a step moves the cursor."""
        grid = self.grid
        assert grid is not None
        across, names = len(grid.columns), [cell.name for cell in grid.cells]
        row, column = divmod(names.index(self.cursor), across)
        right, down = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[way]
        column = max(0, min(across - 1, column + right))
        row = max(0, min(len(grid.rows) - 1, row + down))
        return names[row * across + column]

    def on_click(self, event: Click) -> None:
        grid = self.grid
        if grid is None:
            return
        if grid.look == "board":
            column = (event.x - MARGIN) // self.scale.width if event.x >= MARGIN else -1
            row = event.y // self.scale.lines
        else:
            assert self._low is not None
            _columns, rows = self._window()
            x = self._low[0] + (event.x - RIM) // CELL
            column = x - int(grid.columns[0]) if event.x >= RIM else -1
            row = int(grid.rows[0]) - (self._low[1] + rows - 1 - event.y)
        if 0 <= column < len(grid.columns) and 0 <= row < len(grid.rows):
            self.post_message(self.Touched(grid.cells[row * len(grid.columns) + column].name))

    # A board

    def _board(self, grid: Grid) -> Text:
        text, across = Text(no_wrap=True), len(grid.columns)
        for at, rank in enumerate(grid.rows):
            cells = grid.cells[at * across : (at + 1) * across]
            shades = [(len(grid.rows) - at + file + 1) % 2 for file in range(across)]
            for line in range(self.scale.lines):
                is_middle = line == self.scale.lines // 2
                text.append(f"{rank:>2} " if is_middle else "   ")
                _add_line(text, (self._cell(*each, line) for each in zip(cells, shades)))
        files = "".join(letter.center(self.scale.width) for letter in grid.columns)
        return text.append(" " * MARGIN + files)

    def _cell(self, cell: Cell, shade: int, line: int) -> Iterator[Part]:
        scale = self.scale
        is_middle = line == scale.lines // 2
        drawn = scale.piece if cell.piece else scale.free
        if cell.piece == "w" and self.app.no_color:
            drawn = scale.plain
        piece = drawn[line]
        mark = mark_of(cell.marks)
        left, right = mark.sign[0], mark.sign[1]
        background = mark.ground or WOOD[shade]
        if cell.field:
            background = mark.ground if mark.strength >= STRONG else FIELDS[cell.field]
            if not cell.piece and is_middle:
                sign = self._signs[cell.field].lower()
                piece = sign[: len(piece)].center(len(piece))
                if len(piece) == 1 and right.isspace():
                    # The second letter takes the place of the mark.
                    right = sign[1:] or right
        if cell.name == self.cursor:
            left, right = CURSOR
        around = _style(background, sign_colour(background), True)
        inside = around
        if cell.piece or not (cell.field or piece.isspace()):
            inside = _style(background, PIECE_COLOURS[cell.piece], False)
        yield left if is_middle else " ", around
        yield piece, inside
        yield right if is_middle else " ", around

    # A field of cards

    def _window(self) -> tuple[int, int]:
        """Return how many spots fit across and up."""
        return max(1, (self.size.width - RIM) // CELL), max(1, self.size.height - FOOT)

    def _show_field(self, grid: Grid) -> None:
        if not self.size.width:
            return
        size = self._window()
        cells = {cell.name: cell for cell in grid.cells}
        low, high = int(grid.columns[0]), int(grid.columns[-1])
        below, above = int(grid.rows[-1]), int(grid.rows[0])
        middle = (low + high + 1 - size[0]) // 2, (below + above + 1 - size[1]) // 2
        self._low = self._low or middle
        if self.cursor in cells:
            x, y = (int(number) for number in self.cursor.split(","))
            self._low = follow(self._low, size, (x, y))
        elif not self.cursor:
            self._low = middle
        first, bottom = self._low
        columns = range(first, first + size[0])
        text = Text(no_wrap=True)
        for row in range(bottom + size[1] - 1, bottom - 1, -1):
            text.append(f"{row:>{RIM - 1}} ", "dim")
            _add_line(text, (self._spot(cells.get(f"{column},{row}")) for column in columns))
        numbers = "".join(f"{column:^{CELL}}" for column in columns)
        self.update(text.append(" " * RIM + numbers, "dim"))

    def _spot(self, cell: Cell | None) -> Iterator[Part]:
        card, marks = (cell.piece, cell.marks) if cell else ("", ())
        mark, instead = mark_of(marks), mark_of(marks, 1)
        sign, front, ground = CARDS[card]
        if instead.strength and (not card or instead.strength >= STRONG):
            sign, front, ground = instead.sign, sign_colour(instead.ground), instead.ground
        left, right = mark.sign[0], mark.sign[1]
        is_reverse = mark.name in ("three", "picked")
        if cell and cell.name == self.cursor:
            left, right = CURSOR
        around = _style(ground, sign_colour(ground), True)
        inside = Style(color=front, bgcolor=ground, bold=True, reverse=is_reverse)
        yield left, around
        yield sign, inside if sign.strip() else around
        yield right, around


def _add_line(text: Text, cells: Iterable[Iterable[Part]]) -> None:
    """Append cells to a text; a row of free spots is one part: a large screen has thousands."""
    for style, parts in groupby(chain.from_iterable(cells), itemgetter(1)):
        text.append("".join(sign for sign, _ in parts), style)
    text.append("\n")


def mark_of(names: Collection[str], signs: int = 2) -> Mark:
    """Return the strongest mark of a cell with two signs around it, or one in its place.

    >>> mark_of(("last", "cursor", "picked")).sign, mark_of(("open", "cause"), 1).sign
    ('[]', '·')
    """
    return strongest(MARKS[name] for name in names if len(MARKS[name].sign) == signs)
