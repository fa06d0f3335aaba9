"""The registry: one row a game, and how to get a game without loading the others.

Decides which games there are, which of them fit a grid, and under which names their modules are
found.  Must not know anything else of a game.

A game's modules are imported when they are first asked for.  Those of ours are found by the game's
name: the rules in ``schiri_engines.NAME`` (complete, for a PC) and
``schiri_engines.board_games.NAME`` (what a device loads), the device's adapter in
``schiri_device.games.NAME``, the PC's in ``schiri.games.NAME``.  A game from outside names a
package P and has ``P.rules``, ``P.device`` and ``P.pc``.  A module of rules names its class
``GAME``, the others name their adapter ``ADAPTER``.
"""

import sys

from .refusals import MalformedText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from .game import Game
    from .protocols import PlayedBoard

# Of the rules' behaviour, not of the files: two programs that have it judge alike.  A test
# computes it from perft figures, the ends they meet and the refusal codes.
RULES_DIGEST = "3d6c69c5"

LARGEST_SIZE = 8
_HERE = __name__.split(".")[0]


class GameRow:
    """What is known of a game before it is loaded.

    Shape: ``size`` is the cells a side of its board, 0 for a game of cards; ``package`` is "" for a
    game of ours, else the dotted package of one that comes from outside.

    >>> GameRow("switch", 5).module("schiri.games", "pc")
    'schiri.games.switch'
    >>> GameRow("noughts", 3, "tests.fifth_game").module("schiri.games", "pc")
    'tests.fifth_game.pc'
    """

    def __init__(self, name: str, size: int, package: str = ""):
        self.name = name
        self.size = size
        self.package = package

    def module(self, home: str, part: str) -> str:
        """Return the dotted name of a module of this game: in ``home`` if it is one of ours."""
        return self.package + "." + part if self.package else home + "." + self.name


# In the order in which they are offered.
_ROWS = [
    GameRow("switch", 5),
    GameRow("joggle", 8),
    GameRow("zwoggel", 0),
    GameRow("drehwurm", 0),
]


def rows() -> tuple[GameRow, ...]:
    """Return the rows of all games."""
    return tuple(_ROWS)


def add(row: GameRow) -> None:
    """Add a game that comes from outside.

    Raises: ValueError (where there is a game of this name, or no board has this size).

    >>> add(GameRow("switch", 5, "mine"))
    Traceback (most recent call last):
    ValueError: switch is taken
    """
    if row.name in names():
        raise ValueError(row.name + " is taken")
    if not 0 <= row.size <= LARGEST_SIZE:
        raise ValueError("no board has the size " + str(row.size))
    _ROWS.append(row)


def names() -> list[str]:
    """Return the names of all games.

    >>> names()
    ['switch', 'joggle', 'zwoggel', 'drehwurm']
    """
    return [row.name for row in _ROWS]


def names_for(size: int = LARGEST_SIZE) -> list[str]:
    """Return the names of the board games that fit a grid of this size, of all by default.

    >>> names_for(), names_for(5)
    (['switch', 'joggle'], ['switch'])
    """
    return [row.name for row in _ROWS if 0 < row.size <= size]


def row_of(name: str) -> GameRow:
    """Return the row of a game.

    Raises: MalformedText (unknown-game).
    """
    for row in _ROWS:
        if row.name == name:
            return row
    raise MalformedText("unknown-game", name, " ".join(names()))


def load(module: str) -> "ModuleType":
    """Return a module by its dotted name, importing it when it is first asked for."""
    if module not in sys.modules:
        __import__(module)
    return sys.modules[module]


def game_class(name: str) -> "type[Game]":
    """Return a game's class with all that a PC asks it.

    Raises: MalformedText (unknown-game).

    >>> game_class("switch").NAME
    'switch'
    """
    found: type[Game] = load(row_of(name).module(_HERE, "rules")).GAME
    return found


def board_game(name: str) -> "type[PlayedBoard]":
    """Return the class of a board game as a device plays it.

    A device loads one of them before all else, while its heap is in one piece.
    Raises: MalformedText (unknown-game).
    """
    row = row_of(name)
    if not row.size:
        raise MalformedText("unknown-game", name, " ".join(names_for()))
    found: type[PlayedBoard] = load(row.module(_HERE + ".board_games", "rules")).GAME
    return found
