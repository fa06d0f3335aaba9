"""The lost positions of Switch, looked up in a file.

Decides the form of that file, and the one number of all rotations and mirror images of a position.
Must not know how the file is made, nor the value of other positions.

A file has, numbers in little endian: the header ``MAGIC DIGEST ENTRIES BLOCKS LONGEST CRC``; a
directory with a line a block of `BLOCK` entries, the first one's number and the byte at which the
block begins behind the directory, three bytes each, and a last line at the end; the blocks.  A
block is bits, the lowest of a byte first: behind a byte with the number of low bits K, for each
entry how far it lies behind the one before (for the first: nothing), less one, as so many ones as
it has K-bit steps, a zero and the K low bits; and its distance, as so many ones as it has steps of
two behind `SHORTEST`, and a zero: it is odd, for the last ply is the counter of the losing side.
"""

import binascii
import struct
from array import array

from ..switch.movegen import BITS, CELLS, STONES_EACH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class ReadableFile(Protocol):
        """A binary file with random access."""

        def seek(self, __offset: int) -> int: ...
        def read(self, __size: int = -1) -> bytes: ...
        def readinto(self, __buffer: "bytearray | memoryview") -> "int | None": ...


MAGIC = b"SwLost1\n"
HEADER = "<8s8sIHHI"
HEADER_BYTES = 28
LINE_BYTES = 6
BLOCK = 32
# Lines of the directory that are read at once; the first number of each such part stays in memory.
LINES_AT_ONCE = 32
# In a lost position the other's stones have at most this many groups. (With a hole there are never
# more: eight of the twelve are one group around it.  So `euler_number` exceeds this just where the
# number of groups does.)
MOST_GROUPS = 5
# The shortest loss, unless a colour is connected.
SHORTEST = 3
# How many sets of twelve stones there are on the other 24 cells.
SETS = 2704156
# For each free cell the lowest cell among its rotations and mirror images; and those lowest cells.
CORNERS = (0, 1, 2, 6, 7, 12)
ORBITS = bytes([0, 1, 2, 1, 0, 1, 3, 4, 3, 1, 2, 4, 5, 4, 2, 1, 3, 4, 3, 1, 0, 1, 2, 1, 0])


class BadSolution(Exception):
    """A file that has no lost positions, is damaged, or belongs to other rules."""


def turned(cell: int, symmetry: int) -> int:
    """Return the image of a cell under one of the eight symmetries.

    Shape: bits of ``symmetry``: 1 mirrors left and right, 2 bottom and top, 4 the diagonal.

    >>> [turned(1, symmetry) for symmetry in range(8)]
    [1, 3, 21, 23, 5, 15, 9, 19]
    """
    row, file = cell // 5, cell % 5
    if symmetry & 1:
        file = 4 - file
    if symmetry & 2:
        row = 4 - row
    return 5 * file + row if symmetry & 4 else 5 * row + file


_TURNED = bytes([turned(cell, symmetry) for symmetry in range(8) for cell in range(CELLS)])


def set_number(stones: int, free: int) -> int:
    """Return the rank of a set of twelve stones among all sets on the cells except ``free``.

    >>> set_number(0b1111_11111111, 24), set_number(0b11111111_11110000_00000000, 24) == SETS - 1
    (0, True)
    """
    number, cells, left, count = 0, CELLS - 1, STONES_EACH, SETS
    cell = CELLS
    while left:
        cell -= 1
        if cell != free:
            # So many of the `count` sets on the remaining cells do not contain this one.
            without = count * (cells - left) // cells
            if stones >> cell & 1:
                number += without
                count -= without
                left -= 1
            else:
                count = without
            cells -= 1
    return number


def class_number(stones: int, free: int) -> int:
    """Return the number that a position shares with its rotations and mirror images.

    Shape: ``stones`` are those of the side to move; the number is the lowest of the eight, with
    free cells counted as in `CORNERS`.

    >>> class_number(0b111111111111, 24) == class_number(0b1111111111110000000000000, 0)
    True
    """
    orbit = ORBITS[free]
    corner, least = CORNERS[orbit], 1 << CELLS
    own = [cell for cell in range(CELLS) if stones & BITS[cell]]
    bits, turned_cells = BITS, _TURNED
    for at in range(0, 8 * CELLS, CELLS):
        if turned_cells[at + free] == corner:
            image = 0
            for cell in own:
                image |= bits[turned_cells[at + cell]]
            # Sets are ranked in the order of their bits: the lowest set has the lowest rank.
            least = min(least, image)
    return orbit * SETS + set_number(least, corner)


def euler_number(stones: int) -> int:
    """Return the number of groups of stones less the number of holes in them.

    Shape: groups are connected horizontally and vertically; a hole is a set of other cells,
    connected also diagonally, none of them at the edge of the board.

    >>> euler_number(0b00001_00011), euler_number(0b10000_00001), euler_number(0b111_00101_00111)
    (1, 2, 0)
    """
    number = 0
    # The runs in each row, less the runs of places where a row touches the next: each contact
    # joins two groups, or closes a ring around a hole.
    for sign, rows in ((1, stones), (-1, stones & stones >> 5)):
        ends = rows & ~(rows >> 1 & 0b01111_01111_01111_01111_01111)
        while ends:
            ends &= ends - 1
            number += sign
    return number


def path_of_file() -> str:
    """Return the path of the shipped file: beside this module."""
    return __file__[: __file__.rindex("lost.")] + "switch.lost"


class LostPositions:
    """The lost positions of a file.

    Raises: BadSolution (no such file, or damaged if ``is_checked``), OSError.
    """

    def __init__(self, file: "ReadableFile", digest: str, is_checked: bool = False):
        self._file = file
        head = file.read(HEADER_BYTES)
        if len(head) != HEADER_BYTES or head[:8] != MAGIC:
            raise BadSolution("no file of lost positions")
        _magic, made_for, self.entries, self.blocks, longest, crc = struct.unpack(HEADER, head)
        if made_for != digest.encode():
            raise BadSolution("lost positions of other rules")
        if is_checked and crc != binascii.crc32(file.read()):
            raise BadSolution("lost positions that are damaged")
        # One line more than a part: the end of its last block.
        self._lines = bytearray(LINES_AT_ONCE * LINE_BYTES + LINE_BYTES)
        self._part = -1
        parts = range(0, self.blocks, LINES_AT_ONCE)
        self._firsts = array("i", [self._read_part(part) for part in parts])
        # Low bits are read three bytes at once.
        self._block = bytearray(longest + 2)

    def distance(self, stones: int, free: int) -> int:
        """Return the plies until this position is lost, 0 if it is not.

        Shape: ``stones`` are those of the side to move; neither side is connected.
        Raises: OSError.
        """
        number = class_number(stones, free)
        low, high = 0, len(self._firsts)
        while high - low > 1:
            middle = (low + high) // 2
            if self._firsts[middle] <= number:
                low = middle
            else:
                high = middle
        part = LINES_AT_ONCE * low
        if part != self._part:
            self._read_part(part)
        low, high = 0, min(LINES_AT_ONCE, self.blocks - part)
        while high - low > 1:
            middle = (low + high) // 2
            if self._number(LINE_BYTES * middle) <= number:
                low = middle
            else:
                high = middle
        at = LINE_BYTES * low
        begin, end = self._number(at + 3), self._number(at + LINE_BYTES + 3)
        return self._find(number, self._number(at), begin, end, part + low)

    def _read_part(self, part: int) -> int:
        """Read the directory from this block's line; return the block's first number."""
        self._file.seek(HEADER_BYTES + LINE_BYTES * part)
        self._file.readinto(self._lines)
        self._part = part
        return self._number(0)

    def _number(self, at: int) -> int:
        """Return a number of three bytes from the lines that were read."""
        lines = self._lines
        return lines[at] | lines[at + 1] << 8 | lines[at + 2] << 16

    def _find(self, number: int, at: int, begin: int, end: int, block: int) -> int:
        """Return the distance of an entry of this block, 0 if the block lacks it."""
        bits = self._block
        self._file.seek(HEADER_BYTES + LINE_BYTES * (self.blocks + 1) + begin)
        self._file.readinto(memoryview(bits)[: end - begin])
        low_bits = bits[0]
        mask = (1 << low_bits) - 1
        bit, left = 8, min(BLOCK, self.entries - BLOCK * block)
        while at <= number:
            distance = SHORTEST
            while bits[bit >> 3] >> (bit & 7) & 1:
                distance += 2
                bit += 1
            bit += 1
            left -= 1
            if at == number:
                return distance
            if not left:
                break
            at += 1
            while bits[bit >> 3] >> (bit & 7) & 1:
                at += 1 << low_bits
                bit += 1
            bit += 1
            byte = bit >> 3
            at += (bits[byte] | bits[byte + 1] << 8 | bits[byte + 2] << 16) >> (bit & 7) & mask
            bit += low_bits
        return 0
