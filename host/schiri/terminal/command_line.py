"""The line on which a command is typed.

Decides when what stands on it is handed on.  Must not know what a command does.
"""

import asyncio
from collections.abc import Callable

from textual.binding import Binding
from textual.widgets import Input


class CommandLine(Input):
    """A line whose Enter is carried out before the next key is looked at.

    Shape: ``enter`` is called with what was typed.
    """

    DEFAULT_CSS = "CommandLine { display: none; }"
    BINDINGS = [Binding("enter", "submit", show=False, priority=True)]

    def __init__(self, enter: Callable[[str], None]) -> None:
        # What the line is begun with stays when the first letter is typed.
        super().__init__(id="line", select_on_focus=False, compact=True)
        self._enter = enter

    async def action_submit(self) -> None:
        """Hand on what was typed, once every letter before this key has come here."""
        is_typed = asyncio.Event()
        if self.call_later(is_typed.set):
            await is_typed.wait()
            self._enter(self.value.strip())
