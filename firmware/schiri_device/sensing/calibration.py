"""A calibration: how the levels of each field are found with few stones in hand.

Decides its steps: the empty board; one dark stone on each field in turn, which goes on by itself;
all stones as they are lit, which finds a weak magnet or a turned one.  The level of a light stone
mirrors that of the dark one, because the sensors are linear; the last step corrects both to the
average stone of each colour.
"""

from array import array

from ..ticks import elapsed
from .levels import A_MT, EMPTY_BELOW, FULL, HALF, WHOLE, Levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# The steps.
EMPTY_BOARD, ONE_STONE, ALL_STONES = range(3)
# A sensor at rest is this near to half of the supply: four times what builders report as the
# standard deviation of theirs.
REST_OFF = 12 * A_MT
# The first stone on a field makes this at least.
STONE_OFF = 4 * A_MT
# Counts are averaged over this time, in which they go apart by no more than this.
MEASURE_MS, SCANS, STILL = 400, 8, 2 * A_MT
# A stone makes so many hundredths of the level of its field.
LEAST, MOST = 65, 150


class Calibration:
    """A calibration in progress.

    Shape: ``letters`` are the stones of the last step, ``b``, ``w`` or ``.`` a field; ``step`` is
    the present one, ``cell`` the field of ONE_STONE.  ``wrong`` are the cells with something else
    than is wanted: a stone on the empty board, a weak or a turned one; ``missing`` those that have
    no stone yet.  ``levels`` are complete from ALL_STONES on.
    """

    def __init__(self, now_ms: int, letters: str):
        count = len(letters)
        self.letters, self.levels = letters, Levels(count)
        self.step, self.cell = EMPTY_BOARD, 0
        self.wrong: list[int] = []
        self.missing: list[int] = []
        # Hundredths of the wanted stone's step, by cell.
        self._parts: list[int] = []
        self._low, self._high = array("H", [0] * count), array("H", [0] * count)
        self._sum = array("I", [0] * count)
        self._is_measured = False
        self._begin(now_ms)

    def take(self, now_ms: int, counts: "Sequence[int]") -> bool:
        """Take a scan; return whether something else is to be shown."""
        first, behind = 0, len(self.letters)
        if self.step == ONE_STONE:
            first, behind = self.cell, self.cell + 1
        for cell in range(first, behind):
            count = counts[cell]
            if not self._scans:
                self._low[cell] = self._high[cell] = count
                self._sum[cell] = 0
            self._low[cell] = min(self._low[cell], count)
            self._high[cell] = max(self._high[cell], count)
            self._sum[cell] += count
            if self._high[cell] - self._low[cell] > STILL:
                self._begin(now_ms)
                return False
        self._scans += 1
        if self._scans < SCANS or elapsed(now_ms, self._since_ms) < MEASURE_MS:
            return False
        before = self.step, self.cell, self.wrong, self.missing
        self._measured()
        self._begin(now_ms)
        return before != (self.step, self.cell, self.wrong, self.missing)

    def confirm(self, now_ms: int) -> bool:
        """End the step that people end, unless something is wrong; return whether it has ended."""
        if self.step == ONE_STONE or not self._is_measured or self.wrong or self.missing:
            return False
        self._is_measured = False
        if self.step == ALL_STONES:
            self._correct()
        else:
            self.step = ONE_STONE
        self._begin(now_ms)
        return True

    def _begin(self, now_ms: int) -> None:
        self._scans, self._since_ms = 0, now_ms

    def _measured(self) -> None:
        """Use the averages of a time in which nothing moved."""
        levels = self.levels
        if self.step == EMPTY_BOARD:
            for cell in range(len(self.letters)):
                levels.rest[cell] = self._average(cell)
                levels.noise[cell] = self._high[cell] - self._low[cell]
            self._find_wrong(lambda cell: abs(levels.rest[cell] - HALF) > REST_OFF)
        elif self.step == ONE_STONE:
            self._measure_stone(self.cell, self._average(self.cell))
        else:
            self._parts = [self._part(cell) for cell in range(len(self.letters))]
            self.missing = [cell for cell in range(len(self.letters)) if self._is_missing(cell)]
            self._find_wrong(lambda cell: cell not in self.missing and not self._is_good(cell))
        self._is_measured = True

    def _measure_stone(self, cell: int, count: int) -> None:
        """Take the level of the dark stone, if there is one, and go on to the next field."""
        levels, rest = self.levels, self.levels.rest[cell]
        if abs(count - rest) < STONE_OFF:
            return
        levels.dark[cell], levels.light[cell] = count, level_of(2 * rest - count)
        self.cell += 1
        if self.cell == len(self.letters):
            self.step, self.cell = ALL_STONES, 0
            self.missing = [at for at in range(len(self.letters)) if self.letters[at] != "."]

    def _find_wrong(self, is_wrong: "Callable[[int], bool]") -> None:
        self.wrong = [cell for cell in range(len(self.letters)) if is_wrong(cell)]

    def _is_missing(self, cell: int) -> bool:
        return self.letters[cell] != "." and abs(self._parts[cell]) < EMPTY_BELOW

    def _is_good(self, cell: int) -> bool:
        """Tell whether the stone there is as strong as the first one, or nothing lies there."""
        part = self._parts[cell]
        return LEAST <= part <= MOST if self.letters[cell] != "." else abs(part) < EMPTY_BELOW

    def _part(self, cell: int) -> int:
        """Return how many hundredths of the step to its wanted stone a field makes."""
        rest = self.levels.rest[cell]
        return (self._average(cell) - rest) * WHOLE // (self._wanted(cell)[cell] - rest)

    def _wanted(self, cell: int) -> "array[int]":
        """Return the levels of the stone that is wanted there."""
        return self.levels.light if self.letters[cell] == "w" else self.levels.dark

    def _average(self, cell: int) -> int:
        return self._sum[cell] // self._scans

    def _correct(self) -> None:
        """Make the levels those of the average stone of each colour."""
        for letter, levels in (("b", self.levels.dark), ("w", self.levels.light)):
            parts = [self._parts[at] for at in range(len(levels)) if self.letters[at] == letter]
            part = sum(parts) // len(parts) if parts else WHOLE
            for cell in range(len(levels)):
                rest = self.levels.rest[cell]
                levels[cell] = level_of(rest + (levels[cell] - rest) * part // WHOLE)


def level_of(count: int) -> int:
    """Return a count that a sensor can have.

    >>> level_of(-3), level_of(70000), level_of(30000)
    (0, 65535, 30000)
    """
    return max(0, min(count, FULL))
