"""The players of our games: Switch by its solution, Joggle by a search for its figures.

Decides which of several best moves of Switch is played, and the value of an unfinished figure.
Must not know how the solution was found, or the depth of a search.
"""

from collections.abc import Callable
from typing import cast

from schiri_engines.game import BoardGame
from schiri_engines.joggle.figures import KINDS
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.notation import PLACE_OF, cell_of
from schiri_engines.switch.game import Switch
from schiri_engines.switch.programs import worths_of

from schiri.games.switch.values import LostLookup, lost_positions, value_text
from schiri.ugi.expectimax import Expectimax, no_opinion
from schiri.ugi.player import Choose, FoundMove, Limits, Player, Position, first_of

# Arbiters read this score, in hundredths of a piece, as a forced win.
SURE = 10_000
# The weight of a figure by its number of marbles, and the sum that is worth half a win. A figure is
# worth more than two figures with one marble less.
WEIGHTS = [0, 1, 4, 16, 64, 256, 1024]
HALF = 512
# The cells of each figure that fits on the board, as bits in the order of `bits_of`.
MASKS = {
    kind: [
        sum(1 << 63 - cell_of(place + step) for step in block)
        for block in blocks
        for place in PLACE_OF
        if all(place + step in PLACE_OF for step in block)
    ]
    for kind, blocks in KINDS.items()
}
_DARK, _LIGHT = str.maketrans("bw.", "100"), str.maketrans("bw.", "010")


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
    """Return the value of a position for a colour: from -1 to 1, 0 if both are equally near.

    >>> game = Joggle().after("R", "b1", "R", "d1", "B", "a2")
    >>> figures_of(game, "w") > 0, figures_of(game, "w") == -figures_of(game, "b")
    (True, True)
    """
    cells = game.cells()
    dark, light = int(cells.translate(_DARK), 2), int(cells.translate(_LIGHT), 2)
    total = 0
    for kind in cast(Joggle, game).kinds:
        for mask in MASKS[kind]:
            if not light & mask:
                total += WEIGHTS[(dark & mask).bit_count()]
            elif not dark & mask:
                total -= WEIGHTS[(light & mask).bit_count()]
    own = total if side == "b" else -total
    return own / (abs(own) + HALF)
