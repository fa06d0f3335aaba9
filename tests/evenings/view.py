"""The interface of a view in an evening: it is opened, shown, used and closed.

Decides nothing about how a view is drawn: each kind has its own adapter.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from schiri.scene.reader import Reader
from schiri.texts import Words


class Shown(NamedTuple):
    """The visible text of a view.

    Shape: ``is_table`` is whether it shows a game, not a question or a menu.  ``turn`` is its text
    of whose turn it is; ``lying`` the letter on each cell of a board, if shown; ``history`` the
    events, the oldest first; ``text`` all its text; ``asked`` the device's question, if that
    replaces the turn; ``edits`` are the pieces by cell that only this person has changed, while
    they correct the position.
    """

    is_table: bool
    turn: str = ""
    lying: Mapping[str, str] = {}
    history: tuple[str, ...] = ()
    text: str = ""
    asked: str = ""
    edits: Mapping[str, str] = {}


def edits_of(reader: Reader) -> dict[str, str]:
    """Return the pieces by cell that a person has changed while they correct the position."""
    found = {
        name.removeprefix("edit-"): put for name, put in reader.picks if name.startswith("edit-")
    }
    found.pop("side", "")
    return found if reader.pick("edit") else {}


class View(Protocol):
    """A person at the table.

    Shape: ``room`` is the number of sentences in its history, ``can_act`` whether it may do
    anything; ``questions`` counts the confirmations, all answered with yes.
    """

    questions: int
    name: str
    words: Words
    can_act: bool
    room: int

    async def open(self) -> None:
        """Open the view of the table."""

    def render(self) -> Shown:
        """Return its visible text."""

    def controls(self) -> list[str]:
        """Return the controls that can be used now: buttons by their labels, or keys."""

    async def act(self, verb: str, rest: str) -> None:
        """Carry out a step; do nothing if its control is missing.

        Shape: ``verb`` is ``new GAME NAME,NAME``, ``go-on N``, ``say TEXT``, ``dispute TEXT``,
        ``tap CELL``, ``press BUTTON`` of the device, ``undo``, or ``use CONTROL``.
        """

    async def close(self) -> None:
        """Leave; the table continues."""
