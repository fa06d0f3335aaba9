"""A player that searches as deep as its limits allow, and weighs each roll by its probability.

Decides how positions are searched.  Must not know a game except by its contract, or what makes a
position good: a function evaluates it.
"""

from collections.abc import Callable, Generator
from typing import cast

from schiri_engines import programs
from schiri_engines.game import BoardGame

from schiri.games.rolls import drawn, rolls_due
from schiri.ugi.player import NO_MOVE, Choose, FoundMove, Limits, Position, first_of

# The value of a position for a colour, from -1, a loss, to 1, a win.
Evaluate = Callable[[BoardGame, str], float]
# Yields at each position, and returns its value for the searching side.
Search = Generator[None, None, float]

# Positions between two checks of the clock: some milliseconds.
SLICE = 100
# Arbiters read this score, in hundredths of a piece, as a win.
SCORE = 1000


def no_opinion(_game: BoardGame, _side: str) -> float:
    """Return the same value for every position."""
    return 0.0


class Expectimax:
    """Plays the move with the best expected value, by iterative deepening.

    Shape: a ply is a roll and a move.  If a roll is due it rolls, with ``randbelow``, and returns
    the roll with its move, as ``R:d4``.  It searches at least one ply, whatever the limits.
    """

    has_choice = True
    _game: BoardGame

    def __init__(self, randbelow: Callable[[int], int], evaluate: Evaluate = no_opinion) -> None:
        self._randbelow = randbelow
        self._evaluate = evaluate

    def begin(self, position: Position, limits: Limits, choose: Choose = first_of) -> None:
        self._game = game = position.game.copy()
        self._side = game.side
        self._limits, self._choose = limits, choose
        self._nodes = self._depth = 0
        self._rolled = self._info = ""
        rolls = rolls_due(game)
        if rolls:
            roll = drawn(rolls, self._randbelow)
            self._rolled = game.move_text(roll)
            game.push(roll)
        # A roll without a free field passes the turn, so there is no move.
        is_move_due = not rolls or programs.is_within_ply(game)
        moves = list(cast("list[int]", programs.plies(game))) if is_move_due else []
        self._move = moves[0] if moves else None
        self._thinking = self._deepen(moves)

    def step(self, now_ms: int) -> bool:
        limits = self._limits
        for _ in range(SLICE):
            try:
                next(self._thinking)
            except StopIteration:
                return True
            if self._depth and limits.nodes is not None and self._nodes >= limits.nodes:
                return True
        return bool(self._depth) and limits.until_ms is not None and now_ms >= limits.until_ms

    def found(self) -> FoundMove:
        move = [] if self._move is None else [self._game.move_text(self._move)]
        return FoundMove(
            ":".join([self._rolled] * bool(self._rolled) + move) or NO_MOVE, self._info
        )

    def _deepen(self, moves: list[int]) -> Generator[None, None, None]:
        """Search one ply deeper each time, the best moves first; a single move needs no search."""
        last = self._limits.depth
        while len(moves) > 1 and (last is None or self._depth < max(last, 1)):
            values: dict[int, float] = {}
            for move in moves:
                values[move] = yield from self._after(move, self._depth)
            moves = sorted(moves, key=lambda move: -values[move])
            best = [move for move in moves if values[move] == values[moves[0]]]
            self._move = best[self._choose(len(best))]
            self._depth += 1
            score = round(SCORE * values[self._move])
            info = f"depth {self._depth} score cp {score} nodes {self._nodes}"
            self._info = f"{info} pv {self._game.move_text(self._move)}"

    def _after(self, move: int, depth: int) -> Search:
        """Return the value of a move, with a search of some plies after it."""
        self._nodes += 1
        yield
        self._game.push(move)
        value = yield from self._value(depth)
        self._game.pop()
        return value

    def _value(self, depth: int) -> Search:
        game = self._game
        if game.outcome():
            return programs.returns(game)[game.colours.index(self._side)]
        if not depth:
            return self._evaluate(game, self._side)
        rolls = rolls_due(game)
        if not rolls:
            return (yield from self._best(depth))
        total = 0.0
        for roll, weight in rolls:
            game.push(roll)
            # A seat that must pass has no choice.
            value = yield from (
                self._best(depth) if programs.is_within_ply(game) else self._value(depth - 1)
            )
            total += weight * value
            game.pop()
        return total / sum(weight for _, weight in rolls)

    def _best(self, depth: int) -> Search:
        """Return the value of the best move of the side to move."""
        best = max if self._game.side == self._side else min
        values = []
        for move in self._game.legal_moves():
            value = yield from self._after(move, depth - 1)
            values.append(value)
        return best(values) if values else self._evaluate(self._game, self._side)
