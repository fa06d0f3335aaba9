"""Where the marbles of Joggle lie, what was rolled, and whose turn it is.

Decides JO-12 and the supplies of JO-5.  Must not know what is legal or how a game ends.
"""

from ..grid import rows_text
from .fields import ALL, PLACE_OF, PLACES, SIZE
from .notation import COLOURS, KIND, ROLL, ROLLS

# Where a roll has the colour and the turns before it, in the history.
COLOUR, TURNS = 19, 20


def rolled_in(entry: int) -> tuple:
    """Return the roll of an entry in the history, and the turns and the colour at that time."""
    return ROLLS[entry & 7], entry >> TURNS, (entry >> COLOUR & 1) + 1


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
        # Every roll and move since the root, ints, for tuples would fill a device's memory.  What
        # is before a move is what its roll found; that of the last roll is at hand in ``_rolled``,
        # as far as it is known, and that of the root in ``_root``.
        self._stack: list = []
        self._rolled: tuple = ()
        self._root: tuple = ("", 0, self.me)
        # How often each side has rolled what, before the state was put right by hand.
        self._past: dict = {}

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
        counts = list(self._past.get(side, (0,) * len(ROLLS)))
        for before in self._stack:
            if before & KIND == ROLL and COLOURS[before >> COLOUR & 1] == side:
                counts[before & 7] += 1
        return counts

    def has_rolled_in_vain(self) -> bool:
        """Tell whether the last roll found no usable field: roll again, or it passed (JO-5)."""
        return not self.roll and bool(self._stack) and self._stack[-1] & KIND == ROLL

    def skipped(self) -> list:
        """Return the seats that were skipped after the last move, or roll (JO-5)."""
        if self.roll or not self._stack:
            return []
        seats = len(self.colours)
        _, turns, _ = self._before_last()
        return [(turn + self._shift) % seats for turn in range(turns + 1, self._turns)]

    def _before_last(self) -> tuple:
        """Return the roll, the turns and the colour before the last entry of the history."""
        last = self._stack[-1]
        if last & KIND == ROLL:
            return rolled_in(last)
        return self._rolled or (rolled_in(self._stack[-2]) if len(self._stack) > 1 else self._root)

    def _last_roll(self) -> tuple:
        """Return the last roll, and the turns and the colour at that time."""
        self._rolled = rolled_in(self._stack[-1]) if self._stack else self._root
        return self._rolled

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

    def _skip(self) -> None:
        """Skip the seats that have nothing left to place while others still have (JO-5)."""
        left = self._left
        while self._lying < ALL and not left[self.seat]:
            self._turns += 1
            self.me = 3 - self.me

    def _stand(self, letters: str, seat: int, roll: str, turns: int, left: list) -> None:
        """Let these marbles lie, with this seat on turn, as the root of all that follows."""
        self._past = {side: self.roll_counts(side) for side in COLOURS}
        self._stack = []
        for cell in range(len(PLACE_OF)):
            self.marbles[PLACE_OF[cell]] = COLOURS.find(letters[cell]) + 1
        self._lying = len(PLACE_OF) - letters.count(".")
        self._left = list(left)
        self._turns = turns
        self._shift = (seat - turns) % len(self.colours)
        self.me = COLOURS.index(self.colours[seat]) + 1
        self.roll = roll
        self._root = (roll, turns, self.me)
        self._rolled = ()
