"""The board games that a device plays: which fit its grid, and how to get one.

Decides nothing about any game.  A device loads those that fit before all else, while its heap is
in one piece, and because loading one later would take longer than a press may.
"""

from .catalog import game_class
from .refusals import MalformedText

# Name and size of the board, in the order in which a device offers them.
BOARD_GAMES = (("switch", 5), ("joggle", 8))


def names_for(size: int) -> list:
    """Return the games that fit a grid of this size.

    >>> names_for(8), names_for(5)
    (['switch', 'joggle'], ['switch'])
    """
    return [name for name, needed in BOARD_GAMES if needed <= size]


def board_game(name: str):
    """Return the class of a board game.

    Raises: MalformedText (unknown-game).
    """
    for known, _ in BOARD_GAMES:
        if name == known:
            return game_class(name)
    raise MalformedText("unknown-game", name, " ".join([known for known, _ in BOARD_GAMES]))
