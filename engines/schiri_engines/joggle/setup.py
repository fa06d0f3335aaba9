"""Marble counts for corrections: how many are on the board, and how many each seat has left.

Decides JO-1, JO-5 and JO-12 for a number of turns.  Must not know a game.
"""

from ..refusals import MalformedText
from .figures import MARBLES_EACH


def count_marbles(letters: str) -> tuple[int, int]:
    """Return the numbers of black and white marbles on the board.

    Raises: MalformedText (bad-count, above the number of marbles).  Rule: JO-1.
    """
    black, white = letters.count("b"), letters.count("w")
    if max(black, white) > MARBLES_EACH:
        raise MalformedText("bad-count", f"b={black} w={white}", "b<=16 w<=16")
    return black, white


def refuse_turns(letters: str, turns: int, wanted: str) -> None:
    """Raise MalformedText (bad-turn)."""
    found = f"b={letters.count('b')} w={letters.count('w')} TURN={turns}"
    raise MalformedText("bad-turn", found, wanted)


def supplies_of(letters: str, left: tuple[int, ...], colours: str, is_told: bool) -> list[int]:
    """Return how many marbles each seat has left, as stated, or if partners place in turn.

    Shape: ``colours`` has one letter a seat; ``left`` is empty if it is not stated.
    Raises: MalformedText (bad-supplies).  Rule: JO-5, JO-12.

    >>> supplies_of("bww", (), "wbwb", False), supplies_of("bww", (6, 7, 8, 8), "wbwb", True)
    ([7, 7, 7, 8], [6, 7, 8, 8])
    """
    due = [MARBLES_EACH - letters.count(colour) for colour in colours[:2]]
    if not is_told and not left:
        # If the number is odd, the first partner placed one more.
        return due if len(colours) == 2 else [each // 2 for each in due + [due[0] + 1, due[1] + 1]]
    wanted = ""
    if not is_told:
        wanted = "-"
    elif len(left) != 4 or max(left) > MARBLES_EACH // 2:
        wanted = "8,8,8,8"
    elif [left[0] + left[2], left[1] + left[3]] != due:
        wanted = f"1+3={due[0]} 2+4={due[1]}"
    if wanted:
        raise MalformedText("bad-supplies", ",".join([str(each) for each in left]) or "-", wanted)
    return list(left)
