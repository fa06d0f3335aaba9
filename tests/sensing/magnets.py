"""Stones with magnets over sensors: the field of each disc, and what the sensors count.

The discs are 8 mm wide, 3 mm high and of N35; the figures of a sensor are those in the data sheet
of the DRV5055A2 at 3.3 V.

Units: mm and mT, unless a name says otherwise.
"""

from array import array
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from schiri_device.sensing.levels import A_MT, HALF

magpylib = pytest.importorskip("magpylib", reason="the magnets need magpylib")

SIZE, PITCH = 5, 30
CELLS = range(SIZE * SIZE)
# Between the disc's lower face and the sensor, through the board and the bottom of the stone.
GAP = 8.0
DISC = magpylib.magnet.Cylinder(dimension=(8e-3, 3e-3), polarization=(0, 0, 1.2))
HALF_DISC = 1.5
# Sensors: their gain differs by 5 % at most, which is two standard deviations here, and they make
# 0.2 mT of noise from peak to peak, which is six.  The converter counts 12 bits, the lowest two of
# which are noise.
GAIN_SD, NOISE_SD, STEP, STEPS_SD = 0.025, 0.033, 16, 2
# What builders report of boards by hand: thresholds differ by this, of 1,023 steps.
SPREAD = 28 * 65536 // 1023


class Stone:
    """A stone on the board or in a hand: the middle of its disc from that of a1, and its pole."""

    def __init__(self, x: float, y: float, pole: int, gap: float = GAP) -> None:
        self.x, self.y, self.pole, self.gap = x, y, pole, gap


def on_cell(cell: int, letter: str, x: float = 0, y: float = 0, gap: float = GAP) -> Stone:
    """Return a stone on a cell, so far off its centre."""
    place = cell % SIZE * PITCH + x, cell // SIZE * PITCH + y
    return Stone(*place, {"b": 1, "w": -1}[letter], gap)


def field_at(stones: Sequence[Stone], depths: Sequence[float]) -> list[float]:
    """Return the field at each sensor, which is so far below its place."""
    if not stones:
        return [0.0] * len(depths)
    places = np.array([(cell % SIZE * PITCH, cell // SIZE * PITCH) for cell in CELLS])
    found = np.zeros(len(CELLS))
    for stone in stones:
        across = places - (stone.x, stone.y)
        down = -(stone.gap + HALF_DISC + np.array(depths))
        seen = magpylib.getB(DISC, np.column_stack([across, down]) / 1000)
        found += stone.pole * np.asarray(seen).reshape(-1, 3)[:, 2] * 1000
    return [float(value) for value in found]


class Sensors:
    """The sensors of a board that somebody has soldered.

    Shape: ``depths`` is by how much each is too low.
    """

    def __init__(self, seed: int, spread: float = SPREAD) -> None:
        self._random = random = Random(seed)
        self._rest = [HALF + random.gauss(0, spread) for _ in CELLS]
        self._gain = [random.gauss(1, GAIN_SD) for _ in CELLS]
        self.depths = [0.0 for _ in CELLS]
        self.counts = array("H", [HALF] * len(CELLS))

    def scan(self, field: Sequence[float]) -> "array[int]":
        """Return what they count in this field."""
        for cell in CELLS:
            seen = self._gain[cell] * field[cell] + self._random.gauss(0, NOISE_SD)
            count = self._rest[cell] + seen * A_MT + STEP * self._random.gauss(0, STEPS_SD)
            self.counts[cell] = max(0, min(round(count / STEP) * STEP, 65535))
        return self.counts
