"""The simulated device: the device's own code with simulated buttons, lights and clock.

Decides only the outermost loop, as `firmware/drive/code.py` does on the board, and the handling of
an unexpected error.
"""

import os
import time
from collections import deque
from collections.abc import Callable
from random import Random
from secrets import token_hex
from traceback import format_exception
from typing import TYPE_CHECKING, cast

from schiri_device import VERSION
from schiri_device.app.device import Device, Output
from schiri_device.app.gestures import HOLD_MS
from schiri_device.app.meter import Meter, attend
from schiri_device.app.settings import TOGGLES
from schiri_device.builds import Build
from schiri_device.failure import failure_text
from schiri_device.games import adapter_of
from schiri_device.pc.requests import HOLDS
from schiri_device.ticks import PERIOD, Edge, later
from schiri_engines.registry import rows

from schiri.debug_log import FAILURES
from schiri.errors import BadGame
from schiri.simulator.flash import Flash
from schiri.simulator.stones import EMPTY, Stones
from schiri.simulator.wires import CableEnd

if TYPE_CHECKING:
    from schiri_device.journal import Store

# Three bytes at 800,000 bits a second.
PIXEL_MS = 0.03
SIMULATED_FIGURES = (("simulated", 1, "-"), ("scan", 1, "ms"))
SENSED_FIGURES = (("sense", 1, "ms"),)
TAP_MS = 40
GAP_MS = 40
# The board's ticks wrap for the first time 65 s after it was switched on.
FIRST_TICK = PERIOD - 65000
# The device shows this instead of ending; tests read it.
SURVIVED: tuple[type[Exception], ...] = (Exception,)


class Simulator:
    """A simulated device.

    Shape: ``seed`` makes all its randomness repeatable; ``store`` is its flash; ``device`` its id,
    by default a new one; ``failure`` is the last traceback, as on the console; ``bench`` is its
    meter; ``stones`` are those on a board that feels them, else None.  A new device is calibrated
    unless ``is_raw``.
    Units: `start` and `step` take ms since it was first switched on.
    """

    def __init__(
        self,
        build: Build,
        wire: CableEnd,
        seed: int | None = None,
        store: "Store | None" = None,
        device: str | None = None,
        stones: Stones | None = None,
        is_raw: bool = False,
    ) -> None:
        check_settings()
        self._is_raw = is_raw
        self.stones = stones
        if build.sensors and not stones:
            self.stones = Stones(EMPTY * len(build.order))
        self.build = build
        self.store: Store = Flash() if store is None else store
        self._entropy = os.urandom if seed is None else Random(seed).randbytes
        self._identity = (device or f"SIM{token_hex(2)}", VERSION)
        self._wire = wire
        self.failure = ""
        # The CPU time of this thread: other work on this PC does not count.
        self.bench = Bench(len(build.order), lambda: time.thread_time_ns() / 1_000_000)
        self.start(0)

    def start(self, at_ms: int) -> None:
        """Switch it on; if it was on before, only its store is left."""
        self._started_ms = at_ms
        self.device = Device(self.build, self.store, self._entropy, self._identity, FIRST_TICK)
        if self.stones and self.device.mode_name == "calibrate" and not self._is_raw:
            assert self.device.fields
            self.device.fields.save(self.stones.levels())
            self.device.follow(FIRST_TICK, "done")
        self.output: Output = self.device.output
        self._unsent = b""
        self._edges: list[Edge] = []
        self._meter: Meter | None = None

    @property
    def has_more(self) -> bool:
        """Whether the last step has shown or sent something, so that more may follow at once."""
        return bool(self.output.sent) or self.output.is_fresh

    def press(self, button: str) -> None:
        self._edges.append(Edge(self.build.key_of(button), True, 0))

    def release(self, button: str) -> None:
        self._edges.append(Edge(self.build.key_of(button), False, 0))

    def step(self, at_ms: int) -> Output:
        now = later(FIRST_TICK, at_ms - self._started_ms)
        edges, self._edges = self._edges, []
        for edge in edges:
            edge.at_ms = now
        try:
            room = 0 if self._unsent else 256
            device = self._meter or self.device
            scan = self.stones.scan() if self.stones else None
            self.output = device.step(now, edges, self._wire.device_reads(), room, scan)
            self._measure()
        except SURVIVED as error:
            self.failure = "".join(format_exception(error))
            self._survive(at_ms, now, failure_text(error, self.failure))
            FAILURES.debug("The simulated device has failed.\n%s", self.failure)
            return self.output
        if self.output.is_restart:
            self.start(at_ms)
            return self.output
        self._unsent += self.output.sent
        if self._unsent:
            self._unsent = self._unsent[self._wire.device_writes(self._unsent) :]
        return self.output

    def _measure(self) -> None:
        """Pass the lights to the meter, and carry out a PC's request to measure."""
        if self.output.is_fresh:
            self.bench.submit()
        if self._meter:
            self._meter.show()
        if self.output.measure:
            # A PC is fast, so it measures fractions of a ms.
            clock = cast(Callable[[], int], self.bench.clock)
            known = SIMULATED_FIGURES + (SENSED_FIGURES if self.stones else ())
            self._meter = attend(self._meter, self.device, self.bench, clock, known)

    def _survive(self, at_ms: int, now: int, text: str) -> None:
        """Show and save an error; restart if that fails as well."""
        try:
            if self.device.mode_name != "failed":
                self.device.fail(now, text)
                return
        except SURVIVED as error:
            self.failure += "".join(format_exception(error))
        self.start(at_ms)


class Bench:
    """A clock, and a chain of pixels that takes time on it.

    >>> bench = Bench(100, lambda: 5.0)
    >>> bench.submit(), bench.show(), bench.show(), bench.clock()
    (None, True, False, 8.0)
    """

    def __init__(self, pixels: int, clock: Callable[[], float]) -> None:
        self._frame_ms = pixels * PIXEL_MS
        self._clock = clock
        self._shown_ms = 0.0
        self._is_waiting = False

    def clock(self) -> float:
        return self._clock() + self._shown_ms

    def submit(self) -> None:
        self._is_waiting = True

    def show(self) -> bool:
        if not self._is_waiting:
            return False
        self._is_waiting = False
        self._shown_ms += self._frame_ms
        return True


def check_settings() -> None:
    """Raise if a game from outside uses a setting that is taken."""
    boards = [row for row in rows() if row.size]
    if not any(row.package for row in boards):
        return
    taken: dict[int, tuple[str, object]] = {}
    # Ours come first, so the outside game is blamed.
    for row in sorted(boards, key=lambda row: bool(row.package)):
        for toggle in adapter_of(row.name).TOGGLES:
            option, (number, *_) = toggle
            owner, shared = taken.setdefault(number, (f"{row.name} {option}", toggle))
            # Games may share a setting for the same option, as that of the clock.
            if owner != f"{row.name} {option}" and (row.package or shared != toggle):
                raise BadGame(row.name, [f"setting {number} is that of {owner}"])
            if row.package and number not in TOGGLES:
                raise BadGame(row.name, [f"setting {number} is none of {TOGGLES}"])


class ButtonPresser:
    """Presses buttons one after the other, in the device's own time.

    >>> from schiri_device.builds import load
    >>> from schiri.simulator.wires import Cable
    >>> presser = ButtonPresser(Simulator(load("cursor"), Cable(), seed=1))
    >>> presser.type("white press hold-black nonsense")
    ['nonsense']
    """

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._names: deque[str] = deque()
        self._down = ""
        self._until_ms = 0

    @property
    def is_busy(self) -> bool:
        return bool(self._names or self._down)

    def type(self, text: str) -> list[str]:
        """Queue names separated by spaces; return those that are not buttons."""
        known = {*self._simulator.build.buttons, *HOLDS}
        names = text.split()
        self._names.extend(name for name in names if name in known)
        return [name for name in names if name not in known]

    def step(self, at_ms: int) -> None:
        if at_ms < self._until_ms:
            return
        if self._down:
            self._simulator.release(self._down)
            self._down = ""
            self._until_ms = at_ms + GAP_MS
        elif self._names:
            name = self._names.popleft()
            self._down = name.removeprefix("hold-")
            self._simulator.press(self._down)
            self._until_ms = at_ms + (HOLD_MS + TAP_MS if name in HOLDS else TAP_MS)
