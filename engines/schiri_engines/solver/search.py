"""A search in slices, so that a device can search between two presses.

Decides how a slice ends.  Must not know a game or a clock: each piece of work has a cost, and the
caller limits the cost of a slice.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# The cost of a slice.  On an RP2040 a unit takes about a millisecond.
SLICE = 16


class Search:
    """A search for the best move of the side to move.

    Shape: ``pieces`` yields the cost of each piece of work before it is done.  ``move`` is the best
    one so far, -1 before there is any.  ``worth`` is valid once `go_on` returns True: a positive
    one is good for the side to move.
    """

    def __init__(self, pieces: "Iterable[int]"):
        self.move = -1
        self.worth = 0
        self._due = 0
        self._pieces = pieces

    def go_on(self, units: int = SLICE) -> bool:
        """Work for this cost; return whether the search is done.

        Raises: OSError (a file cannot be read).
        """
        units -= self._due
        for cost in self._pieces:
            self._due = cost
            if units < cost:
                return False
            units -= cost
        return True
