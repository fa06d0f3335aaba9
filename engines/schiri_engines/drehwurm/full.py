"""The full referee: it gets each card that is laid, and judges each one.

Decides DW-2, DW-3 and DW-5 to DW-9.  Must not know which cards are in a hand: only how many.
"""

from ..game import changed
from ..refusals import RULE_OF, Refusal, Refused, refuse
from .cards import JOKER, UNSEEN, Deck, parse_card
from .notation import parse_number, parse_pile
from .rules import DEALT, HENS, WORMS, OneGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cards import Eaten, Pile, Side
    from .rules import Act

RULE_OF.update(
    {
        "only-hens": "DW-1",
        "no-card-face-up": "DW-3",
        "set-no-pile-yet": "DW-2",
        "hen-other-colour": "DW-5",
        "throw-nothing-turned": "DW-6",
        "throw-hen": "DW-6",
        "throw-second": "DW-7",
    }
)

# A pile is two sides, the upper one first; a side is its cards, the top one last.
TAKEN: "Pile" = ((), ())


class FullGame(OneGame):
    """One game, followed card by card.

    Shape: ``piles`` are sides of cards, as above; ``hands`` counts all cards, ``hens`` those of
    them; ``draw`` counts the draw pile; ``eaten`` has ``(hen, points, worms)`` of each pile, for
    each seat.  ``turned`` is the pile that may be thrown on, -1 for none, ``turner`` who turned it,
    ``is_thrown`` whether somebody has thrown.  ``awaited`` is the pile whose card must be entered;
    ``eater`` is the hen that waits for it, "" for none.
    """

    PHASES = ("start", "turn", "shows", "new", "over")
    FIELDS = OneGame.FIELDS + (
        ("piles", "PILES"),
        ("hands", "NS"),
        ("hens", "NS"),
        ("draw", "N"),
        ("eaten", "EATEN"),
        ("turned", "PILE"),
        ("turner", "SEAT"),
        ("is_thrown", "FLAG"),
        ("awaited", "PILE"),
        ("eater", "COLOUR"),
    )
    QUESTIONS = ("can", "which")
    SET_KEYS = {
        "turn": "NAME",
        "hand": "NAME N",
        "stock": "N",
        "pile": "N TOP UNDER CARDS",
        "score": "NAME N",
    }
    KEYS_AT_THE_END = ("score", "hand")

    def __init__(self, deck: Deck, seats: int, starter: int):
        OneGame.__init__(self, deck, seats, starter)
        self.phase = "start"
        self.piles: tuple[Pile, ...] = ()
        self.hands: tuple[int, ...] = (DEALT,) * seats
        self.hens: tuple[int, ...] = (HENS,) * seats
        self.draw = WORMS - (DEALT - HENS) * seats - 6
        self.eaten: tuple[tuple[Eaten, ...], ...] = ((),) * seats
        self.turned = -1
        self.turner = -1
        self.is_thrown = False
        self.awaited = -1
        self.eater = ""

    # Questions

    def top(self, pile: int) -> str:
        """Return the card that lies on top of a pile, "" where none does."""
        return self.piles[pile][0][-1] if self.piles and self.piles[pile][0] else ""

    def why_no_fit(self, card: str, pile: int) -> Refusal | None:
        """Return why the pile's owner may not lay this worm on it, or None.

        Rule: DW-1, DW-3, DW-4; TA-1 before the start.
        """
        if not self.piles:
            return refuse("wrong-phase")
        top = self.top(pile)
        if top in ("", UNSEEN):
            return refuse("no-card-face-up")
        return self.deck.why_no_worm(card) or self.deck.why_no_fit(card, top)

    def fitting(self, pile: int) -> list[str]:
        """Return all worms that could be laid on a pile, in ASCII order."""
        return [card for card in self.deck.worms() if self.why_no_fit(card, pile) is None]

    # The start, and cards that are entered later

    def _why_no_cards(self, *cards: str) -> Refusal | None:
        for card in cards:
            refusal = self.deck.why_no_worm(card)
            if refusal:
                return refusal
        return None

    def _start(self, *tops: str) -> None:
        self.piles = tuple([((card,), (UNSEEN,)) for card in tops])
        self._go_on(self.starter)

    def _show(self, card: str) -> None:
        top, under = self.piles[self.awaited]
        if self.eater:
            self._put_pile(self.awaited, top, under[:-1] + (card,))
            self._eat()
        else:
            self._put_pile(self.awaited, top[:-1] + (card,), under)
            self._go_on()

    def _renew(self, card: str) -> None:
        self._put_pile(self.awaited, (card,), (UNSEEN,))
        self.draw -= 2
        self._go_on()

    # On turn

    def _why_no_lay(self, card: str, pile: int) -> Refusal | None:
        if self._has_only_hens(self.seat):
            return refuse("only-hens")
        return self.why_no_fit(card, pile)

    def _lay(self, card: str, pile: int) -> None:
        self._put_on(pile, card, self.seat)
        self._turn_pile(pile)

    def _pass(self, pile: int) -> None:
        self.draw -= 1
        self.hands = changed(self.hands, self.seat, self.hands[self.seat] + 1)
        self._turn_pile(pile)

    def _turn_pile(self, pile: int) -> None:
        """Turn a pile, unless the game has ended before that."""
        if self.has_ended():
            self.phase = "over"
            return
        top, under = self.piles[pile]
        self._put_pile(pile, under, top)
        self.turned, self.turner, self.is_thrown = pile, self.seat, False
        if self.top(pile) == UNSEEN:
            self.phase, self.awaited = "shows", pile
        else:
            self._go_on()

    def _why_no_hen(self, colour: str, pile: int) -> Refusal | None:
        if not self.hens[self.seat]:
            return refuse("no-hen-left")
        refusal = self.deck.why_no_colour(colour)
        if refusal:
            return refusal
        return None if self.top(pile)[0] in (colour, JOKER) else refuse("hen-other-colour")

    def _hen(self, colour: str, pile: int) -> None:
        seat = self.seat
        self.hands = changed(self.hands, seat, self.hands[seat] - 1)
        self.hens = changed(self.hens, seat, self.hens[seat] - 1)
        self.turned, self.awaited, self.eater = -1, pile, colour
        self._eat()

    def _eat(self) -> None:
        """Take the pile once all of it has been seen.  Rule: DW-8, DW-9."""
        top, under = self.piles[self.awaited]
        if under[-1] == UNSEEN:
            self.phase = "shows"
            return
        worms = top + under
        pile = (self.eater, self.deck.points(self.eater, worms), len(worms))
        self.eaten = changed(self.eaten, self.seat, self.eaten[self.seat] + (pile,))
        self._put_pile(self.awaited, *TAKEN)
        self.eater = ""
        if self.has_ended():
            self.phase = "over"
        else:
            self._lay_new()

    def _lay_new(self) -> None:
        """Let a new pile be laid, as far as the draw pile goes.  Rule: DW-5, DW-8."""
        if self.draw >= 2:
            self.phase = "new"
            return
        if self.draw == 1:
            self._put_pile(self.awaited, (), (UNSEEN,))
            self.draw = 0
        self.phase = "over"

    # Out of turn

    def _why_no_throw(self, seat: int, card: str) -> Refusal | None:
        if self.turned < 0:
            return refuse("throw-nothing-turned")
        if seat == self.turner:
            return refuse("who-turned")
        if self.is_thrown:
            return refuse("throw-second")
        if len(card) == 1 and card != JOKER:
            return refuse("throw-hen")
        if self._has_only_hens(seat):
            return refuse("only-hens")
        top = self.top(self.turned)
        return self.deck.why_no_worm(card) or self.deck.why_no_fit(card, top, True)

    def _throw(self, seat: int, card: str) -> None:
        self._put_on(self.turned, card, seat)
        self.is_thrown = True
        self._go_on(self.seat)

    # The table's part

    def _has_only_hens(self, seat: int) -> bool:
        return self.hands[seat] <= self.hens[seat]

    def _put_pile(self, pile: int, top: "Side", under: "Side") -> None:
        self.piles = changed(self.piles, pile, (top, under))

    def _put_on(self, pile: int, card: str, seat: int) -> None:
        """Lay a worm from a hand on a pile."""
        top, under = self.piles[pile]
        self._put_pile(pile, top + (card,), under)
        self.hands = changed(self.hands, seat, self.hands[seat] - 1)

    def has_ended(self) -> bool:
        """Tell whether a hand, all hens or the draw pile are used up.  Rule: DW-8."""
        return 0 in self.hands or not sum(self.hens) or self.draw == 0

    def _go_on(self, seat: int | None = None) -> None:
        """Let this seat or the next one after it play, unless the game has ended."""
        if self.has_ended():
            self.phase = "over"
        else:
            self.seat = self.seat_after(self.seat) if seat is None else seat
            self.phase = "turn"
            self.awaited = -1

    # Scores

    def eaten_points(self, seat: int) -> int:
        """Return what a player's eaten piles count."""
        return sum([points for _, points, _ in self.eaten[seat]])

    def cards_left(self, seat: int) -> int:
        """Return how many cards a player has in hand."""
        return self.hands[seat]

    # Putting right

    def set_state(self, key: str, *values: int | str) -> None:
        """Change the state by hand; the game ends if the new state is an end.

        Raises: Refused (set-after-end, set-no-pile-yet, and cards that cannot be), MalformedText.
        Rule: TA-5, DW-8.
        """
        if key not in ("hand", "stock", "pile"):
            OneGame.set_state(self, key, *values)
            return
        if key not in self.KEYS_AT_THE_END and self.phase == "over":
            raise Refused(refuse("set-after-end"))
        if key == "hand":
            seat, count = int(values[0]), parse_number(str(values[1]), 0, WORMS + HENS)
            self.hands = changed(self.hands, seat, count)
            self.hens = changed(self.hens, seat, min(self.hens[seat], count))
        elif key == "stock":
            self.draw = parse_number(str(values[0]), 0, WORMS)
            if self.phase == "new":
                self._lay_new()
        else:
            self._set_pile(*[str(value) for value in values])
        if self.phase == "turn":
            self._go_on(self.seat)

    def _put_turn(self, seat: int) -> None:
        self.seat = seat
        if self.phase == "start":
            self.starter = seat

    def _set_pile(self, number: str, top: str, under: str, count: str) -> None:
        """Put a pile right; a card that was awaited of it is then known as well.

        The cards between stay the same if their number does.  Otherwise they count as unseen cards.
        """
        pile, cards = parse_pile(number), parse_number(count, 2, WORMS)
        parsed = [parse_card(card) for card in ((top,) if under == UNSEEN else (top, under))]
        refusal = self._why_no_cards(*parsed)
        if refusal:
            raise Refused(refusal)
        if not self.piles:
            raise Refused(refuse("set-no-pile-yet"))
        above, below = self.piles[pile]
        if not above or not below or len(above) + len(below) != cards:
            above, below = (UNSEEN,) * (cards - 1), (UNSEEN,)
        self._put_pile(pile, above[:-1] + (top,), below[:-1] + (under,))
        if pile == self.awaited:
            if self.eater:
                self._eat()
            else:
                self._go_on()

    ACTS: "dict[str, Act]" = {
        "start": (("start",), _why_no_cards, _start),
        "shows": (("shows",), _why_no_cards, _show),
        "new": (("new",), _why_no_cards, _renew),
        "lay": (("turn",), _why_no_lay, _lay),
        "pass": (("turn",), None, _pass),
        "hen": (("turn",), _why_no_hen, _hen),
        "throw": (("turn",), _why_no_throw, _throw),
    }
