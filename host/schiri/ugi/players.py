"""The players of our games: Switch by its solution, Joggle by a search for its figures.

Decides which of several best moves of Switch is played.
Must not know how the solution was found, or the depth of a search.
"""

from collections.abc import Callable
from functools import cache
from typing import cast

from schiri_engines.game import BoardGame
from schiri_engines.joggle.evaluation import Evaluation, expected
from schiri_engines.joggle.game import Joggle
from schiri_engines.switch.game import Switch
from schiri_engines.switch.programs import worths_of

from schiri.games.switch.values import LostLookup, lost_positions, value_text
from schiri.ugi.expectimax import Expectimax, no_opinion
from schiri.ugi.player import Choose, FoundMove, Limits, Player, Position, first_of

# Arbiters read this score, in hundredths of a piece, as a forced win.
SURE = 10_000


def player_of(game: str, randbelow: Callable[[int], int]) -> Player:
    """Return the player of a board game: a solution if there is one, else a search."""
    if game == "switch":
        return PerfectPlayer()
    return Expectimax(randbelow, figures_of if game == "joggle" else no_opinion)


class PerfectPlayer:
    """Plays one of the best moves of Switch, those of `schiri engine best`."""

    has_choice = True

    def __init__(self) -> None:
        self._lost: LostLookup | None = None
        self._found = FoundMove("")

    def begin(self, position: Position, limits: Limits, choose: Choose = first_of) -> None:
        """Find the move at once: this is fast enough for any limit."""
        self._lost = self._lost or lost_positions()
        game = cast(Switch, position.game)
        worths = worths_of(game, self._lost)
        worth = worths[0][1]
        best = [move for move, each in worths if each == worth]
        move = best[choose(len(best))]
        text = game.move_text(move)
        info = f"depth {abs(worth)} score cp {score_of(worth)} pv {text} string {value_text(worth)}"
        self._found = FoundMove(text, info)

    def step(self, now_ms: int) -> bool:
        return True

    def found(self) -> FoundMove:
        return self._found


def score_of(worth: int) -> int:
    """Return a value as a score for arbiters: a quick win scores more than a slow one.

    >>> score_of(2), score_of(0), score_of(-11)
    (9998, 0, -9989)
    """
    return (SURE - worth if worth > 0 else -SURE - worth) if worth else 0


def figures_of(game: BoardGame, side: str) -> float:
    """Return the value of a position of Joggle for a colour, as its opponent weighs it: -1 to 1.

    >>> game = Joggle().after("R", "b1", "R", "d1", "B", "a2")
    >>> figures_of(game, "w") > 0, figures_of(game, "w") == -figures_of(game, "b")
    (True, True)
    """
    joggle = cast(Joggle, game)
    evaluation = _evaluation_of(*joggle.kinds)
    evaluation.follow(joggle.marbles)
    # The other side has just moved.
    value = evaluation.value(3 - joggle.me)
    return expected(-value if joggle.side == side else value, sum(joggle.goal.values()))


@cache
def _evaluation_of(*kinds: str) -> Evaluation:
    """Return the evaluation of these kinds, which follows a search from position to position."""
    return Evaluation([*kinds])
