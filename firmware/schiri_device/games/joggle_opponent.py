"""The opponent at Joggle.

Must not know how a move is found.  A board with little memory has no room for it, and lacks this
module.
"""

from schiri_engines.joggle.roll_search import FARTHEST, RollSearch

from .opponent import Opponent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.joggle.game import Joggle
    from schiri_engines.refusals import Refusal
    from schiri_engines.solver.search import Search


class JoggleOpponent(Opponent):
    """The device at Joggle."""

    def open_search(self, level: int, chance: int) -> "Search | Refusal":
        game: Joggle = self.match.game  # type: ignore[assignment]  # of its game
        return RollSearch(game, level or FARTHEST, chance)


OPPONENT = JoggleOpponent
