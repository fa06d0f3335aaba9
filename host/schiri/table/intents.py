"""What somebody at a view wants done at the table, and what came of it, as values.

Decides which things there are to want.  Must not know which game is played, or who asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from schiri_engines import refusals
from schiri_engines.refusals import MalformedText, Refused

from schiri.cells import location_text
from schiri.device.reports import Refusal as Refusal  # noqa: PLC0414  # for all who answer
from schiri.errors import HostError
from schiri.events import Event

# Who comes first of the players: the first named, one drawn by lot, or the one after who was first.
First = Literal["named", "lot", "next"]


class NewGame(NamedTuple):
    """Begin this game; one that is unfinished stays where it is kept.

    Shape: ``players`` are in the order in which they sit, whoever comes ``first``.  ``log`` is the
    file of its log, "" for a new one in the folder; only a game of cards goes on in one.
    """

    game: str
    players: tuple[str, ...]
    options: dict[str, str]
    first: First = "named"
    log: str = ""


class Rematch(NamedTuple):
    """Begin the game that is over once more, with the same players and options.

    Rule: who comes first is drawn where the game's rules say so, else it is the next one.
    """


class GoOn(NamedTuple):
    """Go on with the game that a log has; see `TableState.offers`."""

    log: str


class Enter(NamedTuple):
    """Carry out a command, as it is typed."""

    text: str


class Undo(NamedTuple):
    """Let go of what is half chosen, or else undo the last entry."""


class Press(NamedTuple):
    """Press one of the device's buttons, or a key of its grid."""

    button: str


class Touch(NamedTuple):
    """Press a cell of the board that lies on the table."""

    cell: str


class Choose(NamedTuple):
    """Lay a card on this place of a field, or take it up again before the last one lies."""

    place: tuple[int, int]


class Stamp(NamedTuple):
    """When something was pressed, by the clock of the view it was pressed at.

    Shape: ``view`` tells the views of one run of the program apart.
    """

    view: int
    ms: int


class ThrowIn(NamedTuple):
    """Somebody at a view was fast: the seat that has thrown in.

    Shape: without a stamp it was pressed when it came.
    """

    seat: int
    at: Stamp | None = None


# The commands that say how a pile was turned.
TURNINGS = ("turned", "passed")


class Turn(NamedTuple):
    """The player on turn has turned a pile; ``word`` is the command that says how."""

    word: str
    at: Stamp | None = None


class Plug(NamedTuple):
    """Put the plug of a simulated cable in, or pull it."""

    is_in: bool


class Leave(NamedTuple):
    """Leave the table of a card game; its log is kept, the device gets its lights back."""


class Reconnect(NamedTuple):
    """Try again after a fault that has ended the connection."""


Intent = (
    NewGame
    | Rematch
    | GoOn
    | Enter
    | Undo
    | Press
    | Touch
    | Choose
    | ThrowIn
    | Turn
    | Plug
    | Leave
    | Reconnect
)


class Answer(NamedTuple):
    """What came of one intent, for whoever sent it.

    Shape: one of the last three says why nothing was done; ``events`` are what it brought about
    where the PC keeps the game; a device tells its own later.
    """

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    malformed: MalformedText | None = None
    error: HostError | None = None

    @property
    def is_done(self) -> bool:
        """Whether it was done.

        >>> Answer().is_done, Answer(refusal=Refusal("game-over", "TA-1")).is_done
        (True, False)
        """
        return self.refusal is None and self.malformed is None and self.error is None


# Tell whoever sent an intent what came of it.
Respond = Callable[[Answer], None]
# What is answered where a device was asked and is gone since: it may have done it all the same.
NO_ANSWER = Answer(error=HostError("no-answer"))
# What is answered to whoever asks where no device answers, or for what is not done at this table.
NO_DEVICE = Answer(error=HostError("no-device"))
NOT_HERE = Answer(refusal=Refusal("wrong-phase", "TA-1"))


def refusal_of(refusal: refusals.Refusal, size: int) -> Refusal:
    """Return a refusal of the rules, with its cells by name.

    >>> refusal_of(refusals.Refusal("move-onto-stone", "SW-4", (5,)), 5)
    Refusal(code='move-onto-stone', rule='SW-4', cells=('a2',))
    """
    cells = tuple(location_text(cell, size) for cell in refusal.cells)
    return Refusal(refusal.code, refusal.rule, cells)


def answer_to(error: Refused | MalformedText) -> Answer:
    """Return the answer that says why something is not done."""
    if isinstance(error, Refused):
        return Answer(refusal=refusal_of(error.refusal, error.size))
    return Answer(malformed=error)


def answer_of(act: Callable[[], list[Event]]) -> Answer:
    """Return what came of an act: its events, or why it is not done.

    Raises: HostError, as the act does.
    """
    try:
        return Answer(tuple(act()))
    except (Refused, MalformedText) as error:
        return answer_to(error)
