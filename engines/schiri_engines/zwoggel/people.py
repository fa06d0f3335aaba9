"""The players of Zwoggel: their penalties, who is out, and their traps.

Decides ZW-6 (out at the third penalty).  Must not know whose turn it is, nor the cards.
"""

from ..game import changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Penalties, who has resigned, and traps.
    Kept = tuple[tuple[int, ...], tuple[bool, ...], tuple[tuple[int, ...], ...]]

# A player with so many penalties is out.
OUT = 3
# The counts of each player's traps.
SURVIVED, SPRUNG, LAID = 0, 1, 2


class People:
    """The counts of each seat.

    Shape: ``penalties`` has a number a seat, ``resigned`` whether somebody has, ``traps`` how many
    a seat survived, sprang and laid.  Values are replaced, never changed, so that undo can restore
    them.

    >>> people = People(2)
    >>> people.add_penalty(1), people.is_out(1), people.seats_in()
    (1, False, [0, 1])
    """

    def __init__(self, seats: int):
        self.penalties: tuple[int, ...] = (0,) * seats
        self.resigned: tuple[bool, ...] = (False,) * seats
        self.traps: tuple[tuple[int, ...], ...] = ((0, 0, 0),) * seats

    def is_out(self, seat: int) -> bool:
        """Tell whether a player is out.  Rule: ZW-6, ZW-11."""
        return self.resigned[seat] or self.penalties[seat] >= OUT

    def seats_in(self) -> list[int]:
        """Return the seats that are not out."""
        return [seat for seat in range(len(self.penalties)) if not self.is_out(seat)]

    def add_penalty(self, seat: int) -> int:
        """Give a seat one more penalty; return its penalties."""
        self.penalties = changed(self.penalties, seat, self.penalties[seat] + 1)
        return self.penalties[seat]

    def set_penalties(self, seat: int, count: int) -> None:
        """Set the penalties of a seat."""
        self.penalties = changed(self.penalties, seat, count)

    def resign(self, seat: int) -> None:
        """Record that a seat has resigned.  Rule: ZW-11."""
        self.resigned = changed(self.resigned, seat, True)

    def count_trap(self, seat: int, what: int) -> None:
        """Count one more trap that a seat survived, sprang or laid."""
        counts = self.traps[seat]
        self.traps = changed(self.traps, seat, changed(counts, what, counts[what] + 1))

    def kept(self) -> "Kept":
        """Return the state, for `restore`."""
        return (self.penalties, self.resigned, self.traps)

    def restore(self, kept: "Kept") -> None:
        """Restore a state that `kept` returned."""
        self.penalties, self.resigned, self.traps = kept
