"""Widgets that show text as it is, without markup or control characters; and the command line.

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
from textual.visual import VisualType
from textual.widgets import Input

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
