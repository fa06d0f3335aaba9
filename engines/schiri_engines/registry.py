"""The registry: the rows of all games, for a PC; a game from outside adds its own.

Decides what may be added.  Must not know anything of a game but its row.  A device loads only
`game_rows`.
"""

from . import game_rows
from .game_rows import LARGEST_SIZE, GameRow, board_game, load, names_for, part_of, row_of

__all__ = [
    "LARGEST_SIZE",
    "GameRow",
    "add",
    "board_digests",
    "board_game",
    "game_class",
    "load",
    "names",
    "names_for",
    "part_of",
    "row_of",
    "rows",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, overload

    from .drehwurm.game import Drehwurm
    from .game import Game
    from .joggle.game import Joggle
    from .switch.game import Switch
    from .zwoggel.game import Zwoggel

# A device does not load these.  A test computes the digests from playthroughs and refusal codes.
game_rows.ROWS += [
    GameRow("zwoggel", 0, digest="d9c7a130"),
    GameRow("drehwurm", 0, digest="aba39ca4"),
]


def rows() -> tuple[GameRow, ...]:
    """Return the rows of all games."""
    return tuple(game_rows.ROWS)


def add(row: GameRow) -> None:
    """Add a game from outside.

    Raises: ValueError (the name is taken, or no board has this size).

    >>> add(GameRow("switch", 5, "mine"))
    Traceback (most recent call last):
    ValueError: switch is taken
    """
    if row.name in names():
        raise ValueError(row.name + " is taken")
    if not 0 <= row.size <= LARGEST_SIZE:
        raise ValueError("no board has the size " + str(row.size))
    game_rows.ROWS.append(row)


def names() -> list[str]:
    """Return the names of all games.

    >>> names()
    ['switch', 'joggle', 'zwoggel', 'drehwurm']
    """
    return [row.name for row in game_rows.ROWS]


def board_digests() -> set[str]:
    """Return the digests of the board games; a device reports that of its game."""
    return {row.digest for row in game_rows.ROWS if row.size}


# A program that writes out the name of a game of ours has the type of its class.
if TYPE_CHECKING:

    @overload
    def game_class(name: Literal["switch"]) -> type[Switch]: ...
    @overload
    def game_class(name: Literal["joggle"]) -> type[Joggle]: ...
    @overload
    def game_class(name: Literal["zwoggel"]) -> type[Zwoggel]: ...
    @overload
    def game_class(name: Literal["drehwurm"]) -> type[Drehwurm]: ...
    @overload
    def game_class(name: str) -> type[Game]: ...


def game_class(name: str) -> "type[Game]":
    """Return a game's class, for a PC.

    Raises: MalformedText (unknown-game).

    >>> game_class("switch").NAME
    'switch'
    """
    found: type[Game] = part_of(row_of(name), "game").GAME
    return found
