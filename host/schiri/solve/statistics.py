"""The solution in figures.

Decides what is counted: positions with neither side connected, which can start a game, by value;
others separately.
"""

import numpy as np

from schiri.solve.positions import POSITIONS
from schiri.solve.solution import DRAW, OVER, Values


def lines(values: Values) -> list[str]:
    """Return the figures, one ``NAME VALUE`` a line.

    Shape: each named value is in words of `schiri engine value`, spaces as ``_``.
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
