"""The player behind an engine: gets a game and answers with a move.

Decides the contract of a solution, a search and a person at a board.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from schiri_engines.game import BoardGame


@dataclass(frozen=True)
class Position:
    """A position of an arbiter, and its game.

    Shape: ``root`` is "" for the start, else a position's text; ``moves`` are texts, with rolls in
    a game with a die; ``game`` must not be changed.
    """

    options: dict[str, str]
    root: str
    moves: tuple[str, ...]
    game: BoardGame


# Chooses among a number of equally good moves; returns an index.
Choose = Callable[[int], int]


def first_of(_count: int) -> int:
    """Choose the first of equally good moves."""
    return 0


class Limits(NamedTuple):
    """The limits of thinking: plies, positions, a time at which to end; None for no limit."""

    depth: int | None = None
    nodes: int | None = None
    until_ms: int | None = None


class FoundMove(NamedTuple):
    """A move as text, with information about it; `NO_MOVE` for none."""

    text: str
    info: str = ""


# Arbiters read this as an illegal move.
NO_MOVE = "0000"


class Player(Protocol):
    """A player that thinks in pieces, so that an arbiter can stop it.

    Shape: ``has_choice`` says whether an option decides how it chooses among equally good moves.
    """

    has_choice: bool

    def begin(self, position: Position, limits: Limits, choose: Choose = first_of) -> None:
        """Begin to think about a game that is not over."""

    def step(self, now_ms: int) -> bool:
        """Think for some milliseconds at most; return whether the move is found."""

    def found(self) -> FoundMove:
        """Return the best move so far."""
