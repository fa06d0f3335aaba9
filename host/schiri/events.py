"""Entries, events and states: what was done, what has happened, and how a game stands.

Decides their names in signatures, and which keys they have in common.  What a game adds is its
adapter's; what a log adds, as number, time and source, is `schiri.log.lines`'.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from schiri.json_object import Record

# What was done, as the rules have it: a small int, or a tuple that begins with its word.
Entry = int | tuple[Any, ...]

# What happened, a JSON object: ``event`` is its name, ``by`` whoever did it, ``entry`` the command
# that did it, where one did, ``rule`` the id of the rule; ``winner`` has names.
Event = dict[str, Any]

# The raw presses from which an entry follows, kept with it.
Proof = dict[str, Any]


def word_of(entry: Entry) -> str:
    """Return the word that an entry begins with, "" for a move that is a number.

    >>> word_of(("undo",)), word_of(515)
    ('undo', '')
    """
    return str(entry[0]) if isinstance(entry, tuple) else ""


class Common(NamedTuple):
    """What the states of all games have, in this order.

    Shape: ``turn`` is who must act, None for nobody; ``winner`` has the names of those who have
    won, ``rule`` the id of the rule by which it ended.
    """

    game: str
    turn: str | None
    phase: str
    over: bool
    winner: tuple[str, ...]
    rule: str | None


@dataclass(frozen=True)
class State(Record):
    """How a game stands; the keys of a game of its own are those of a subclass.

    >>> state = State("switch", "Ann", "play", False, (), None)
    >>> state.json()["turn"], State.parse(state.json()) == state
    ('Ann', True)
    """

    game: str
    turn: str | None
    phase: str
    over: bool
    winner: tuple[str, ...]
    rule: str | None
