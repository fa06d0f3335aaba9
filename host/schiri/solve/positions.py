"""Every position of Switch by number, and its moves, compiled, for the solution.

Decides how positions are numbered: the free cell, then the set of the mover's stones on the other
24 cells in the order of their bits.  The rules are stated here independently of the engine, so that
each checks the other.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

# Numbers of positions.
Numbers = NDArray[np.int64]

CELLS = 25
# Sets of twelve of 24 cells.
SETS = 2704156
POSITIONS = CELLS * SETS
FULL = (1 << CELLS) - 1
WEST = 0b00001_00001_00001_00001_00001
NOT_EAST, NOT_WEST = FULL & ~(WEST << 4), FULL & ~WEST
LINES = np.array([0b11111 << 5 * row for row in range(5)] + [WEST << file for file in range(5)])

# A set is two words of twelve bits. By word: its number of stones, its rank among words with
# equally many, the number of sets before those with this higher word, and the lower words by count
# and rank.
HALF = 12
WORDS = 1 << HALF
COUNT = np.array([word.bit_count() for word in range(WORDS)])
PLACE = np.zeros(WORDS, np.int64)
BY_COUNT = np.zeros((HALF + 1, 924), np.int64)
for stones in range(HALF + 1):
    words = np.flatnonzero(stones == COUNT)
    PLACE[words] = np.arange(words.size)
    BY_COUNT[stones, : words.size] = words
BEFORE = np.concatenate(([0], np.cumsum(np.bincount(COUNT)[HALF - COUNT])))
# Each set, by its number.
SET = np.concatenate(
    [word << HALF | BY_COUNT[HALF - COUNT[word], :n] for word, n in enumerate(np.diff(BEFORE))]
).astype(np.int32)


@njit(inline="always")
def number_of(mine: int, free: int) -> int:
    packed = mine & ((1 << free) - 1) | mine >> (free + 1) << free
    number: int = free * SETS + BEFORE[packed >> HALF] + PLACE[packed & (WORDS - 1)]
    return number


@njit
def position_of(number: int) -> tuple[int, int]:
    """Return the mover's stones and the free cell; the inverse of `number_of`."""
    free = number // SETS
    packed = int(SET[number - free * SETS])
    return packed & ((1 << free) - 1) | packed >> free << (free + 1), free


@njit(inline="always")
def others(mine: int, free: int) -> int:
    return FULL ^ mine ^ (1 << free)


@njit(inline="always")
def cell_of(stone: int) -> int:
    cell = 0
    while stone > 1:
        stone >>= 1
        cell += 1
    return cell


@njit(inline="always")
def connected(stones: int) -> bool:
    """Return whether all stones are connected (SW-6)."""
    reached = stones & -stones
    while True:
        grown = stones & (
            reached
            | (reached & NOT_EAST) << 1
            | (reached & NOT_WEST) >> 1
            | reached << 5
            | reached >> 5
        )
        if grown == reached:
            return reached == stones
        reached = grown


@njit(inline="always")
def is_majority(stones: int) -> bool:
    """Return whether three or more bits of a line are set (SW-5)."""
    stones &= stones - 1
    return stones & (stones - 1) != 0


@njit
def with_swaps(mine: int, mover: int, free: int, found: Numbers, count: int) -> int:
    """Append the result of each swap of the side ``mover`` after ``count`` numbers; return the new
    count.

    A swap is its own inverse and keeps the majority, so this works forwards and backwards.
    """
    theirs, other = others(mine, free), others(mover, free)
    for line in LINES:
        if is_majority(mover & line):
            own = mover & line
            while own:
                stone = own & -own
                own ^= stone
                rest = other & line
                while rest:
                    target = rest & -rest
                    rest ^= target
                    found[count] = number_of(theirs ^ stone ^ target, free)
                    count += 1
    return count


@njit
def successors(mine: int, free: int, found: Numbers) -> int:
    """Write the numbers of all positions after one move; return their count."""
    theirs, count, rest = others(mine, free), 0, mine
    while rest:
        stone = rest & -rest
        rest ^= stone
        found[count] = number_of(theirs, cell_of(stone))
        count += 1
    return with_swaps(mine, mine, free, found, count)


@njit
def predecessors(mine: int, free: int, found: Numbers) -> int:
    """Write the numbers of all positions with a move to this one; return their count.

    A stone of the other side, which has moved, came from the free cell; or it was swapped, in a
    line where that side has, and so had, the majority.
    """
    theirs, count = others(mine, free), 0
    rest = theirs
    while rest:
        stone = rest & -rest
        rest ^= stone
        found[count] = number_of(theirs ^ stone | 1 << free, cell_of(stone))
        count += 1
    return with_swaps(mine, theirs, free, found, count)
