"""Validation: which positions of Joggle can occur in a game without corrections.

Decides what JO-1, JO-3, JO-5 and JO-12 say about how many marbles lie after how many turns.  A PC
checks positions that are typed.  After a correction by hand a position need not pass.
"""

from ..refusals import MalformedText
from .figures import MARBLES, MARBLES_EACH
from .setup import count_marbles, refuse_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .notation import State


def may_have_begun(state: "State", colours: str) -> bool:
    """Tell whether a position can occur in a game that the first of two colours began.

    Shape: ``state`` is what `parse_position` returns; ``colours`` has one letter a seat.

    >>> may_have_begun(("w" + "." * 63, "b", "", 1, ()), "wb")
    True
    """
    letters, side, _roll, turns, left = state
    if side:
        return side == colours[turns % 2]
    # After the end no seat is on turn: check the marbles left of a team, if they are stated.
    return len(left) != 4 or left[0] + left[2] == MARBLES_EACH - letters.count(colours[0])


def check_position(state: "State", begins: str, passes: bool) -> None:
    """Raise unless a position can occur after the number of turns that it states.

    Shape: ``begins`` is the colour that began, empty where that is not known.
    Raises: MalformedText (bad-count, bad-turn, bad-supplies).  Rule: JO-1, JO-3, JO-5, JO-12.
    """
    letters, _side, _roll, turns, left = state
    black, white = count_marbles(letters)
    if passes:
        first, second = (turns + 1) // 2, turns // 2
        least, most = min(black, white), max(black, white)
        if begins:
            most, least = (black, white) if begins == "b" else (white, black)
        if most > first or least > second:
            refuse_turns(letters, turns, f"b+w<={min(turns, MARBLES)}")
    elif black + white != min(turns, MARBLES) or abs(black - white) > 1:
        refuse_turns(letters, turns, f"b+w={min(turns, MARBLES)}")
    if begins:
        _check_seats(left, turns)


def _check_seats(left: tuple[int, ...], turns: int) -> None:
    """Raise if a player has placed in more turns than they have had.  Rule: JO-12."""
    least = [MARBLES_EACH // 2 - (turns + 3 - seat) // 4 for seat in range(len(left))]
    for seat in range(len(left)):
        if left[seat] < least[seat]:
            wanted = ">=" + ",".join([str(max(each, 0)) for each in least])
            found = ",".join([str(each) for each in left])
            raise MalformedText("bad-supplies", found, wanted)
