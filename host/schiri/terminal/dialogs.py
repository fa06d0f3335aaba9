"""Dialogs over a table: help, and the question before an action that cannot easily be undone.

Decides how they look; each table has its own lines.
"""

from collections.abc import Callable, Iterable, Sequence

from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen

from schiri.plain import plain
from schiri.prose.rulebook import ids_of, rule_words
from schiri.table.state import GameSnapshot
from schiri.terminal.widgets import Button, QuietStatic
from schiri.texts import N_, Words

# Keys, marks or moves, and their meanings.
Lines = Iterable[tuple[str, str]]
# The width of the first column.
NAMES = 15


class Help(ModalScreen[None]):
    """The help; scrolling keys scroll, any other key closes it.

    Shape: ``parts`` are headings with their lines.
    """

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll {
        width: 90; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1;
    }
    """
    BINDINGS = [Binding("escape,question_mark,enter,space,q", "dismiss", show=False)]

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


def rule_lines(words: Words, game: str) -> Lines:
    """Return the rules of a game, none without a game."""
    return [(rule, rule_words(words, game, rule)) for rule in (ids_of(game) if game else ())]


class QuestionScreen(ModalScreen[bool]):
    """Asks whether to do something; ``yes`` is the label of its button."""

    DEFAULT_CSS = """
    QuestionScreen { align: center middle; }
    QuestionScreen > Vertical {
        width: 60; max-width: 100%; height: auto; border: round $primary; padding: 0 1;
    }
    QuestionScreen Horizontal { height: auto; margin: 1 0 0 0; }
    QuestionScreen Button { margin: 0 1; }
    QuestionScreen Button:focus { text-style: bold reverse; }
    """
    BINDINGS = [
        Binding("escape,n", "dismiss(False)", show=False),
        Binding("q,y,j,o", "dismiss(True)", show=False),
    ]

    def __init__(self, words: Words, question: str, yes: str) -> None:
        super().__init__()
        self._words, self._question, self._yes = words, question, yes

    def compose(self) -> ComposeResult:
        with Vertical():
            yield QuietStatic(self._question)
            with Horizontal():
                yield Button(self._yes, id="yes", variant="primary")
                yield Button(self._words.gettext("Back"), id="back")

    def on_mount(self) -> None:
        self.query_one("#yes").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Quit(QuestionScreen):
    """Asks whether to quit; a game stays as it is either way."""

    def __init__(self, words: Words, game: GameSnapshot | None) -> None:
        text = N_("The game is not over. It is saved, and you can resume it next time.")
        if game is None or game.state.over:
            text = N_("Quit Schiri?")
        super().__init__(words, words.gettext(text), words.gettext("Quit"))


def ask_first(app: App[None], question: QuestionScreen, act: Callable[[], object]) -> None:
    """Do something once a question is answered with yes."""

    def answered(is_wanted: bool | None) -> None:
        if is_wanted:
            act()

    app.push_screen(question, answered)
