"""A table view around a simulated device that makes its steps when it is told to."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from schiri.device.connection import Handler
from schiri.errors import HostError
from schiri.recording.live import LiveTable
from schiri.recording.recorder import Recorder
from schiri.simulator.handle import SimulatedDevice
from schiri.terminal.app import SchiriApp
from schiri_device.builds import Build, load
from textual.pilot import Pilot
from textual.widgets import Input, Static

STEP_MS = 5


class SteppedDevice(SimulatedDevice):
    """A simulated device with no threads: time passes when the test lets it."""

    def __init__(self, build: Build, handle: Handler) -> None:
        super().__init__(build, handle, seed=1)
        self.cable._read_s = 0
        self.now_ms = 0

    def start(self) -> None:
        pass

    def stop(self) -> None:
        self._connection.close()

    def run(self, for_ms: int) -> None:
        for _ in range(for_ms // STEP_MS):
            self._step()
        while self._presser.is_busy:
            self._step()

    def _step(self) -> None:
        self.now_ms += STEP_MS
        self._presser.step(self.now_ms)
        self._simulator.step(self.now_ms)
        if self.error is None:
            try:
                self._connection.poll(self.now_ms)
            except HostError as error:
                # So it is in the thread of a link.
                self._connection_thread.error = error


class Seat:
    """Somebody at the keyboard of a table view."""

    def __init__(self, folder: Path, build: str = "cursor", game: str | None = None) -> None:
        found = load(build)
        assert found is not None
        self.folder = folder
        self.device: SteppedDevice

        def open_device(live: LiveTable) -> SteppedDevice:
            self.device = SteppedDevice(found, live.handle)
            return self.device

        def clock() -> datetime:
            return datetime(2026, 1, 31, 18, 0, tzinfo=UTC)

        recorder = Recorder(folder / "logs", clock)
        self.app = SchiriApp(found, recorder, open_device, folder / "last.json", game)
        self.pilot: Pilot[HostError | None]

    async def wait(self, for_ms: int = 300) -> None:
        """Let the device run and the screen catch up."""
        self.device.run(for_ms)
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
        """Return what was told so far."""
        from schiri.terminal.command_screen import EventLog

        return "\n".join(strip.text for strip in self.app.table.query_one(EventLog).lines)


NAMES = {"-": "minus", " ": "space", "/": "slash", ".": "full_stop", "?": "question_mark"}

Scene = Callable[[Seat], object]
