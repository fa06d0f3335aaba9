"""The evaluation of a position of Joggle: how near each side is to its figures.

Decides what an unfinished figure is worth.  Must not know legal moves, turns or dice.

A *window* is six or four cells on which a figure fits.  It is worth something to a side that has
marbles in it while the other side has none: more with each marble.
"""

from array import array

from .figures import KINDS, PLACES
from .notation import PLACE_OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    # By the number of marbles.
    Weights = tuple[int, ...]

# What a window is worth by its number of marbles, to the side that has just moved; and to the other
# side, which rolls next.  `python -m tests.tools.joggle_match weights` looks for better ones.
OWN = (0, 4, 24, 144, 864, 5184, 31104)
OTHER = (0, 7, 42, 252, 1512, 9072, 54432)
# Those of a side that does not think of the other one's roll.
PLAIN = (0, 4, 16, 64, 256, 1024, 4096)
# Those of a side that sees no figures.
NOTHING = (0, 0, 0, 0, 0, 0, 0)
# A window counts its black marbles in three bits, its white ones in three bits above; windows that
# reach beyond the edge have this bit, and are worth nothing.
STEPS = (0, 1, 8)
BEYOND = 64
CODES = 128


def _worths(step: int, own: "Weights", other: "Weights") -> "array[int]":
    """Return what each state of a window is worth to the colour of this step."""
    worths = array("i", [0] * CODES)
    for count in range(len(own)):
        worths[count * step] = own[count]
        worths[count * (STEPS[1] + STEPS[2] - step)] = -other[count]
    return worths


# The value of a position that is worth half a win: if the goal is one figure, and if it is several.
HALF_OF_ONE, HALF_OF_MORE = 4096, 65536


def expected(value: int, figures: int) -> float:
    """Return the result that a value promises, from -1 for a loss to 1 for a win.

    Shape: ``figures`` is how many the goal has.

    >>> expected(4096, 1), expected(-65536, 3), expected(0, 1)
    (0.5, -0.5, 0.0)
    """
    return value / (abs(value) + (HALF_OF_MORE if figures > 1 else HALF_OF_ONE))


class Evaluation:
    """How near each side is to figures of these kinds.

    Shape: ``kinds`` are those of the goal; ``marbles`` is the content of each place, as a game has
    it.  A move changes only the windows that it touches, so a search keeps one evaluation.

    >>> from .game import Joggle
    >>> game = Joggle().after("R", "b1", "R", "d1", "B", "a2")
    >>> evaluation = Evaluation(game.kinds)
    >>> evaluation.follow(game.marbles)
    >>> evaluation.value(2) > 0 > evaluation.value(1)
    True
    """

    def __init__(self, kinds: "list[str]", own: "Weights" = OWN, other: "Weights" = OTHER):
        blocks = [block for kind in kinds for block in KINDS[kind]]
        # The windows of a block are numbered by their lowest left place: those of a place are as
        # far from it as the block reaches.
        self._windows = bytearray([BEYOND] * (PLACES * len(blocks)))
        reach = [PLACES * at - step for at in range(len(blocks)) for step in blocks[at]]
        self._reach = array("h", reach)
        for at in range(len(blocks)):
            # A block is on the board if the corner opposite to its lowest left one is.
            corner = max(blocks[at])
            for place in PLACE_OF:
                if place + corner in PLACE_OF:
                    self._windows[PLACES * at + place] = 0
        self._marbles = bytearray(PLACES)
        # By the colour that has just moved.
        self._worths = [array("i")] + [_worths(step, own, other) for step in STEPS[1:]]
        self._values = [0, 0, 0]

    def value(self, me: int) -> int:
        """Return the value for a colour that has just moved."""
        return self._values[me]

    def follow(self, marbles: "list[int]") -> None:
        """Evaluate the position with these marbles."""
        own = self._marbles
        for place in PLACE_OF:
            if own[place] != marbles[place]:
                self.put(place, marbles[place])

    def put(self, place: int, content: int) -> None:
        """Change the content of a place: 0 free, 1 black, 2 white."""
        step = STEPS[content] - STEPS[self._marbles[place]]
        self._marbles[place] = content
        windows, values = self._windows, self._values
        _, first, second = self._worths
        one = two = 0
        for reach in self._reach:
            window = windows[place + reach]
            windows[place + reach] = changed = window + step
            one += first[changed] - first[window]
            two += second[changed] - second[window]
        values[1] += one
        values[2] += two

    def gain(self, place: int, content: int, me: int) -> int:
        """Return how much this content of a place would add to the value for a colour."""
        step = STEPS[content] - STEPS[self._marbles[place]]
        windows, worths = self._windows, self._worths[me]
        total = 0
        for reach in self._reach:
            window = windows[place + reach]
            total += worths[window + step] - worths[window]
        return total

    def given_up(self, place: int, me: int) -> int:
        """Return how much a colour's own figures would lose without its marble on a place.

        Shape: what the marble blocks does not count, so it is no less than 0.
        """
        step = STEPS[me]
        windows, worths = self._windows, self._worths[me]
        total = 0
        for reach in self._reach:
            window = windows[place + reach]
            worth = worths[window]
            if worth > 0:
                total += worth - worths[window - step]
        return total
