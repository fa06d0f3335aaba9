"""The best move of Switch, found in slices, so that a device can search between two presses.

Decides the order in which moves and replies are tried, so that few positions are looked up, and
what a player with a limited horizon overlooks.  Must not know clocks.  `values` computes the value
of a position; a test compares the two.
"""

from ..switch.movegen import is_connected, moves_of
from .lost import MOST_GROUPS, SHORTEST, euler_number
from .search import Search
from .values import after

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from .lost import LostPositions

    # Yields the cost of the next piece of work, and returns the result.
    Flag = Generator[int, None, bool]
    Number = Generator[int, None, int]
    Moves = Generator[int, None, tuple[int, ...]]

# The cost of a piece: one move tried; all moves listed; one position looked up, which is a slice.
TRIED, LISTED, LOOKED_UP = 1, 4, 16
# More plies than any win takes.
NEVER = 100
# A move that wins at once takes two plies: the counter is one, although it does not help.
SHORTEST_WIN = 2


class BestMove(Search):
    """The search for the best move of the side to move: a quick win, a draw, or a late loss.

    Shape: ``worth`` is as in `values`.  The game is not over.  Among equal draws or losses the move
    keeps the other's stones apart.  ``sight`` is the horizon in plies: with a short one the move
    ignores later ends, and the worth is not known.  ``start`` is the index of the first move tried:
    it selects among equal moves.
    """

    def __init__(
        self,
        lost: "LostPositions",
        mine: int,
        theirs: int,
        free: int,
        sight: int = NEVER,
        start: int = 0,
    ):
        Search.__init__(self, self._find(mine, theirs, free))
        self._lost = lost
        self._sight, self._start = sight, start

    def _find(self, mine: int, theirs: int, free: int) -> "Generator[int, None, None]":
        yield LISTED
        moves = moves_of(mine, theirs, free, mine, range(10))
        start, sight = self._start % len(moves), self._sight
        moves = moves[start:] + moves[:start]
        self.move, self.worth = moves[0], -1
        if is_connected(theirs):
            winner = yield from _winning_counter(mine, theirs, free, moves)
            if winner:
                self.move, self.worth = winner[0], 1
            return
        quiet: list[int] = []
        winner = yield from _try_all(mine, theirs, free, moves, quiet)
        if winner:
            self.move, self.worth = winner[0], 2
            return
        if not quiet or sight <= SHORTEST_WIN:
            self.move = (quiet or moves)[0]
            return
        for move in quiet if sight > SHORTEST else ():
            lost_in = yield from self._look_up(*after(mine, theirs, free, move))
            if 0 < lost_in < sight and not 0 < self.worth <= lost_in:
                self.move, self.worth = move, lost_in + 1
        if self.worth > 0:
            return
        lost_in = 0
        if sight > SHORTEST:
            lost_in = yield from self._look_up(mine, theirs, free)
        plies = min(lost_in - 1 if lost_in else NEVER, sight)
        # Positions with scattered stones of the other side need few lookups and hold few threats.
        apart: list[tuple[int, int, int]] = []
        for move in quiet:
            yield LISTED
            apart.append((-euler_number(after(mine, theirs, free, move)[0]), len(apart), move))
        for _, _, self.move in sorted(apart):
            move = self.move
            if not (yield from self._wins_sooner(plies, *after(mine, theirs, free, move))):
                self.worth = -lost_in
                return

    def _look_up(self, mine: int, theirs: int, free: int) -> "Number":
        """Return in how many plies the side to move has lost, 0 where it has not."""
        yield LISTED
        if euler_number(theirs) > MOST_GROUPS:
            return 0
        yield LOOKED_UP
        return self._lost.distance(mine, free)

    def _wins_sooner(self, plies: int, mine: int, theirs: int, free: int) -> "Flag":
        """Tell whether the side to move wins in fewer plies; neither side is connected."""
        # A winning move now is a win in two plies or fewer.
        if plies <= 2:
            return False
        yield LISTED
        quiet: list[int] = []
        moves = moves_of(mine, theirs, free, mine, range(10))
        if (yield from _try_all(mine, theirs, free, moves, quiet)):
            return True
        # The shortest loss takes three plies.
        if plies > 4:
            for move in quiet:
                lost_in = yield from self._look_up(*after(mine, theirs, free, move))
                if 0 < lost_in < plies - 1:
                    return True
        return False


def _try_all(mine: int, theirs: int, free: int, moves: "list[int]", quiet: "list[int]") -> "Moves":
    """Return a list with the first connecting move that no counter answers, or an empty one.

    Shape: the moves before it that connect neither side are added to ``quiet``.
    """
    for move in moves:
        yield TRIED
        others, own, hole = after(mine, theirs, free, move)
        if is_connected(others):
            continue
        if not is_connected(own):
            quiet.append(move)
        else:
            yield LISTED
            counters = moves_of(others, own, hole, others, range(10))
            if not (yield from _winning_counter(others, own, hole, counters)):
                return (move,)
    return ()


def _winning_counter(mine: int, theirs: int, free: int, moves: "list[int]") -> "Moves":
    """Return the first of these counters that wins, or nothing; see `values.wins_counter`."""
    for move in moves:
        yield TRIED
        others, own, _ = after(mine, theirs, free, move)
        if is_connected(own) and not is_connected(others):
            return (move,)
    return ()
