"""A table session without threads: device and PC step as time passes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from schiri.simulator.stepped import SteppedDevice
from schiri.table.session import TableSession
from schiri.table.worker import TableWorker
from schiri_device.builds import Build, load

from tests.closing import closed_later

# A third of the time that a step of a device may take.
STEP_MS = 10
START = datetime(2026, 1, 31, 18, 0, tzinfo=UTC)


def built(name: str) -> Build:
    """Return a build."""
    found = load(name)
    assert found is not None
    return found


class SteppedSession(TableSession):
    """A session without a thread; the caller makes its steps."""

    is_releasing = False

    def start(self) -> None:
        """Wait for the first step."""

    def close(self) -> None:
        if not self.is_releasing:
            self.is_releasing = True
            self.release()


class SteppedTable:
    """A session around a simulated device, stepped together.

    Shape: ``clock_ms`` is the session's clock for key presses; ``folder`` has the logs and the last
    setups.
    """

    def __init__(self, folder: Path, build: str = "cursor") -> None:
        self.build = built(build)
        self.folder = folder
        self.now_ms = 0
        # The next lots to be drawn.
        self.lots: list[int] = []
        self.device = self.simulated()
        self.start()

    def simulated(self) -> SteppedDevice:
        """Return the device."""
        return SteppedDevice(self.build, seed=1, device="SIMTEST")

    def start(self) -> None:
        """Start the PC's side, like a new program."""
        vars(self).pop("session", None)
        self.worker = TableWorker(
            self.device,
            self.folder / "logs",
            self.clock,
            self.folder / "last.json",
            lambda count: self.lots.pop(0) % count,
        )
        self.session = closed_later(SteppedSession(self.device, self.worker, self.clock_ms))

    def take(self, build: str) -> None:
        """Take another device, of this build, and restart the PC's side."""
        self.build = built(build)
        self.session.close()
        self.device = self.simulated()
        self.start()
        self.run(500)

    def restart(self) -> None:
        """Restart the PC's side."""
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
        """Return the time of a key press; a test may replace this clock."""
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
        """Let time pass only for the PC: the device stands still."""
        for _ in range(for_ms // STEP_MS):
            self.now_ms += STEP_MS
            self.session.step(self.clock_ms())

    def _step_device(self) -> bool:
        self.now_ms += STEP_MS
        return self.device.step(self.now_ms)
