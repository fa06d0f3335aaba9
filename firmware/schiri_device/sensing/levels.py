"""The levels of each field: what its sensor counts without a stone, and with one.

Decides where a count becomes a reading, which margin a field needs, and how levels are stored.

Units: counts of 65,536 a supply voltage, as `analogio` has them.
"""

from array import array
from binascii import crc32

# One mT at the sensor: 30 mV of 3.3 V, as the data sheet of the DRV5055A2 has it.
A_MT = 596
# A sensor at rest is at half of the supply.
HALF, FULL = 32768, 65535
# Hundredths of the step from rest to the level of a stone.  Below the first the field is empty,
# from the second on there is a stone, and a reading is kept for that much more.  All other stones
# together make 10 at worst, a stone that is 5 mm off its centre still makes 55.
EMPTY_BELOW, STONE_FROM, KEPT = 20, 36, 3
WHOLE = 100
# A margin is in units of noise: what a sensor measured, at least one mT.  All other stones together
# make 2.6 mT at worst.
NEEDED = 3
# The stored form: a CRC-32, and four bytes a field, which are its levels and its noise.
CHECK, A_FIELD = 4, 4
COARSE, FINE = 256, 16


class Levels:
    """What the sensor of each field counts.

    Shape: ``rest``, ``dark`` and ``light`` without a stone and with one; ``noise`` is by how much
    counts went apart while nothing moved.
    """

    def __init__(self, count: int):
        self.rest = array("H", [HALF] * count)
        self.dark = array("H", [HALF] * count)
        self.light = array("H", [HALF] * count)
        self.noise = array("H", [0] * count)

    def margin(self, cell: int) -> float:
        """Return how far the field's levels are from the thresholds between them."""
        rest = self.rest[cell]
        dark, light = self.dark[cell] - rest, self.light[cell] - rest
        if dark * light >= 0:
            # Both go the same way.
            return 0.0
        step = min(abs(dark), abs(light)) * (EMPTY_BELOW - KEPT)
        return step / (WHOLE * max(self.noise[cell], A_MT))

    def weak(self) -> list[int]:
        """Return the cells whose margin is too small."""
        return [cell for cell in range(len(self.rest)) if self.margin(cell) < NEEDED]

    def packed(self) -> bytes:
        """Return the stored form."""
        data = bytearray(CHECK)
        for cell in range(len(self.rest)):
            for level in (self.rest[cell], self.dark[cell], self.light[cell]):
                data += bytes((min(level + COARSE // 2, FULL) // COARSE,))
            data += bytes((min(self.noise[cell] // FINE, 0xFF),))
        data[:CHECK] = crc32(data[CHECK:]).to_bytes(CHECK, "little")
        return bytes(data)


def packed_bytes(count: int) -> int:
    """Return how long the stored form is.

    >>> packed_bytes(25) == len(Levels(25).packed())
    True
    """
    return CHECK + A_FIELD * count


def unpacked(data: bytes) -> Levels | None:
    """Return the stored levels, None if they are damaged.

    >>> levels = Levels(25)
    >>> levels.dark[3] = 512
    >>> unpacked(levels.packed()).dark[3], unpacked(levels.packed()[:-1])
    (512, None)
    """
    if crc32(data[CHECK:]).to_bytes(CHECK, "little") != data[:CHECK]:
        return None
    levels = Levels((len(data) - CHECK) // A_FIELD)
    for cell in range(len(levels.rest)):
        at = CHECK + A_FIELD * cell
        levels.rest[cell] = data[at] * COARSE
        levels.dark[cell] = data[at + 1] * COARSE
        levels.light[cell] = data[at + 2] * COARSE
        levels.noise[cell] = data[at + 3] * FINE
    return levels
