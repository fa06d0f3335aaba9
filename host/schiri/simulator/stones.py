"""The stones on a simulated board, what the sensors under them count, and people's hands.

Decides the counts of a good board, how sensors differ, and their noise; and that a hand moves one
stone after the other.
"""

from array import array
from collections import deque
from random import Random

from schiri_device.sensing.calibration import level_of
from schiri_device.sensing.levels import A_MT, HALF, Levels
from schiri_engines.grid import parse_cell

from schiri.device.reports import StonesView

EMPTY = "."
# What a stone makes at its field.
A_STONE = 27 * A_MT
SIGN_OF = {"b": 1, "w": -1, EMPTY: 0}
COLOURS = "b", "w"
# How long the stones lie at least between two steps of a hand: each is felt.
STEP_MS = 40


class Stones:
    """The stones on a board of sensors.

    Shape: ``letters`` has ``b``, ``w`` or ``.`` for each cell from a1 on; ``counts`` those of the
    sensors, always in the same object.
    Units: ``spread`` is how far sensors differ at rest, ``noise`` how far a count is off; both are
    standard deviations, in counts.

    >>> stones = Stones("b" + 24 * ".")
    >>> stones.lift(0), stones.letters[0], stones.lift(0)
    ('b', '.', '.')
    >>> stones.drop(1, "w")
    >>> stones.counts[1] - stones.counts[0]
    -16092
    """

    def __init__(self, letters: str, spread: int = 0, noise: int = 0, seed: int = 0) -> None:
        random = Random(seed)
        self._random, self._noise = random, noise
        self._rest = [level_of(HALF + round(random.gauss(0, spread))) for _ in letters]
        self.letters = letters
        self.counts = array("H", self._rest)
        self.scan()

    def lift(self, cell: int) -> str:
        """Take the stone off a cell; return its letter, ``.`` if there is none."""
        letter = self.letters[cell]
        self.drop(cell, EMPTY)
        return letter

    def drop(self, cell: int, letter: str) -> None:
        """Put a stone on a cell, in place of what is there."""
        self.lay(self.letters[:cell] + letter + self.letters[cell + 1 :])

    def lay(self, letters: str) -> None:
        """Put these stones on the board, in place of all others."""
        self.letters = letters
        self.scan()

    def scan(self) -> "array[int]":
        """Return what the sensors count now."""
        for cell, letter in enumerate(self.letters):
            count = self._rest[cell] + SIGN_OF[letter] * A_STONE
            if self._noise:
                count += round(self._random.gauss(0, self._noise))
            self.counts[cell] = level_of(count)
        return self.counts

    def levels(self) -> Levels:
        """Return the levels that a calibration finds."""
        levels = Levels(len(self.letters))
        for cell, rest in enumerate(self._rest):
            levels.rest[cell] = rest
            levels.dark[cell], levels.light[cell] = (
                level_of(rest + A_STONE),
                level_of(rest - A_STONE),
            )
        return levels


class SimulatedHands:
    """People's hands: they move the stones of a simulated board, step by step in its own time.

    Shape: ``view`` is how the stones lie once all steps are done; ``wanted`` is set to what the
    device waits for.  Any thread may move stones, one at a time; only that of the device calls
    `step`.

    >>> hands = SimulatedHands(Stones(25 * "."))
    >>> hands.lift("b"), hands.lift("w"), hands.drop("a1")
    (None, None, None)
    >>> hands.view.letters[:2], hands.view.hand, hands.view.beside("w")
    ('w.', 'b', 11)
    >>> hands.lift("a1"), hands.drop("b1", "b"), hands.view.letters[:2], hands.view.hand
    (None, None, '.b', 'w')
    """

    def __init__(self, stones: Stones) -> None:
        self.wanted = ""
        self._letters, self._hand = stones.letters, ""
        self._stones = stones
        self._steps: deque[str] = deque()
        self._until_ms = 0

    @property
    def view(self) -> StonesView:
        return StonesView(self._letters, self._hand, self.wanted)

    def lift(self, place: str) -> None:
        """Take the stone off a cell, or one of a colour beside the board; none there is nothing."""
        if place in COLOURS:
            if self.view.beside(place) > 0:
                self._hand += place
            return
        cell = self._cell_of(place)
        if (letter := self._letters[cell]) != EMPTY:
            self._hand += letter
            self._put(cell, EMPTY)

    def drop(self, place: str, letter: str = "") -> None:
        """Put the stone lifted last, or the last one of a colour, on a free cell, "" for beside."""
        last = self._hand.rfind(letter) if letter else len(self._hand) - 1
        cell = self._cell_of(place) if place else -1
        if last < 0 or (place and self._letters[cell] != EMPTY):
            return
        stone, self._hand = self._hand[last], self._hand[:last] + self._hand[last + 1 :]
        if place:
            self._put(cell, stone)

    def lay(self, letters: str) -> None:
        """Lay these stones at once; all others are beside the board then."""
        if len(letters) == len(self._letters):
            self._letters, self._hand = letters, ""
            self._steps.append(letters)

    def step(self, at_ms: int) -> bool:
        """Move the next stone if it is time; return whether there are more steps."""
        if self._steps and at_ms >= self._until_ms:
            self._stones.lay(self._steps.popleft())
            self._until_ms = at_ms + STEP_MS
        return bool(self._steps)

    def _cell_of(self, place: str) -> int:
        return parse_cell(place, round(len(self._letters) ** 0.5))

    def _put(self, cell: int, letter: str) -> None:
        self._letters = self._letters[:cell] + letter + self._letters[cell + 1 :]
        self._steps.append(self._letters)
