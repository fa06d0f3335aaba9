"""What is played on a table of Drehwurm: the match, and its game as the kind that it is.

Decides nothing: a table knows any game, and what asks here knows which one it is.  A match keeps
only the sums of its games; what each has brought is found here.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from schiri_engines.table import NEXT, Table

if TYPE_CHECKING:
    from schiri_engines.drehwurm.fast import FastGame
    from schiri_engines.drehwurm.full import FullGame
    from schiri_engines.drehwurm.match import Drehwurm
    from schiri_engines.protocols import Entry


def match_of(table: Table) -> "Drehwurm":
    """Return the match on a table."""
    return cast("Drehwurm", table.game)


def full_game(table: Table) -> "FullGame":
    """Return the game of a match of which each card is entered."""
    return cast("FullGame", match_of(table).game)


def fast_game(table: Table) -> "FastGame":
    """Return the game of a match of which races and eaten piles are entered."""
    return cast("FastGame", match_of(table).game)


def points_played(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the points of each seat in each game that a match has left behind.

    Shape: the game that is played now, or has just ended, is not among them.
    """
    number = match_of(table).number
    if number == 1:
        return ()
    entries = [*table.entries]
    steps = [at for at, entry in enumerate(entries) if entry == NEXT]
    options = tuple(sorted(match_of(table).options.items()))
    return _points(tuple(entries[: steps[-1] + 1]), options, table.names)


# All that was played is played through anew, once for each game that follows.
@lru_cache(4)
def _points(
    entries: "tuple[Entry, ...]", options: tuple[tuple[str, str], ...], names: tuple[str, ...]
) -> tuple[tuple[int, ...], ...]:
    # Whoever plays none does not load it.
    from schiri_engines.drehwurm.match import Drehwurm

    table = Table(Drehwurm(dict(options), len(names)), names)
    found = []
    for entry in entries:
        if entry == NEXT:
            found.append(match_of(table).game.scores())
        table.apply(entry)
    return tuple(found)
