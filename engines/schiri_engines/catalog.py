"""The games there are: their names, and how to get one without loading the others.

Decides nothing about any game.  A device loads `board_games` instead.
"""

from .board_games import BOARD_GAMES as BOARDS
from .board_games import RULES_DIGEST
from .refusals import MalformedText

__all__ = ["BOARD_GAMES", "GAMES", "RULES_DIGEST", "game_class"]

BOARD_GAMES = tuple([name for name, _ in BOARDS])
GAMES = BOARD_GAMES + ("zwoggel", "drehwurm")


def game_class(name: str):
    """Return a game's class, importing it when it is first asked for.

    Raises: MalformedText (unknown-game).

    >>> game_class("switch").NAME
    'switch'
    """
    if name == "switch":
        from .switch import Switch

        return Switch
    if name == "joggle":
        from .joggle import Joggle

        return Joggle
    if name == "zwoggel":
        from .zwoggel import Zwoggel

        return Zwoggel
    if name == "drehwurm":
        from .drehwurm import Drehwurm

        return Drehwurm
    raise MalformedText("unknown-game", name, " ".join(GAMES))
