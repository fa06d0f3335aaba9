"""The rules of a match of Drehwurm that do not depend on the kind of referee.

Decides how a move is checked, made and undone, and how a game is scored.  Must not know the
games before and after.
"""

from ..game import changed
from ..refusals import RULE_OF, MalformedText, Refusal, Refused, refuse
from .cards import Deck
from .notation import parse_number
from .position import form_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from ..game import Words
    from .position import Fields

    # A kind of move: the phases in which it may be made, its check, and its effect.
    Act = tuple[  # type: ignore[explicit-any]
        tuple[str, ...], Callable[..., Refusal | None] | None, Callable[..., None]
    ]

RULE_OF.update({"no-hen-left": "DW-1", "who-turned": "DW-6", "set-after-end": "TA-5"})

HENS = 2
DEALT = 12
WORMS = 90
HIGHEST = 999


class OneGame:
    """One game of a match.

    Shape: ``starter`` is the seat that begins; ``ACTS`` holds for each word the phases in which it
    may be said, why not, and what it does.  All that changes is in the ``FIELDS``, pairs of a name
    and the kind of its text; their values are never changed themselves: so a state is a tuple of
    them, and ``past`` has that before each move.
    """

    FIELDS: "Fields" = (
        ("phase", "WORD"),
        ("seat", "SEAT"),
        ("starter", "SEAT"),
        ("adjusted", "NS"),
    )
    PHASES: tuple[str, ...] = ()
    QUESTIONS: tuple[str, ...] = ()
    ACTS: "dict[str, Act]" = {}
    # The fields that may be corrected, and those after the end.
    SET_KEYS: dict[str, str] = {"turn": "NAME", "score": "NAME N"}
    KEYS_AT_THE_END: tuple[str, ...] = ("score",)

    def __init__(self, deck: Deck, seats: int, starter: int):
        self.deck = deck
        self.seats = seats
        self.starter = starter
        # The seat that plays or played last.
        self.seat = starter
        self.phase = ""
        # The amount that `set score` added to each score.
        self.adjusted: tuple[int, ...] = (0,) * seats
        self.past: list[tuple[object, ...]] = []

    @property
    def turn(self) -> int | None:
        """The seat that must act, None if none in particular."""
        return None if self.phase in ("over", "count") else self.seat

    # Making moves and taking them back

    def why_not(self, move: "Words") -> Refusal | None:
        """Return None for a move that may be made now, else the refusal.

        The end of a game is not the end of its match: only its phase speaks against a move.
        Rule: TA-1, and the game's.
        """
        if not self.is_due(move[0]):
            return refuse("wrong-phase")
        why_not = self.ACTS[move[0]][1]
        return why_not(self, *move[1:]) if why_not else None

    def push(self, move: "Words") -> None:
        """Make a move that may be made."""
        self.past.append(self.state())
        self.ACTS[move[0]][2](self, *move[1:])

    def pop(self) -> None:
        """Take the last move back."""
        for (name, _), value in zip(self.FIELDS, self.past.pop()):
            setattr(self, name, value)

    def copy(self) -> "Self":
        """Return an independent game in the same state."""
        clone = type(self)(self.deck, self.seats, self.starter)
        clone.past = self.past + [self.state()]
        clone.pop()
        return clone

    def is_due(self, word: str) -> bool:
        """Tell whether a move of this word can be made in this phase."""
        return word in self.ACTS and self.phase in self.ACTS[word][0]

    def take_state(self, values: dict[str, object]) -> None:
        """Set the state to these values of ``FIELDS``.

        Raises: MalformedText (bad-position, where no game can stand so).
        """
        if values["phase"] not in self.PHASES or -1 in (values["seat"], values["starter"]):
            raise MalformedText("bad-position", str(values["phase"]), " ".join(self.PHASES))
        for name, kind in self.FIELDS:
            value = values[name]
            # Only `left` may still be unknown.
            if kind == "NS" and name != "left" and isinstance(value, tuple) and None in value:
                raise MalformedText("bad-position", name, form_of(self.FIELDS))
            setattr(self, name, value)

    def state(self) -> tuple[object, ...]:
        """Return the values of ``FIELDS``."""
        return tuple([getattr(self, name) for name, _ in self.FIELDS])

    def seat_after(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return (seat + 1) % self.seats

    # Scores

    def eaten_points(self, seat: int) -> int:
        """Return what a player's eaten piles count."""
        raise NotImplementedError

    def cards_left(self, seat: int) -> int:
        """Return how many cards a player has left at the end."""
        raise NotImplementedError

    def scores(self) -> tuple[int, ...]:
        """Return each score, the cards in hand taken off once the game is over.  Rule: DW-9."""
        is_over = self.phase == "over"
        return tuple(
            [
                self.adjusted[seat]
                + self.eaten_points(seat)
                - (self.cards_left(seat) if is_over else 0)
                for seat in range(self.seats)
            ]
        )

    # Putting right

    def set_state(self, key: str, *values: int | str) -> None:
        """Change the state by hand.

        Raises: Refused (set-after-end, and what cannot be), MalformedText.  Rule: TA-5.
        """
        if self.phase in ("over", "count") and key not in self.KEYS_AT_THE_END:
            raise Refused(refuse("set-after-end"))
        if key == "turn":
            self._put_turn(int(values[0]))
        else:
            seat, score = int(values[0]), parse_number(str(values[1]), -HIGHEST, HIGHEST)
            missing = score - self.scores()[seat]
            self.adjusted = changed(self.adjusted, seat, self.adjusted[seat] + missing)

    def _put_turn(self, seat: int) -> None:
        self.seat = seat


def best(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the highest score.

    >>> best((3, 5, 5))
    (1, 2)
    """
    return tuple([seat for seat in range(len(scores)) if scores[seat] == max(scores)])
