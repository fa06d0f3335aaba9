"""The state of a game of Joggle as text, and which states can occur in a game.

Decides the form, and what JO-1, JO-3, JO-5 and JO-12 say about how many marbles lie after how many
turns.  After a correction by hand a position need not pass: then it has further words.  A device
does not load it.

**Position** ``ROWS SIDE ROLL TURN [LEFT]``, as commands have it, and behind it where the state does
not follow from that, all of these in this order: ``colours=wb`` the colours of seats A and B,
``turn=A`` the seat that is on turn, or would be, ``left=16,16`` the marbles that each seat has
left, and once the game is over ``over=WINNERS,RULE``, ``-`` for no winner.
"""

from ..keyvalues import outcome_text, parse_count, parse_outcome, parse_seat, seat_text, split_words
from ..refusals import MalformedText, Outcome, Refused
from .figures import MARBLES, MARBLES_EACH
from .notation import parse_position
from .setup import count_marbles, refuse_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Joggle
    from .notation import State

KEYS = ("colours", "turn", "left", "over")
FURTHER = "ROWS b|w|- R|G|B|Y|J|- TURN colours=bw|wb turn=A left=n,n[,n,n] [over=A|B|AC|BD|-,RULE]"


def position_of(game: "Joggle") -> str:
    """Return the state of a game as text; further words are left out where they follow."""
    text, words = game.board_text(), _further_words(game)
    try:
        if _further_words(type(game).from_position(text, game.options)) == words:
            return text
    except (MalformedText, Refused):
        pass
    return " ".join([text] + words)


def _further_words(game: "Joggle") -> list[str]:
    left = ",".join([str(each) for each in game.supplies])
    words = ["colours=" + game.colours[:2], "turn=" + seat_text(game.seat), "left=" + left]
    return words + ["over=" + outcome_text(game.end)] if game.end and game.end.rule else words


def stand(game: "Joggle", text: str) -> None:
    """Set a new game to this position.

    Raises: as `Joggle.from_position`.
    """
    text, more = split_words(text, KEYS, FURTHER)
    state = parse_position(text)
    if more:
        _stand_at_words(game, state, more)
        return
    side, turns = state[1], state[3]
    if not may_have_begun(state, game.colours):
        game.colours = game.colours[1:] + game.colours[:1]
    check_position(state, game.colours[0] if side else "", game.passes)
    game.put_at(state, [turns % len(game.colours)])
    if not side and not game.end:
        game.end = Outcome((), "")


def _stand_at_words(game: "Joggle", state: "State", more: dict[str, str]) -> None:
    """Set the state to a position with further words."""
    letters, side, roll, turns, _ = state
    count_marbles(letters)
    left = [parse_count(word) for word in more.get("left", "").split(",")]
    seat = parse_seat(more.get("turn", ""), game.seats, FURTHER)
    sides = more.get("colours", "")
    colours = sides * (game.seats // 2)
    is_right = sides in ("bw", "wb") and len(left) == game.seats
    is_right = is_right and seat >= 0 and 0 <= min(left) <= max(left) <= MARBLES // game.seats
    # Each side's marbles are on the board or left, and the seat on turn has one to place.
    for at in (0, 1):
        placed = letters.count(sides[at : at + 1] or "-")
        own = [left[each] for each in range(at, len(left), 2)]
        is_right = is_right and placed + sum(own) == MARBLES_EACH
    is_right = is_right and (not side or left[seat] > 0 or not sum(left))
    if not is_right or (side and side != colours[seat]) or ("over" in more and side):
        raise MalformedText("bad-position", " ".join(sorted(more)), FURTHER)
    game.colours = colours
    game.begin_at(letters, seat, roll, turns, left)
    if not side:
        game.end = parse_outcome(more.get("over", ""), game.seats, FURTHER)


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
