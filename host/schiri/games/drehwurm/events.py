"""The states of a match of Drehwurm, and the events beside its entries.

Decides their keys.  Must not know how they are made, or their words.
"""

from collections.abc import Mapping
from dataclasses import field

from schiri.events import End, Event, OfMatch, PlayerEvent, State
from schiri.json_object import UNWRITTEN, Record


class Pile(Record):
    """A pile: its two sides, "?" for one never seen and None for no card, and how many cards."""

    top: str | None
    under: str | None
    cards: int


class Claim(Record):
    """A player's throw-in: its time in ms since the turning, and whether it was a tie."""

    name: str
    ms: int
    tie: bool


class Eaten(Record):
    """A pile that was eaten: the colour of the hen, its points, and its number of worms."""

    hen: str
    points: int
    cards: int


class FullState(State, OfMatch):
    """The piles, the numbers of other cards, and the points of game and match."""

    piles: tuple[Pile, ...]
    hands: Mapping[str, int]
    hens: Mapping[str, int]
    draw: int
    eaten: Mapping[str, tuple[Eaten, ...]]
    scores: Mapping[str, int]
    match: Mapping[str, int]
    number: int
    starter: str


class FastState(State, OfMatch):
    """The throw-ins that count, in this order, and the points of game and match."""

    order: tuple[Claim, ...]
    scores: Mapping[str, int]
    match: Mapping[str, int]
    number: int
    starter: str


DrehwurmState = FullState | FastState


class Can(Event, kind="can"):
    """The answer whether a card fits on a pile, with the refusal if not."""

    card: str
    pile: int
    legal: bool
    code: str | None
    rule: str | None


class Which(Event, kind="which"):
    """The answer to which cards fit on a pile."""

    pile: int
    cards: tuple[str, ...]


class Stood(PlayerEvent, kind="stood"):
    """A player was the fastest, and the card stays; ``ms`` is the time since the turning."""

    ms: int = field(default=-1, compare=False, metadata=UNWRITTEN)


class Struck(PlayerEvent, kind="struck"):
    """A player's card was illegal, and the next one counts."""


class MatchEnd(End):
    """The end of a match, with the points of its last game and its own."""

    scores: Mapping[str, int] | None = None
    match: Mapping[str, int] | None = None


class GameEnd(MatchEnd, kind="game-end"):
    """The end of one game of a match."""
