"""The field of Zwoggel: cards and their places, rows of three, where a card may be laid.

Decides ZW-3 and what ZW-4 calls a three.  Must not know players or turns.
"""

from ..refusals import RULE_OF, Refusal, refuse
from .notation import DOWN, HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .notation import Place

    # A place, its former card, and the seat that laid it.
    Change = tuple[Place, str | None, int | None]
    # Each row as its places.
    Threes = tuple[tuple[Place, ...], ...]

RULE_OF.update({"lay-occupied": "ZW-3", "lay-hole": "ZW-3"})
RULE_OF.update({"lay-apart": "ZW-3", "lay-outside": "ZW-3"})
RULE_OF.update({"lay-too-many": "ZW-3", "lay-too-few": "ZW-3"})

SQUARE = ((0, 0), (1, 0), (0, 1), (1, 1))
# The four ways a row can run, and the eight places next to one.
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


class Field:
    """The cards on the table.

    Shape: ``cards`` holds "down", "red", "green" or "hole" by place; ``laid_by`` the seat that
    laid a card there, where one did; ``frame`` is how many places across the field may be, 0 for
    any.

    >>> field = Field(True, 0)
    >>> field.why_closed((1, 0)), field.why_closed((2, 2)), field.why_closed((3, 0))
    (Refusal('lay-occupied', 'ZW-3', ((1, 0),)), None, Refusal('lay-apart', 'ZW-3', ((3, 0),)))
    """

    def __init__(self, fills_holes: bool, frame: int):
        self.fills_holes = fills_holes
        self.frame = frame
        self.cards: dict[Place, str] = {}
        self.laid_by: dict[Place, int] = {}
        for place in SQUARE:
            self.cards[place] = DOWN

    def copy(self) -> "Field":
        """Return an independent copy."""
        clone = Field(self.fills_holes, self.frame)
        clone.cards, clone.laid_by = dict(self.cards), dict(self.laid_by)
        return clone

    def change(self, place: "Place", card: str | None, seat: int | None) -> "Change":
        """Put a card on a place or remove it; return what `change` undoes this with."""
        before = (place, self.cards.pop(place, None), self.laid_by.pop(place, None))
        if card is not None:
            self.cards[place] = card
        if seat is not None:
            self.laid_by[place] = seat
        return before

    def lies(self, place: "Place") -> bool:
        """Tell whether a card lies there, face up or down."""
        return self.cards.get(place, HOLE) != HOLE

    def count(self, what: str) -> int:
        """Return the number of places in this state."""
        return len([place for place in self.cards if self.cards[place] == what])

    def threes(self, place: "Place", colour: str) -> "Threes":
        """Return each row of three or more with an open card of this colour on this place.

        Rule: ZW-4.

        >>> field = Field(True, 0)
        >>> for place in ((0, 0), (1, 0)):
        ...     before = field.change(place, "red", None)
        >>> field.threes((2, 0), "red"), field.threes((2, 0), "green")
        ((((0, 0), (1, 0), (2, 0)),), ())
        """
        found = []
        for way in WAYS:
            row = [place]
            for sign in (-1, 1):
                across, up = sign * way[0], sign * way[1]
                x, y = place[0] + across, place[1] + up
                while self.cards.get((x, y)) == colour:
                    row.append((x, y))
                    x, y = x + across, y + up
            if len(row) >= 3:
                found.append(tuple(sorted(row)))
        return tuple(found)

    def why_closed(self, place: "Place") -> Refusal | None:
        """Return None where a card may be laid, else the refusal with the first cause.

        Rule: ZW-3.
        """
        if self.lies(place):
            return refuse("lay-occupied", place)
        if place in self.cards and not self.fills_holes:
            return refuse("lay-hole", place)
        for step in AROUND:
            if self.lies((place[0] + step[0], place[1] + step[1])):
                break
        else:
            return refuse("lay-apart", place)
        if self.frame and self._reach(place) > self.frame:
            return refuse("lay-outside", place)
        return None

    def open_place(self) -> "Place | None":
        """Return one place where a card may be laid, or None."""
        # Sorted: the order of a dict differs between interpreters.
        for card in sorted(self.cards):
            for step in AROUND:
                place = (card[0] + step[0], card[1] + step[1])
                if self.why_closed(place) is None:
                    return place
        return None

    def open_places(self) -> "list[Place]":
        """Return the places where a card may be laid, in ascending order."""
        around = {(x + step[0], y + step[1]) for x, y in self.cards for step in AROUND}
        return [place for place in sorted(around) if self.why_closed(place) is None]

    def why_not_laid(self, places: "tuple[Place, ...]", hand: int) -> Refusal | None:
        """Return why a hand cannot be laid on these places in this order, or None.

        Rule: ZW-3.
        """
        if len(places) > hand:
            return refuse("lay-too-many", *places[hand:])
        field = self.copy()
        for place in places:
            refusal = field.why_closed(place)
            if refusal:
                return refusal
            field.change(place, DOWN, None)
        if len(places) < hand:
            still_open = field.open_place()
            if still_open:
                return refuse("lay-too-few", still_open)
        return None

    def ways_to_lay(self, hand: int) -> "Iterator[tuple[Place, ...]]":
        """Yield every way to lay the cards of a hand, as many as fit, each a tuple of places.

        Shape: the places are chained: each is open once those before it are laid.
        """
        field, laid = self.copy(), []
        # The places still to be tried for each card; devices have no stack for recursion.
        waiting = [field.open_places()]
        while waiting:
            if waiting[-1]:
                laid.append(field.change(waiting[-1].pop(0), DOWN, None))
                waiting.append(field.open_places() if len(laid) < hand else [])
                if not waiting[-1]:
                    yield tuple([change[0] for change in laid])
            else:
                waiting.pop()
                if laid:
                    field.change(*laid.pop())

    def _reach(self, place: "Place") -> int:
        """Return the width or height of the field with a card on this place."""
        places = [each for each in self.cards if self.cards[each] != HOLE]
        places.append(place)
        across = [each[0] for each in places]
        up = [each[1] for each in places]
        return max(max(across) - min(across), max(up) - min(up)) + 1
