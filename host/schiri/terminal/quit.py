"""A question before something that is not easily undone: to quit, to resign, to begin anew.

Decides only how it is asked.
"""

from collections.abc import Callable

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen

from schiri.terminal.text_widgets import Button, QuietStatic
from schiri.texts import Words


class Question(ModalScreen[bool]):
    """Asks whether to do something; ``yes`` is what the button says that does it."""

    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > Vertical {
        width: 60; max-width: 100%; height: auto; border: round $primary; padding: 0 1;
    }
    Question Horizontal { height: auto; margin: 1 0 0 0; }
    Question Button { margin: 0 1; }
    Question Button:focus { text-style: bold reverse; }
    """
    BINDINGS = [
        Binding("escape,n", "answer(False)", show=False),
        Binding("q,y,j,o", "answer(True)", show=False),
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
        """Let Enter do it."""
        self.query_one("#yes").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do it, or go back."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, is_wanted: bool) -> None:
        """Do it, or go back."""
        self.dismiss(is_wanted)


class Quit(Question):
    """Asks whether to quit; the game stays as it is either way."""

    def __init__(self, words: Words) -> None:
        question = words.gettext("The game is not over. It is kept, and goes on the next time.")
        super().__init__(words, question, words.gettext("Quit"))


def ask_first(app: App[None], question: Question, act: Callable[[], object]) -> None:
    """Do something once a question was answered with yes."""

    def answered(is_wanted: bool | None) -> None:
        if is_wanted:
            act()

    app.push_screen(question, answered)
