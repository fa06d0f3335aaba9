"""Rolls of a die, for a player of ours or the dealer of an environment.

Decides which rolls are due, and how one is drawn.  Must not know the source of chance.
"""

from collections.abc import Callable
from typing import cast

from schiri_engines import programs
from schiri_engines.game import BoardGame


def rolls_due(game: BoardGame) -> list[tuple[int, int]]:
    """Return the rolls that have an effect, each with its weight; empty if no roll is due.

    >>> from schiri_engines.joggle.game import Joggle
    >>> len(rolls_due(Joggle())), rolls_due(Joggle().after("R"))
    (5, [])
    """
    rolls = programs.chance_outcomes(game)
    able = programs.plies(game) if rolls else ()
    return [(cast(int, roll), weight) for roll, weight in rolls if roll in able]


def drawn(rolls: list[tuple[int, int]], randbelow: Callable[[int], int]) -> int:
    """Return a random roll, weighted.

    >>> drawn([(7, 1), (8, 2)], lambda below: below - 1)
    8
    """
    at = randbelow(sum(weight for _, weight in rolls))
    return [roll for roll, weight in rolls for _ in range(weight)][at]
