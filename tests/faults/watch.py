"""A rig whose device has its own clock, over a possibly slow cable, and a check of its times.

Decides the true time of an event: the PC's time of the step in which it was made.
"""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from schiri.device.port import Port
from schiri.log.lines import read
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import Cable, CablePort
from schiri_device.link.session import DEAD_MS

from tests.faults.evidence import Made, is_logged, listen, logs_in
from tests.log.chain import objects
from tests.rig import START, STEP_MS, Rig

Event = dict[str, Any]


class SlowPort:
    """A port that delays bytes, in order.

    Shape: ``delay`` draws the delay of outgoing or incoming bytes; ``wait`` lets a moment pass and
    returns whether there is time for more.
    """

    def __init__(
        self,
        port: CablePort,
        clock: Callable[[], int],
        delay: Callable[[bool], int],
        wait: Callable[[int], bool],
    ) -> None:
        self._port = port
        self._clock = clock
        self._delay = delay
        self._wait = wait
        self._going: deque[tuple[int, bytes]] = deque()
        self._coming: deque[tuple[int, bytes]] = deque()

    def write(self, data: bytes) -> None:
        self._going.append((self._clock() + self._delay(True), data))

    def read(self) -> bytes:
        since = self._clock()
        data = self._read()
        while not data and self._wait(since):
            data = self._read()
        return data

    def _read(self) -> bytes:
        if data := self._port.read():
            self._coming.append((self._clock() + self._delay(False), data))
        self._port.write(self._due(self._going))
        return self._due(self._coming)

    def wake(self) -> None:
        self._port.wake()

    def close(self) -> None:
        self._port.close()

    def _due(self, queue: deque[tuple[int, bytes]]) -> bytes:
        data = b""
        while queue and queue[0][0] <= self._clock():
            data += queue.popleft()[1]
        return data


class Watch(Rig):
    """A rig that knows when each event was made.

    Shape: ``truth`` maps the source of an event in a log to ms on the PC's clock; ``slept_ms`` is
    additional time on the time of day. Units: ``drift_ppm`` is the gain of the device's clock,
    ``slow_ms`` the longest delays out and in, ``reads_ms`` the longest wait of a read.
    """

    def __init__(
        self,
        folder: Path,
        build: str = "keys5",
        seed: int = 1,
        drift_ppm: int = 0,
        slow_ms: tuple[int, int] = (0, 0),
        reads_ms: int = 0,
    ) -> None:
        self.truth: dict[str, int] = {}
        self.pace = Random(seed)
        self._drift_ppm = drift_ppm
        self._slow_ms = slow_ms
        self._reads_ms = reads_ms
        self.slept_ms = 0
        self._on_ms = 0
        super().__init__(folder, build, seed, Cable())
        listen(self.device, self._note)

    def opener(self) -> Callable[[], Port]:
        assert self.cable is not None
        cable = self.cable
        return lambda: SlowPort(cable.open(), lambda: self.now_ms, self._delay, self._wait)

    def clock(self) -> datetime:
        return super().clock() + timedelta(milliseconds=self.slept_ms)

    def _delay(self, is_going: bool) -> int:
        return self.pace.randint(0, self._slow_ms[0 if is_going else 1])

    def run(self, for_ms: int, step_ms: int = STEP_MS) -> None:
        """Let time pass; in long steps the PC does not poll."""
        until = self.now_ms + for_ms
        while self.now_ms < until:
            self.tick(self.pace.randint(step_ms * 3 // 5, step_ms))
            if step_ms < DEAD_MS:
                self.connection.poll(self.now_ms)

    def tick(self, step_ms: int) -> None:
        """Let only the device make a step."""
        self.now_ms += step_ms
        on_ms = self.now_ms - self._on_ms
        self.simulator.step(on_ms + on_ms * self._drift_ppm // 1_000_000)
        listen(self.device, self._note)

    def _note(self, made: Made, is_move: bool) -> None:
        if is_logged(made.text):
            self.truth[f"SIMTEST:{made.epoch}:{made.number}"] = self.now_ms

    def _wait(self, since_ms: int) -> bool:
        if self.now_ms - since_ms >= self._reads_ms:
            return False
        self.tick(1)
        return True

    def plug(self, is_in: bool = True) -> None:
        """Plug the cable in and let both ends connect, or pull it."""
        assert self.cable is not None
        if is_in and not self.cable.is_plugged:
            self.cable.plug()
        elif not is_in:
            self.cable.pull()
        self.run(1500, step_ms=10)

    def restart(self, off_ms: int) -> None:
        """Switch the device off and, later, on again."""
        store, wire = self.simulator.store, self.cable
        assert wire is not None
        wire.device_reads()
        self.now_ms += off_ms
        self._on_ms = self.now_ms
        self.simulator = Simulator(self.simulator.build, wire, 7, store, "SIMTEST")
        listen(self.device, self._note)

    def events(self) -> list[Event]:
        """Return the device's events in the logs, in the order in which they were made.

        Rule: settings repeated at a compaction are in a log as well, but were not made then.
        """
        paths = sorted(self.folder.glob("*.jsonl"), key=lambda path: path.stem)
        logs = [objects(read(path.read_bytes())) for path in paths]
        told = [event for log in logs for event in log if event["src"] != "pc"]
        return [each for each in told if each["src"] in self.truth or each["event"] != "set"]

    def check(self) -> int:
        """Check that every event has a time within its bound; return the widest bound."""
        logs_in(self.folder)
        events = self.events()
        assert [event["src"] for event in events] == list(self.truth)
        for event in events:
            error = ms_of(event["when"]) - self.truth[event["src"]]
            assert abs(error) <= event["within_ms"], (event, error)
            assert event["when"] <= event["at"]
        return max(int(event["within_ms"]) for event in events)

    def waits_ms(self) -> list[int]:
        """Return the time from each event to its line in the log."""
        return [ms_of(event["at"]) - self.truth[event["src"]] for event in self.events()]


def ms_of(text: str) -> int:
    """Return a time of a log on the PC's clock."""
    return round((datetime.fromisoformat(text) - START).total_seconds() * 1000)
