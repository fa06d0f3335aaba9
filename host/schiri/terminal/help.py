"""Help: the keys, the lights and the rules in short."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from schiri.texts import _


def key_lines() -> list[tuple[str, str]]:
    """Return each key and what it does."""
    return [
        ("← ↑ ↓ →  Enter", _("the stick: go to a field, press it")),
        ("1 2 3 4", _("the buttons red, yellow, green, blue; yellow says why not")),
        ("5", _("white: confirm")),
        ("6", _("black: take back")),
        ("m", _("hold black: the menu (resign, draw, correct, help, lights)")),
        (":", _("type a command: a1-c3, a1xa4, undo, resign NAME, draw, dispute TEXT")),
        ("n", _("a new game")),
        ("u", _("pull the simulated cable, and plug it in again")),
        ("q", _("quit; the log is kept")),
    ]


def light_lines() -> list[tuple[str, str]]:
    """Return each mark on the board and what it means."""
    return [
        ("[ ]", _("the stone that is picked")),
        ("( )", _("it may go there")),
        ("‹ ›", _("the last move")),
        ("! !", _("because of these a move was refused")),
        ("* *", _("the group that has won")),
    ]


class Help(ModalScreen[None]):
    """What the keys do; any key leaves."""

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll {
        width: 78; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
    }
    """
    BINDINGS = [
        Binding("escape,question_mark,enter,space,q", "leave", show=False),
    ]

    def compose(self) -> ComposeResult:
        text = Text()
        for key, words in key_lines():
            text.append(f"{key:<16}", "bold").append(words + "\n")
        text.append("\n")
        for mark, words in light_lines():
            text.append(f"{mark:<16}", "bold").append(words + "\n")
        text.append("\n" + _("The rules: schiri rules switch"))
        with VerticalScroll():
            yield Static(text)

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss(None)
