"""The history of the game that is played, and notices: the last of each, with their numbers.

Decides how much is kept for a view that comes late, or slept, and what is told of a game that goes
on.  Events belong to their game: those of another one are never among them.
"""

from collections.abc import Iterable
from pathlib import Path

from schiri.events import Event
from schiri.games import adapter_of
from schiri.log.logged import LoggedReferee
from schiri.table.card_table import CardTable
from schiri.table.state import Notice

LENGTH = 500


class Tail:
    """The last events and notices.

    Shape: ``events_upto`` is the number of the last event, ``notices_upto`` of the last notice;
    both count on from game to game.

    >>> tail = Tail()
    >>> tail.notice(Notice("race-void"))
    >>> tail.notices_upto, tail.events_of(None)
    (1, ())
    """

    def __init__(self) -> None:
        self._events: tuple[Event, ...] = ()
        self.events_upto = 0
        self.notices: tuple[Notice, ...] = ()
        self.notices_upto = 0
        # The log of the game whose events they are.
        self._log: Path | None = None
        # The device's game, and its events, while cards are played.
        self._before: tuple[Path | None, tuple[Event, ...]] = (None, ())

    def begin(self) -> None:
        """Begin a game of cards: what was told before belongs to the device's table."""
        self._before = self._log, self._events
        self._log, self._events, self.notices = None, (), ()

    def go_back(self) -> None:
        """Go back to the game of the device's table."""
        self._log, self._events = self._before
        self.notices = ()

    def events_of(self, logged: LoggedReferee | None) -> tuple[Event, ...]:
        """Return the last events of this game, none of any other."""
        return self._events if logged and logged.writer.path == self._log else ()

    def tell(self, events: Iterable[Event], logged: LoggedReferee | None) -> None:
        """Add events of the game of a device: where it is another one, its history begins.

        Rule: what the log of one that goes on had when it was opened is told once, before them.
        """
        if logged is None:
            return
        past: Iterable[Event] = ()
        if logged.writer.path != self._log and logged.writer.past:
            past = (logged.writer.header, *logged.past)
        self._add((*past, *events), logged)

    def take(self, cards: CardTable) -> None:
        """Add what a table of cards has told, its past included."""
        self._add(cards.told, cards.logged)
        self.notice(*cards.notices)
        cards.told, cards.notices = [], []

    def _add(self, events: Iterable[Event], logged: LoggedReferee) -> None:
        if logged.writer.path != self._log:
            self._log, self._events = logged.writer.path, ()
        new = (*events,)
        self.events_upto += len(new)
        self._events = (*self._events, *new)[-LENGTH:]
        if new:
            referee = logged.referee
            if found := adapter_of(referee.game).decided(referee.table, new):
                self.notice(Notice("decided", (found[0], str(found[1]))))

    def notice(self, *notices: Notice) -> None:
        """Add notices."""
        self.notices = (*self.notices, *notices)[-LENGTH:]
        self.notices_upto += len(notices)
