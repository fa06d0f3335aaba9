"""The simulated device: the device's own code, with buttons, lights and a clock of ours.

Decides only the outermost shell, as `firmware/drive/code.py` does on the board; also what becomes
of an error that nobody expected.
"""

import os
from collections.abc import Callable
from random import Random
from secrets import token_hex
from traceback import format_exception
from typing import Protocol, cast

from schiri_device import VERSION
from schiri_device.app.device import Device, Output
from schiri_device.app.meter import Meter, attend
from schiri_device.builds import Build
from schiri_device.failure import failure_text
from schiri_device.journal.protocols import Store
from schiri_device.ticks import PERIOD, Edge, later

from schiri.simulator.bench import SIMULATED_FIGURES, Bench, cpu_ms
from schiri.simulator.flash import Flash
from schiri.simulator.outside import check_settings

# The board's ticks wrap for the first time 65 s after it was switched on.
FIRST_TICK = PERIOD - 65000
# What the device shows instead of ending; the tests want to see it.
SURVIVED: tuple[type[Exception], ...] = (Exception,)
FAILED_MODE = "failed"

Entropy = Callable[[int], bytes]


class Wire(Protocol):
    """The device's end of a cable."""

    def device_reads(self) -> bytes:
        """Return what has arrived."""

    def device_writes(self, data: bytes) -> int:
        """Send what fits and return how much that was."""


class Simulator:
    """A simulated device.

    Shape: ``seed`` makes all its randomness repeatable; ``store`` is its flash; ``device`` its
    id, which no other run has unless it is given; ``failure`` is the traceback of what has failed
    last, as on the console; ``bench`` is what it is measured with.
    Raises: BadGame (the settings of one from outside are not free).
    Units: `start` and `step` take ms since it was first switched on.
    """

    def __init__(
        self,
        build: Build,
        wire: Wire,
        seed: int | None = None,
        store: Store | None = None,
        device: str | None = None,
    ) -> None:
        check_settings()
        self.build = build
        self.store: Store = Flash() if store is None else store
        self._entropy: Entropy = os.urandom if seed is None else Random(seed).randbytes
        self._identity = (device or f"SIM{token_hex(2)}", VERSION)
        self._wire = wire
        self.failure = ""
        self.bench = Bench(len(build.order), cpu_ms)
        self.start(0)

    def start(self, at_ms: int) -> None:
        """Switch it on; again, it has nothing of what was but its store."""
        self._started_ms = at_ms
        self.device = Device(self.build, self.store, self._entropy, self._identity, FIRST_TICK)
        self.output: Output = self.device.output
        self._unsent = b""
        self._edges: list[Edge] = []
        self._meter: Meter | None = None

    def press(self, button: str) -> None:
        """Press a button down."""
        self._edges.append(Edge(button, True, 0))

    def release(self, button: str) -> None:
        """Let a button go."""
        self._edges.append(Edge(button, False, 0))

    def step(self, at_ms: int) -> Output:
        """Run one step of the device."""
        now = later(FIRST_TICK, at_ms - self._started_ms)
        edges, self._edges = self._edges, []
        for edge in edges:
            edge.at_ms = now
        try:
            room = 0 if self._unsent else 256
            device = self._meter or self.device
            self.output = device.step(now, edges, self._wire.device_reads(), room)
            self._measure()
        except SURVIVED as error:
            self.failure = "".join(format_exception(error))
            self._survive(at_ms, now, failure_text(error, self.failure))
            return self.output
        if self.output.is_restart:
            self.start(at_ms)
            return self.output
        self._unsent += self.output.sent
        if self._unsent:
            self._unsent = self._unsent[self._wire.device_writes(self._unsent) :]
        return self.output

    def _measure(self) -> None:
        """Show the meter what the lights would, and do what a PC asks of it."""
        if self.output.is_fresh:
            self.bench.submit()
        if self._meter:
            self._meter.show()
        if self.output.measure:
            bench = self.bench
            # A PC is fast: its ms have parts.
            clock = cast(Callable[[], int], bench.clock)
            self._meter = attend(self._meter, self.device, bench, clock, SIMULATED_FIGURES)

    def _survive(self, at_ms: int, now: int, text: str) -> None:
        """Show and keep what has failed; begin anew where that fails as well."""
        try:
            if self.device.mode_name != FAILED_MODE:
                self.device.fail(now, text)
                return
        except SURVIVED as error:
            self.failure += "".join(format_exception(error))
        self.start(at_ms)
