"""A rig that knows when each event was made, over a possibly slow cable."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from schiri.device.port import Port
from schiri.simulator.lossy_wire import Noise
from schiri.simulator.wires import Cable, CablePort
from schiri_device.link.session import DEAD_MS

from tests.faults.evidence import check_logs, is_logged, logs_in, told_by
from tests.rig import START, STEP_MS, Rig

Event = dict[str, Any]


class Watch(Rig):
    """A rig that knows the true time of an event: the PC's time of the step that made it.

    Shape: ``slept_ms`` is additional time on the time of day. Units: ``slow_ms`` are the longest
    delays out and in, ``reads_ms`` is the longest wait of a read.
    """

    cable: Cable

    def __init__(
        self,
        folder: Path,
        build: str = "keys5",
        seed: int = 1,
        drift_ppm: int = 0,
        slow_ms: tuple[int, int] = (0, 0),
        reads_ms: int = 0,
    ) -> None:
        self.slept_ms = 0
        self.drift_ppm = drift_ppm
        self.reads_ms = reads_ms
        super().__init__(folder, build, seed)
        self.wire._to_device.noise, self.wire._to_host.noise = (
            Noise(jitter_ms=each) for each in slow_ms
        )

    def open_port(self) -> Port:
        return WaitingPort(self)

    def clock(self) -> datetime:
        return super().clock() + timedelta(milliseconds=self.slept_ms)

    def run(self, for_ms: int, step_ms: int = STEP_MS) -> None:
        """Let time pass; in long steps the PC does not poll."""
        until = self.now_ms + for_ms
        while self.now_ms < until:
            self.step_device(self.random.randint(step_ms * 3 // 5, step_ms))
            if step_ms < DEAD_MS:
                self.listen()

    def plug(self, is_in: bool = True) -> None:
        """Plug the cable in and let both ends connect, or pull it."""
        if is_in and not self.wire.is_plugged:
            self.wire.plug()
        elif not is_in:
            self.wire.pull()
        self.run(1500, step_ms=10)

    @property
    def truth(self) -> dict[str, int]:
        """The events that are logged, with their times on the PC's clock."""
        return {made.source: made.at_ms for made in self.made if is_logged(made)}

    def events(self) -> list[Event]:
        """Return the events of the device in the logs, in the order in which they were made."""
        truth = self.truth
        told = [event for log in logs_in(self.folder) for event in told_by(log)]
        order = list(truth)
        return sorted(
            (event for event in told if event["src"] in truth),
            key=lambda event: order.index(event["src"]),
        )

    def check(self) -> int:
        """Check that every event has a time within its bound; return the widest bound."""
        check_logs(self)
        truth, events = self.truth, self.events()
        for event in events:
            error = ms_of(event["when"]) - truth[event["src"]]
            assert abs(error) <= event["within_ms"], (event, error)
            assert event["when"] <= event["at"]
        return max(int(event["within_ms"]) for event in events)

    def waits_ms(self) -> list[int]:
        """Return the time from each event to its line in the log."""
        truth = self.truth
        return [ms_of(event["at"]) - truth[event["src"]] for event in self.events()]


class WaitingPort(CablePort):
    """A port that waits for bytes, while the device goes on."""

    def __init__(self, watch: Watch) -> None:
        watch.cable.open()
        super().__init__(watch.cable)
        self._watch = watch
        self._first = b""

    def read(self) -> bytes:
        data, self._first = self._first + super().read(), b""
        return data

    def wait(self) -> None:
        watch, since_ms = self._watch, self._watch.now_ms
        while not self._first and watch.now_ms - since_ms < watch.reads_ms:
            self._first = super().read()
            if not self._first:
                watch.step_device(1)


def ms_of(text: str) -> int:
    """Return a time of a log on the PC's clock."""
    return round((datetime.fromisoformat(text) - START).total_seconds() * 1000)
