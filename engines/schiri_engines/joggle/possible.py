"""Which positions of Joggle there can be.

Decides what JO-1, JO-3, JO-5 and JO-12 say about how many marbles lie after how many turns.
"""

from ..refusals import MalformedText
from .fields import ALL, EACH


def check_marbles(letters: str) -> None:
    """Let pass no more marbles than there are.

    Raises: MalformedText (bad-count).  Rule: JO-1.
    """
    black, white = letters.count("b"), letters.count("w")
    if max(black, white) > EACH:
        raise MalformedText("bad-count", f"b={black} w={white}", "b<=16 w<=16")


def check_turns(letters: str, turns: int, begins: str, passes: bool) -> None:
    """Let pass as many marbles as so many turns can have brought.

    Shape: ``begins`` is the colour that began, empty where that is not known.
    Raises: MalformedText (bad-turn).  Rule: JO-3, JO-5.
    """
    black, white = letters.count("b"), letters.count("w")
    if passes:
        first, second = (turns + 1) // 2, turns // 2
        least, most = min(black, white), max(black, white)
        if begins:
            most, least = (black, white) if begins == "b" else (white, black)
        if most > first or least > second:
            _refuse_turns(letters, turns, f"b+w<={min(turns, ALL)}")
    elif black + white != min(turns, ALL) or abs(black - white) > 1:
        _refuse_turns(letters, turns, f"b+w={min(turns, ALL)}")


def check_by_hand(letters: str, turns: int, passes: bool) -> None:
    """Let pass what can lie where people have put each other on turn: only the sum tells.

    Raises: MalformedText (bad-turn).  Rule: JO-3, JO-5, TA-5.
    """
    black, white = letters.count("b"), letters.count("w")
    most = min(turns, ALL)
    # Turns go by without a marble where passing is the rule, and once a colour is used up.
    is_loose = passes or EACH in (black, white)
    if black + white > most or (black + white < most and not is_loose):
        _refuse_turns(letters, turns, f"b+w={most}")


def _refuse_turns(letters: str, turns: int, wanted: str) -> None:
    found = f"b={letters.count('b')} w={letters.count('w')} TURN={turns}"
    raise MalformedText("bad-turn", found, wanted)


def shares(letters: str, colours: str) -> list:
    """Return how many marbles each seat has left where partners placed in turn.

    Shape: ``colours`` has one letter a seat.  Rule: JO-12.

    >>> shares("bww", "wb"), shares("bww", "wbwb")
    ([14, 15], [7, 7, 7, 8])
    """
    seats = len(colours)
    left = []
    for seat in range(seats):
        placed = letters.count(colours[seat])
        # Of an odd number the one who began the team's turns has placed the one more.
        left.append(8 - (placed + 1 - seat // 2) // 2 if seats == 4 else EACH - placed)
    return left


def check_left(letters: str, left: tuple, colours: str) -> None:
    """Let pass four supplies that fit what lies.

    Raises: MalformedText (bad-supplies).  Rule: JO-5, JO-12.
    """
    sums = [EACH - letters.count(colours[team]) for team in range(2)]
    found = ",".join([str(each) for each in left])
    if len(left) != 4 or max(left) > EACH // 2:
        raise MalformedText("bad-supplies", found or "-", "8,8,8,8")
    if [left[0] + left[2], left[1] + left[3]] != sums:
        raise MalformedText("bad-supplies", found, f"1+3={sums[0]} 2+4={sums[1]}")
