"""What the classes of a PC are given as people and as a move, which may be anything.

Decides what is none.  Must not know a game; no device needs it, and none loads it.
"""

from .refusals import MalformedText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .protocols import OwnMove

# The highest number that a move can be, which is none of our games.
NO_MOVE = 0xFFFF


def check_player_count(count: int, seats: tuple[int, int]) -> None:
    """Raise unless so many people play, of the least and the most that can.

    Raises: MalformedText (bad-number).

    >>> try:
    ...     check_player_count(7, (2, 4))
    ... except MalformedText as bad:
    ...     bad.code, bad.found, bad.wanted
    ('bad-number', '7', '2-4')
    """
    least, most = seats
    if not least <= count <= most:
        wanted = str(least) if least == most else f"{least}-{most}"
        raise MalformedText("bad-number", str(count), wanted)


def number_of(move: "OwnMove") -> int:
    """Return a number that can be a move of a board as it is, and for all else one that is none.

    >>> number_of(25), number_of(-1), number_of(("next",))
    (25, 65535, 65535)
    """
    return move if isinstance(move, int) and 0 <= move <= NO_MOVE else NO_MOVE
