"""Validation: which states of a game of Drehwurm can occur between two moves.

Decides which positions are valid; from each valid position a game can finish.  The counts of cards
are not added up: people may have corrected one of them.
"""

from .cards import UNSEEN
from .full import TAKEN, FullGame
from .rules import HENS, WORMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cards import Pile
    from .fast import FastGame


def can_stand(game: "FullGame | FastGame") -> bool:
    """Tell whether a game can be in this state and go on from it."""
    return _can_full(game) if isinstance(game, FullGame) else _can_fast(game)


def _can_full(game: "FullGame") -> bool:
    for hens, hand in zip(game.hens, game.hands):
        if not 0 <= hens <= min(hand, HENS):
            return False
    for card in [card for pile in game.piles for side in pile for card in side]:
        if card != UNSEEN and game.deck.why_no_worm(card):
            return False
    is_right = game.draw <= WORMS and (game.turned < 0 or game.turner >= 0)
    is_right = is_right and (game.eater == "" or game.phase == "shows")
    if not is_right or (game.phase == "start") != (not game.piles):
        return False
    if game.phase in ("start", "over"):
        return True
    if game.phase == "turn":
        return _are_open(game.piles) and not game.has_ended()
    rest = game.piles[: game.awaited] + game.piles[game.awaited + 1 :]
    if game.awaited < 0 or not _are_open(rest):
        return False
    pile = game.piles[game.awaited]
    if game.phase == "new":
        return pile == TAKEN and game.draw >= 2
    if not pile[0] or not pile[1]:
        return False
    # The visible side was turned up, or is the other side of an eaten pile.
    seen = pile[0][-1] != UNSEEN
    return seen and pile[1][-1] == UNSEEN if game.eater else not seen


def _are_open(piles: "tuple[Pile, ...]") -> bool:
    """Tell whether each of these piles has two sides, and a card that was seen on top."""
    return all(top and under and top[-1] != UNSEEN for top, under in piles)


def _can_fast(game: "FastGame") -> bool:
    for played, worms, left in zip(game.played, game.worms, game.left):
        if not 0 <= played <= HENS or worms < 0 or (left is not None and left < 0):
            return False
    named = [seat for seat, _ in game.claims]
    for seat, ms in game.claims:
        if seat < 0 or seat == game.turner or named.count(seat) > 1 or ms < 0:
            return False
    for seat in game.struck:
        if seat not in named or game.struck.count(seat) > 1:
            return False
    if sum(game.worms) > WORMS:
        return False
    given = game.seats - game.left.count(None)
    if game.phase == "race":
        return game.turner >= 0 and not given
    if game.phase == "turn":
        return not named and not given
    return not named and (given == game.seats) == (game.phase == "over")
