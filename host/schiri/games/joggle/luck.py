"""The probability of such luck with the dice of Joggle.

Decides the figures; the die has each colour once and the joggle twice (JO-1).
"""

from collections.abc import Sequence
from math import exp, lgamma, log, log1p
from typing import NamedTuple

GAME = "joggle"
FACES = "RGBYJ"
CHANCES = (1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 3)


class Luck(NamedTuple):
    """The probabilities of such rolls with fair dice.

    Units: chances from 0 to 1.
    Shape: ``joggles`` is that of this many joggles or more, ``uneven`` that of rolls spread at
    least as unevenly over the five kinds.
    """

    joggles: float
    uneven: float


def luck_of(counts: Sequence[int]) -> Luck:
    """Return the probability of rolls, counted by kind in the order of FACES.

    The spread is judged by Pearson's chi-squared with four degrees of freedom, whose tail has a
    closed form; it is an approximation, a good one from some thirty rolls on.

    >>> luck = luck_of([3, 2, 4, 1, 10])
    >>> round(luck.joggles, 3), round(luck.uneven, 3)
    (0.092, 0.406)
    >>> round(luck_of([500, 500, 500, 500, 1030]).joggles, 3)
    0.226
    >>> luck_of([0, 0, 0, 0, 0])
    Luck(joggles=1.0, uneven=1.0)
    """
    total, joggles = sum(counts), counts[-1]
    if not total:
        return Luck(1.0, 1.0)
    chance = CHANCES[-1]
    # With logarithms: a hundred evenings have so many rolls that a float would overflow.
    tail = sum(
        exp(
            lgamma(total + 1)
            - lgamma(hits + 1)
            - lgamma(total - hits + 1)
            + hits * log(chance)
            + (total - hits) * log1p(-chance)
        )
        for hits in range(joggles, total + 1)
    )
    squares = sum(
        (count - total * each) ** 2 / (total * each)
        for count, each in zip(counts, CHANCES, strict=True)
    )
    return Luck(min(tail, 1.0), exp(-squares / 2) * (1 + squares / 2))
