"""A table session with no threads: device and PC make their steps when time passes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from schiri.simulator.stepped import SteppedDevice
from schiri.table.session import TableSession
from schiri.table.worker import TableWorker
from schiri_device.builds import load

from tests.closing import closed_later

# A third of what a step of a device may take.
STEP_MS = 10
START = datetime(2026, 1, 31, 18, 0, tzinfo=UTC)


class SteppedSession(TableSession):
    """A session whose rounds are made by whoever steps it."""

    is_releasing = False

    def start(self) -> None:
        """Wait for the first step."""

    def close(self) -> None:
        if not self.is_releasing:
            self.is_releasing = True
            self.release()


class SteppedTable:
    """A session around a simulated device, stepped together.

    Shape: ``clock_ms`` is what the session takes for the time of a key; ``folder`` has the logs
    and the last setups.
    """

    def __init__(self, folder: Path, build: str = "cursor") -> None:
        found = load(build)
        assert found is not None
        self.build = found
        self.folder = folder
        self.now_ms = 0
        # What will be drawn.
        self.lots: list[int] = []
        self.device = self.simulated()
        self.start()

    def simulated(self) -> SteppedDevice:
        """Return the device."""
        return SteppedDevice(self.build, seed=1, device="SIMTEST")

    def start(self) -> None:
        """Start the PC's side, as a program that has just begun."""
        vars(self).pop("session", None)
        self.worker = TableWorker(
            self.device,
            self.folder / "logs",
            self.clock,
            self.folder / "last.json",
            lambda count: self.lots.pop(0) % count,
        )
        self.session = closed_later(SteppedSession(self.device, self.worker, self.clock_ms))

    def restart(self) -> None:
        """End the PC's side and start it again."""
        self.session.close()
        self.start()

    def clock(self) -> datetime:
        return START + timedelta(milliseconds=self.now_ms)

    def clock_ms(self) -> int:
        if not self._session_is_releasing():
            return self.key_ms()
        self._step_device()
        return self.now_ms

    def _session_is_releasing(self) -> bool:
        return hasattr(self, "session") and self.session.is_releasing

    def key_ms(self) -> int:
        """Return when a key is pressed; a test may let it be another clock."""
        return self.now_ms

    def run(self, for_ms: int) -> None:
        """Let time pass on both sides, and until all buttons are pressed."""
        steps, is_busy = for_ms // STEP_MS, False
        while steps > 0 or is_busy:
            steps -= 1
            is_busy = self._step_device()
            self.session.step(self.clock_ms())
        self.session.step(self.clock_ms())

    def stall(self, for_ms: int) -> None:
        """Let time pass for the PC alone: the device stands still."""
        for _ in range(for_ms // STEP_MS):
            self.now_ms += STEP_MS
            self.session.step(self.clock_ms())

    def _step_device(self) -> bool:
        self.now_ms += STEP_MS
        return self.device.step(self.now_ms)
