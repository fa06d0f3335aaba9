"""The history of a table: in the reader's words, or in the form of the log.

Decides which of the two is shown.  Must not know the texts.
"""

from rich.text import Text
from textual.events import Resize
from textual.widgets import RichLog

from schiri.plain import plain

# The most lines that are kept.
MOST = 500


class EventLog(RichLog, can_focus=False):
    """The history; it never takes the focus, because the keys belong to the table."""

    def __init__(self) -> None:
        super().__init__(id="log", wrap=True, min_width=1, max_lines=MOST)
        # The lines, in words and in the form of the log, with their numbers.
        self._told: list[tuple[str, str, int]] = []
        self._struck: frozenset[int] = frozenset()
        self._is_form = False

    def print(self, words: str, form: str = "", number: int = 0) -> None:
        """Add a line; ``form`` is its form in the log, "" if there are only words."""
        told = plain(words), plain(form or words), number
        self._told = [*self._told, told][-MOST:]
        self._write(told)

    def strike(self, numbers: frozenset[int]) -> None:
        """Strike the lines with these numbers through: what they say was undone."""
        if numbers != self._struck:
            self._struck = numbers
            self._tell_again()

    def _write(self, told: tuple[str, str, int]) -> None:
        words, form, number = told
        style = "strike" if number in self._struck else ""
        self.write(Text(form if self._is_form else words, style))

    def forget(self) -> None:
        """Clear the history, as for a new game."""
        self._told.clear()
        self._struck = frozenset()
        self.clear()

    @property
    def forms(self) -> str:
        return "\n".join(form for _words, form, _number in self._told)

    def change_form(self) -> None:
        self._is_form = not self._is_form
        self._tell_again()

    def turn_page(self, way: int) -> None:
        """Scroll a page up (-1) or down (1)."""
        self.scroll_relative(y=way * max(1, self.size.height - 1), animate=False)

    def on_resize(self, event: Resize) -> None:
        self._tell_again()

    def _tell_again(self) -> None:
        self.clear()
        for told in self._told:
            self._write(told)
