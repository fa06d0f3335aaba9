"""What may be played with a roll: placing, moving, swapping.

Decides JO-3, JO-4, JO-8 to JO-11 for lists of moves.  Must not change a game, nor know its ends.
"""

from .fields import PLACE_OF
from .figures import STEPS, is_complete
from .notation import MOVE, SWAP
from .refusing import why_forbidden


def free_places(game) -> list:
    """Return the free places of the rolled colour that may be used.

    Rule: JO-3, JO-5, JO-11.
    """
    marbles = game.marbles
    free = [place for place in game.fields[game.roll] if not marbles[place]]
    if game.bars_figures():
        me, kinds = game.me, game.kinds
        return [place for place in free if not is_complete(marbles, place, me, kinds)]
    return free


def can_be_played(game) -> bool:
    """Tell whether there are any `free_places`.

    Rule: JO-5.
    """
    marbles, me, kinds, bars = game.marbles, game.me, game.kinds, game.bars_figures()
    for place in game.fields[game.roll]:
        if not marbles[place] and not (bars and is_complete(marbles, place, me, kinds)):
            return True
    return False


def moves_with(game, own: list) -> list:
    """Return all moves and swaps of these own marbles, when all marbles lie.

    Rule: JO-4, JO-8.
    """
    targets = [place << 7 | MOVE for place in free_places(game)]
    moves = [source | target for source in own for target in targets]
    if game.roll == "J":
        moves.extend(swaps_with(game, own))
    return moves


def swaps_with(game, own: list) -> list:
    """Return the swaps of these own marbles.

    Rule: JO-8 to JO-10.
    """
    marbles, me, kinds = game.marbles, game.me, game.kinds
    other = 3 - me
    targets = [
        place
        for place in places_of(marbles, other)
        if not is_complete(marbles, place, other, kinds)
    ]
    making = [place for place in targets if is_complete(marbles, place, me, kinds)]
    swaps = []
    for source in own:
        if is_complete(marbles, source, me, kinds):
            continue
        makes = not game.may_complete_other and is_complete(marbles, source, other, kinds)
        for target in targets:
            # What one of them would complete stays incomplete only if the other leaves it.
            is_doubtful = makes or target in making
            if is_doubtful and target - source not in STEPS:
                continue
            if not is_doubtful or why_forbidden(game, source, target) is None:
                swaps.append(source | target << 7 | SWAP)
    return swaps


def places_of(marbles: bytearray, colour: int) -> list:
    """Return the places of a colour's marbles, in the order of the cells."""
    return [place for place in PLACE_OF if marbles[place] == colour]
