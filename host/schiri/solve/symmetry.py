"""Positions turned and mirrored so that the free cell is one of six: what is alike is told once.

Decides how a position is turned.  The rules know no directions, so an image has the same value.
"""

import numpy as np
from numba import njit
from schiri_engines.board_games.lost import CORNERS, ORBITS, turned

from schiri.solve.positions import CELLS, number_of

# Where the free cell comes, by where it is.
CORNER = np.array([CORNERS[ORBITS[free]] for free in range(CELLS)])
_TURNS = [
    min(symmetry for symmetry in range(8) if turned(free, symmetry) == CORNER[free])
    for free in range(CELLS)
]
# What becomes of the stones of each row, by the free cell, the row and the five bits of the row.
_IMAGES = np.array(
    [
        [
            [
                sum(1 << turned(5 * row + at, turn) for at in range(5) if bits >> at & 1)
                for bits in range(32)
            ]
            for row in range(5)
        ]
        for turn in _TURNS
    ]
)


@njit(inline="always")
def image_of(mine: int, free: int) -> int:
    """Return the number of a position's image, the free cell of which is one of `CORNERS`."""
    rows = _IMAGES[free]
    image = (
        rows[0, mine & 31]
        | rows[1, mine >> 5 & 31]
        | rows[2, mine >> 10 & 31]
        | rows[3, mine >> 15 & 31]
        | rows[4, mine >> 20]
    )
    number: int = number_of(image, CORNER[free])
    return number
