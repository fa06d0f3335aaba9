"""The board in colour, two lines a cell; without colour its pieces differ in shape.

Decides how a board looks.  Must not know which game is played on it.
"""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from schiri_engines.grid import cell_text
from textual.events import Click
from textual.message import Message

from schiri.table.state import BoardView
from schiri.terminal.quiet_static import QuietStatic

CELL = 5
LINES = 2
MARGIN = 3

# Upper and lower half of what lies on a cell.
PIECES = {".": ("   ", " · "), "b": ("▟█▙", "▜█▛"), "w": ("▟█▙", "▜█▛")}
PLAIN_PIECES = {".": ("   ", " · "), "b": ("▟█▙", "▜█▛"), "w": ("╭─╮", "╰─╯")}
PIECE_COLOURS = {".": "#7d5a3c", "b": "#2f1a0f", "w": "#fff3d9"}
WOOD = ("#b98a5e", "#c4966a")
# Grounds of coloured fields; their letters say the same without colour.
FIELDS = {"R": "#c96a5f", "G": "#6fa86a", "B": "#6f8fc9", "Y": "#d3bd5c"}

# What marks a cell: brackets that show without colour as well, and a background.
MARKS = {
    "cause": ("!", "!", "#c0392b"),
    "picked": ("[", "]", "#e0b020"),
    "target": ("(", ")", "#4f9d57"),
    "won": ("*", "*", "#e0b020"),
    "last": ("‹", "›", "#5b7fb5"),
}
# Marks that are worth more than the colour of a field.
STRONG = ("!", "[", "*")


class Board(QuietStatic):
    """The board; a click on a cell touches it."""

    DEFAULT_CSS = "Board { width: auto; height: auto; }"

    class Touched(Message):
        """A cell was clicked."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self) -> None:
        super().__init__(" ")
        self._view: BoardView | None = None
        self._cursor = ""
        self._cause: Sequence[str] = ()

    def show(self, view: BoardView | None, cursor: str = "", cause: Sequence[str] = ()) -> None:
        """Show a board; the cursor is a cell for builds whose buttons are the board.

        Shape: ``cause`` are the cells by which something was refused.
        """
        self._view, self._cursor, self._cause = view, cursor, cause
        self.update(self._draw(view) if view else " ")

    def on_click(self, event: Click) -> None:
        """Tell which cell was clicked."""
        if self._view is None:
            return
        file, rank = (event.x - MARGIN) // CELL, self._view.size - 1 - event.y // LINES
        if event.x >= MARGIN and 0 <= file < self._view.size and 0 <= rank < self._view.size:
            cell = cell_text(rank * self._view.size + file, self._view.size)
            self.post_message(self.Touched(cell))

    def _draw(self, view: BoardView) -> Text:
        text = Text(no_wrap=True)
        for rank in reversed(range(view.size)):
            for half in range(LINES):
                text.append(f"{rank + 1:>2} " if half else "   ")
                for file in range(view.size):
                    self._draw_cell(text, view, rank * view.size + file, half)
                text.append("\n")
        files = "".join(letter.center(CELL) for letter in "abcdefgh"[: view.size])
        return text.append(" " * MARGIN + files)

    def _draw_cell(self, text: Text, view: BoardView, cell: int, half: int) -> None:
        letter = view.letters[cell]
        pieces = PLAIN_PIECES if self.app.no_color else PIECES
        name = cell_text(cell, view.size)
        left, right, ground = self._mark_of(view, name)
        background = ground or WOOD[(cell // view.size + cell % view.size) % 2]
        piece = pieces[letter][half]
        if view.fields:
            field = view.fields[cell]
            background = ground if left in STRONG else FIELDS[field]
            piece = f" {field.lower()} " if letter == "." and half else piece
        if name in (view.cursor, self._cursor):
            left, right = "▶", "◀"
        around = Style(bgcolor=background, color="#ffffff", bold=True)
        text.append(left if half else " ", around)
        text.append(piece, Style(bgcolor=background, color=PIECE_COLOURS[letter]))
        text.append(right if half else " ", around)

    def _mark_of(self, view: BoardView, name: str) -> tuple[str, str, str]:
        marked = {
            "cause": self._cause,
            "picked": (view.picked,),
            "target": view.targets,
            "won": view.won,
            "last": view.last,
        }
        for mark, cells in marked.items():
            if name in cells:
                return MARKS[mark]
        return " ", " ", ""
