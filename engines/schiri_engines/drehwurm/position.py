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
    from collections.abc import Callable

    from ..race import Claims
    from .cards import Eaten, Pile, Side

    # Pairs of a name and its kind.
    Fields = tuple[tuple[str, str], ...]

HIGHEST = 99999
MATCH = (("number", "N"), ("sums", "NS"), ("abandoned", "FLAG"))
# The kinds of the fields of a game.  Other fields are not part of the state.
KINDS = {
    "phase": "WORD",
    "seat": "SEAT",
    "starter": "SEAT",
    "adjusted": "NS",
    "piles": "PILES",
    "hands": "NS",
    "hens": "NS",
    "draw": "N",
    "eaten": "EATEN",
    "turned": "PILE",
    "turner": "SEAT",
    "is_thrown": "FLAG",
    "awaited": "PILE",
    "eater": "COLOUR",
    "claims": "CLAIMS",
    "struck": "SEATS",
    "played": "NS",
    "points": "NS",
    "worms": "NS",
    "left": "NS",
}


def fields_text(fields: "Fields", values: dict[str, object]) -> str:
    """Return values as words, in the order of their fields.

    Shape: ``fields`` has pairs of a name and its kind; ``is_`` is left out of a name.

    >>> fields_text((("number", "N"), ("is_thrown", "FLAG")), {"number": 1, "is_thrown": True})
    'number=1 thrown=1'
    """
    return " ".join([_key(name) + "=" + value_text(kind, values[name]) for name, kind in fields])


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


def value_text(kind: str, value: object) -> str:
    """Return one value as text."""
    return _TEXTS[kind](value) if kind in _TEXTS else str(value) or "-"


def _pile_text(pile: int) -> str:
    return str(pile + 1) if pile >= 0 else "-"


def _flag_text(flag: bool) -> str:
    return str(int(flag))


def _numbers_text(numbers: "tuple[int | None, ...]") -> str:
    return ",".join(["-" if each is None else str(each) for each in numbers])


def _seats_text(seats: tuple[int, ...]) -> str:
    return "".join([SEAT_LETTERS[seat] for seat in seats]) or "-"


def _claims_text(claims: "Claims") -> str:
    return "+".join([SEAT_LETTERS[seat] + ":" + str(ms) for seat, ms in claims]) or "-"


def _eaten_text(eaten: "tuple[tuple[Eaten, ...], ...]") -> str:
    piles = [[f"{hen}:{points}:{cards}" for hen, points, cards in seat] for seat in eaten]
    return "/".join(["+".join(seat) or "-" for seat in piles])


def _sides_text(piles: "tuple[Pile, ...]") -> str:
    sides = [["+".join(side) or "-" for side in pile] for pile in piles]
    return "/".join(["|".join(pile) for pile in sides]) or "-"


# How the values of a kind are written; those of the others are text as they are.
_TEXTS: "dict[str, Callable[..., str]]" = {  # type: ignore[explicit-any]
    "SEAT": seat_text,
    "PILE": _pile_text,
    "FLAG": _flag_text,
    "NS": _numbers_text,
    "SEATS": _seats_text,
    "CLAIMS": _claims_text,
    "EATEN": _eaten_text,
    "PILES": _sides_text,
}


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
