"""A field without an edge in colour, one line a row; without colour its cards differ in shape.

Decides how the field looks.  Must not know the game that is played on it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter

from rich.style import Style
from rich.text import Text
from schiri_engines.zwoggel.notation import place_text
from textual.events import Click, Resize
from textual.message import Message

from schiri.games.zwoggel.field import FieldView, Place, follow, middle
from schiri.terminal.board import sign_colour
from schiri.terminal.text_widgets import QuietStatic

CELL = 3
# The numbers of the rows, and the line with the numbers of the columns.
RIM = 4
FOOT = 1

# What lies on a place: its sign, its colour and its ground.
CARDS = {
    "": (" ", "#8fa593", "#24332a"),
    "hole": ("╳", "#8fa593", "#24332a"),
    "down": ("░", "#aebfd0", "#4a5f75"),
    "red": ("●", "#ffffff", "#b03a2e"),
    "green": ("▲", "#0b2413", "#7fc98f"),
    "chosen": ("+", "#000000", "#e0b020"),
    "open": ("·", "#ffffff", "#24332a"),
}
# What marks a place: brackets that show without colour as well.
MARKS = {"cause": ("!", "!"), "three": ("*", "*"), "turned": ("‹", "›"), "": (" ", " ")}
CURSOR = ("▶", "◀")


@cache
def _style(front: str, ground: str, is_reverse: bool) -> Style:
    return Style(color=front, bgcolor=ground, bold=True, reverse=is_reverse)


class Field(QuietStatic):
    """The part of the field that follows the cursor; a click moves the cursor."""

    DEFAULT_CSS = "Field { width: 1fr; height: 1fr; }"

    class Touched(Message):
        """A place was clicked."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__(" ")
        self._view: FieldView | None = None
        self._cursor: Place | None = None
        self._chosen: tuple[Place, ...] = ()
        self._cause: Sequence[str] = ()
        self._open: tuple[Place, ...] = ()
        self._low: Place | None = None

    def show(
        self,
        view: FieldView,
        cursor: Place | None = None,
        chosen: tuple[Place, ...] = (),
        cause: Sequence[str] = (),
        open_places: tuple[Place, ...] = (),
    ) -> None:
        """Show a field; ``chosen`` are places to be laid on, ``cause`` the names of those
        by which something was refused, ``open_places`` where a card may be laid; without a cursor
        it is the middle that shows."""
        self._open = open_places
        self._view, self._cursor, self._chosen, self._cause = view, cursor, chosen, cause
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Show as much as there is room for, with the field in its middle."""
        self._low = None
        self._draw()

    def on_click(self, event: Click) -> None:
        """Tell which place was clicked."""
        if self._low is None:
            return
        columns, rows = self._window()
        column, row = (event.x - RIM) // CELL, event.y
        if 0 <= column < columns and 0 <= row < rows:
            x, y = self._low
            self.post_message(self.Touched((x + column, y + rows - 1 - row)))

    def _window(self) -> tuple[int, int]:
        """Return how many places fit across and up."""
        return max(1, (self.size.width - RIM) // CELL), max(1, self.size.height - FOOT)

    def _draw(self) -> None:
        view = self._view
        if view is None or not self.size.width:
            return
        size = self._window()
        if self._cursor is None:
            self._low = middle(view, size)
        else:
            self._low = follow(self._low or middle(view, size), size, self._cursor)
        x, y = self._low
        text = Text(no_wrap=True)
        for row in range(y + size[1] - 1, y - 1, -1):
            text.append(f"{row:>{RIM - 1}} ", "dim")
            drawn = (
                part
                for column in range(x, x + size[0])
                for part in self._draw_place(view, (column, row))
            )
            # Where nothing lies a whole row is one part: a large screen has thousands of places.
            for style, parts in groupby(drawn, itemgetter(1)):
                text.append("".join(sign for sign, _ in parts), style)
            text.append("\n")
        numbers = "".join(f"{column:^{CELL}}" for column in range(x, x + size[0]))
        self.update(text.append(" " * RIM + numbers, "dim"))

    def _draw_place(self, view: FieldView, place: Place) -> Iterator[tuple[str, Style]]:
        card, mark = view.at(place)
        if place in self._chosen:
            card = "chosen"
        elif not card and place in self._open:
            card = "open"
        if self._cause and place_text(place) in self._cause:
            mark = "cause"
        sign, front, ground = CARDS[card]
        left, right = CURSOR if place == self._cursor else MARKS[mark]
        around = _style(sign_colour(ground), ground, False)
        yield left, around
        yield sign, _style(front, ground, mark == "three") if card else around
        yield right, around
