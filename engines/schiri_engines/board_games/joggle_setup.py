"""Positions of Joggle as text, and how a game comes to stand at one that is put right by hand.

Decides the text of a position, which of them people may put each other into (JO-1, JO-5, JO-12),
who is on turn there, and who has won.
"""

from ..grid import parse_rows, rows_text
from ..refusals import MalformedText
from .figures import MARBLES, MARBLES_EACH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .joggle import Joggle

    # Letters, side, roll, turns, and the marbles left.
    Told = tuple[str, str, str, int, tuple[int, ...]]

POSITION = "ROWS b|w|- R|G|B|Y|J|- TURN [n,n,n,n]"


def parse_position(text: str) -> "Told":
    """Return the letters, side, roll, turns and the marbles left of four seats.

    Shape: ``-`` for a side or a roll is the empty text; marbles left that are not there are an
    empty tuple.
    Raises: MalformedText (bad-position and those of `parse_rows`).

    >>> parse_position("/".join(["........"] * 8) + " w - 0")[1:]
    ('w', '', 0, ())
    """
    words = text.split()
    numbers = words[3:4] + (words[4].split(",") if len(words) == 5 else [])
    is_right = len(words) in (4, 5)
    if is_right:
        # Nobody rolls once the game is over.
        is_right = words[1:3] == ["-", "-"] or (
            words[1] in ("b", "w") and words[2] in ("-", "R", "G", "B", "Y", "J")
        )
    for word in numbers:
        # As we write it, and small on every device.
        if word.strip("0123456789") or not 1 <= len(word) <= 6 or (word[0] == "0" and word != "0"):
            is_right = False
    if not is_right:
        raise MalformedText("bad-position", text, POSITION)
    counts = [int(word) for word in numbers]
    letters = parse_rows(words[0], 8, "bw.")
    return letters, words[1].strip("-"), words[2].strip("-"), counts[0], tuple(counts[1:])


def position_of(game: "Joggle") -> str:
    """Return rows, side, roll and turns; side and roll are ``-`` after the end.

    Shape: four teams that pass have their marbles left as a fifth word.
    """
    words = ["-", "-"] if game.outcome() else [game.side, game.roll or "-"]
    words = [rows_text(game.cells(), 8)] + words + [str(game.turns)]
    if tells_left(game):
        words.append(",".join([str(each) for each in game.supplies]))
    return " ".join(words)


def tells_left(game: "Joggle") -> bool:
    """Tell whether a position says what each seat has left: it follows from nothing else."""
    return game.passes and len(game.colours) == 4


def put_right(game: "Joggle", key: str, *values: int | str) -> None:
    """Set the turn (a seat) or the position (text) by hand; the history begins here.

    The colours stay where they are.  People have put each other on turn: of the turns of a position
    only the sum of the marbles tells.
    Raises: MalformedText (bad-position, bad-count, bad-turn, bad-supplies, skipped-side and
    those of `parse_rows`).  Rule: JO-1, JO-3, JO-5, TA-5.
    """
    value = values[0]
    if isinstance(value, int):
        game.begin_at(game.cells(), value, "", game.turns, game.supplies)
        game.skip()
        return
    told = parse_position(value)
    letters, side, _, turns, _ = told
    if not side:
        raise MalformedText("bad-position", value, POSITION.replace("|-", "", 1))
    black, white = count_marbles(letters)
    most = min(turns, MARBLES)
    # Turns go by without a marble where passing is the rule, and once a colour is used up.
    is_loose = game.passes or MARBLES_EACH in (black, white)
    if black + white > most or (black + white < most and not is_loose):
        refuse_turns(letters, turns, f"b+w={most}")
    # The text does not tell partners apart: rather the one whose turn it would be.
    seats = [(turns + game.shift + ahead) % len(game.colours) for ahead in range(4)]
    put_at(game, told, [seat for seat in seats if game.colours[seat] == side])


def count_marbles(letters: str) -> tuple[int, int]:
    """Return how many black and white marbles lie.

    Raises: MalformedText (bad-count, where they are more than there are).  Rule: JO-1.
    """
    black, white = letters.count("b"), letters.count("w")
    if max(black, white) > MARBLES_EACH:
        raise MalformedText("bad-count", f"b={black} w={white}", "b<=16 w<=16")
    return black, white


def refuse_turns(letters: str, turns: int, wanted: str) -> None:
    """Raise MalformedText (bad-turn)."""
    found = f"b={letters.count('b')} w={letters.count('w')} TURN={turns}"
    raise MalformedText("bad-turn", found, wanted)


def put_at(game: "Joggle", told: "Told", seats: list[int]) -> None:
    """Let a game stand at a position, with the first of these seats that can be on turn.

    Raises: MalformedText (bad-supplies, skipped-side).
    """
    letters, side, roll, turns, left = told
    supplies = supplies_of(letters, left, game.colours, tells_left(game))
    able = [seat for seat in seats if supplies[seat] or not sum(supplies) or not side]
    if not able:
        raise MalformedText("skipped-side", side, "b" if side == "w" else "w")
    game.stand_at(letters, able[0], roll, turns, supplies)


def supplies_of(letters: str, left: tuple[int, ...], colours: str, is_told: bool) -> list[int]:
    """Return how many marbles each seat has left: as it is told, or as partners place in turn.

    Shape: ``colours`` has one letter a seat; ``left`` is empty where it is not told.
    Raises: MalformedText (bad-supplies).  Rule: JO-5, JO-12.

    >>> supplies_of("bww", (), "wbwb", False), supplies_of("bww", (6, 7, 8, 8), "wbwb", True)
    ([7, 7, 7, 8], [6, 7, 8, 8])
    """
    due = [MARBLES_EACH - letters.count(colour) for colour in colours[:2]]
    if not is_told and not left:
        # Of an odd number the partner who placed first has placed the one more.
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
