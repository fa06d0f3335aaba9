"""The file of lost positions: made from the solution.

Decides the best number of low bits for each block. The format is that of
`schiri_engines.solver.lost`.
"""

import binascii
import struct
from itertools import pairwise

import numpy as np
from schiri_engines.solver.lost import (
    BLOCK,
    CORNERS,
    HEADER,
    MAGIC,
    MOST_GROUPS,
    SHORTEST,
    LostPositions,
    class_number,
    euler_number,
    turned,
)
from schiri_engines.switch.movegen import ALL, CELLS, cells_of

from schiri.solve.positions import SETS, number_of, position_of
from schiri.solve.solution import DRAW, OVER, Values

# A number after all classes: the end of the directory.
END = (1 << 24) - 1
# The bit of each cell after each symmetry.
TURNED_BITS = [[1 << turned(cell, symmetry) for cell in range(CELLS)] for symmetry in range(8)]


def lost_classes(values: Values) -> dict[int, int]:
    """Return the distance of each class of lost positions with neither side connected."""
    found = {}
    for corner in CORNERS:
        part = values[corner * SETS : (corner + 1) * SETS]
        for at in np.flatnonzero(part <= -SHORTEST):
            stones, free = position_of(corner * SETS + int(at))
            assert euler_number(ALL ^ stones ^ 1 << free) <= MOST_GROUPS
            found[class_number(stones, free)] = -int(part[at])
    return found


def encode(classes: dict[int, int], digest: str) -> bytes:
    """Return the file that has these distances, by class.

    Shape: distances are odd, `SHORTEST` or longer.
    """
    numbers = sorted(classes)
    directory, blocks, longest = b"", b"", 0
    for at in range(0, len(numbers), BLOCK):
        part = numbers[at : at + BLOCK]
        block = _block(part, [classes[number] for number in part])
        directory += _line(part[0], len(blocks))
        longest = max(longest, len(block))
        blocks += block
    count = -(-len(numbers) // BLOCK)
    body = directory + _line(END, len(blocks)) + blocks
    crc = binascii.crc32(body)
    return struct.pack(HEADER, MAGIC, digest.encode(), len(numbers), count, longest, crc) + body


def losses_of(lost: LostPositions, values: Values) -> tuple[Values, int]:
    """Return the lost positions of a file, with the ends from these values; and the number of wrong
    entries.

    Shape: the second number counts entries whose positions are not lost by these values.
    """
    known = np.where((values == OVER) | (np.abs(values) == 1), values, DRAW).astype(np.int8)
    found = 0
    for number in lost_classes(values):
        stones, free = position_of(CORNERS[number // SETS] * SETS + number % SETS)
        distance = lost.distance(stones, free)
        found += distance > 0
        own = cells_of(stones)
        for symmetry, bits in enumerate(TURNED_BITS):
            image = sum([bits[cell] for cell in own])
            known[number_of(image, turned(free, symmetry))] = -distance
    # Entries ascend, so a surplus entry cannot equal one that was already found.
    return known, lost.entries - found


def _line(number: int, begin: int) -> bytes:
    return number.to_bytes(3, "little") + begin.to_bytes(3, "little")


def _block(numbers: list[int], distances: list[int]) -> bytes:
    """Return a block, encoded with the number of low bits that makes it shortest."""
    gaps = [later - earlier - 1 for earlier, later in pairwise(numbers)]
    low_bits = min(range(16), key=lambda bits: sum((gap >> bits) + 1 + bits for gap in gaps))
    bits = [_ones((distances[0] - SHORTEST) // 2)]
    for gap, distance in zip(gaps, distances[1:], strict=True):
        low = f"{gap & (1 << low_bits) - 1:0{low_bits}b}"[::-1] if low_bits else ""
        bits += [_ones(gap >> low_bits), low, _ones((distance - SHORTEST) // 2)]
    text = "".join(bits)
    size = -(-len(text) // 8)
    return bytes([low_bits]) + int(text[::-1], 2).to_bytes(size, "little")


def _ones(count: int) -> str:
    return "1" * count + "0"
