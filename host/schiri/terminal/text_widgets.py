"""Widgets that show words, which are words whoever wrote them: no markup, and no orders to a
terminal.

Decides that, for all others take what stands in brackets as markup; and that words are drawn only
when they change, and laid out where their size may: laying a screen out costs more than all that
a table says.
"""

from collections.abc import Sequence
from typing import Literal

from rich.text import Text
from textual import widgets
from textual.content import Content
from textual.visual import VisualType

from schiri.plain import plain


class QuietStatic(widgets.Static):
    """A text that may be told again and again."""

    def __init__(self, content: VisualType = "", *, id: str | None = None) -> None:
        super().__init__(_plain(content), id=id, markup=False)

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show this, where it is not shown already.

        Shape: ``layout`` is False for what is as large as what was shown.
        """
        content = _plain(content)
        if content != self.content:
            super().update(content, layout=layout and self.styles.auto_dimensions)


class Label(widgets.Label):
    """What stands beside a field."""

    def __init__(self, words: str, *, id: str | None = None) -> None:
        super().__init__(plain(words), id=id, markup=False)

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show this."""
        super().update(_plain(content), layout=layout)


class Button(widgets.Button):
    """A button a line high."""

    def __init__(
        self, words: str, *, id: str, variant: Literal["default", "primary"] = "default"
    ) -> None:
        super().__init__(Content(plain(words)), id=id, variant=variant, compact=True)


class Checkbox(widgets.Checkbox):
    """A box to be checked; its words stand beside it."""

    def __init__(self, value: bool) -> None:
        super().__init__("", value, compact=True)


class Select(widgets.Select[str]):
    """A choice, each of which has words."""

    def __init__(
        self, choices: Sequence[tuple[str, str]], value: str, *, id: str | None = None
    ) -> None:
        """Take values, each with its words, and the one that is chosen."""
        prompts = [(Text(plain(words)), each) for each, words in choices]
        super().__init__(prompts, value=value, allow_blank=False, compact=True, id=id)


def _plain(content: VisualType) -> VisualType:
    if isinstance(content, str):
        return plain(content)
    if isinstance(content, Text) and plain(content.plain) != content.plain:
        return Text(plain(content.plain))
    return content
