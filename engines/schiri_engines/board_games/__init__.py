"""The board games as a device plays them: which fit its grid, and how to get one.

Decides nothing about any game.  A device loads one of them before all else, while its heap is in
one piece.  What only a PC needs of a game, such as `from_position`, is in the package that has the
game's name: its class is a subclass of the one here.
"""

from ..refusals import MalformedText

# Of the rules' behaviour, not of the files: two programs that have it judge alike.  A test
# computes it from perft figures, the ends they meet and the refusal codes.
RULES_DIGEST = "3d6c69c5"

# Name and size of the board, in the order in which a device offers them.
BOARD_GAMES = (("switch", 5), ("joggle", 8))


def names_for(size: int) -> list:
    """Return the games that fit a grid of this size.

    >>> names_for(8), names_for(5)
    (['switch', 'joggle'], ['switch'])
    """
    return [name for name, needed in BOARD_GAMES if needed <= size]


def board_game(name: str):
    """Return the class of a board game, importing it when it is first asked for.

    Raises: MalformedText (unknown-game).
    """
    if name == "switch":
        from .switch import Switch

        return Switch
    if name == "joggle":
        from .joggle import Joggle

        return Joggle
    raise MalformedText("unknown-game", name, " ".join(names_for(8)))
