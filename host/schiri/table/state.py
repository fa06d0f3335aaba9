"""One moment at the table, frozen: all that a view needs, whichever view it is.

Decides what there is to see.  Must not know how it looks, nor how it came about.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from schiri_device.builds import Build
from schiri_device.builds.cursor import BUILD as USUAL

from schiri.device.reports import Connected, DeviceStatus, Lights
from schiri.errors import HostError
from schiri.events import SAME, Event, Made, State
from schiri.games.board import BoardView as BoardView  # noqa: PLC0414  # for all who show one
from schiri.last_setup import Setups
from schiri.table.intents import Refusal

Item = TypeVar("Item")
# So many items are kept for a view that comes late, or slept.
LENGTH = 500


class Offer(NamedTuple):
    """A game that is unfinished and can go on: what, who, how far, and since when."""

    log: str
    game: str
    players: tuple[str, ...]
    moves: int
    last: datetime


class Notice(NamedTuple):
    """What was found beside the game, to be told once: a code, and what it is about.

    Shape: ``game`` is the id of the game that was played then, ``after`` the number of its last
    event: a history that is read later has it in its place.
    """

    code: str
    about: tuple[str, ...] = ()
    game: tuple[str, int] = ("", 0)
    after: int = 0


class Latest(NamedTuple, Generic[Item]):
    """The latest items of a series whose numbers go on for ever.

    Shape: ``upto`` is the number of the last item.
    """

    items: tuple[Item, ...] = ()
    upto: int = 0

    @property
    def is_cut(self) -> bool:
        """Whether the first ones may be kept no more."""
        return len(self.items) == LENGTH

    def since(self, number: int) -> tuple[Item, ...]:
        """Return the items after this number, as many of them as are kept.

        >>> Latest(("a1-c3", "b1-a1"), 7).since(6)
        ('b1-a1',)
        """
        missed = self.upto - number
        return self.items[-missed:] if missed > 0 else ()

    def after(self, number: int) -> Latest[Item]:
        """Return the same items with numbers that begin after this one."""
        return self._replace(upto=number + len(self.items))

    def plus(self, *items: Item) -> Latest[Item]:
        """Return it with these items after its own."""
        return Latest((*self.items, *items)[-LENGTH:], self.upto + len(items))


class DeviceView(NamedTuple):
    """The device of a table.

    Shape: ``connected`` is None while no device answers, and ``missing`` says why where one must.
    ``build`` is what the device is, or was the last time that one answered; ``is_plugged`` is of a
    simulated cable, None for a real one.  ``disagreement`` is what device and referee see
    differently.
    """

    connected: Connected | None = None
    build: Build = USUAL
    is_plugged: bool | None = None
    status: DeviceStatus | None = None
    lights: Lights | None = None
    missing: HostError | None = None
    disagreement: str | None = None


@dataclass(frozen=True)
class CardView:
    """What a game of cards has to show besides the referee's state; each has its own."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that is played.

    Shape: ``state`` is the referee's; ``log`` is the file of its log, and ``number`` counts the
    games that the PC has kept.  ``events`` are those of this game; their numbers go on from game to
    game.
    """

    state: State
    players: tuple[str, ...]
    options: dict[str, str]
    log: str
    number: int
    events: Latest[Event]

    @property
    def id(self) -> tuple[str, int]:
        """What tells this game from the next."""
        return self.log, self.number


@dataclass(frozen=True)
class BoardTable(PlayedGame):
    """A game on a board, which a device keeps, or without one the PC.

    Shape: ``results`` are the winners of each game of this kind that these players have ended since
    the session began, nobody in a draw.
    """

    board: BoardView
    is_kept_here: bool = False
    results: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class CardTable(PlayedGame):
    """A game of cards, which the PC keeps; ``cards`` is None where ``state`` says all."""

    cards: CardView | None = None
    is_kept_here = True


class TableState(NamedTuple):
    """One moment at the table.

    Shape: ``number`` counts the moments.  ``played`` is None before the first game.  ``refusal`` is
    what the device has refused last, and still shows.  ``fault`` is what keeps anything more from
    being done.  ``offers`` are the games that can go on, until one is played, ``setups`` how games
    were played last.
    """

    number: int = 0
    device: DeviceView = DeviceView()
    played: BoardTable | CardTable | None = None
    refusal: Refusal | None = None
    fault: HostError | None = None
    notices: Latest[Notice] = Latest()
    offers: tuple[Offer, ...] = ()
    setups: Setups = Setups()

    @property
    def game(self) -> BoardTable | CardTable:
        """What is played, where something is."""
        assert self.played is not None
        return self.played

    @property
    def state(self) -> State | None:
        """How the game stands, None before the first one."""
        return self.played.state if self.played else None

    @property
    def board(self) -> BoardView | None:
        """The board, None where none is played on."""
        return self.played.board if isinstance(self.played, BoardTable) else None

    @property
    def cards(self) -> CardView | None:
        """The cards, None where a board is played on, or where the state says all."""
        return self.played.cards if isinstance(self.played, CardTable) else None

    @property
    def events(self) -> Latest[Event]:
        """The latest events of the game."""
        return self.played.events if self.played else Latest()

    @property
    def is_kept_here(self) -> bool:
        """Whether the PC keeps what is played."""
        return self.played is not None and self.played.is_kept_here

    @property
    def has_entries(self) -> bool:
        """Whether any entry stands that was not undone."""
        events = self.events.items
        made = [each.word for each in events if isinstance(each, Made) and each.remark != SAME]
        return len(made) > 2 * made.count("undo")

    @property
    def may_undo(self) -> bool:
        """Whether there is anything to undo, or a piece to let go of.

        Shape: of a game of which not all events are kept it is taken for granted.
        """
        is_picked = bool(self.board and self.board.picked)
        return is_picked or self.events.is_cut or self.has_entries

    @property
    def is_unfinished(self) -> bool:
        """Whether a game is under way, which another one would replace."""
        is_on = self.played is not None and not self.played.state.over
        return is_on and any(isinstance(event, Made) for event in self.events.items)
