"""The base of every terminal app: it ends with its terminal, and never shows a traceback.

Decides how an app ends.  Must not know what it shows.
"""

import asyncio
import os
import signal
from contextlib import suppress

from textual.app import App
from textual.events import Event, Key

from schiri.debug_log import bug
from schiri.errors import HostError
from schiri.texts import Words

LOOK_S = 0.5
STANDARD_INPUT = 0


class TerminalApp(App[None]):
    """An app in a terminal.

    Shape: ``bug`` is the error that has ended the app, or None.
    """

    TITLE = "Schiri"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = Words(words.language, "terminal")
        self.bug: HostError | None = None

    def on_mount(self) -> None:
        """Watch the terminal; an app's own ``on_mount`` is called as well."""
        self.set_interval(LOOK_S, self._end_with_terminal)
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                loop = asyncio.get_running_loop()
                # On Windows loops have no signals: there a closed window ends the program.
                with suppress(NotImplementedError):
                    loop.add_signal_handler(getattr(signal, name), self._stop)

    def leave(self) -> None:
        """Release the app's resources when its terminal is gone."""

    async def on_event(self, event: Event) -> None:
        """Pass events on; ignore keys before the first screen."""
        if not isinstance(event, Key) or self.screen.is_mounted:
            await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        """Log an unexpected error, and end; the caller shows it."""
        self.bug = self.bug or bug(error)
        super()._handle_exception(error)
        # Textual's own output goes to the debug log.
        self._exit_renderables.clear()

    def _stop(self) -> None:
        self._end_with_terminal()
        self.exit()

    def _end_with_terminal(self) -> None:
        """End at once if the terminal is gone: writing to it would block."""
        if not self.is_headless and not os.isatty(STANDARD_INPUT):
            self.leave()
            os._exit(0)
