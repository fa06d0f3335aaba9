"""What programs need of Joggle: moves in an order, the die, plies, and what a roll brought.

Decides what is a ply.  A device does not load it.
"""

from .game import Joggle
from .movegen import can_be_played, rolled_in
from .notation import DIE, MOVE, PLACE_OF, ROLL, SWAP

# The weights of the rolls: the die has two joggles (JO-1).
WEIGHTS = (1, 1, 1, 1, 2)


def all_moves() -> list[int]:
    """Return each placement, move and swap, then the rolls."""
    pairs = [one | two << 7 for one in PLACE_OF for two in PLACE_OF if one != two]
    moves = [pair | kind for kind in (MOVE, SWAP) for pair in pairs]
    return list(PLACE_OF) + moves + [ROLL | number for number in range(len(DIE))]


def plies(game: Joggle) -> list[int]:
    """Return the rolls that begin a ply, or the moves after one.

    Shape: a roll without a usable field begins no ply; with the option to pass it is a ply.  A
    position that was given with such a roll passes with the next roll.
    """
    if game.end:
        return []
    if game.roll:
        moves = game.legal_moves()
        return [ROLL | DIE.index(game.roll)] if game.passes and not moves else moves
    return [
        ROLL | number
        for number in range(len(DIE))
        if game.passes or can_be_played(game, DIE[number])
    ]


def roll_had_no_field(game: Joggle) -> bool:
    """Tell whether the last roll found no usable field: roll again, or it passed (JO-5)."""
    return not game.roll and len(game.past) > 0 and game.past[-1] & ROLL == ROLL


def skipped(game: Joggle) -> list[int]:
    """Return the seats that were skipped after the last move, or roll (JO-5)."""
    count = len(game.past)
    if game.roll or not count:
        return []
    # Saved for undo: the roll, the turns and the colour.
    if game.past[-1] & ROLL == ROLL:
        before = rolled_in(game.past[-1])
    else:
        before = game.rolled or (rolled_in(game.past[-2]) if count > 1 else game.root)
    seats = len(game.colours)
    return [(turn + game.shift) % seats for turn in range(before[1] + 1, game.turns)]
