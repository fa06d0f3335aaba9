"""The best move of Joggle for a roll, found in slices, so that a device can search between presses.

Decides how far each level looks ahead.  Must not know clocks, nor what a position is worth: that is
`evaluation`.

A move is a marble that leaves a cell and a marble that comes to another.  Unless a window has both
cells, the values of the two add up, so that most moves are weighed without making them.
"""

from ..solver.search import Search
from .evaluation import NOTHING, OTHER, OWN, PLAIN, Evaluation, expected
from .figures import goal_places, is_complete
from .movegen import free_places, places_of, why_forbidden
from .notation import DIE, MOVE, ROLL, SWAP, cell_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from .game import Joggle

    # Those of an evaluation: own, and the other side's.
    Weights = tuple[tuple[int, ...], tuple[int, ...]]
    # Yields the cost of the next piece of work, and returns the result.
    Pieces = Generator[int, None, None]
    Flag = Generator[int, None, bool]
    Number = Generator[int, None, float]
    # A place for a marble, the number of its roll, what it gains, and whether it makes a figure.
    Target = tuple[int, int, int, bool]
    # Takes a move, the number of its roll, and what it gains.
    Take = Callable[[int, int, int], None]

# What each level sees of the figures.  0 is level 1 when it plays by chance; only the highest knows
# that the other side rolls next.
SEEN = ((NOTHING, NOTHING), (PLAIN, PLAIN), (PLAIN, PLAIN), (OWN, OTHER))
# The highest level, and how many moves it weighs with all replies.
FARTHEST = 3
BEST = 8
# The weight of each roll: the die has two joggles (JO-1).
WEIGHTS = (1, 1, 1, 1, 2)
JOGGLE = len(DIE) - 1
# What a win gains: more than any figures; and what every move gains more than.
WIN = 1 << 28
NO_GAIN = -WIN
# The expected result up to which a game is even.
EVEN = 0.25
# The cost of a piece: an evaluation made, or of a position; places listed; a marble that leaves,
# with all cells for it; a marble that comes; the goal checked.
MADE, LISTED, LEAVES, COMES, GOAL = 16, 4, 6, 2, 4
# The distances between two places that share a window.
NEAR = bytes([1, 2, 8, 9, 10, 11, 12, 19, 20, 21])


class RollSearch(Search):
    """The search for the best move for the roll of a game.

    Shape: ``level`` 1 plays by chance half of the time, unless it can win; 2 sees each of its own
    moves; 3 also the replies to its best ones.  ``start`` chooses among equal moves, and the turns
    that level 1 leaves to chance; ``weights`` replace those of the level.  ``worth`` is 1 if a win
    is likely, -1 if it is unlikely, 0 if the game is even or the level does not know.
    """

    def __init__(
        self, game: "Joggle", level: int, start: int = 0, weights: "Weights | None" = None
    ):
        Search.__init__(self, self._find(level, weights))
        self._game = game.copy()
        self._start = start
        # A move must gain more than this to be taken, by the number of its roll.
        self._floors = [NO_GAIN] * len(DIE)

    def _find(self, level: int, weights: "Weights | None") -> "Pieces":
        yield MADE
        game = self._game
        me = game.me
        seen = 0 if level == 1 and self._start & 1 else level
        self._evaluation = Evaluation(game.kinds, *(weights or SEEN[seen]))
        yield MADE
        self._evaluation.follow(game.marbles)
        rolled = DIE.index(game.roll)
        # The best moves with their gains, best first.
        best: list[tuple[int, int]] = []
        most = BEST if level == FARTHEST else 1

        def take(move: int, at: int, gain: int) -> None:
            if len(best) == most:
                best.pop()
            at = len(best)
            while at and gain > best[at - 1][0]:
                at -= 1
            best.insert(at, (gain, move))
            self.move = best[0][1]
            if len(best) == most:
                self._floors[rolled] = best[-1][0]

        yield from self._weigh(bytes([rolled] * len(game.board)), take)
        if best[0][0] == WIN:
            self.worth = 1
        elif level == FARTHEST:
            highest = -2.0
            for _, move in best:
                game.push(move)
                result = yield from self._result(me)
                game.pop()
                if result > highest:
                    highest, self.move = result, move
            self.worth = (highest > EVEN) - (highest < -EVEN)

    def _result(self, me: int) -> "Number":
        """Return the expected result for a colour, from -1 to 1: each roll by its chance."""
        yield LISTED
        game = self._game
        if game.end:
            return 1.0 if game.colours[game.end.winners[0]] == "bw"[me - 1] else -1.0
        self._evaluation.follow(game.marbles)
        before = self._evaluation.value(game.me)
        sign = 1 if game.me == me else -1
        gains = self._floors = [NO_GAIN] * len(DIE)

        def take(move: int, at: int, gain: int) -> None:
            gains[at] = gain

        # A joggle may use every field: its moves are those of all rolls.
        game.push(ROLL | JOGGLE)
        if game.roll:
            yield from self._weigh(bytes([DIE.index(letter) for letter in game.board]), take)
        game.pop()
        total, weight, figures = 0.0, 0, sum([game.goal[kind] for kind in game.kinds])
        for gain, chance in zip(gains, WEIGHTS):
            # Without a usable field the die is rolled again, or the turn passes (JO-5).
            if gain > NO_GAIN or game.passes:
                value = before + (gain if gain > NO_GAIN else 0)
                total += chance * expected(value, figures)
                weight += chance
        return sign * total / weight if weight else 0.0

    def _weigh(self, rolls: bytes, take: "Take") -> "Pieces":
        """Take each move of the side to move that gains more than those before.

        Shape: ``rolls`` has the number of the roll for each cell.
        """
        game, evaluation, floors = self._game, self._evaluation, self._floors
        me, marbles = game.me, game.marbles
        yield LISTED
        targets: list[Target] = []
        for place in self._turned(free_places(game)):
            yield COMES
            makes = is_complete(marbles, place, me, game.kinds)
            gain = evaluation.gain(place, me, me)
            targets.append((place, rolls[cell_of(place)], gain, makes))
        if game.all_placed():
            sources = self._turned(places_of(marbles, me))
            yield from self._weigh_pairs(MOVE, sources, targets, take)
        else:
            for place, at, gain, makes in targets:
                wins = makes and (yield from self._reaches_goal(0, place))
                if wins or gain > floors[at]:
                    take(place, at, WIN if wins else gain)
        if game.roll == DIE[JOGGLE]:
            floors[JOGGLE] = max(floors)
            if game.all_placed():
                yield from self._weigh_swaps(take)

    def _weigh_swaps(self, take: "Take") -> "Pieces":
        """Take each swap that gains more than the moves before."""
        game, evaluation = self._game, self._evaluation
        me, marbles, kinds = game.me, game.marbles, game.kinds
        other = 3 - me
        # A marble in a complete figure is not swapped (JO-10), and no swap wins (JO-9).
        own = self._turned(places_of(marbles, me))
        sources = [place for place in own if not is_complete(marbles, place, me, kinds)]
        targets: list[Target] = []
        for place in places_of(marbles, other):
            if not is_complete(marbles, place, other, kinds):
                yield COMES
                targets.append((place, JOGGLE, evaluation.gain(place, me, me), False))
        yield from self._weigh_pairs(SWAP, sources, targets, take)

    def _weigh_pairs(
        self, kind: int, sources: "list[int]", targets: "list[Target]", take: "Take"
    ) -> "Pieces":
        """Take each move or swap from a source to a target that gains more than those before."""
        game, evaluation, floors = self._game, self._evaluation, self._floors
        me = game.me
        left = 3 - me if kind == SWAP else 0
        for source in sources:
            yield LEAVES
            own, lost, is_away = evaluation.given_up(source, me), 0, False
            for place, at, part, makes in targets:
                # The weights are convex: no move gains more than this.
                if part - own <= floors[at] and not makes:
                    continue
                if not is_away:
                    lost, is_away = evaluation.gain(source, left, me), True
                    evaluation.put(source, left)
                gain = lost + part
                if abs(place - source) in NEAR:
                    yield COMES
                    gain = lost + evaluation.gain(place, me, me)
                if makes and floors[at] < WIN and (yield from self._reaches_goal(source, place)):
                    gain = WIN
                if gain > floors[at] and (
                    kind == MOVE or why_forbidden(game, source, place) is None
                ):
                    take(source | place << 7 | kind, at, gain)
            if is_away:
                evaluation.put(source, me)

    def _reaches_goal(self, source: int, place: int) -> "Flag":
        """Tell whether the side to move has the goal once a marble has come to a free place.

        Shape: ``source`` is 0 if it comes from the stock: there is no such place on the board.
        """
        game = self._game
        marbles, me = game.marbles, game.me
        yield GOAL
        marbles[source], marbles[place] = 0, me
        figures = goal_places(marbles, me, game.goal)
        marbles[source], marbles[place] = me if source else 0, 0
        return len(figures) > 0

    def _turned(self, places: "list[int]") -> "list[int]":
        """Return these places in the order in which equal ones are preferred."""
        start = self._start % len(places)
        return places[start:] + places[:start]
