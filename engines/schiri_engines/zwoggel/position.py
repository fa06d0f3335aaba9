"""The state of a game of Zwoggel as text.

Decides the form, and which states are possible.  Must not know how a state was reached.

**Position** words ``KEY=VALUE`` in this order: ``field=X,Y:WHAT;...`` with the places in ascending
order (X first) and ``down``, ``red``, ``green`` or ``hole`` at each; ``turn=A`` the seat on turn,
or that would be; ``flips=DONE/ALL`` of this turn; ``hand=N`` the cards drawn and not yet laid;
``stock=N``; ``penalties=N,N`` one a seat; ``resigned=AB`` the seats that have, ``-`` for none.  The
seat that laid a card and the traps are history: no rule uses them.
"""

from ..keyvalues import parse_count, parse_seat, split_words
from ..refusals import SEAT_LETTERS, MalformedText
from .notation import DOWN, FACES, HOLE, parse_place, place_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Zwoggel
    from .notation import Place

    Cards = dict[Place, str]
    # Cards, seat, flips, hand, stock, penalties, who has resigned.
    State = tuple[Cards, int, tuple[int, ...], int, int, tuple[int, ...], tuple[bool, ...]]

KEYS = ("field", "turn", "flips", "hand", "stock", "penalties", "resigned")
FORM = (
    "field=X,Y:down|red|green|hole;... turn=A flips=N/N hand=N stock=N penalties=N,N[,N,N] "
    "resigned=A|-"
)
SEATS = (2, 4)
STOCK = 60
# A correction reaches no farther than 64 cards in a row.
FURTHEST = 99
# Cards drawn in a turn, and the most cards on the field.
DRAWN = 3
CARDS = 64
# A player with so many penalties is out.
OUT = 3


def position_of(game: "Zwoggel") -> str:
    """Return the state of a game as text."""
    cards = game.field.cards
    field = ";".join([place_text(place) + ":" + cards[place] for place in sorted(cards)])
    gone = "".join([SEAT_LETTERS[seat] for seat in range(game.seats) if game.resigned[seat]])
    values = (
        field or "-",
        SEAT_LETTERS[game.seat],
        f"{game.done}/{game.flips}",
        str(game.hand),
        str(game.stock),
        ",".join([str(count) for count in game.penalties]),
        gone or "-",
    )
    return " ".join([key + "=" + value for key, value in zip(KEYS, values)])


def parse_position(text: str) -> "State":
    """Return the values of a position; the inverse of `position_of`.

    Shape: flips are how many are done, and of how many.

    Raises: MalformedText (bad-position, bad-place).
    """
    rest, words = split_words(text, KEYS, FORM)
    if rest or len(words) != len(KEYS):
        raise MalformedText("bad-position", text, FORM)
    penalties = tuple([parse_count(word) for word in words["penalties"].split(",")])
    seats = len(penalties)
    if not SEATS[0] <= seats <= SEATS[1]:
        raise MalformedText("bad-position", words["penalties"], FORM)
    out = "" if words["resigned"] == "-" else words["resigned"]
    gone = [parse_seat(letter, seats, FORM) for letter in out]
    resigned = tuple([seat in gone for seat in range(seats)])
    seat = parse_seat(words["turn"], seats, FORM)
    flips = tuple([parse_count(word) for word in words["flips"].split("/")])
    hand, stock = parse_count(words["hand"]), parse_count(words["stock"])
    is_right = len(flips) == 2 and 0 <= flips[0] <= flips[1] and flips[1] in (1, 2) and seat >= 0
    is_right = is_right and 0 <= hand <= DRAWN and 0 <= stock <= STOCK + DRAWN - hand
    is_right = is_right and min(penalties) >= 0 and max(penalties) <= OUT and not all(resigned)
    if not is_right:
        raise MalformedText("bad-position", text, FORM)
    return _parse_field(words["field"]), seat, flips, hand, stock, penalties, resigned


def _parse_field(text: str) -> "Cards":
    cards: Cards = {}
    for word in text.split(";") if text != "-" else []:
        place, _, what = word.partition(":")
        where = parse_place(place)
        if what not in (DOWN, HOLE) + FACES or where in cards or len(cards) == CARDS:
            raise MalformedText("bad-position", word, FORM)
        cards[where] = what
    return cards


def parse_square(text: str, card: str) -> "tuple[Place, str | None]":
    """Return a place to correct and its card, None for no card.

    Raises: MalformedText (bad-place, bad-card).

    >>> parse_square("1,0", "red"), parse_square("1,0", "-")
    (((1, 0), 'red'), ((1, 0), None))
    """
    place = parse_place(text)
    if max(abs(place[0]), abs(place[1])) > FURTHEST:
        raise MalformedText("bad-place", text, f"X,Y (-{FURTHEST} - {FURTHEST})")
    if card not in (DOWN, "-") + FACES:
        raise MalformedText("bad-card", card, "down red green -")
    return place, None if card == "-" else card
