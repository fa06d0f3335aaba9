"""The tail of what was told at a table: the last events and notices, each with its number.

Decides how much is kept for a view that comes late, or slept.
"""

from collections.abc import Iterable

from schiri.events import Event
from schiri.table.state import Notice

LENGTH = 500


class Tail:
    """The last events and notices.

    Shape: ``events_upto`` is the number of the last event, ``notices_upto`` of the last notice.

    >>> from schiri.events import End
    >>> tail = Tail()
    >>> tail.tell([End((), "SW-9")])
    >>> tail.events, tail.events_upto
    ((End(winner=(), rule='SW-9', causes=()),), 1)
    """

    def __init__(self) -> None:
        self.events: tuple[Event, ...] = ()
        self.events_upto = 0
        self.notices: tuple[Notice, ...] = ()
        self.notices_upto = 0

    def begin(self) -> None:
        """Begin another game: what was told before belongs to the one before."""
        self.events, self.notices = (), ()

    def tell(self, events: Iterable[Event]) -> None:
        """Add events."""
        before = len(self.events)
        every = (*self.events, *events)
        self.events_upto += len(every) - before
        self.events = every[-LENGTH:]

    def notice(self, *notices: Notice) -> None:
        """Add notices."""
        self.notices = (*self.notices, *notices)[-LENGTH:]
        self.notices_upto += len(notices)
