"""A table view around a simulated device that makes its steps when it is told to."""

from collections.abc import Callable
from pathlib import Path

from schiri.table.state import TableState
from schiri.terminal.app import SchiriApp
from schiri.terminal.history import EventLog
from schiri.texts import Words
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.table.stepped import SteppedTable


class Seat:
    """Somebody at the keyboard of a table view."""

    def __init__(
        self,
        folder: Path,
        build: str = "cursor",
        game: str | None = None,
        language: str = "en",
    ) -> None:
        self.folder = folder
        self.stepped = SteppedTable(folder, build)
        self.session, self.device = self.stepped.session, self.stepped.device
        self.app = SchiriApp(Words(language), self.session, game)
        self.pilot: Pilot[None]

    @property
    def state(self) -> TableState:
        """What there is to see."""
        return self.session.state

    async def wait(self, for_ms: int = 300) -> None:
        """Let the device run and the screen catch up."""
        self.stepped.run(for_ms)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            await self.pilot.press(key)
            await self.wait()

    async def type(self, text: str) -> None:
        """Type a command on the line."""
        await self.pilot.press("colon")
        self.app.table.query_one("#line", Input).value = text
        await self.pilot.press("enter")
        await self.wait()

    async def type_keys(self, text: str) -> None:
        """Type a command key by key."""
        await self.pilot.press("colon", *(NAMES.get(letter, letter) for letter in text), "enter")
        await self.wait()

    def text(self, selector: str) -> str:
        """Return what a part of the screen says."""
        return str(self.app.table.query_one(selector, Static).render())

    def log(self) -> str:
        """Return what was told so far, as the log has it."""
        return self.app.table.query_one(EventLog).forms

    def history(self) -> str:
        """Return what was told so far, as it shows."""
        return "\n".join(strip.text for strip in self.app.table.query_one(EventLog).lines)


NAMES = {"-": "minus", " ": "space", "/": "slash", ".": "full_stop", "?": "question_mark"}

Scene = Callable[[Seat], object]
