"""The games there are: their names, and how to get one without loading the others.

Decides nothing about any game.
"""

from .refusals import MalformedText

BOARD_GAMES = ("switch", "joggle")
GAMES = BOARD_GAMES + ("zwoggel", "drehwurm")
# Those of them that can be played by now.
BUILT = GAMES

# Of the rules' behaviour, not of the files: two programs that have it judge alike.  A test
# computes it from perft figures, the ends they meet and the refusal codes.
RULES_DIGEST = "3d6c69c5"


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
