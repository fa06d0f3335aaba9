"""The rows of the games, as a device needs them: one a game, and how to load what it plays.

Decides which games exist, which of them fit a grid, and the names of their modules.  Must not know
anything else of a game.

A game's modules are imported on first use.  Modules of our games are found by name:
``schiri_engines.NAME.game`` has its class, ``schiri_engines.NAME.notation`` its moves as text,
``schiri_engines.NAME.programs`` what only programs need; the device's adapter is
``schiri_device.games.NAME``, the PC's part is the package ``schiri.games.NAME``.  A game from
outside names a package P and has ``P.rules``, ``P.device`` and the modules of the PC's part.  The
class of the rules is ``GAME``, the device's adapter ``ADAPTER``.
"""

import sys

from .refusals import MalformedText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from .game import BoardGame

LARGEST_SIZE = 8
_HERE = __name__.split(".")[0]


class GameRow:
    """The facts of a game that are known before it is loaded.

    Shape: ``size`` is the cells a side of its board, 0 for a game of cards; ``package`` is "" for a
    game of ours, else the dotted package of one that comes from outside; ``digest``, eight hex
    digits, is computed from the behaviour of the rules, not from their files: equal digests mean
    equal rules.

    >>> GameRow("switch", 5).module("schiri_device.games", "device")
    'schiri_device.games.switch'
    >>> GameRow("noughts", 3, "tests.fifth_game").module("schiri_device.games", "device")
    'tests.fifth_game.device'
    """

    def __init__(self, name: str, size: int, package: str = "", digest: str = "00000000"):
        self.name = name
        self.size = size
        self.package = package
        self.digest = digest

    def module(self, home: str, part: str) -> str:
        """Return the dotted name of a module of this game: in ``home`` if it is one of ours."""
        return self.package + "." + part if self.package else home + "." + self.name


# In the order of the menu. Card games, which a device does not play, are in `registry`. A test
# computes the digests from perft figures, outcomes and refusal codes.
ROWS = [
    GameRow("switch", 5, digest="3d6c69c5"),
    GameRow("joggle", 8, digest="5ef3e74a"),
]


def names_for(size: int = LARGEST_SIZE) -> list[str]:
    """Return the names of the board games that fit a grid of this size, of all by default.

    >>> names_for(), names_for(5)
    (['switch', 'joggle'], ['switch'])
    """
    return [row.name for row in ROWS if 0 < row.size <= size]


def row_of(name: str) -> GameRow:
    """Return the row of a game.

    Raises: MalformedText (unknown-game).
    """
    for row in ROWS:
        if row.name == name:
            return row
    raise MalformedText("unknown-game", name, " ".join([row.name for row in ROWS]))


def part_of(row: GameRow, part: str) -> "ModuleType":
    """Return a module of a game's rules; a game from outside has only ``rules``."""
    return load(row.package + ".rules" if row.package else f"{_HERE}.{row.name}.{part}")


def load(module: str) -> "ModuleType":
    """Return a module by its dotted name; import it on first use."""
    if module not in sys.modules:
        __import__(module)
    return sys.modules[module]


def board_game(name: str) -> "type[BoardGame]":
    """Return the class of a board game.

    A device loads one of them first, while its heap is not fragmented.
    Raises: MalformedText (unknown-game).
    """
    row = row_of(name)
    if not row.size:
        raise MalformedText("unknown-game", name, " ".join(names_for()))
    found: type[BoardGame] = part_of(row, "game").GAME
    return found
