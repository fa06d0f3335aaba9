"""A player of Switch that never errs: its moves are those of `schiri engine best`.

Decides which of several best moves it plays.  Must not know how the solution was found.
"""

from typing import TYPE_CHECKING, cast

from schiri_engines.switch.programs import worths_of

from schiri.games.switch.values import LostLookup, lost_positions, value_text
from schiri.ugi.player import Choose, FoundMove, Limits, Position, first_of

if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch

# Arbiters read this score, in hundredths of a piece, as a forced win.
SURE = 10_000


class PerfectPlayer:
    """Plays one of the best moves."""

    has_choice = True

    def __init__(self) -> None:
        self._lost: LostLookup | None = None
        self._found = FoundMove("")

    def begin(self, position: Position, limits: Limits, choose: Choose = first_of) -> None:
        """Find the move at once: this is fast enough for any limit."""
        self._lost = self._lost or lost_positions()
        game = cast("Switch", position.game)
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
