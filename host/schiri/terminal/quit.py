"""The question before quitting in the middle of a game.

Decides only how it is asked.
"""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from schiri.texts import Words


class Quit(ModalScreen[bool]):
    """Asks whether to quit; the game stays as it is either way."""

    DEFAULT_CSS = """
    Quit { align: center middle; }
    Quit > Vertical {
        width: 60; max-width: 100%; height: auto; border: round $primary; padding: 0 1;
    }
    Quit Horizontal { height: auto; margin: 1 0 0 0; }
    Quit Button { margin: 0 1; }
    Quit Button:focus { text-style: bold reverse; }
    """
    BINDINGS = [
        Binding("escape,n", "answer(False)", show=False),
        Binding("q,y,j,o", "answer(True)", show=False),
    ]

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(
                self._words.gettext("The game is not over. It is kept, and goes on the next time.")
            )
            with Horizontal():
                yield Button(
                    self._words.gettext("Quit"), variant="primary", id="quit", compact=True
                )
                yield Button(self._words.gettext("Back"), id="back", compact=True)

    def on_mount(self) -> None:
        """Let Enter quit."""
        self.query_one("#quit").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Quit, or go back."""
        self.dismiss(event.button.id == "quit")

    def action_answer(self, is_wanted: bool) -> None:
        """Quit, or go back."""
        self.dismiss(is_wanted)
