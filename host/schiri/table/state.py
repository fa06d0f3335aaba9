"""One moment at the table, frozen: all that a view needs, whichever view it is.

Decides what there is to see.  Must not know how it looks, nor how it came about.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from schiri_device.builds import Build
from schiri_device.builds.cursor import BUILD as USUAL

from schiri.device.reports import Connected, DeviceStatus, Lights
from schiri.errors import HostError
from schiri.events import Event, Made, State
from schiri.games.board import BoardView as BoardView  # noqa: PLC0414  # for all who show one
from schiri.last_setup import Setups
from schiri.table.intents import Refusal


class Offer(NamedTuple):
    """A game that is unfinished and can go on: what, who, how far, and since when."""

    log: str
    game: str
    players: tuple[str, ...]
    moves: int
    last: datetime


class Notice(NamedTuple):
    """What was found beside the game, to be told once: a code, and what it is about."""

    code: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class CardView:
    """What a game of cards has to show besides the referee's state; each has its own."""


class TableState(NamedTuple):
    """One moment at the table.

    Shape: ``number`` counts the moments.  ``connected`` is None while no device answers, and
    ``missing`` says why where one must; ``is_plugged`` is of a simulated cable, None for a real
    one.  ``build`` is what the device is, or was the last time that one answered.  ``fault`` is
    what keeps anything more from being done, ``disagreement`` what device and referee see
    differently, ``refusal`` what the device has lit and still shows.  ``state`` is the referee's,
    None before the first game; ``board`` and ``cards`` are how it lies, of which a game has one,
    and ``log`` is the file of its log; ``table`` counts the games of cards that were sat down to.
    ``score`` counts the games that each player has won since the session began, ``results`` are
    the winners of each of this kind that these players have ended, nobody in a draw. ``told`` are
    the last events of this game, ``told_upto`` the number of the last one, which counts on from
    game to game; so with ``notices``. ``offers``
    are the games that can go on, until one is played, ``setups`` how games were played last.
    """

    number: int = 0
    connected: Connected | None = None
    build: Build = USUAL
    is_plugged: bool | None = None
    now: DeviceStatus | None = None
    lights: Lights | None = None
    fault: HostError | None = None
    missing: HostError | None = None
    disagreement: str | None = None
    refusal: Refusal | None = None
    is_card_game: bool = False
    table: int = 0
    players: tuple[str, ...] = ()
    options: dict[str, str] = {}
    state: State | None = None
    board: BoardView | None = None
    cards: CardView | None = None
    log: str = ""
    score: dict[str, int] = {}
    results: tuple[tuple[str, ...], ...] = ()
    told: tuple[Event, ...] = ()
    told_upto: int = 0
    notices: tuple[Notice, ...] = ()
    notices_upto: int = 0
    offers: tuple[Offer, ...] = ()
    setups: Setups = Setups()

    @property
    def history(self) -> tuple[str, int]:
        """What tells the history of one game from that of the next."""
        return self.log, self.table

    @property
    def has_unfinished_board(self) -> bool:
        """Whether a game on the board is under way, which another one on the board replaces."""
        is_on = self.board is not None and self.state is not None and not self.state.over
        return is_on and any(isinstance(event, Made) for event in self.told)

    def told_since(self, number: int) -> tuple[Event, ...]:
        """Return the events after this number, as many of them as are kept.

        >>> TableState(told=("a1-c3", "b1-a1"), told_upto=7).told_since(6)
        ('b1-a1',)
        """
        missed = self.told_upto - number
        return self.told[-missed:] if missed > 0 else ()

    def notices_since(self, number: int) -> tuple[Notice, ...]:
        """Return the notices after this number, as many of them as are kept."""
        missed = self.notices_upto - number
        return self.notices[-missed:] if missed > 0 else ()
