"""Widgets that show text as it is, without markup or control characters; the history, and
the command line.

Textual's own widgets would take text in brackets as markup. Text is drawn only when it changes, and
laid out only when its size may change: a layout costs more than all texts of a table.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

from rich.text import Text
from textual import widgets
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.visual import VisualType
from textual.widgets import Input, RichLog

from schiri.plain import plain


class QuietStatic(widgets.Static):
    """A text that may be set often."""

    def __init__(self, content: VisualType = "", *, id: str | None = None) -> None:
        super().__init__(_plain(content), id=id, markup=False)

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show a text, if it differs.

        Shape: ``layout`` is False for a text of the same size.
        """
        content = _plain(content)
        if content != self.content:
            super().update(content, layout=layout and self.styles.auto_dimensions)

    def lines_in(self, width: int) -> int:
        """Return the number of its lines in this width."""
        return self.visual.get_height({}, max(1, width))


class FieldLabel(QuietStatic):
    """The label of a field."""


class Button(widgets.Button):
    """A button of one line."""

    def __init__(
        self, words: str, *, id: str, variant: Literal["default", "primary"] = "default"
    ) -> None:
        super().__init__(Content(plain(words)), id=id, variant=variant, compact=True)


class Checkbox(widgets.Checkbox):
    """A check box; its words are beside it."""

    def __init__(self, value: bool) -> None:
        super().__init__("", value, compact=True)


class Select(widgets.Select[str]):
    """A choice whose values have words."""

    def __init__(
        self, choices: Sequence[tuple[str, str]], value: str, *, id: str | None = None
    ) -> None:
        prompts = [(Text(plain(words)), each) for each, words in choices]
        super().__init__(prompts, value=value, allow_blank=False, compact=True, id=id)


def _plain(content: VisualType) -> VisualType:
    if isinstance(content, str):
        return plain(content)
    if isinstance(content, Text) and plain(content.plain) != content.plain:
        return Text(plain(content.plain))
    return content


SIGN = "!"


class ProblemLine(Horizontal):
    """An error, after a sign; empty without an error."""

    DEFAULT_CSS = """
    ProblemLine { height: auto; color: $text-error; }
    ProblemLine.-note { color: $text; }
    ProblemLine #sign { width: 1; height: 1; text-style: bold reverse; margin: 0 1 0 0; }
    ProblemLine #problem { width: 1fr; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._sign, self._problem = QuietStatic(SIGN, id="sign"), QuietStatic(id="problem")
        self.print("")

    def compose(self) -> ComposeResult:
        yield self._sign
        yield self._problem

    def print(self, words: str | Text, is_wrong: bool = True) -> None:
        """Show an error, "" for none; a notice has no sign."""
        self._problem.update(words)
        self._sign.display = is_wrong and bool(str(words))
        self.set_class(not is_wrong, "-note")


# The most lines of a history that are kept.
MOST_KEPT = 500


class EventLog(RichLog, can_focus=False):
    """The history; it never takes the focus, because the keys belong to the table."""

    def __init__(self) -> None:
        super().__init__(id="log", wrap=True, min_width=1, max_lines=MOST_KEPT)
        # The lines, in words and in the form of the log, with their numbers.
        self._told: list[tuple[str, str, int]] = []
        self._struck: frozenset[int] = frozenset()
        self._is_form = False

    def print(self, words: str, form: str = "", number: int = 0) -> None:
        """Add a line; ``form`` is its form in the log, "" if there are only words."""
        told = plain(words), plain(form or words), number
        self._told = [*self._told, told][-MOST_KEPT:]
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


class CommandLine(Input):
    """The command line; its Enter is handled before the next key.

    Shape: ``enter`` is called with its text.
    """

    DEFAULT_CSS = "CommandLine { display: none; }"
    BINDINGS = [Binding("enter", "submit", show=False, priority=True)]

    def __init__(self, enter: Callable[[str], None]) -> None:
        # Typing the first letter does not replace the initial text.
        super().__init__(id="line", select_on_focus=False, compact=True)
        self._enter = enter

    async def action_submit(self) -> None:
        """Pass on what was typed, once every letter before this key has arrived."""
        is_typed = asyncio.Event()
        if self.call_later(is_typed.set):
            await is_typed.wait()
            self._enter(self.value.strip())
