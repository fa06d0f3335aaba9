"""The view of an evening: it is opened, shown, used and closed.

Decides nothing about how a view is drawn: each kind has an adapter of its own.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from schiri.scene.reader import Reader
from schiri.texts import Words


class Shown(NamedTuple):
    """The visible text of a view.

    Shape: ``is_table`` is whether it shows a game, and not a question or a menu instead.  ``turn``
    is whose turn it is; ``lying`` the letter on each cell of a board, as far as that is shown;
    ``history`` what happened, the oldest first; ``text`` all that stands there; ``asked`` is what
    the device asks, where that stands in the place of whose turn it is; ``edits`` is what this
    person alone has put on which cells, while they put the position right.
    """

    is_table: bool
    turn: str = ""
    lying: Mapping[str, str] = {}
    history: tuple[str, ...] = ()
    text: str = ""
    asked: str = ""
    edits: Mapping[str, str] = {}


def edits_of(reader: Reader) -> dict[str, str]:
    """Return what somebody who puts the position right has put on which cells."""
    found = {
        name.removeprefix("edit-"): put for name, put in reader.picks if name.startswith("edit-")
    }
    found.pop("side", "")
    return found if reader.pick("edit") else {}


class View(Protocol):
    """Somebody at the table.

    Shape: ``room`` is how many sentences of a history it keeps, ``can_act`` whether it may touch
    anything; ``questions`` counts what was asked before something was done, and answered with yes.
    """

    questions: int
    name: str
    words: Words
    can_act: bool
    room: int

    async def open(self) -> None:
        """Come to the table, as it is now."""

    def render(self) -> Shown:
        """Return what is seen now."""

    def controls(self) -> list[str]:
        """Return what can be used now: buttons by what they say, or keys."""

    async def act(self, verb: str, rest: str) -> None:
        """Do what a step says; what there is not is not done.

        Shape: ``verb`` is ``new GAME NAME,NAME``, ``go-on N``, ``say TEXT``, ``dispute TEXT``,
        ``tap CELL``, ``press BUTTON`` of the device, ``undo``, or ``use CONTROL``.
        """

    async def close(self) -> None:
        """Leave; the table goes on."""
