"""The board in colour, as large as there is room; without colour its pieces differ in shape.

Decides how a board looks.  Must not know which game is played on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from schiri_engines.grid import cell_text
from textual.color import Color
from textual.events import Click
from textual.message import Message

from schiri.table.state import BoardView
from schiri.terminal.text_widgets import QuietStatic

MARGIN = 3


class Scale(NamedTuple):
    """How large a cell is.

    Shape: ``pieces`` has the lines of what lies on a cell, between the columns of its mark;
    ``plain`` those of a light piece where there is no colour.
    """

    pieces: dict[str, tuple[str, ...]]
    plain: tuple[str, ...]

    @property
    def lines(self) -> int:
        """How many lines a cell has."""
        return len(self.plain)

    @property
    def width(self) -> int:
        """How many columns a cell has, with those of its mark."""
        return len(self.plain[0]) + 2

    def room(self, size: int) -> tuple[int, int]:
        """Return how many columns and lines a board takes.

        >>> SCALES[1].room(5), SCALES[0].room(8)
        ((28, 11), (27, 9))
        """
        return MARGIN + size * self.width, size * self.lines + 1


def _both(piece: tuple[str, ...], free: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {"b": piece, "w": piece, ".": free}


# From the smallest to the largest.
SCALES = (
    Scale(_both(("●",), ("·",)), ("○",)),
    Scale(_both(("▟█▙", "▜█▛"), ("   ", " · ")), ("╭─╮", "╰─╯")),
    Scale(
        _both(
            (" ▄███▄ ", "███████", "███████", " ▀███▀ "),
            ("       ", "       ", "   ·   ", "       "),
        ),
        ("╭─────╮", "│     │", "│     │", "╰─────╯"),
    ),
)
USUAL = SCALES[1]


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


PIECE_COLOURS = {".": "#7d5a3c", "b": "#2f1a0f", "w": "#fff3d9"}
WOOD = ("#a5774d", "#ad7f55")
# Grounds of coloured fields, on which both pieces show; letters say the same without colour.
FIELDS = {"R": "#c96a5f", "G": "#5b8f57", "B": "#5f7fc0", "Y": "#9c8420"}

# What marks a cell: brackets that show without colour as well, and a background.
MARKS = {
    "cause": ("!", "!", "#c0392b"),
    "picked": ("[", "]", "#b07f00"),
    "target": ("(", ")", "#4f9d57"),
    "won": ("*", "*", "#b07f00"),
    "hint": ("{", "}", "#b07f00"),
    "last": ("‹", "›", "#5b7fb5"),
}
# Marks that are worth more than the colour of a field.
STRONG = ("!", "[", "*", "{")


@cache
def sign_colour(ground: str) -> str:
    """Return the colour in which a sign shows on a ground: black or white.

    >>> sign_colour("#c96a5f"), sign_colour("#c0392b")
    ('#000000', '#ffffff')
    """
    return "#000000" if Color.parse(ground).brightness >= 0.5 else "#ffffff"


@cache
def _style(ground: str, front: str, is_bold: bool) -> Style:
    return Style(bgcolor=ground, color=front, bold=is_bold)


class Board(QuietStatic):
    """The board; a click on a cell touches it."""

    DEFAULT_CSS = "Board { width: auto; height: auto; }"

    class Touched(Message):
        """A cell was clicked."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, signs: Mapping[str, str]) -> None:
        super().__init__(" ")
        self._signs = signs
        self._view: BoardView | None = None
        self._cursor = ""
        self._cause: Sequence[str] = ()
        self.scale = USUAL
        self._drawn: tuple[object, ...] = ()
        # How many columns and lines are laid out for it.
        self._room: tuple[int, int] | None = None

    def show(self, view: BoardView | None, cursor: str = "", cause: Sequence[str] = ()) -> None:
        """Show a board; the cursor is a cell for builds whose buttons are the board.

        Shape: ``cause`` are the cells by which something was refused.
        """
        drawn = (view, cursor, tuple(cause), self.scale)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self._view, self._cursor, self._cause = view, cursor, cause
        room = self.scale.room(view.size) if view else None
        self.update(self._draw(view) if view else " ", layout=room != self._room)
        self._room = room

    def on_click(self, event: Click) -> None:
        """Tell which cell was clicked."""
        if self._view is None:
            return
        file = (event.x - MARGIN) // self.scale.width
        rank = self._view.size - 1 - event.y // self.scale.lines
        if event.x >= MARGIN and 0 <= file < self._view.size and 0 <= rank < self._view.size:
            cell = cell_text(rank * self._view.size + file, self._view.size)
            self.post_message(self.Touched(cell))

    def _draw(self, view: BoardView) -> Text:
        text = Text(no_wrap=True)
        for rank in reversed(range(view.size)):
            for line in range(self.scale.lines):
                is_middle = line == self.scale.lines // 2
                text.append(f"{rank + 1:>2} " if is_middle else "   ")
                cells = range(rank * view.size, (rank + 1) * view.size)
                drawn = (part for cell in cells for part in self._draw_cell(view, cell, line))
                for style, parts in groupby(drawn, itemgetter(1)):
                    text.append("".join(sign for sign, _ in parts), style)
                text.append("\n")
        files = "".join(letter.center(self.scale.width) for letter in "abcdefgh"[: view.size])
        return text.append(" " * MARGIN + files)

    def _draw_cell(self, view: BoardView, cell: int, line: int) -> Iterator[tuple[str, Style]]:
        letter, scale = view.letters[cell], self.scale
        is_middle = line == scale.lines // 2
        is_plain = letter == "w" and self.app.no_color
        name = cell_text(cell, view.size)
        left, right, ground = self._mark_of(view, name)
        background = ground or WOOD[(cell // view.size + cell % view.size) % 2]
        piece = (scale.plain if is_plain else scale.pieces[letter])[line]
        if view.fields:
            field = view.fields[cell]
            background = ground if left in STRONG else FIELDS[field]
            if letter == "." and is_middle:
                sign = self._signs[field].lower()
                piece = sign[: len(piece)].center(len(piece))
                if len(piece) == 1 and right.isspace():
                    # The second letter stands where there is no mark.
                    right = sign[1:] or right
        if name in (view.cursor, self._cursor):
            left, right = "▶", "◀"
        around = _style(background, sign_colour(background), True)
        is_field = bool(view.fields) and letter == "."
        inside = (
            around
            if is_field or piece.isspace()
            else _style(background, PIECE_COLOURS[letter], False)
        )
        yield left if is_middle else " ", around
        yield piece, inside
        yield right if is_middle else " ", around

    def _mark_of(self, view: BoardView, name: str) -> tuple[str, str, str]:
        marked = {
            "cause": self._cause,
            "picked": (view.picked,),
            "target": view.targets,
            "won": view.won,
            "hint": view.hint,
            "last": view.last,
        }
        for mark, cells in marked.items():
            if name in cells:
                return MARKS[mark]
        return " ", " ", ""
