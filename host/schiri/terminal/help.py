"""Help: what keys and marks of a table mean, how moves are written, and the rules of the game.

Decides how it looks; each table has its own lines.
"""

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from schiri.plain import plain
from schiri.prose.rulebook import ids_of, rule_words
from schiri.terminal.text_widgets import QuietStatic
from schiri.texts import Words

# What keys, marks or moves are called, and what they mean.
Lines = Iterable[tuple[str, str]]
# How wide the first column is.
NAMES = 15


class Help(ModalScreen[None]):
    """What the keys do and the rest; what scrolls scrolls, any other key leaves.

    Shape: ``parts`` are headings with what stands below them.
    """

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll {
        width: 90; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1;
    }
    """
    BINDINGS = [Binding("escape,question_mark,enter,space,q", "leave", show=False)]

    def __init__(self, parts: Sequence[tuple[str, Lines]]) -> None:
        super().__init__()
        self._parts = parts

    def compose(self) -> ComposeResult:
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(width=NAMES, style="bold")
        table.add_column()
        for heading, lines in self._parts:
            table.add_row(Text(heading, "bold underline"), "")
            for name, what in lines:
                table.add_row(Text(plain(name)), Text(plain(what)))
            table.add_row("", "")
        with VerticalScroll():
            yield QuietStatic(table)

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss(None)


def rule_lines(words: Words, game: str) -> Lines:
    """Return the rules of a game, none where there is no game."""
    return [(rule, rule_words(words, game, rule)) for rule in (ids_of(game) if game else ())]
