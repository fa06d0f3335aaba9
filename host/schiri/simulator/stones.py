"""The stones on a simulated board, and what the sensors under them count.

Decides the counts of a good board, how sensors differ, and their noise.
"""

from array import array
from random import Random

from schiri_device.sensing.calibration import level_of
from schiri_device.sensing.levels import A_MT, HALF, Levels

EMPTY = "."
# What a stone makes at its field.
A_STONE = 27 * A_MT
SIGN_OF = {"b": 1, "w": -1, EMPTY: 0}


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
