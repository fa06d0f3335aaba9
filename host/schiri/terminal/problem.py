"""What is wrong, with a sign before it, so that it shows without colour as well.

Decides only how it looks.
"""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal

from schiri.terminal.text_widgets import QuietStatic

SIGN = "!"


class Problem(Horizontal):
    """What is wrong, behind a sign; nothing where nothing is."""

    DEFAULT_CSS = """
    Problem { height: auto; color: $text-error; }
    Problem.-note { color: $text; }
    Problem #sign { width: 1; height: 1; text-style: bold reverse; margin: 0 1 0 0; }
    Problem #problem { width: 1fr; height: auto; }
    """

    def compose(self) -> ComposeResult:
        yield QuietStatic(SIGN, id="sign")
        yield QuietStatic("", id="problem")

    def on_mount(self) -> None:
        """Begin with nothing."""
        self.tell("")

    def tell(self, words: str | Text, is_wrong: bool = True) -> None:
        """Show what is wrong, "" for nothing; what was only noticed has no sign."""
        self.query_one("#problem", QuietStatic).update(words)
        self.query_one("#sign").display = is_wrong and bool(str(words))
        self.set_class(not is_wrong, "-note")
