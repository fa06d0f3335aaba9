"""The sensors of a board that feels its stones: its fields, and the saved levels.

Decides how levels are saved, and which modes such a board has of its own.  Only builds with sensors
have it, to spare the memory of the others.
"""

from schiri_engines.grid import cell_text

from ..journal import runs_of
from ..sensing.fields import Fields
from ..sensing.levels import unpacked
from .settings import SENSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..sensing.levels import Levels


class Sensors(Fields):
    """The fields of a device.

    Shape: ``INSTEAD`` has, by a module of modes, the one with modes in place of these; ``levels``
    are how its sensors are read, None before a calibration, ``scan`` their last counts; ``is_due``
    means that at the start they must be calibrated before anything else.
    """

    INSTEAD = {
        "schiri_device.app.laying": "schiri_device.app.felt.laying",
        "schiri_device.app.play": "schiri_device.app.felt.play",
        "schiri_device.app.menu": "schiri_device.app.felt.menu",
    }

    scan: "Sequence[int] | None" = None

    def __init__(self, size: int, saved: dict[int, int], save: "Callable[[int, bytes], None]"):
        Fields.__init__(self, size * size)
        self._size, self._save = size, save
        runs = runs_of({each: saved[each] for each in saved if each >= SENSED})
        self.levels = unpacked(runs[0][1]) if runs else None
        self.is_due = not self.levels
        if self.levels:
            self.calibrate(self.levels)

    def take(self, now_ms: int, scan: "Sequence[int] | None") -> None:
        """Take a scan, if there is one."""
        if scan is not None:
            self.scan = scan
            self.read(now_ms, scan)

    def save(self, levels: "Levels") -> None:
        """Save the levels of the sensors, and read by them from now on."""
        self.levels, self.is_due = levels, False
        self._save(SENSED, levels.packed())
        self.calibrate(levels)

    def margins(self) -> list[tuple[str, float, str]]:
        """Return the margin of each field as a figure, none before a calibration."""
        levels, found = self.levels, []
        if levels:
            for cell in range(len(self.readings)):
                name = "field." + cell_text(cell, self._size)
                found.append((name, levels.margin(cell), "-"))
        return found
