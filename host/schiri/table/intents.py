"""Intents of people at a view, and answers, as values.

Decides which intents exist.  Must not know which game is played, or who asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from schiri_engines import refusals
from schiri_engines.refusals import RULE_OF, MalformedText, Refused

from schiri.cells import location_text
from schiri.device.reports import RefusalReport as RefusalReport  # noqa: PLC0414
from schiri.errors import HostError
from schiri.events import Event

# The first player: the first named, one drawn by lot, or the one after the last first player.
First = Literal["named", "lot", "next"]


class NewGame(NamedTuple):
    """Begin this game; an unfinished one stays in its log.

    Shape: ``players`` are in the order of their places, and ``first`` begins.  ``log`` is the file
    of its log, "" for a new one in the folder; only a card game can go on in one.
    """

    game: str
    players: tuple[str, ...]
    options: dict[str, str]
    first: First = "named"
    log: str = ""


class Rematch(NamedTuple):
    """Begin a rematch, with the same players and options.

    Rule: the first player is drawn if the game's rules say so, else it is the next one.
    """


class GoOn(NamedTuple):
    """Resume the game of a log; see `TableState.offers`."""

    log: str


class Enter(NamedTuple):
    """Carry out a typed command, or several that belong together: all or none."""

    text: str
    also: tuple[str, ...] = ()


class Undo(NamedTuple):
    """Undo the last entry."""


class Press(NamedTuple):
    """Press one of the device's buttons, or a key of its grid."""

    button: str


class Touch(NamedTuple):
    """Press a cell of the board, or release the piece that is held there.

    Shape: ``held`` is the cell whose piece was shown as held, and ``view`` the id of the view.
    Rule: idempotent, because two people may touch the same piece. A piece that somebody else has
    picked up since is not moved.
    """

    cell: str
    is_released: bool = False
    held: str = ""
    view: int = 0


class Lift(NamedTuple):
    """Lift a stone of a simulated board: that on a cell, or one of a colour beside the board.

    Rule: a hand on the board is no move of the game.  The device feels it whatever is due, so no
    moment is too late for it.
    """

    place: str


class Drop(NamedTuple):
    """Put a stone that was lifted on a cell of a simulated board, "" for beside it.

    Shape: ``letter`` is the colour of the stone, "" for any; the last such one is meant.
    """

    place: str
    letter: str = ""


class LayStones(NamedTuple):
    """Lay all stones of a simulated board at once, as these letters have them from a1 on."""

    letters: str


# What hands do on a simulated board.
StoneStep = Lift | Drop | LayStones


class ChooseSpot(NamedTuple):
    """Choose a place for a card, or cancel that before the last one is laid.

    Rule: idempotent, because two people may touch the same place.
    """

    place: tuple[int, int]
    is_released: bool = False


class Stamp(NamedTuple):
    """The time of a press, by the clock of its view.

    Shape: ``view`` is the id of the view in one run of the program.
    """

    view: int
    ms: int


class ThrowIn(NamedTuple):
    """A throw-in at a view, by this seat.

    Shape: without a stamp the time of arrival counts.
    """

    seat: int
    at: Stamp | None = None


# Within this time nobody has seen the effect of the last press: equal presses of one person count
# once, and another person's press is for what lay there before.
ONE_PRESS_MS = 400
# The commands that say how a pile was turned.
TURNINGS = ("turned", "passed")


class Turn(NamedTuple):
    """The player on turn has turned a pile; ``word`` is the command that says how."""

    word: str
    at: Stamp | None = None


class Plug(NamedTuple):
    """Plug in or pull a simulated cable."""

    is_in: bool


class Leave(NamedTuple):
    """Leave the table of a card game; its log stays, the device gets its lights back."""


class Sit(NamedTuple):
    """A view is one person's: their name, "" if it is everybody's, or closed."""

    view: int
    name: str


class AnswerUndo(NamedTuple):
    """The answer to the question with this number; see `TableState.undo`."""

    number: int
    is_allowed: bool


class RefreshOffers(NamedTuple):
    """Search the folder of the logs again: another part of the program has moved some."""


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
    | Lift
    | Drop
    | LayStones
    | ChooseSpot
    | ThrowIn
    | Turn
    | Plug
    | Leave
    | Sit
    | AnswerUndo
    | RefreshOffers
    | Reconnect
)


class Offered(NamedTuple):
    """An intent of a person, with the moment in which a view offered it to them.

    Shape: ``is_tapped`` says whether a double tap is possible; two keystrokes are always two.
    ``view`` is the id of the view; ``who`` is the person whose view it is, "" for everybody.
    Rule: it is carried out for that moment only; see `TableState.moment`.
    """

    intent: Intent
    moment: int
    is_tapped: bool = False
    view: int = 0
    who: str = ""


# What is sent to a table; a program sends a bare intent.
Sent = Intent | Offered


def plain(sent: Sent) -> Intent:
    """Return the intent without its moment."""
    return sent.intent if isinstance(sent, Offered) else sent


class Answer(NamedTuple):
    """The answer to one intent.

    Shape: one of the last three says why nothing was done; ``events`` are those of a card game; a
    device reports its own later.
    """

    events: tuple[Event, ...] = ()
    refusal: RefusalReport | None = None
    malformed: MalformedText | None = None
    error: HostError | None = None

    @property
    def is_done(self) -> bool:
        """Whether it was done.

        >>> Answer().is_done, Answer(refusal=RefusalReport("game-over", "TA-1")).is_done
        (True, False)
        """
        return self.refusal is None and self.malformed is None and self.error is None


# Called with the answer to an intent.
Respond = Callable[[Answer], None]
# The answer if the device has gone since the request: it may have carried it out.
NO_ANSWER = Answer(error=HostError("no-answer"))
# The answers without a device, and to an intent that this table does not support.
NO_DEVICE = Answer(error=HostError("no-device"))
NOT_HERE = Answer(refusal=RefusalReport("wrong-phase", "TA-1"))
# The answer to an intent for a past moment.
RULE_OF["too-late"] = "TA-1"
TOO_LATE = Answer(refusal=RefusalReport("too-late", RULE_OF["too-late"]))
# The answers to an undo that the other person does not allow, or does not answer in time.
RULE_OF["undo-declined"] = RULE_OF["undo-unanswered"] = "TA-3"
UNDO_DECLINED = Answer(refusal=RefusalReport("undo-declined", RULE_OF["undo-declined"]))
UNDO_UNANSWERED = Answer(refusal=RefusalReport("undo-unanswered", RULE_OF["undo-unanswered"]))
# The answer to a repeated press: it is done already, and nothing is shown.
SAME_PRESS = Answer(refusal=RefusalReport("same-press", RULE_OF["too-late"]))


def refusal_of(refusal: refusals.Refusal, size: int) -> RefusalReport:
    """Return a refusal of the rules, with its cells by name.

    >>> refusal_of(refusals.Refusal("move-onto-stone", "SW-4", (5,)), 5)
    RefusalReport(code='move-onto-stone', rule='SW-4', cells=('a2',))
    """
    cells = tuple(location_text(cell, size) for cell in refusal.cells)
    return RefusalReport(refusal.code, refusal.rule, cells)


def answer_to(error: Refused | MalformedText) -> Answer:
    if isinstance(error, Refused):
        return Answer(refusal=refusal_of(error.refusal, error.size))
    return Answer(malformed=error)


def answer_of(act: Callable[[], list[Event]]) -> Answer:
    """Return the answer of an act: its events, or why it was not done."""
    try:
        return Answer(tuple(act()))
    except (Refused, MalformedText) as error:
        return answer_to(error)
