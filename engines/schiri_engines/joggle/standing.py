"""How a game of Joggle comes to stand at a position: one that is given, or one put right by hand.

Decides who is on turn there, and who has won.
"""

from ..refusals import MalformedText, Outcome
from .notation import POSITION, parse_position
from .possible import check_by_hand, check_position, may_have_begun, supplies_of


def begin_at(game, told: tuple) -> None:
    """Let a game begin at a position; the side that began follows from it.

    Shape: ``told`` is what `parse_position` returns.
    Raises: MalformedText (bad-count, bad-turn, bad-supplies, skipped-side).
    """
    side, turns = told[1], told[3]
    if not may_have_begun(told, game.colours):
        game.colours = game.colours[1:] + game.colours[:1]
    check_position(told, game.colours[0] if side else "", game.passes)
    _stand_at(game, told, [turns % len(game.colours)])
    if not side and not game._end:
        game._end = Outcome((), "TA-2")


def put_position(game, text: str) -> None:
    """Let a game go on at a position; the colours stay where they are.

    Raises: MalformedText (bad-position, bad-count, bad-turn, bad-supplies, skipped-side and
    those of `parse_rows`).  Rule: TA-5.
    """
    told = parse_position(text)
    side, turns = told[1], told[3]
    if not side:
        raise MalformedText("bad-position", text, POSITION.replace("|-", "", 1))
    check_by_hand(told, game.passes)
    # The text does not tell partners apart: rather the one whose turn it would be.
    seats = [(turns + game._shift + ahead) % len(game.colours) for ahead in range(4)]
    _stand_at(game, told, [seat for seat in seats if game.colours[seat] == side])


def _stand_at(game, told: tuple, seats: list) -> None:
    """Stand at a position, with the first of these seats that can be on turn."""
    letters, side, roll, turns, left = told
    supplies = supplies_of(letters, left, game.colours, game.tells_left())
    able = [seat for seat in seats if supplies[seat] or not sum(supplies) or not side]
    if not able:
        raise MalformedText("skipped-side", side, "b" if side == "w" else "w")
    game._stand(letters, able[0], roll, turns, supplies)
    # Where both sides have the goal, the one that moved last has won.
    game._end = game.end_for(3 - game.me) or game.end_for(game.me)
    if game._end:
        game.roll = ""
