"""The board games that a device plays: which fit its grid, and how to get one.

Decides nothing about any game.  A device loads those that fit before all else, while its heap is
in one piece, and because loading one later would take longer than a press may.
"""

from .catalog import game_class
from .refusals import MalformedText

# Name and size of the board, in the order in which a device offers them.
BOARD_GAMES = (("switch", 5), ("joggle", 8))

# A free set-up may not end connected, though the game it leads to may stand so.
_QUIET = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb "


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


def entries_to(table) -> list:
    """Return the entries that put a table with the same options where this one stands.

    Shape: of a game that is not over; the other one is new, or stood there before.
    """
    game = table.game
    turn, position = ("set", "turn", table.turn), ("set", "position", game.position())
    if game.phase in ("roll", "move"):
        # The side tells whose turn it is, but for partners; and who is given it has not rolled.
        has_partners, has_rolled = len(game.colours) > 2, game.phase == "move"
        return [position] + [turn] * has_partners + [position] * (has_partners and has_rolled)
    if game.standing()[1]:
        return [turn, ("set", "position", _QUIET + game.side), position]
    if game.phase == "place":
        # Whoever is not on turn as the stones are laid counts as the one that starts; who placed
        # first follows from those that lie.
        before = 1 - game.starter if game.starter >= 0 else table.turn
        return [("set", "turn", before), position, turn]
    return [turn, position]
