"""Where the stones of Switch lie, and which side is to move.

Decides what the board shows.  Must not know what is legal or how a game ends.
"""

from .notation import COLOURS, SWAP
from .stones import letters_of, stones_of


class Position:
    """The stones, seen from the side to move: ``mine``, ``theirs`` and the one free field.

    Shape: ``colours`` holds the colour of seat 0 and of seat 1, empty until chosen.  In a set-up
    the side to move stands for dark, and no field is *the* free one: -1.
    """

    def __init__(self):
        self.colours = ""
        self.repetition = True
        self._mine = 0
        self._theirs = 0
        self._free = -1
        # The side that was to move at the root, and the positions since then.
        self._first = 0
        self._stack: list = []
        # The same positions, each with its side as one int, to be counted.
        self._seen: list = []

    @staticmethod
    def seats_for(_options: dict) -> tuple:
        """Return the least and the most players with these options."""
        return (2, 2)

    def opponents(self, seat: int) -> tuple:
        """Return the seats that win when this one resigns."""
        return (1 - seat,)

    @property
    def side(self) -> str:
        """The colour to move, or that would be, were the game not over."""
        return COLOURS[(self._first + len(self._stack)) & 1]

    def times(self) -> int:
        """Return how often this position, with this side to move, has occurred (SW-9)."""
        return self._seen.count(self._seen[-1]) if self.repetition and self._seen else 1

    def cells(self) -> str:
        """Return one letter a cell from a1 on: what the real board should show."""
        if self.side == "b":
            return letters_of(self._mine, self._theirs)
        return letters_of(self._theirs, self._mine)

    def letters(self, cells) -> list:
        """Return the letters of some cells."""
        mine, theirs, side = self._mine, self._theirs, self.side
        other = "w" if side == "b" else "b"
        return [side if mine >> c & 1 else other if theirs >> c & 1 else "." for c in cells]

    def move_between(self, first: int, second: int) -> int:
        """Return the move that pressing these cells means, legal or not."""
        return first | second << 5 | (0 if second == self._free else SWAP)

    def _mover(self) -> int:
        """Return the seat that has the side to move."""
        return self.colours.index(self.side)

    def _stand(self, letters: str, side: str) -> None:
        """Let these stones lie, with this side to move, as the root of all that follows."""
        dark, light = stones_of(letters, "b"), stones_of(letters, "w")
        self._mine, self._theirs = (dark, light) if side == "b" else (light, dark)
        self._free = letters.index(".")
        self._first = COLOURS.index(side)
        self._stack = []

    def _key(self) -> int:
        """Return the position with its side as one int that is small on every device."""
        key = self._theirs << 5 | self._free
        return ~key if (self._first + len(self._stack)) & 1 else key
