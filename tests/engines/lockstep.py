"""Two implementations of a game's rules in lockstep: the engine, and a plain, slow reference.

Decides how both are moved, and checks that an undo and a copy leave no trace.  Must not know a
game: subclasses compare the states, and campaigns choose the moves.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from schiri_engines.refusals import Refusal

from tests.counts import IS_PROOF

Game = TypeVar("Game", bound=Any)
State = TypeVar("State")
# Chooses the next legal move or roll, or None to leave the game.
Pilot = Callable[[Game, random.Random], int | None]


class Lockstep(Generic[Game, State]):
    """One game in both implementations.

    Shape: ``game`` is the engine's, ``states`` the reference ones from the start to now; ``seen``
    counts the occurrences.  ``closeness`` is the share of moves after which everything is compared;
    a tenth of it in long games.
    """

    closeness = 1.0

    def __init__(self, game: Game, state: State, seen: Counter[str]) -> None:
        self.game = game
        self.states = [state]
        self.seen = seen
        self._snapshots = [self.snapshot(game)]

    def snapshot(self, game: Game) -> tuple[object, ...]:
        """Return the complete state of a game, without questions about moves."""
        raise NotImplementedError

    def applied(self, text: str) -> State:
        """Return the reference state after the move with this text."""
        raise NotImplementedError

    def why(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the reference reason against a move, None for a legal one."""
        raise NotImplementedError

    def compare(self, rng: random.Random) -> None:
        """Compare both: the position, the legal moves, the refusals, the winner."""
        raise NotImplementedError

    def compare_moves(self, legal: list[str]) -> None:
        game, moves = self.game, self.game.legal_moves()
        starting: dict[int, list[int]] = {}
        assert sorted(map(game.move_text, moves)) == legal
        for move in moves:
            text, cells = game.move_text(move), game.move_cells(move)
            assert game.parse_move(text) == move
            assert [game.cell_text(cell) for cell in cells] == re.findall("[a-h][1-8]", text)
            assert len(cells) < 2 or game.move_between(*cells) == move
            for cell in cells[:1]:
                starting.setdefault(cell, []).append(move)
        for cell in range(game.SIZE**2):
            assert sorted(game.moves_from(cell)) == sorted(starting.get(cell, []))
            assert (game.why_not_from(cell) is None) == (cell in starting)

    @property
    def state(self) -> State:
        return self.states[-1]

    def push(self, move: int) -> None:
        text = self.game.move_text(move)
        assert self.game.parse_move(text) == move
        assert self.game.why_not(move) is None
        state = self.applied(text)
        self.game.push(move)
        self.states.append(state)
        self._snapshots.append(self.snapshot(self.game))

    def pop(self) -> None:
        self.game.pop()
        self.states.pop()
        self._snapshots.pop()
        assert self.snapshot(self.game) == self._snapshots[-1]
        self.seen["taken back"] += 1

    def compare_every(self, texts: Iterable[str], moves: int, rng: random.Random) -> None:
        """Make random moves, then compare what is said about each of these texts."""
        for _ in range(moves):
            move = at_random(self.game, rng)
            if move is not None:
                self.push(move)
        game, legal = self.game, set(self.game.legal_moves())
        for text in texts:
            move = game.parse_move(text)
            no = game.why_not(move)
            assert reason(game, no) == self.why(text), text
            assert (no is None) == (move in legal)
            assert game.move_text(move) == text

    def compare_copy(self, rng: random.Random) -> None:
        """Play on with a copy: the original must not change."""
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

    def play(self, pilot: Pilot[Game], limit: int, rng: random.Random) -> None:
        """Play to the end or the limit, with some undos, and finally undo all moves."""
        closeness = self.closeness / (10 if limit > 100 else 1)
        self.compare(rng)
        for _ in range(limit):
            move = pilot(self.game, rng)
            if move is None:
                break
            self.push(move)
            if self.game.outcome() is not None or rng.random() < closeness:
                self.compare(rng)
            while len(self.states) > 1 and rng.random() < 0.05:
                self.pop()
                if rng.random() < closeness:
                    self.compare(rng)
        self.compare_copy(rng)
        while len(self.states) > 1:
            self.pop()


def reason(game: Any, no: Refusal | None) -> tuple[str, tuple[str, ...]] | None:
    """Return a refusal in the form of the reference implementations."""
    return (no.rule, tuple(sorted(map(game.cell_text, no.cells)))) if no else None


def at_random(game: Any, rng: random.Random) -> int | None:
    moves: list[int] = game.legal_moves()
    return rng.choice(moves) if moves else None


Start = Callable[[random.Random, Counter[str]], Lockstep[Game, State]]
# The start of a game, its pilot and its most moves.
Campaign = tuple[Start[Game, State], Pilot[Game], int]


def playouts(group: int, campaigns: Iterable[Campaign[Game, State]]) -> Counter[str]:
    """Play from each start with its pilot; return how often each thing occurred.

    Shape: each has its own seed, by its group and its place.
    """
    seen: Counter[str] = Counter()
    # Numbers from 1 on: with some other starts a sample misses an occurrence.
    for number, (start, pilot, limit) in enumerate(campaigns, 1):
        rng = random.Random(1000 * group + number)
        start(rng, seen).play(pilot, limit, rng)
    return seen


def check_met(
    seen: Counter[str],
    least: Mapping[str, float],
    rounds: float,
    game: str,
    record_property: Callable[[str, object], None],
) -> None:
    """Check that this many rounds have met each of these often enough; record the numbers.

    Shape: ``least`` is for one round.  Only a sample may miss any; no run may meet anything else.
    """
    wanted = {what: round(rounds * least.get(what, 0)) for what in {*least, *seen}}
    told = {f"{game}: {what}": [seen[what], wanted[what]] for what in wanted}
    record_property("occurrences", told)
    assert {what: seen[what] for what in wanted if seen[what] < wanted[what]} == {}
    assert set(seen) == set(least) if IS_PROOF else set(seen) <= set(least)
