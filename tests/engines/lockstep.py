"""Two statements of a game's rules in lockstep: the engine's, and a plain one that is slow.

Decides how both are moved, and that what is taken back and what a copy does leaves no trace.
Must not know a game; who inherits says what there is to compare.
"""

import random
from collections import Counter
from typing import Any, Generic, TypeVar

Game = TypeVar("Game", bound=Any)
State = TypeVar("State")


class Lockstep(Generic[Game, State]):
    """One game, played by both.

    Shape: ``game`` is the engine's, ``states`` the plain ones from the start to now;
    ``seen`` counts what occurred.
    """

    def __init__(self, game: Game, state: State, seen: Counter[str]) -> None:
        self.game = game
        self.states = [state]
        self.seen = seen
        self._snapshots = [self.snapshot(game)]

    def snapshot(self, game: Game) -> tuple[object, ...]:
        """Return all that a game tells of itself without being asked about a move."""
        raise NotImplementedError

    def applied(self, text: str) -> State:
        """Return the plain state after a move of this text."""
        raise NotImplementedError

    @property
    def state(self) -> State:
        """The plain state now."""
        return self.states[-1]

    def push(self, move: int) -> None:
        """Make a legal move with both."""
        text = self.game.move_text(move)
        assert self.game.parse_move(text) == move
        assert self.game.why_not(move) is None
        state = self.applied(text)
        self.game.push(move)
        self.states.append(state)
        self._snapshots.append(self.snapshot(self.game))

    def pop(self) -> None:
        """Take the last move back: all is as it was."""
        self.game.pop()
        self.states.pop()
        self._snapshots.pop()
        assert self.snapshot(self.game) == self._snapshots[-1]
        self.seen["taken back"] += 1

    def compare_copy(self, rng: random.Random) -> None:
        """Play on with a copy: the game it came from must not notice."""
        clone, before = self.game.copy(), self.snapshot(self.game)
        assert self.snapshot(clone) == before
        for _ in range(3):
            moves = clone.legal_moves()
            if moves:
                clone.push(rng.choice(moves))
        assert self.snapshot(self.game) == before
        clone = self.game.copy()
        for _ in self.states[1:]:
            clone.pop()
        assert self.snapshot(clone) == self._snapshots[0]
        assert self.snapshot(self.game) == before
