"""The match on a table of Drehwurm: its game, its points, and the cause of its end.

Decides which questions go to which of the two kinds of game.  Must not know words.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar, cast

from schiri_engines.drehwurm.rules import DEALT, HENS, WORMS
from schiri_engines.table import NEXT, Table

from schiri.events import Cause

if TYPE_CHECKING:
    from schiri_engines.drehwurm.fast import FastGame
    from schiri_engines.drehwurm.full import FullGame
    from schiri_engines.drehwurm.game import Drehwurm
    from schiri_engines.game import Entry

# The number of piles at the start.
LYING = 6
T = TypeVar("T")


def match_of(table: Table) -> "Drehwurm":
    """Return the match on a table."""
    return cast("Drehwurm", table.game)


def full_game(table: Table) -> "FullGame":
    """Return the game of a match in which each card is entered."""
    return cast("FullGame", match_of(table).game)


def fast_game(table: Table) -> "FastGame":
    """Return the game of a match in which races and eaten piles are entered."""
    return cast("FastGame", match_of(table).game)


def by_name(table: Table, values: Sequence[T]) -> dict[str, T]:
    """Return one value for each player."""
    return dict(zip(table.names, values, strict=True))


def scores_of(table: Table) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the scores of the game and of the match."""
    match = match_of(table)
    return by_name(table, match.game.scores()), by_name(table, match.match_scores())


def game_cause(table: Table) -> Cause:
    """Return the cause of the end of the last game, as far as the referee knows the cards."""
    match = match_of(table)
    game, seats = match.game, range(match.seats)
    empty = tuple(table.names[seat] for seat in seats if not game.cards_left(seat))
    if empty:
        return Cause("hand-empty", empty)
    if game.QUESTIONS:
        return Cause("deck-empty" if sum(full_game(table).hens) else "hens-played")
    # A fast referee does not know the draw pile.
    played = sum(fast_game(table).played)
    return Cause("hens-played" if played == HENS * match.seats else "game-called")


def points_played(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the points of each seat in each earlier game of a match.

    Shape: the current game, or the one that has just ended, is not included.
    """
    number = match_of(table).number
    if number == 1:
        return ()
    entries = [*table.entries]
    steps = [at for at, entry in enumerate(entries) if entry == NEXT]
    options = tuple(sorted(match_of(table).options.items()))
    return _points(tuple(entries[: steps[-1] + 1]), options, table.names)


# Each later game replays everything before it.
@lru_cache(4)
def _points(
    entries: "tuple[Entry, ...]", options: tuple[tuple[str, str], ...], names: tuple[str, ...]
) -> tuple[tuple[int, ...], ...]:
    # Loaded only for a match.
    from schiri_engines.drehwurm.game import Drehwurm

    table = Table(Drehwurm(dict(options), len(names)), names)
    found = []
    for entry in entries:
        if entry == NEXT:
            found.append(match_of(table).game.scores())
        table.apply(entry)
    return tuple(found)


def most_left(seats: int) -> int:
    """Return the most cards that a player can have left.

    Rule: DW-2, for a player who drew all cards that were not dealt.

    >>> most_left(3)
    66
    """
    return DEALT + WORMS - (DEALT - HENS) * seats - LYING
