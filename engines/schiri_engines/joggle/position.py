"""Where the marbles of Joggle lie, what was rolled, and whose turn it is.

Decides JO-12 and the supplies of JO-5.  Must not know what is legal or how a game ends.
"""

from ..grid import rows_text
from .fields import ALL, PLACE_OF, PLACES, SIZE
from .notation import COLOURS, KIND, ROLL, ROLLS

EXTRA_TURN = 1 << 16


class Position:
    """The marbles, the roll, and how many turns have been completed.

    Shape: ``colours`` has one letter a seat; ``marbles`` has what lies on each place, 0 nothing,
    1 black, 2 white; ``me`` is the colour on turn as such a number; ``roll`` a letter, or empty.
    """

    def __init__(self, colours: str):
        self.colours = colours
        self.marbles = bytearray(PLACES)
        self.roll = ""
        self.me = COLOURS.index(colours[0]) + 1
        # Turns completed, passed and skipped ones included.
        self._turns = 0
        # How far the seats are ahead of the turns: somebody was put on turn by hand.
        self._shift = 0
        self._lying = 0
        self._left = [ALL // len(colours)] * len(colours)
        # The roll that lay at the root, and every roll and move since, each one int: tuples would
        # fill a device's memory.  Above its 16 bits stand the turns that it brought beside a
        # move's own: that of a roll in vain, and those that were skipped.
        self._root_roll = ""
        self._stack: list = []

    @property
    def seat(self) -> int:
        """The seat on turn, or that would be, were the game not over."""
        return (self._turns + self._shift) % len(self.colours)

    @property
    def side(self) -> str:
        """The colour on turn, or that would be."""
        return COLOURS[self.me - 1]

    def all_lie(self) -> bool:
        """Tell whether all marbles lie (JO-4, JO-5)."""
        return self._lying == ALL

    def left(self) -> list:
        """Return how many marbles each seat has still to place."""
        return list(self._left)

    def standing(self) -> tuple:
        """Return what shows beside the board, as every game tells it: here the side alone."""
        return (self.side, False, 1, -1)

    def roll_counts(self, side: str) -> list:
        """Return how often this side has rolled each of R G B Y J."""
        counts = [0] * len(ROLLS)
        me = self.me
        for at in range(len(self._stack) - 1, -1, -1):
            move = self._stack[at]
            me = 3 - me if turns_of(move) & 1 else me
            if move & KIND == ROLL and COLOURS[me - 1] == side:
                counts[move & 7] += 1
        return counts

    def has_rolled_in_vain(self) -> bool:
        """Tell whether the last roll found no usable field: roll again, or it passed (JO-5)."""
        return not self.roll and bool(self._stack) and self._stack[-1] & KIND == ROLL

    def skipped(self) -> list:
        """Return the seats that were skipped after the last move, or roll (JO-5)."""
        if self.roll or not self._stack:
            return []
        # The turn after the last one that was played or lost is the first that was skipped.
        first = self._turns - turns_of(self._stack[-1]) + 1
        seats = len(self.colours)
        return [(turn + self._shift) % seats for turn in range(first, self._turns)]

    def cells(self) -> str:
        """Return one letter a cell from a1 on: what the real board should show."""
        marbles = self.marbles
        return "".join([".bw"[marbles[place]] for place in PLACE_OF])

    def letters(self, cells) -> list:
        """Return the letters of some cells."""
        marbles = self.marbles
        return [".bw"[marbles[PLACE_OF[cell]]] for cell in cells]

    def position_text(self, side: str, has_left: bool) -> str:
        """Return the position with this side on turn, ``-`` for nobody."""
        roll = "-" if side == "-" else self.roll or "-"
        text = rows_text(self.cells(), SIZE) + " " + side + " " + roll + " " + str(self._turns)
        return text + " " + ",".join([str(each) for each in self._left]) if has_left else text

    def _skip(self) -> int:
        """Skip the seats that have nothing left while others have (JO-5); return how many."""
        before, left = self._turns, self._left
        while self._lying < ALL and not left[self.seat]:
            self._turns += 1
            self.me = 3 - self.me
        return self._turns - before

    def _stand(self, letters: str, seat: int, roll: str, turns: int, left: list) -> None:
        """Let these marbles lie, with this seat on turn, as the root of all that follows."""
        self._stack = []
        for cell in range(len(PLACE_OF)):
            self.marbles[PLACE_OF[cell]] = COLOURS.find(letters[cell]) + 1
        self._lying = len(PLACE_OF) - letters.count(".")
        self._left = list(left)
        self._turns = turns
        self._shift = (seat - turns) % len(self.colours)
        self.me = COLOURS.index(self.colours[seat]) + 1
        self.roll = self._root_roll = roll


def turns_of(move: int) -> int:
    """Return how many turns a move or a roll in the history has brought.

    >>> turns_of(ROLL), turns_of(11), turns_of(11 + 2 * EXTRA_TURN)
    (0, 1, 3)
    """
    return (move >> 16) + (0 if move & KIND == ROLL else 1)
