"""Help: what the keys and the marks of a table mean.

Decides how it looks; each table has its own lines.
"""

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from schiri.texts import Words

# Return keys or marks with what they mean.
HelpLines = Callable[[Words], list[tuple[str, str]]]


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

    def __init__(self, words: Words, game: str, parts: Sequence[HelpLines]) -> None:
        super().__init__()
        self._words = words
        self._game = game
        self._parts = parts

    def compose(self) -> ComposeResult:
        text = Text()
        for lines in self._parts:
            for key, what in lines(self._words):
                text.append(f"{key:<16}", "bold").append(what + "\n")
            text.append("\n")
        text.append(
            self._words.gettext("The rules: schiri rules {game}").format(game=self._game or "GAME")
        )
        with VerticalScroll():
            yield Static(text)

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss(None)
