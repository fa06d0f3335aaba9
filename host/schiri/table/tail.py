"""The tail of what was told at a table: the last events and notices, each with its number.

Decides how much is kept for a view that comes late, or slept, and what is told of a game that goes
on.
"""

from collections.abc import Iterable
from pathlib import Path

from schiri.events import Event
from schiri.games import adapter_of
from schiri.log.logged import LoggedReferee
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
        # The log that was told of last at the device's table.
        self._log: Path | None = None
        # What was told there before a game of cards.
        self._before: tuple[Event, ...] = ()

    def begin(self) -> None:
        """Begin a game of cards: what was told before belongs to the device's table."""
        self._before, self.events, self.notices = self.events, (), ()

    def go_back(self) -> None:
        """Go back to the device's table, where each view was told already what happened there."""
        self.events, self.notices = self._before, ()

    def tell(self, events: Iterable[Event], logged: LoggedReferee | None = None) -> None:
        """Add events.

        Shape: ``logged`` is the game of a device; what the log of one that goes on had when it was
        opened is told once, before them.
        """
        past: Iterable[Event] = ()
        if logged and logged.writer.path != self._log:
            self._log = logged.writer.path
            past = (logged.writer.header, *logged.past) if logged.writer.past else ()
        before = len(self.events)
        every = (*self.events, *past, *events)
        self.events_upto += len(every) - before
        self.events = every[-LENGTH:]
        new = every[before:]
        if logged and new:
            referee = logged.referee
            if found := adapter_of(referee.game).decided(referee.table, new):
                self.notice(Notice("decided", (found[0], str(found[1]))))

    def notice(self, *notices: Notice) -> None:
        """Add notices."""
        self.notices = (*self.notices, *notices)[-LENGTH:]
        self.notices_upto += len(notices)
