"""The values of positions of Switch, from the shipped file of lost ones.

Decides where the file is, how a value is written, and what is cached of the file, which
`schiri_engines.solver.lost` describes and a device reads entry by entry.  For thousands of lookups
each block is read once, into a dictionary, and tables give the number of a position.  Must not know
how the values were computed.
"""

from bisect import bisect_right
from collections.abc import Sequence
from io import BytesIO
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

from schiri_engines.registry import row_of
from schiri_engines.solver.lost import (
    BLOCK,
    CORNERS,
    HEADER_BYTES,
    LINE_BYTES,
    ORBITS,
    SETS,
    SHORTEST,
    BadSolution,
    LostPositions,
    path_of_file,
    turned,
)
from schiri_engines.switch.movegen import CELLS, SIZE, STONES_EACH

from schiri.errors import HostError
from schiri.events import EntryMade, Event, Header
from schiri.games.switch.rulings import game_of

if TYPE_CHECKING:
    from schiri_engines.table import Table

LOST_FILE = Path(path_of_file())

# The bits of all cells except the free one, in two halves: each side has as many stones as a half.
HALF = 1 << STONES_EACH


def lost_positions() -> "LostLookup":
    """Return the lost positions.

    Raises: HostError (solution-unreadable).
    """
    try:
        return LostLookup(LOST_FILE.read_bytes(), row_of("switch").digest)
    except (OSError, BadSolution) as error:
        raise HostError("solution-unreadable", path=LOST_FILE) from error


def forced_win(table: "Table", events: Sequence[Event]) -> tuple[str, int] | None:
    """Return who wins from a start of the players' own, and in how many plies."""
    if table.turn is None or table.phase != "play" or not any(map(is_own_start, events)):
        return None
    # Loaded only for such a start.
    from schiri_engines.switch.programs import value_of

    try:
        value = value_of(game_of(table), lost_positions())
    except HostError:
        # A query for a value reports this error; here only a warning would be missing.
        return None
    winner = table.turn if value > 0 else 1 - table.turn
    return (table.names[winner], abs(value)) if value else None


def is_own_start(event: Event) -> bool:
    """Return whether a game begins here with a layout of the players' own."""
    if isinstance(event, Header):
        return "/" in event.options.get("layout", "")
    return isinstance(event, EntryMade) and event.word == "choose"


def outcome_of(value: int) -> str:
    """Return the outcome of a value.

    >>> outcome_of(5), outcome_of(0), outcome_of(-2)
    ('win', 'draw', 'loss')
    """
    return ("loss", "draw", "win")[(value > 0) - (value < 0) + 1]


def value_text(value: int) -> str:
    """Return a value as text.

    >>> value_text(4), value_text(-3), value_text(0)
    ('win 4', 'loss 3', 'draw')
    """
    return f"{outcome_of(value)} {abs(value)}" if value else outcome_of(value)


class LostLookup(LostPositions):
    """The lost positions of a file, with the interface of `LostPositions`.

    Raises: BadSolution (as `LostPositions`).
    """

    def __init__(self, data: bytes, digest: str) -> None:
        super().__init__(BytesIO(data), digest)
        behind = HEADER_BYTES + LINE_BYTES * (self.blocks + 1)
        lines = [data[at : at + LINE_BYTES] for at in range(HEADER_BYTES, behind, LINE_BYTES)]
        self._numbers = [int.from_bytes(line[:3], "little") for line in lines]
        self._begins = [int.from_bytes(line[3:], "little") for line in lines]
        self._data = data[behind:]
        self._distances: dict[int, dict[int, int]] = {}
        self._ranks = rank_tables()
        images = [rows_turned(symmetry) for symmetry in range(8)]
        self._images = [
            [
                images[symmetry]
                for symmetry in range(8)
                if turned(free, symmetry) == CORNERS[ORBITS[free]]
            ]
            for free in range(CELLS)
        ]

    def distance(self, stones: int, free: int) -> int:
        """Return the plies until this position is lost, 0 if it is not."""
        number = self._class_number(stones, free)
        block = bisect_right(self._numbers, number, hi=self.blocks) - 1
        if block < 0:
            return 0
        if block not in self._distances:
            self._distances[block] = self._read(block)
        return self._distances[block].get(number, 0)

    def _class_number(self, stones: int, free: int) -> int:
        """Return the number of the position's class, as `class_number` has it.

        Rule: sets with equally many stones are numbered in the order of their bits, so the smallest
        image has the smallest number.
        """
        least = min(
            one[stones & 31]
            | two[stones >> 5 & 31]
            | three[stones >> 10 & 31]
            | four[stones >> 15 & 31]
            | five[stones >> 20]
            for one, two, three, four, five in self._images[free]
        )
        orbit = ORBITS[free]
        corner = CORNERS[orbit]
        packed = least & ((1 << corner) - 1) | (least >> (corner + 1)) << corner
        low, high = self._ranks
        return orbit * SETS + low[packed % HALF] + high[packed // HALF]

    def _read(self, block: int) -> dict[int, int]:
        """Return the distances of a block, by number."""
        data = self._data[self._begins[block] : self._begins[block + 1]]
        low_bits = data[0]
        # As text, the lowest bit first; a leading one keeps the zeros.
        bits = f"{int.from_bytes(data[1:] + bytes([1]), 'little'):b}"[:0:-1]
        number, at = self._numbers[block], 0
        distances: dict[int, int] = {}
        for _ in range(min(BLOCK, self.entries - BLOCK * block) - 1):
            zero = bits.index("0", at)
            distances[number] = SHORTEST + 2 * (zero - at)
            at = zero + 1
            zero = bits.index("0", at)
            at, steps = zero + 1 + low_bits, zero - at
            low = bits[zero + 1 : at]
            number += 1 + (steps << low_bits) + int(low[::-1] or "0", 2)
        distances[number] = SHORTEST + 2 * (bits.index("0", at) - at)
        return distances


def rows_turned(symmetry: int) -> tuple[tuple[int, ...], ...]:
    """Return the image of each row's stones under a symmetry, by the five bits of the row.

    >>> rows_turned(0)[1][0b11], rows_turned(1)[0][0b00011] == 0b11000
    (96, True)
    """
    return tuple(
        tuple(
            sum(1 << turned(SIZE * row + at, symmetry) for at in range(SIZE) if stones >> at & 1)
            for stones in range(1 << SIZE)
        )
        for row in range(SIZE)
    )


def rank_tables() -> tuple[list[int], list[int]]:
    """Return the shares of the lower and the upper half of the cells in a set's rank.

    Shape: by the bits of the half; the stone that is the nth from below, on the cell P, adds as
    many as there are sets of n on the cells below P.

    >>> low, high = rank_tables()
    >>> low[0b111], low[0b1011], high[HALF - 1] == SETS - 1
    (0, 1, True)
    """
    low, high = [0] * HALF, [0] * HALF
    for stones in range(1, HALF):
        count, top = stones.bit_count(), stones.bit_length() - 1
        low[stones] = low[stones ^ 1 << top] + comb(top, count)
        # The lowest stone of the upper half follows all stones of the lower half.
        bottom = stones & -stones
        place = STONES_EACH + bottom.bit_length() - 1
        high[stones] = high[stones ^ bottom] + comb(place, STONES_EACH - count + 1)
    return low, high
