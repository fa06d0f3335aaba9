"""Which positions of Joggle there can be.

Decides what JO-1, JO-3, JO-5 and JO-12 say about how many marbles lie after how many turns.
"""

from ..refusals import MalformedText
from .fields import ALL, EACH


def may_have_begun(told: tuple, colours: str) -> bool:
    """Tell whether a position can be one of a game in which the first of two colours began.

    Shape: ``told`` is what `parse_position` returns; ``colours`` has one letter a seat.

    >>> may_have_begun(("w" + "." * 63, "b", "", 1, ()), "wb")
    True
    """
    letters, side, _roll, turns, left = told
    if side:
        return side == colours[turns % 2]
    # Nobody is on turn any more: what a team has left tells, where that is told.
    return len(left) != 4 or left[0] + left[2] == EACH - letters.count(colours[0])


def check_position(told: tuple, begins: str, passes: bool) -> None:
    """Let pass what as many turns as a position tells can have brought.

    Shape: ``begins`` is the colour that began, empty where that is not known.
    Raises: MalformedText (bad-count, bad-turn, bad-supplies).  Rule: JO-1, JO-3, JO-5, JO-12.
    """
    letters, _side, _roll, turns, left = told
    check_marbles(letters)
    check_turns(letters, turns, begins, passes)
    if begins:
        check_seats(left, turns)


def check_by_hand(told: tuple, passes: bool) -> None:
    """Let pass what can lie where people have put each other on turn: only the sum tells.

    Raises: MalformedText (bad-count, bad-turn).  Rule: JO-1, JO-3, JO-5, TA-5.
    """
    letters, turns = told[0], told[3]
    check_marbles(letters)
    black, white = letters.count("b"), letters.count("w")
    most = min(turns, ALL)
    # Turns go by without a marble where passing is the rule, and once a colour is used up.
    is_loose = passes or EACH in (black, white)
    if black + white > most or (black + white < most and not is_loose):
        _refuse_turns(letters, turns, f"b+w={most}")


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


def check_seats(left: tuple, turns: int) -> None:
    """Let pass supplies from which nobody has placed in more turns than they have had.

    Raises: MalformedText (bad-supplies).  Rule: JO-12.
    """
    least = [EACH // 2 - (turns + 3 - seat) // 4 for seat in range(len(left))]
    for seat in range(len(left)):
        if left[seat] < least[seat]:
            wanted = ">=" + _numbers([max(each, 0) for each in least])
            raise MalformedText("bad-supplies", _numbers(left), wanted)


def _refuse_turns(letters: str, turns: int, wanted: str) -> None:
    found = f"b={letters.count('b')} w={letters.count('w')} TURN={turns}"
    raise MalformedText("bad-turn", found, wanted)


def supplies_of(letters: str, left: tuple, colours: str, is_told: bool) -> list:
    """Return how many marbles each seat has left: as it is told, or as partners place in turn.

    Shape: ``colours`` has one letter a seat; ``left`` is empty where it is not told.
    Raises: MalformedText (bad-supplies).  Rule: JO-5, JO-12.

    >>> supplies_of("bww", (), "wbwb", False), supplies_of("bww", (6, 7, 8, 8), "wbwb", True)
    ([7, 7, 7, 8], [6, 7, 8, 8])
    """
    due = [EACH - letters.count(colour) for colour in colours[:2]]
    if is_told:
        check_supplies(left, due)
        return list(left)
    if left:
        raise MalformedText("bad-supplies", _numbers(left), "-")
    # Of an odd number the partner who placed first has placed the one more.
    return due if len(colours) == 2 else [each // 2 for each in due + [due[0] + 1, due[1] + 1]]


def check_supplies(left: tuple, due: list) -> None:
    """Let pass four supplies of which each team's are as many as it has still to place.

    Raises: MalformedText (bad-supplies).
    """
    if len(left) != 4 or max(left) > EACH // 2:
        raise MalformedText("bad-supplies", _numbers(left) or "-", "8,8,8,8")
    if [left[0] + left[2], left[1] + left[3]] != due:
        raise MalformedText("bad-supplies", _numbers(left), f"1+3={due[0]} 2+4={due[1]}")


def _numbers(left) -> str:
    return ",".join([str(each) for each in left])
