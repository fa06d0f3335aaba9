"""The sensors under the fields, behind multiplexers.

Decides in which order they are read, and how long a multiplexer settles.  Must not know what a
count means.  A scan allocates nothing.
"""

from array import array

import board
from analogio import AnalogIn
from digitalio import DigitalInOut, Direction
from microcontroller import delay_us

from ..boards import pins
from ..ticks import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..builds import Build

# A channel has some 200 ohm; with the capacitor of 10 nF that a sensor may have behind it, that is
# eight time constants.
SETTLE_US = 16
# No cell is on this channel.
NOWHERE = 0xFF
# Scans for one measurement: ticks are whole ms.
SCANS = 20


class Hall:
    """The sensors of a build.

    Shape: ``counts`` has that of each cell, 0 to 65,535, and stays the same object.
    """

    def __init__(self, build: "Build"):
        assert build.sensors
        selects, measures, channels = build.sensors
        self.counts = array("H", [0] * len(channels))
        self._selects = []
        for pin in pins(board, selects):
            line = DigitalInOut(pin)
            line.direction = Direction.OUTPUT
            line.value = False
            self._selects.append(line)
        self._inputs = [AnalogIn(pin) for pin in pins(board, measures)]
        # Channels in the order of a Gray code: from one to the next a single line changes.  For
        # each step: that line and its value, and the cell on each multiplexer.
        self._steps = steps = 1 << len(selects)
        self._line, self._value = bytearray(steps), bytearray(steps)
        self._cells = bytearray([NOWHERE] * (steps * len(measures)))
        for step in range(steps):
            channel = step ^ step >> 1
            changed = channel ^ (step - 1) % steps ^ (step - 1) % steps >> 1
            self._line[step] = line_of = len(bin(changed)) - 3
            self._value[step] = channel >> line_of & 1
            for at in range(len(measures)):
                cell = channels.find(bytes((at * steps + channel,)))
                self._cells[step * len(measures) + at] = cell if cell >= 0 else NOWHERE

    def scan(self) -> "array[int]":
        """Measure all fields, and return the counts."""
        # More names at once would make a tuple.
        counts, cells, at = self.counts, self._cells, 0
        selects, inputs = self._selects, self._inputs
        for step in range(self._steps):
            selects[self._line[step]].value = self._value[step] != 0
            delay_us(SETTLE_US)
            for measured in inputs:
                cell = cells[at]
                if cell != NOWHERE:
                    counts[cell] = measured.value
                at += 1
        return counts

    def scan_ms(self, clock: "Callable[[], int]") -> float:
        """Return how long a scan takes."""
        began_ms = clock()
        for _ in range(SCANS):
            self.scan()
        return elapsed(clock(), began_ms) / SCANS
