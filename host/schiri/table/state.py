"""The state of a table as a frozen value: everything that any view needs.

Decides what can be shown. Must not know how it looks, or how it was reached.
"""

from __future__ import annotations

from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from schiri.device.reports import NOBODY, DeviceView
from schiri.errors import HostError
from schiri.events import SAME, EntryMade, Event, State
from schiri.last_setup import Setups
from schiri.table.clock_state import ClockState
from schiri.views import BoardView, CardView

Item = TypeVar("Item")
# How many items are kept for a view that connects late or was asleep.
LENGTH = 500
# The notice that the time for a turn is up.
TURN_OVER = "turn-over"


class Offer(NamedTuple):
    """An unfinished game that can be resumed."""

    log: str
    game: str
    players: tuple[str, ...]
    moves: int
    last: datetime


class Notice(NamedTuple):
    """A notice, to be shown once: a code, and its parts.

    Shape: ``game`` is the id of the game at that time, ``after`` the number of its last event, so
    that a later history has the notice in its place.
    """

    code: str
    about: tuple[str, ...] = ()
    game: tuple[str, int] = ("", 0)
    after: int = 0


class Latest(NamedTuple, Generic[Item]):
    """The latest items of an endless numbered series.

    Shape: ``upto`` is the number of the last item.
    """

    items: tuple[Item, ...] = ()
    upto: int = 0

    @property
    def is_cut(self) -> bool:
        """Whether earlier items may have been dropped."""
        return len(self.items) == LENGTH

    def since(self, number: int) -> tuple[Item, ...]:
        """Return the kept items after this number.

        >>> Latest(("a1-c3", "b1-a1"), 7).since(6)
        ('b1-a1',)
        """
        missed = self.upto - number
        return self.items[-missed:] if missed > 0 else ()

    def plus(self, *items: Item) -> Latest[Item]:
        """Return the series with these items appended."""
        return Latest((*self.items, *items)[-LENGTH:], self.upto + len(items))


class GameSnapshot(NamedTuple):
    """The current game.

    Shape: ``state`` is the referee's; ``log`` is the file of its log, and ``number`` counts the
    card games of the PC. ``events`` are those of this game; their numbers go on from game to game.
    ``is_kept_here`` says whether the PC runs it, or a device.  ``view`` is the board, or a card
    game's own part, None if ``state`` is enough.  ``results`` are the winners of each finished game
    of this match on a device, none in a draw: games of the same players with the same options, one
    after the other in this session.  ``found`` is when its last entry was made, if a device had the
    game when the program started and nobody has started or resumed a game since.  ``clock`` is the
    clock of the players, None without one.
    """

    state: State
    players: tuple[str, ...]
    options: dict[str, str]
    log: str
    number: int
    events: Latest[Event]
    is_kept_here: bool
    view: BoardView | CardView | None = None
    results: tuple[tuple[str, ...], ...] = ()
    found: datetime | None = None
    clock: ClockState | None = None

    @property
    def id(self) -> tuple[str, int]:
        return self.log, self.number

    @property
    def board(self) -> BoardView | None:
        """The board, None for other games."""
        return self.view if isinstance(self.view, BoardView) else None

    @property
    def cards(self) -> CardView | None:
        """The cards, None for a board game, or if the state is enough."""
        return self.view if isinstance(self.view, CardView) else None

    @property
    def has_entries(self) -> bool:
        """Whether there is an entry that was not undone.

        Rule: undo returns to the end of an earlier game, not into it.
        """
        standing = 0
        for each in self.events.items:
            if not isinstance(each, EntryMade) or each.remark == SAME:
                continue
            if each.undone and each.undone.word == "next":
                standing = 0
            else:
                standing += -1 if each.word == "undo" else 1
        return standing > 0

    @property
    def last_player(self) -> str:
        """The player of the last entry that was not undone, "" if nobody or unknown."""
        skipped = 0
        for each in reversed(self.events.items):
            if not isinstance(each, EntryMade) or each.remark == SAME:
                continue
            if each.word == "undo":
                skipped += 1
            elif not skipped:
                return each.by or ""
            else:
                skipped -= 1
        return ""

    @property
    def may_undo(self) -> bool:
        """Whether there is anything to undo.

        Shape: assumed for a game of which not all events are kept.
        """
        return self.events.is_cut or self.has_entries

    @property
    def is_unfinished(self) -> bool:
        """Whether it is in progress, so that a new game would replace it."""
        return not self.state.over and any(
            isinstance(each, EntryMade) for each in self.events.items
        )


class UndoAsked(NamedTuple):
    """The question whether a move may be undone.

    Shape: ``number`` counts the questions; ``by`` is who wants it, "" if unknown, and ``of`` whose
    move it is.
    """

    number: int
    by: str
    of: str


class TableState(NamedTuple):
    """One state of the table.

    Shape: ``moment`` counts the moments; an intent is for the one that its view shows.  ``game`` is
    None before the first one; ``is_opening`` says whether another game is being started.  ``fault``
    is the error that stops the table.  ``offers`` are the games that can be resumed, until one is
    played, ``setups`` the last setups of games.  ``undo`` is the open question about an undo.
    """

    device: DeviceView = NOBODY
    game: GameSnapshot | None = None
    fault: HostError | None = None
    notices: Latest[Notice] = Latest()
    offers: tuple[Offer, ...] = ()
    setups: Setups = Setups()
    moment: int = 0
    is_opening: bool = False
    undo: UndoAsked | None = None
