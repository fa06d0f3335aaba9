"""A screen with a line to type on, what was told so far, and what is wrong.

Decides which keys every table has.  Must not know what a command does.
"""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input, RichLog, Static

from schiri.events import Event
from schiri.prose import event_words
from schiri.terminal.help import Help, HelpLines
from schiri.terminal.quiet_static import QuietStatic
from schiri.texts import _


class EventLog(RichLog, can_focus=False):
    """What has happened; it never takes the keys, which are the table's."""


class CommandScreen(Screen[None]):
    """A table that can be typed at; who shows one composes ``#title`` and `compose_talk`."""

    # Nothing takes the keys by itself: they are the table's.
    AUTO_FOCUS = ""

    DEFAULT_CSS = """
    CommandScreen #title { height: 1; text-style: bold; }
    CommandScreen #turn { height: auto; text-style: bold; }
    CommandScreen #hint { height: auto; color: $text-muted; }
    CommandScreen #problem { height: auto; color: $error; }
    CommandScreen #log { height: 1fr; min-height: 1; border: none; }
    CommandScreen #keys { height: 1; dock: bottom; background: $panel; }
    CommandScreen #line { display: none; dock: bottom; }
    """
    BINDINGS = [
        Binding("colon", "type", show=False),
        Binding("n", "app.new_game", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "app.quit", show=False),
    ]
    # What the keys and the marks of this table mean.
    HELP_PARTS: Sequence[HelpLines] = ()

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        # What is wrong with what was done here, until something else happens.
        self._note = ""

    def compose_talk(self, example: str, *keys: tuple[str, str]) -> ComposeResult:
        """Yield what stands below every table: whose turn it is, what was told, the line, keys.

        Shape: ``example`` is a command; ``keys`` are named beside those that are always there.
        """
        yield QuietStatic("", id="turn", markup=False)
        yield QuietStatic("", id="hint", markup=False)
        yield QuietStatic("", id="problem", markup=False)
        yield EventLog(id="log", wrap=True, max_lines=500)
        # What the line is begun with stays when the first letter is typed.
        yield Input(id="line", placeholder=example, select_on_focus=False)
        yield Static(key_words(*keys), id="keys")

    def run_typed(self, text: str) -> None:
        """Carry out what was typed."""
        raise NotImplementedError

    def tell(self, events: list[Event]) -> None:
        """Write down what has happened."""
        for event in events:
            self.tell_words(event_words(self.game, event))

    def tell_words(self, words: str) -> None:
        """Write down what was found beside the game."""
        self.query_one(EventLog).write(words)

    def show_problem(self, words: str) -> None:
        """Show what is wrong, until something else happens."""
        self._note = words
        self.query_one("#problem", Static).update(Text(words))

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(Help(self.game, self.HELP_PARTS))

    def action_type(self) -> None:
        """Open the line for commands."""
        line = self.query_one("#line", Input)
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        text = event.value.strip()
        event.input.value = ""
        self.key_escape()
        self._note = ""
        if text in ("quit", "exit"):
            self.app.exit()
        elif text in ("help", "?"):
            self.action_help()
        elif text == "new":
            self.app.call_later(self.app.run_action, "new_game")
        elif text:
            self.run_typed(text)

    def key_escape(self) -> None:
        """Close the line for commands."""
        self.query_one("#line", Input).display = False
        self.set_focus(None)


def key_words(*more: tuple[str, str]) -> Text:
    """Return the keys that are always there, in one line."""
    keys = (
        (":", _("type")),
        *more,
        ("n", _("new")),
        ("?", _("help")),
        ("q", _("quit")),
    )
    text = Text()
    for key, words in keys:
        text.append(f" {key} ", "bold").append(f"{words}  ")
    return text
