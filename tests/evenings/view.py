"""What a view of an evening shows, whatever its kind."""

from collections.abc import Mapping
from typing import NamedTuple

from schiri.prose import turn_words
from schiri.scene import part_of
from schiri.scene.participant import Participant
from schiri.table.state import GameSnapshot
from schiri.texts import Words


class Shown(NamedTuple):
    """The visible text of a view.

    Shape: ``is_table`` is whether it shows a game, not a question or a menu.  ``turn`` is its text
    of whose turn it is; ``lying`` the letter on each cell of a board, if shown; ``history`` the
    events, the oldest first; ``text`` all its text; ``asked`` the device's question, if that
    replaces the turn; ``edits`` are the pieces by cell that only this person has changed, while
    they correct the position, and ``is_correcting`` is whether they correct anything.
    """

    is_table: bool
    turn: str = ""
    lying: Mapping[str, str] = {}
    history: tuple[str, ...] = ()
    text: str = ""
    asked: str = ""
    edits: Mapping[str, str] = {}
    is_correcting: bool = False


def turn_of(words: Words, game: GameSnapshot) -> str:
    """Return whose turn it is in a game, as any view says it."""
    return part_of(game.state.game).turn(words, game) or turn_words(words, game.state)


def is_correcting(person: Participant, heading: str) -> bool:
    """Return whether a person corrects the game, which replaces the turn in their heading."""
    return bool(person.pick("edit")) and heading == person.words.gettext("Put the game right.")


def edits_of(person: Participant) -> dict[str, str]:
    """Return the pieces by cell that a person has changed while they correct the position."""
    found = {
        name.removeprefix("edit-"): put for name, put in person.picks if name.startswith("edit-")
    }
    found.pop("side", "")
    return found if person.pick("edit") else {}
