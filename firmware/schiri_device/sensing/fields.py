"""The fields of a board: what lies on each, from the counts of its sensor.

Decides that a reading does not flicker.  Nothing is allocated in a scan.  Other sensors than these
may `put` readings, a field at a time.
"""

from array import array

from . import DARK, EMPTY, LIGHT, UNSURE
from .levels import EMPTY_BELOW, FULL, KEPT, STONE_FROM, WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .levels import Levels


class Fields:
    """The readings of all fields.

    Shape: ``readings`` has EMPTY, DARK, LIGHT or UNSURE for each cell, at first UNSURE; ``changed``
    is a bit set of the cells that changed since `forget`, ``changed_ms`` the tick of the last
    change, and ``since_ms`` that of each cell.  ``is_calibrated`` means that counts make readings.

    >>> fields = Fields(25)
    >>> fields.put(1000, 12, DARK)
    >>> fields.readings[12] == DARK, fields.changed == 1 << 12, fields.changed_ms
    (True, True, 1000)
    """

    def __init__(self, count: int):
        self.readings = bytearray([UNSURE] * count)
        self.changed = self.changed_ms = 0
        self.since_ms = array("i", [0] * count)
        self.is_calibrated = False
        # The count at rest, and the signed steps from there to a dark and to a light stone.
        self._rest = array("i", [0] * count)
        self._dark = array("i", [0] * count)
        self._light = array("i", [0] * count)
        # The counts between which its reading stays.
        self._above = array("i", [0] * count)
        self._below = array("i", [0] * count)

    def calibrate(self, levels: "Levels") -> None:
        """Read by these levels from now on."""
        for cell in range(len(self.readings)):
            rest, dark, light = levels.rest[cell], levels.dark[cell], levels.light[cell]
            self._rest[cell], self._dark[cell], self._light[cell] = rest, dark - rest, light - rest
            self._keep(cell, UNSURE)
        self.is_calibrated = True

    def read(self, now_ms: int, counts: "Sequence[int]") -> None:
        """Take a scan."""
        above, below = self._above, self._below
        if self.is_calibrated:
            for cell in range(len(self.readings)):
                count = counts[cell]
                if not above[cell] < count < below[cell]:
                    reading = self.reading_of(cell, count)
                    self.put(now_ms, cell, reading)
                    self._keep(cell, reading)

    def put(self, now_ms: int, cell: int, reading: int) -> None:
        """Take the reading of one field."""
        if self.readings[cell] != reading:
            self.readings[cell] = reading
            self.changed |= 1 << cell
            self.changed_ms = self.since_ms[cell] = now_ms

    def _keep(self, cell: int, reading: int) -> None:
        """Find the counts between which a reading stays, to decide most fields at once."""
        rest, dark, light = self._rest[cell], self._dark[cell], self._light[cell]
        if reading == EMPTY:
            part = EMPTY_BELOW + KEPT
            one, other = rest + dark * part // WHOLE, rest + light * part // WHOLE
        elif reading == UNSURE:
            one = other = rest
        else:
            step = dark if reading == DARK else light
            one = rest + step * (STONE_FROM - KEPT) // WHOLE
            other = FULL + 1 if step > 0 else -1
        # Edges are rounded towards the middle.
        self._above[cell], self._below[cell] = min(one, other) + 1, max(one, other)

    def forget(self) -> None:
        """Forget which cells have changed; the readings stay."""
        self.changed = 0

    def reading_of(self, cell: int, count: int) -> int:
        """Return what this count means there, after the present reading."""
        off = count - self._rest[cell]
        kind, step = DARK, self._dark[cell]
        if (off < 0) != (step < 0):
            kind, step = LIGHT, self._light[cell]
        if step < 0:
            off, step = -off, -step
        here = self.readings[cell]
        part = off * WHOLE
        if part < step * (EMPTY_BELOW + KEPT if here == EMPTY else EMPTY_BELOW - KEPT):
            return EMPTY
        if part >= step * (STONE_FROM - KEPT if here == kind else STONE_FROM + KEPT):
            return kind
        return UNSURE
