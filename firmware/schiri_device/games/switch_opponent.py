"""The opponent at Switch.

Decides how far it sees, and that the file of lost positions is open only during a search.
"""

from schiri_engines.game_rows import row_of
from schiri_engines.refusals import Refusal
from schiri_engines.solver import best_move, lost
from schiri_engines.switch.movegen import ALL, BITS, stones_of

from .opponent import Opponent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from schiri_engines.solver.search import Search

# The horizon in plies: all for a hint; by level, its own next move; also the reply; five moves;
# all.  These are one ply more than moves: the counter is the last ply, but does not help.
SIGHTS = (100, 2, 3, 6, 100)


class SwitchOpponent(Opponent):
    """The device at Switch."""

    _file: "BinaryIO | None" = None

    def open_search(self, level: int, chance: int) -> "Search | Refusal":
        try:
            self._file = file = open(lost.path_of_file(), "rb")  # noqa: SIM115  # for the search
            positions = lost.LostPositions(file, row_of("switch").digest)
        except (OSError, lost.BadSolution):
            return Refusal("no-solution", "-")
        game = self.match.game
        mine, free = stones_of(game.cells(), game.side), game.cells().index(".")
        theirs = ALL ^ mine ^ BITS[free]
        return best_move.BestMove(positions, mine, theirs, free, SIGHTS[level], chance)

    def close_search(self) -> None:
        if self._file:
            self._file.close()
            self._file = None


OPPONENT = SwitchOpponent
