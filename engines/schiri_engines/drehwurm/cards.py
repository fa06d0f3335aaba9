"""The cards of Drehwurm: a card is its text, ``y3`` a worm, ``j`` or ``j5`` a joker.

Decides DW-1 (which cards there are), DW-4 and what fits on what by DW-3.  Must not know piles,
hands or turns.
"""

from ..refusals import RULE_OF, MalformedText, Refusal, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    Side = tuple[str, ...]
    Pile = tuple[Side, Side]
    # A hen, the points and the worms of its pile.
    Eaten = tuple[str, int, int]

RULE_OF.update(
    {
        "no-such-colour": "DW-1",
        "no-such-value": "DW-1",
        "joker-with-value": "DW-4",
        "joker-without-value": "DW-4",
        "same-colour": "DW-3",
        "no-neighbour": "DW-3",
        "joker-on-joker": "DW-4",
        "throw-other-colour": "DW-6",
    }
)

WORM_COLOURS = "rygbpo"
VALUES = "123456789"
JOKER = "j"
# The face of an unseen card.
UNSEEN = "?"
DIGITS = "0123456789"
LOWER_CASE = "abcdefghijklmnopqrstuvwxyz"


class Deck:
    """The cards that a table plays with.

    Shape: ``colours`` are letters; ``joker`` and ``throw_in`` are the options of those names.
    """

    def __init__(self, colours: int, joker: str, throw_in: str):
        self.colours = WORM_COLOURS[:colours]
        self.joker = joker
        self.throw_in = throw_in

    def why_no_worm(self, card: str) -> Refusal | None:
        """Return why there is no such worm card, or None if there can be one.

        Rule: DW-1, DW-4.

        >>> Deck(5, "wild", "normal").why_no_worm("o3")
        Refusal('no-such-colour', 'DW-1', ())
        """
        value = card[1:]
        if card[0] == JOKER:
            if self.joker != "number":
                return refuse("joker-with-value") if value else None
            if not value:
                return refuse("joker-without-value")
        elif card[0] not in self.colours:
            return refuse("no-such-colour")
        return None if len(value) == 1 and value in VALUES else refuse("no-such-value")

    def why_no_colour(self, colour: str) -> Refusal | None:
        """Return why there is no hen of this colour, or None if there can be.  Rule: DW-1."""
        return None if colour in self.colours else refuse("no-such-colour")

    def why_no_fit(self, card: str, top: str, is_throw: bool = False) -> Refusal | None:
        """Return why a worm does not fit on another, None where it does.

        Rule: DW-3, DW-4, DW-6.

        >>> deck = Deck(5, "wild", "same-colour")
        >>> deck.why_no_fit("b9", "y1"), deck.why_no_fit("y2", "y1")
        (None, Refusal('same-colour', 'DW-3', ()))
        >>> deck.why_no_fit("y2", "y1", True), deck.why_no_fit("j", "y1", True)
        (None, None)
        """
        jokers = (card[0] == JOKER) + (top[0] == JOKER)
        if jokers and self.joker != "number":
            is_barred = jokers == 2 and self.joker == "no-joker-on-joker"
            return refuse("joker-on-joker") if is_barred else None
        if not jokers:
            if is_throw and self.throw_in == "same-colour":
                if card[0] != top[0]:
                    return refuse("throw-other-colour")
            elif card[0] == top[0]:
                return refuse("same-colour")
        apart = (int(card[1]) - int(top[1])) % len(VALUES)
        return None if apart in (1, len(VALUES) - 1) else refuse("no-neighbour")

    def worms(self) -> list[str]:
        """Return all worm cards that there can be, in ASCII order."""
        cards = [colour + value for colour in self.colours for value in VALUES]
        if self.joker == "number":
            cards += [JOKER + value for value in VALUES]
        else:
            cards.append(JOKER)
        return sorted(cards)

    def points(self, hen: str, cards: tuple[str, ...]) -> int:
        """Return the points of an eaten pile; an unseen card counts as a plain worm.

        Rule: DW-9.

        >>> Deck(5, "wild", "normal").points("y", ("y3", "j", "b4", "?"))
        7
        """
        return sum([3 if card[0] == hen else 2 if card[0] == JOKER else 1 for card in cards])


def parse_card(text: str) -> str:
    """Return the worm card of this text; the deck need not have such a card.

    Raises: MalformedText (bad-worm).

    >>> parse_card("z12"), parse_card("j")
    ('z12', 'j')
    """
    is_worm = 2 <= len(text) <= 4 and text[0] in LOWER_CASE and not text[1:].strip(DIGITS)
    if is_worm or text == JOKER:
        return text
    raise MalformedText("bad-worm", text, "y3 j j5")


def parse_colour(text: str) -> str:
    """Return the colour of this letter; the deck need not have such a hen.

    Raises: MalformedText (bad-worm).
    """
    if len(text) == 1 and text in LOWER_CASE:
        return text
    raise MalformedText("bad-worm", text, " ".join(list(WORM_COLOURS)))
