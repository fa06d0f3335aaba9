"""The board games, loaded: what a device plays.

Decides nothing.  A device loads them before all else, while its heap is in one piece, and because
loading one later would take longer than a press may; a PC loads what is asked for: `catalog`.
"""

from .joggle import Joggle
from .refusals import MalformedText
from .switch import Switch

BOARD_GAMES = {"switch": Switch, "joggle": Joggle}
# Those that a device offers, in their order.
NAMES = ("switch",)


def board_game(name: str):
    """Return the class of a board game.

    Raises: MalformedText (unknown-game).
    """
    if name in NAMES:
        return BOARD_GAMES[name]
    raise MalformedText("unknown-game", name, " ".join(NAMES))
