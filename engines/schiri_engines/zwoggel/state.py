"""How a game of Zwoggel stands: whose turn, who is in, what is left, whether it is over.

Decides ZW-7 and ZW-9.  Must not know what a move is.
"""

from ..refusals import Outcome
from .field import Field
from .notation import DOWN

STOCK = 60
# With so many penalties one is out.
OUT = 3


class State:
    """A field, and all that is known of the people around it.

    Shape: ``penalties`` has a number a seat; ``hand`` counts the cards drawn and not yet laid;
    ``traps`` has for each seat how many it survived, sprang and laid.  ``turned`` is the place
    that the last move turned up, ``threes`` the rows that it completed, ``effects`` what else came
    of it.
    """

    def __init__(self, field: Field, seats: int):
        self.field = field
        self.stock = STOCK
        self.hand = 0
        # What is kept for taking back is never changed, only replaced.
        self.penalties = (0,) * seats
        self.traps = ((0, 0, 0),) * seats
        self.turned: tuple | None = None
        self.threes: tuple = ()
        self.effects: tuple = ()
        self._resigned = (False,) * seats
        # Whose turn it is, of how many flips, and how many of them are done.
        self._seat = 0
        self._flips = 2
        self._done = 0

    # What it is now

    @property
    def turn(self) -> int | None:
        """The seat that must act, None when the game is over."""
        return None if self.outcome() else self._seat

    @property
    def phase(self) -> str:
        """One of "flip", "place", "over"."""
        if self.outcome():
            return "over"
        return "place" if self.hand else "flip"

    @property
    def flips_left(self) -> int:
        """How many cards are still to be turned up in this turn (ZW-2, ZW-8)."""
        return 0 if self.hand or self.outcome() else self._left()

    def is_out(self, seat: int) -> bool:
        """Tell whether a player is out.  Rule: ZW-6, ZW-11."""
        return self._resigned[seat] or self.penalties[seat] >= OUT

    def seats_in(self) -> list:
        """Return the seats that are not out."""
        return [seat for seat in range(len(self.penalties)) if not self.is_out(seat)]

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: ZW-7, ZW-9."""
        seats = self.seats_in()
        if len(seats) == 1:
            return Outcome(tuple(seats), "ZW-7")
        if self.hand or self.field.count(DOWN):
            return None
        fewest = min([self.penalties[seat] for seat in seats])
        return Outcome(tuple([s for s in seats if self.penalties[s] == fewest]), "ZW-9")

    def _keep(self) -> tuple:
        """Return all but the field."""
        numbers = (self.stock, self.hand, self._seat, self._flips, self._done)
        people = (self.penalties, self._resigned, self.traps)
        return numbers + people + (self.turned, self.threes, self.effects)

    def _restore(self, kept: tuple) -> None:
        self.stock, self.hand, self._seat, self._flips, self._done = kept[:5]
        self.penalties, self._resigned, self.traps = kept[5:8]
        self.turned, self.threes, self.effects = kept[8:]

    def _left(self) -> int:
        return min(self._flips - self._done, self.field.count(DOWN))


def replaced(values: tuple, at: int, value) -> tuple:
    """Return the values with another one at this place.

    >>> replaced((0, 0, 0), 1, 2)
    (0, 2, 0)
    """
    return values[:at] + (value,) + values[at + 1 :]
