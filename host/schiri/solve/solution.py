"""The value of every position: computed backwards from the ends, and checked forwards.

Decides the order: immediate wins, counters, then ply by ply.  Must not know how the values are
stored or shown.
"""

from collections.abc import Callable

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from schiri.solve.positions import (
    POSITIONS,
    Numbers,
    connected,
    others,
    position_of,
    predecessors,
    successors,
)

# N: the side to move wins in N plies; -N: it loses in N; DRAW; OVER: it has won, for its stones
# were connected by the other (SW-6).
Values = NDArray[np.int8]
DRAW, OVER = 0, 100
# The most moves of a position.
MOST_MOVES = 64
# The number of parts of all positions, each for one core.
PART = 1 << 14
PARTS = (POSITIONS + PART - 1) // PART

# Called with the values so far, and the plies that are decided by them.
Progress = Callable[[Values, int], None]


def solve(progress: Progress, values: Values | None = None, plies: int = 0) -> Values:
    """Return the value of every position, by its number.

    Shape: ``values`` and ``plies`` are those of the last ``progress`` of an interrupted run.
    """
    if values is None:
        values = np.zeros(POSITIONS, np.int8)
        _fill_ends(values)
    while True:
        progress(values, plies)
        won = np.flatnonzero(values == (plies or OVER))
        lost = np.flatnonzero(values == -plies) if plies else won[:0]
        plies += 1
        # A position is lost if every move leads to a win of the other side; all such wins are known
        # by now.
        last = _undecided(values, won)
        last = last[_all_lose(values, last)]
        values[_undecided(values, lost)] = plies
        values[last] = -plies
        if plies > 2 and not won.size and not lost.size:
            return values


def _undecided(values: Values, numbers: Numbers) -> Numbers:
    """Return the positions without a value from which a move leads to one of these."""
    marks = np.zeros(POSITIONS, np.bool_)
    _mark_predecessors(numbers, marks)
    marks &= values == DRAW
    return np.flatnonzero(marks)


@njit(parallel=True)
def _fill_ends(values: Values) -> None:
    """Write values that follow from connection alone: wins, and counters."""
    for part in prange(PARTS):
        for number in range(part * PART, min(POSITIONS, (part + 1) * PART)):
            values[number] = _end_value(*position_of(number))


@njit
def _end_value(mine: int, free: int) -> int:
    """Return OVER, or 1 where a counter wins (SW-8), else -1; DRAW if no side is connected."""
    if connected(mine):
        return OVER
    if not connected(others(mine, free)):
        return DRAW
    found = np.empty(MOST_MOVES, np.int64)
    for at in range(successors(mine, free, found)):
        theirs, hole = position_of(found[at])
        if connected(others(theirs, hole)) and not connected(theirs):
            return 1
    return -1


@njit(parallel=True)
def _mark_predecessors(numbers: Numbers, marks: NDArray[np.bool_]) -> None:
    # Two cores may set the same mark, to the same value.
    for part in prange((numbers.size + PART - 1) // PART):
        found = np.empty(MOST_MOVES, np.int64)
        for at in range(part * PART, min(numbers.size, (part + 1) * PART)):
            mine, free = position_of(numbers[at])
            for move in range(predecessors(mine, free, found)):
                marks[found[move]] = True


@njit(parallel=True)
def _all_lose(values: Values, numbers: Numbers) -> NDArray[np.bool_]:
    """Return for each position whether all its moves lead to a win of the other side."""
    lose = np.zeros(numbers.size, np.bool_)
    for part in prange((numbers.size + PART - 1) // PART):
        found = np.empty(MOST_MOVES, np.int64)
        for at in range(part * PART, min(numbers.size, (part + 1) * PART)):
            mine, free = position_of(numbers[at])
            lose[at] = True
            for move in range(successors(mine, free, found)):
                if values[found[move]] <= 0:
                    lose[at] = False
                    break
    return lose


@njit(parallel=True)
def check(values: Values, lost: Values) -> tuple[int, int]:
    """Return the numbers of values that contradict all successors, and lost positions alone.

    Shape: ``lost`` has the values of lost positions and of ends, and no others; the second number
    counts values that do not follow from them by a search of one move.
    """
    wrong = wrong_by_losses = 0
    for part in prange(PARTS):
        found = np.empty(MOST_MOVES, np.int64)
        for number in range(part * PART, min(POSITIONS, (part + 1) * PART)):
            mine, free = position_of(number)
            by_losses = lost[number]
            value = _end_value(mine, free)
            if value == DRAW:
                count = successors(mine, free, found)
                value = _value_after(values, found, count)
                if by_losses == DRAW:
                    by_losses = _value_by_losses(lost, found, count)
            if value != values[number]:
                wrong += 1
            if by_losses != values[number]:
                wrong_by_losses += 1
    return wrong, wrong_by_losses


@njit
def _value_by_losses(lost: Values, found: Numbers, count: int) -> int:
    """Return the quickest win over lost successors, else a draw."""
    quickest = OVER
    for move in range(count):
        if lost[found[move]] < 0:
            quickest = min(quickest, 1 - lost[found[move]])
    return quickest if quickest < OVER else DRAW


@njit
def _value_after(values: Values, found: Numbers, count: int) -> int:
    """Return the value that follows from those of the positions that moves lead to."""
    win = _value_by_losses(values, found, count)
    if win != DRAW:
        return win
    latest = 0
    for move in range(count):
        value = values[found[move]]
        if value == DRAW:
            return DRAW
        latest = max(latest, 1 if value == OVER else 1 + value)
    return -latest


def statistics(values: Values) -> list[str]:
    """Return the solution in figures, one ``NAME VALUE`` a line.

    Shape: positions that can start a game, with neither side connected, are counted by value, the
    others separately; each named value is in words of `schiri engine value`, spaces as ``_``.
    """
    found = np.bincount(values.astype(np.int16) + OVER + 1, minlength=2 * OVER + 2)
    count = {value: int(found[value + OVER + 1]) for value in range(-OVER, OVER + 1)}
    wins = {value: number for value, number in count.items() if 1 < value < OVER and number}
    losses = {-value: number for value, number in count.items() if value < -1 and number}
    open_positions = POSITIONS - count[OVER] - count[1] - count[-1]
    decided = sum(wins.values()) + sum(losses.values())
    return [
        f"positions {POSITIONS}",
        f"over {count[OVER]}",
        f"counter_wins {count[1]}",
        f"counter_loses {count[-1]}",
        f"starts {open_positions}",
        f"wins {sum(wins.values())}",
        f"losses {sum(losses.values())}",
        f"draws {count[DRAW]}",
        f"decided_percent {100 * decided / open_positions:.2f}",
        f"longest_win {max(wins)}",
        *(f"win_{plies} {number}" for plies, number in sorted(wins.items())),
        *(f"loss_{plies} {number}" for plies, number in sorted(losses.items())),
    ]
