"""A hand that lays the stones that a calibration asks for."""

from collections.abc import Sequence

from schiri_device.sensing.calibration import ALL_STONES, EMPTY_BOARD, ONE_STONE, Calibration

from tests.sensing.magnets import CELLS, Sensors, Stone, field_at, on_cell

LETTERS = "bwbwbwbwbwbw.wbwbwbwbwbwb"
STEP_MS, WINDOWS_MS = 5, 1000


def stones_of(letters: str) -> list[Stone]:
    """Return the stones of a board, each in the middle of its cell."""
    return [on_cell(cell, letter) for cell, letter in enumerate(letters) if letter != "."]


class Hand:
    """Leads a calibration; the time passes while it waits."""

    def __init__(self, sensors: Sensors, now_ms: int = 0) -> None:
        self.sensors, self.now_ms = sensors, now_ms
        self.calibration = Calibration(now_ms, LETTERS)

    def lay(self, stones: Sequence[Stone]) -> None:
        """Lay these stones, and wait until they have been measured."""
        field = field_at(stones, self.sensors.depths)
        for _ in range(WINDOWS_MS // STEP_MS):
            self.now_ms += STEP_MS
            if self.calibration.take(self.now_ms, self.sensors.scan(field)):
                break

    def lead_one_stone(self) -> None:
        """Measure the empty board, then lead a dark stone over all fields."""
        assert self.calibration.step == EMPTY_BOARD
        self.lay([])
        assert self.calibration.confirm(self.now_ms)
        for cell in CELLS:
            assert (self.calibration.step, self.calibration.cell) == (ONE_STONE, cell)
            self.lay([on_cell(cell, "b")])
        assert self.calibration.step == ALL_STONES

    def calibrate(self) -> Calibration:
        """Calibrate without a mistake."""
        self.lead_one_stone()
        self.lay(stones_of(LETTERS))
        assert self.calibration.confirm(self.now_ms), self.calibration.wrong
        return self.calibration
