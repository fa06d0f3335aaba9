"""What is played on a table of Drehwurm: the match, and its game as the kind that it is.

Decides nothing: a table knows any game, and what asks here knows which one it is.
"""

from typing import TYPE_CHECKING, cast

from schiri_engines.table import Table

if TYPE_CHECKING:
    from schiri_engines.drehwurm.fast import FastGame
    from schiri_engines.drehwurm.full import FullGame
    from schiri_engines.drehwurm.match import Drehwurm


def match_of(table: Table) -> "Drehwurm":
    """Return the match on a table."""
    return cast("Drehwurm", table.game)


def full_game(table: Table) -> "FullGame":
    """Return the game of a match of which each card is entered."""
    return cast("FullGame", match_of(table).game)


def fast_game(table: Table) -> "FastGame":
    """Return the game of a match of which races and eaten piles are entered."""
    return cast("FastGame", match_of(table).game)
