"""Moves of Zwoggel as tuples and as text.

Decides the forms; must not know which of them are legal.  A place is a pair ``(x, y)``: columns
run right, rows up, and both may be negative.
"""

from ..keyvalues import is_whole, with_whole_names
from ..refusals import SEAT_LETTERS, MalformedText, Refused, seat_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, Unpack

    Place = tuple[int, int]
    Flip = tuple[Literal["flip"], Place, str]
    Lay = tuple[Literal["place"], Unpack[tuple[Place, ...]]]
    Move = Flip | Lay | tuple[Literal["resign"], int]

DOWN = "down"
# A place that a penalty card was taken from.
HOLE = "hole"
FACES = ("red", "green")
MOVES = "flip X,Y red|green, place X,Y X,Y X,Y"


def place_text(place: "Place") -> str:
    """Return a place's text.

    >>> place_text((-1, 2))
    '-1,2'
    """
    return f"{place[0]},{place[1]}"


def parse_place(text: str) -> "Place":
    """Return the place of this text; the inverse of `place_text`.

    Raises: MalformedText (bad-place).

    >>> parse_place("-1,2")
    (-1, 2)
    """
    words = text.split(",")
    if len(words) != 2 or not (is_whole(words[0]) and is_whole(words[1])):
        raise MalformedText("bad-place", text, "X,Y")
    return (int(words[0]), int(words[1]))


def parse_number(text: str, most: int) -> int:
    """Return the whole number from 0 to ``most`` that this text is.

    Raises: MalformedText (bad-number).

    >>> parse_number("3", 60)
    3
    """
    if is_whole(text) and 0 <= int(text) <= most:
        return int(text)
    raise MalformedText("bad-number", text, f"0-{most}")


def move_text(move: "Move", names: tuple[str, ...] = SEAT_LETTERS) -> str:
    """Return a move's text.

    >>> move_text(("flip", (0, 1), "red"), ()), move_text(("place", (2, 0), (-1, 0)), ())
    ('flip 0,1 red', 'place 2,0 -1,0')
    """
    if move[0] == "resign":
        return "resign " + names[move[1]]
    words = [word if isinstance(word, str) else place_text(word) for word in move]
    return " ".join(words)


def parse_move(text: str, names: tuple[str, ...] = SEAT_LETTERS) -> "Move":
    """Return the move of this text; the inverse of `move_text`.

    Raises: MalformedText (bad-move, bad-place), Refused (unknown-name).

    >>> parse_move("flip 0,1 red", ()), parse_move("resign Ben", ("Ann", "Ben"))
    (('flip', (0, 1), 'red'), ('resign', 1))
    """
    words = text.split()
    word = words[0] if words else ""
    if word == "resign":
        words = with_whole_names(["resign", "NAME"], words, names)
    if word == "flip" and len(words) == 3 and words[2] in FACES:
        return ("flip", parse_place(words[1]), words[2])
    if word == "place" and len(words) > 1:
        return lay_move([parse_place(each) for each in words[1:]])
    if word == "resign" and len(words) == 2:
        return ("resign", seat_of(words[1], names))
    raise MalformedText("bad-move", text, MOVES)


def lay_move(places: "Iterable[Place]") -> "Lay":
    """Return the move that lays cards on these places."""
    # Joined tuples lose the type of their first item.
    return ("place",) + tuple(places)  # type: ignore[return-value]


def is_move(move: "Move", seats: int) -> bool:
    """Tell whether this is a move of some state with so many seats.

    >>> is_move(("flip", (0, 1), "red"), 2), is_move(("flip", 0, "red"), 2), is_move((), 2)
    (True, False, False)
    """
    names = SEAT_LETTERS[:seats]
    try:
        # A move is what its own text leads back to.
        return parse_move(move_text(move, names), names) == move
    except (LookupError, TypeError, MalformedText, Refused):
        return False
