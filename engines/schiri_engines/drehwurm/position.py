"""The state of a match of Drehwurm as text.

Decides the form of each value; must not know what the values mean to the rules.

**Position** words ``KEY=VALUE``: of the match ``number=N`` (the game), ``sums=N,N,N`` (points of
the games before), ``abandoned=0|1``; of every game ``phase``, ``seat=A`` (who plays, or did last),
``starter=A``, ``adjusted=N,N,N`` (what was set by hand).
Mode full: ``piles=TOP|UNDER/...`` with the cards of a side joined by ``+``, the one on top last,
``-`` for none, ``?`` never seen; ``hands``, ``hens`` (N,N,N), ``draw=N``;
``eaten=HEN:POINTS:CARDS+.../...`` a seat each; ``turned=N|-`` (the pile that may be thrown on),
``turner=A|-``, ``thrown=0|1``, ``awaited=N|-`` (the pile whose card must be entered),
``eater=COLOUR|-`` (the hen that waits for it).
Mode fast: ``turner=A|-``, ``claims=A:MS+...``, ``struck=AB``, ``played``, ``points``, ``worms``
(N,N,N), ``left=N,-,N``.  Piles count from 1; ``-`` alone is nothing.
"""

from ..keyvalues import parse_seat, seat_text, split_words
from ..refusals import SEAT_LETTERS, MalformedText
from .cards import UNSEEN, WORM_COLOURS, parse_card
from .notation import parse_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .cards import Eaten, Side

    # Pairs of a name and its kind.
    Fields = tuple[tuple[str, str], ...]

HIGHEST = 99999
MATCH = (("number", "N"), ("sums", "NS"), ("abandoned", "FLAG"))


def fields_text(fields: "Fields", values: tuple[object, ...]) -> str:
    """Return values as words, in the order of their fields.

    Shape: ``fields`` has pairs of a name and its kind; ``is_`` is left out of a name.

    >>> fields_text((("number", "N"), ("is_thrown", "FLAG")), (1, True))
    'number=1 thrown=1'
    """
    pairs = zip(fields, values)
    return " ".join([_key(name) + "=" + value_text(kind, value) for (name, kind), value in pairs])


def parse_fields(fields: "Fields", text: str, seats: int) -> dict[str, object]:
    """Return the values of these words by their names; the inverse of `fields_text`.

    Raises: MalformedText (bad-position, bad-worm, bad-number).

    >>> parse_fields((("turner", "SEAT"), ("struck", "SEATS")), "turner=- struck=CA", 3)
    {'turner': -1, 'struck': (2, 0)}
    """
    form = form_of(fields)
    rest, words = split_words(text, tuple([_key(name) for name, _ in fields]), form)
    if rest or len(words) != len(fields):
        raise MalformedText("bad-position", text, form)
    return {name: parse_value(kind, words[_key(name)], seats, form) for name, kind in fields}


def form_of(fields: "Fields") -> str:
    """Return the form of a state of these fields."""
    return " ".join([_key(name) + "=" + kind for name, kind in fields])


def _key(name: str) -> str:
    return name[3:] if name[:3] == "is_" else name


def value_text(kind: str, value: "Any") -> str:  # type: ignore[explicit-any]
    """Return one value as text."""
    if kind == "SEAT":
        return seat_text(value)
    if kind == "PILE":
        return str(value + 1) if value >= 0 else "-"
    if kind == "FLAG":
        return str(int(value))
    if kind == "NS":
        return ",".join(["-" if number is None else str(number) for number in value])
    if kind == "SEATS":
        return "".join([SEAT_LETTERS[seat] for seat in value]) or "-"
    if kind == "CLAIMS":
        return "+".join([SEAT_LETTERS[seat] + ":" + str(ms) for seat, ms in value]) or "-"
    if kind == "EATEN":
        piles = [[f"{hen}:{points}:{cards}" for hen, points, cards in seat] for seat in value]
        return "/".join(["+".join(seat) or "-" for seat in piles])
    if kind == "PILES":
        sides = [["+".join(side) or "-" for side in pile] for pile in value]
        return "/".join(["|".join(pile) for pile in sides]) or "-"
    return str(value) or "-"


def parse_value(kind: str, text: str, seats: int, form: str) -> object:
    """Return the value of this text; the inverse of `value_text`.

    Raises: MalformedText (bad-position, with this form, bad-worm, bad-number).
    """
    parts = [] if text == "-" else text.split("+")
    if kind == "SEAT":
        return parse_seat(text, seats, form)
    if kind == "N":
        return parse_number(text, 0, HIGHEST)
    if kind == "PILE":
        return parse_number(text, 1, 3) - 1 if parts else -1
    if kind == "FLAG":
        return parse_number(text, 0, 1) == 1
    if kind == "NS":
        counts = [_count(word) for word in text.split(",")]
        if len(counts) == seats:
            return tuple(counts)
    elif kind == "SEATS":
        return tuple([parse_seat(letter, seats, form) for letter in (text if parts else "")])
    elif kind == "CLAIMS":
        claims = [part.split(":") for part in parts]
        if not [claim for claim in claims if len(claim) != 2]:
            return tuple([(parse_seat(who, seats, form), _number(ms)) for who, ms in claims])
    elif kind == "EATEN":
        each = text.split("/")
        if len(each) == seats:
            return tuple([_eaten(seat, form) for seat in each])
    elif kind == "PILES":
        piles = [pile.split("|") for pile in text.split("/")] if parts else []
        if not [pile for pile in piles if len(pile) != 2] and len(piles) in (0, 3):
            return tuple([(_side(top), _side(under)) for top, under in piles])
    elif kind == "COLOUR":
        if not parts or text in list(WORM_COLOURS):
            return text if parts else ""
    elif text.isalpha():
        return text
    raise MalformedText("bad-position", text, form)


def _count(text: str) -> int | None:
    return None if text == "-" else _number(text)


def _number(text: str) -> int:
    return parse_number(text, -HIGHEST, 1 << 29)


def _side(text: str) -> "Side":
    cards = [] if text == "-" else text.split("+")
    return tuple([card if card == UNSEEN else parse_card(card) for card in cards])


def _eaten(text: str, form: str) -> "tuple[Eaten, ...]":
    piles = [] if text == "-" else [pile.split(":") for pile in text.split("+")]
    if [pile for pile in piles if len(pile) != 3 or pile[0] not in list(WORM_COLOURS)]:
        raise MalformedText("bad-position", text, form)
    return tuple([(hen, _number(points), _number(cards)) for hen, points, cards in piles])
