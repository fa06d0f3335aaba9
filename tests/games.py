"""Our games, as tests go over them: those of the registry, which nobody lists by hand.

A table that has to say something of each game is held against them where it is written, by
`per_game`; where there is something usual, the games `beside` a table are tried so.
"""

from collections.abc import Collection
from typing import TypeVar

from schiri_engines.registry import rows

Table = TypeVar("Table", bound=Collection[object])

# A game from outside, which a test may have added, is none of them.
_OURS = [row for row in rows() if not row.package]
GAMES = [row.name for row in _OURS]
BOARDS = [row.name for row in _OURS if row.size]
CARDS = [row.name for row in _OURS if not row.size]


def per_game(table: Table, games: Collection[str] = GAMES) -> Table:
    """Return a table that says something of each of these games, and of no other.

    Shape: by the names of games, or rows that begin with one.

    >>> per_game({"switch": 5, "joggle": 8}, ["switch", "joggle"])["joggle"]
    8
    >>> per_game([("switch", "a1-c3"), ("switch", "undo")], ["switch", "joggle"])
    Traceback (most recent call last):
    AssertionError: a row is missing for joggle
    """
    lacking = beside(table, games)
    if lacking:
        raise AssertionError("a row is missing for " + " ".join(lacking))
    return table


def beside(table: Collection[object], games: Collection[str] = GAMES) -> list[str]:
    """Return the games of which a table, as for `per_game`, says nothing.

    >>> beside({"switch": 5}, ["switch", "joggle"])
    ['joggle']
    """
    found = {row[0] if isinstance(row, tuple) else row for row in table}
    if strange := found - {*games}:
        raise AssertionError(f"no such games: {strange}")
    return [game for game in games if game not in found]


# With which options each is tried beside the defaults, each set by itself.
OPTIONS: dict[str, list[dict[str, str]]] = per_game(
    {
        "switch": [
            {"repetition": "off"},
            {"layout": "free"},
            {"layout": "2", "start": "w"},
        ],
        "joggle": [
            {"goal": "1R1S", "extreme": "on"},
            {"goal": "2S", "no-field": "pass", "start": "b"},
            {"goal": "1R", "teams": "on"},
            {"goal": "1R", "teams": "on", "no-field": "pass"},
        ],
        "zwoggel": [
            {"frame": "8x8", "no-fill-holes": "on"},
            {"trip-ends-turn": "on"},
        ],
        "drehwurm": [
            {"mode": "full"},
            {"mode": "full", "joker": "number", "colours": "3"},
            {"mode": "full", "joker": "no-joker-on-joker", "throw-in": "same-colour"},
        ],
    }
)


def last_options(game: str) -> dict[str, str]:
    """Return the last options with which a game is tried, the defaults where it has no others."""
    return [{}, *OPTIONS[game]][-1]
