"""The games of the registry, as tests iterate over them: no test lists them by hand.

`per_game` checks that a table has an entry for each game. `beside` returns the games without an
entry, for tables of exceptions.
"""

from collections.abc import Collection
from typing import TypeVar

from schiri_engines.registry import rows

Table = TypeVar("Table", bound=Collection[object])

# It does not include a game from outside that a test may have added.
_OURS = [row for row in rows() if not row.package]
GAMES = [row.name for row in _OURS]
BOARDS = [row.name for row in _OURS if row.size]
CARDS = [row.name for row in _OURS if not row.size]


def per_game(table: Table, games: Collection[str] = GAMES) -> Table:
    """Return a table after checking that it has entries for each of these games and for no other.

    Shape: a mapping by names of games, or rows that begin with a name.

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
    """Return the games without an entry in a table as for `per_game`.

    >>> beside({"switch": 5}, ["switch", "joggle"])
    ['joggle']
    """
    found = {row[0] if isinstance(row, tuple) else row for row in table}
    if strange := found - {*games}:
        raise AssertionError(f"no such games: {strange}")
    return [game for game in games if game not in found]


# The options with which tests play each game, besides the defaults.
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
    """Return the last options with which tests play a game, or the defaults."""
    return [{}, *OPTIONS[game]][-1]
