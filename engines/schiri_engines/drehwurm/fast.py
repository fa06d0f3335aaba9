"""The fast referee: it gets turns, races and eaten piles as moves, but no cards.

Decides DW-6, DW-7, DW-9 and whose turn it is.  Must not know what lies on a pile.
"""

from ..game import changed
from ..race import ranked
from ..refusals import RULE_OF, Refusal, refuse
from .cards import Deck
from .rules import HENS, WORMS, OneGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..race import Claims, Order
    from .rules import Act

RULE_OF.update(
    {
        "not-on-turn": "TA-1",
        "claimed-already": "DW-6",
        "nobody-claimed": "DW-6",
        "too-many-worms": "DW-1",
        "counted-already": "DW-9",
    }
)


class FastGame(OneGame):
    """One game, followed by its turns, races and eaten piles.

    Shape: ``turner`` is who turned last; ``claims`` has ``(seat, ms)`` of those who want to throw
    in, ``struck`` the seats of those of them whose card was illegal.  ``played``, ``points`` and
    ``worms`` count hens, points and worms of each seat's eaten piles.  ``left`` are the cards left,
    None until they are entered.  Not part of the state: ``stood`` is whose card stood when a window
    was last closed, and ``stood_ms`` its time, -1 for none.
    """

    PHASES = ("turn", "race", "count", "over")
    FIELDS = OneGame.FIELDS + (
        ("turner", "SEAT"),
        ("claims", "CLAIMS"),
        ("struck", "SEATS"),
        ("played", "NS"),
        ("points", "NS"),
        ("worms", "NS"),
        ("left", "NS"),
    )

    def __init__(self, deck: Deck, seats: int, starter: int):
        OneGame.__init__(self, deck, seats, starter)
        self.phase = "turn"
        self.turner = -1
        self.claims: Claims = ()
        self.struck: tuple[int, ...] = ()
        self.stood = self.stood_ms = -1
        self.played: tuple[int, ...] = (0,) * seats
        self.points: tuple[int, ...] = (0,) * seats
        self.worms: tuple[int, ...] = (0,) * seats
        self.left: tuple[int | None, ...] = (None,) * seats

    def order(self) -> "Order":
        """Return ``(seat, ms, tie)`` of each claim that counts, the first first.  Rule: DW-7."""
        claims = [claim for claim in self.claims if claim[0] not in self.struck]
        return ranked(claims, self.turner, self.seats)

    # Turns and races

    def _turned(self, pile: int | None = None) -> None:
        self._close()
        self.turner, self.seat = self.seat, self.seat_after(self.seat)
        self.phase = "race"

    def _close(self) -> None:
        """Close the window: the card of the first in the order counts."""
        order = self.order()
        self.stood, self.stood_ms = order[0][:2] if order else (-1, -1)
        self.claims = self.struck = ()
        self.phase = "turn"

    def _why_no_race(self, *claims: tuple[int, int]) -> Refusal | None:
        named = [seat for seat, _ in self.claims]
        for seat, _ in claims:
            if seat == self.turner:
                return refuse("who-turned")
            if seat in named:
                return refuse("claimed-already")
            named.append(seat)
        return None

    def _race(self, *claims: tuple[int, int]) -> None:
        self.claims += claims

    def _why_not_illegal(self) -> Refusal | None:
        return None if self.order() else refuse("nobody-claimed")

    def _illegal(self) -> None:
        self.struck += (self.order()[0][0],)

    # Eaten piles, and the end

    def _why_not_ate(
        self, seat: int, colour: str, own: int, jokers: int, others: int
    ) -> Refusal | None:
        if seat != self.seat:
            return refuse("not-on-turn")
        if self.played[seat] == HENS:
            return refuse("no-hen-left")
        if sum(self.worms) + own + jokers + others > WORMS:
            return refuse("too-many-worms")
        return self.deck.why_no_colour(colour)

    def _ate(self, seat: int, colour: str, own: int, jokers: int, others: int) -> None:
        self.played = changed(self.played, seat, self.played[seat] + 1)
        self.points = changed(self.points, seat, self.points[seat] + 3 * own + 2 * jokers + others)
        self.worms = changed(self.worms, seat, self.worms[seat] + own + jokers + others)
        self.seat = self.seat_after(self.seat)
        if sum(self.played) == HENS * self.seats:
            self.phase = "count"

    def _end(self) -> None:
        self._close()
        self.phase = "count"

    def _why_not_left(self, seat: int, count: int) -> Refusal | None:
        return None if self.left[seat] is None else refuse("counted-already")

    def _left(self, seat: int, count: int) -> None:
        self.left = changed(self.left, seat, count)
        if None not in self.left:
            self.phase = "over"

    # Scores

    def eaten_points(self, seat: int) -> int:
        """Return what a player's eaten piles count."""
        return self.points[seat]

    def cards_left(self, seat: int) -> int:
        """Return how many cards a player had in hand at the end."""
        left = self.left[seat]
        assert left is not None
        return left

    ACTS: "dict[str, Act]" = {
        "turned": (("turn", "race"), None, _turned),
        "passed": (("turn", "race"), None, _turned),
        "race": (("race",), _why_no_race, _race),
        "illegal": (("race",), _why_not_illegal, _illegal),
        "stands": (("race",), None, _close),
        "ate": (("turn",), _why_not_ate, _ate),
        "end": (("turn", "race"), None, _end),
        "left": (("count",), _why_not_left, _left),
    }
