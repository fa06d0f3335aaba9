"""The state of a game of Switch as text.

Decides the form, and which states are possible.  A device does not load it.

**Position** ``ROWS SIDE``, as commands have it, and behind it where the state does not follow from
that, in this order: ``colours=wb`` the colour of each seat (else the starter is seat A);
``setup=TURN,FIRST,TWELFTH`` in a free set-up, with the seats that are on turn, that placed first
and that placed the twelfth dark stone, ``-`` for none yet; ``over=WINNERS,RULE`` how it ended,
``-`` for no winner.  Earlier positions are not part of it, although the rule of repetition counts
them.
"""

from ..keyvalues import outcome_text, parse_outcome, parse_seat, seat_text, split_words
from ..refusals import MalformedText
from . import movegen, notation
from .setup import FreeSetup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Switch

FURTHER = "ROWS b|w|- [colours=bw|wb] [setup=A|B,A|B,A|B|-] [over=A|B|-,RULE]"


def position_of(game: "Switch") -> str:
    """Return the state of a game as text."""
    text, outcome = game.board_text(), game.outcome()
    if not game.colours:
        seats = (game.setup.turn, game.setup.first, game.setup.starter)
        return text + " setup=" + ",".join([seat_text(seat) for seat in seats])
    over = " over=" + outcome_text(outcome) if outcome and outcome.rule else ""
    if over or game.colours != _usual_colours(game):
        text += " colours=" + game.colours + over
    return text


def _usual_colours(game: "Switch") -> str:
    return "bw" if game.options["start"] == "b" else "wb"


def stand(game: "Switch", text: str) -> None:
    """Set a new game to this position.

    Raises: as `Switch.from_position`.
    """
    text, more = split_words(text, ("colours", "setup", "over"), FURTHER)
    letters, side = notation.parse_position(text)
    movegen.check_counts(letters, "setup" not in more)
    if "setup" in more:
        seats = [parse_seat(word, 2, FURTHER) for word in more["setup"].split(",")]
        if side or len(seats) != 3 or min(seats[:2]) < 0:
            raise MalformedText("bad-position", text, FURTHER)
        movegen.check_start(letters)
        both = (movegen.stones_of(letters, "b"), movegen.stones_of(letters, "w"))
        game.go_to_setup(FreeSetup(both, *seats))
        # The seat that placed the twelfth dark stone is known once it is placed, and the other
        # seat chooses. If no stone can be placed the set-up has begun again.
        turn, starter = seats[0], seats[2]
        is_right = (starter >= 0) == (letters.count("b") == movegen.STONES_EACH)
        is_right = is_right and (game.phase != "choose" or turn != starter)
        if not is_right or not game.legal_moves():
            raise MalformedText("bad-position", text, FURTHER)
        return
    to_move = side or "b"
    colours = more.get("colours", _usual_colours(game))
    if colours not in ("bw", "wb") or ("over" in more and side):
        raise MalformedText("bad-position", text, FURTHER)
    game.begin(letters, to_move, colours.index(to_move))
    if not side:
        game.is_playing = False
        game.end = parse_outcome(more.get("over", ""), 2, FURTHER)
