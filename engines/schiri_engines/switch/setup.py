"""The free set-up of Switch: stones of either colour, placed in turn.

Decides SW-3 and, for placements, SW-10.  Must not know how the game is played.  A device loads it
with the first game that begins so.
"""

from ..history import History
from ..refusals import Refusal, refuse
from .movegen import CELLS, STONES_EACH, cells_of, is_connected
from .notation import CHOOSE, LIGHT, PLACE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game import SetEntry

    # The stones, the seat on turn, the seat of the twelfth dark stone, and whether it began again.
    Kept = tuple[tuple[int, int], int, int, bool]


class FreeSetup:
    """A free set-up, from the empty board to twelve stones of each colour.

    Shape: ``stones`` holds the sets of dark and light stones; a placement is
    ``PLACE | cell``, with ``LIGHT`` for a light stone, a choice ``CHOOSE``, with ``LIGHT`` for
    light.  ``first`` is the seat that placed first, ``starter`` the one that placed the twelfth
    dark stone, -1 before.  ``is_void`` says whether the last change left no legal placement, so
    that the set-up began again.
    Rule: SW-3.
    """

    def __init__(
        self, stones: tuple[int, int] = (0, 0), turn: int = 0, first: int = 0, starter: int = -1
    ):
        self.stones = stones
        self.turn = turn
        self.first = first
        self.starter = starter
        self.past: History[Kept] = History()
        self.is_void = False

    def phase(self) -> str:
        """Return "place" until all stones are placed, then "choose"."""
        return "place" if self._left(0) or self._left(1) else "choose"

    def legal_moves(self) -> list[int]:
        """Return all legal placements, or the two choices."""
        if self.phase() == "choose":
            return [CHOOSE, CHOOSE | LIGHT]
        moves = [PLACE | cell | light for light in (0, LIGHT) for cell in range(CELLS)]
        return [move for move in moves if self.why_not(move) is None]

    def moves_from(self, cell: int) -> list[int]:
        """Return the legal placements on this cell."""
        moves = (PLACE | cell, PLACE | cell | LIGHT)
        return [move for move in moves if self.why_not(move) is None]

    def why_not(self, move: int) -> Refusal | None:
        """Return None for a legal placement or choice, else the refusal.

        Rule: SW-3, SW-10.
        """
        kind = move & ~LIGHT
        if kind ^ PLACE >= CELLS if self.phase() == "place" else kind != CHOOSE:
            return refuse("wrong-phase")
        if kind == CHOOSE:
            return None
        cell, colour = move & 31, move >> 5 & 1
        if (self.stones[0] | self.stones[1]) >> cell & 1:
            return refuse("place-occupied", cell)
        left = self._left(colour)
        if left == 0:
            return refuse("place-used-up", *cells_of(self.stones[colour]))
        placed = self.stones[colour] | 1 << cell
        if left == 1 and is_connected(placed):
            return refuse("place-connects", *cells_of(placed))
        return None

    def push(self, move: int) -> None:
        """Place a stone; a placement that leaves no legal one empties the board."""
        self.past.append((self.stones, self.turn, self.starter, self.is_void))
        bit, light = 1 << (move & 31), move >> 5 & 1
        dark, pale = self.stones
        self.stones = (dark, pale | bit) if light else (dark | bit, pale)
        if not light and self._left(0) == 0:
            self.starter = self.turn
        self.turn = 1 - self.turn
        self._go_on()

    def pop(self) -> None:
        """Undo the last placement, also one that voided the set-up."""
        self.stones, self.turn, self.starter, self.is_void = self.past.pop()

    def put_turn(self, turn: int) -> None:
        """Set the seat on turn; the seat that placed first follows from the number of stones."""
        if self.phase() == "choose":
            self.starter = 1 - turn
        else:
            lying = 2 * STONES_EACH - self._left(0) - self._left(1)
            self.first = turn ^ lying & 1
        self._go_on_by_hand(turn)

    def put_stones(self, stones: tuple[int, int]) -> None:
        """Go on with these stones.

        The seat of the twelfth dark stone is kept while stones are placed; if it is not known, it
        is the seat that is not on turn.
        """
        starter = self.starter if self.phase() == "place" and self.starter >= 0 else 1 - self.turn
        self.stones = stones
        self.starter = -1 if self._left(0) else starter
        self._go_on_by_hand(self.turn)

    def _go_on_by_hand(self, turn: int) -> None:
        self.turn = turn
        self.past = History()
        self._go_on()

    def copy(self) -> "FreeSetup":
        """Return an independent set-up in the same state, history included."""
        clone = FreeSetup(self.stones, self.turn, self.first, self.starter)
        clone.past, clone.is_void = History(self.past), self.is_void
        return clone

    def setup_entries(self, turn: "SetEntry", position: "SetEntry") -> "list[SetEntry]":
        """Return the `set` entries (position, turn) that restore another set-up.

        The seat that is not on turn when the stones are set counts as the starter; the seat that
        placed first follows from the number of stones.
        """
        if self.phase() == "choose":
            return [turn, position]
        before = 1 - self.starter if self.starter >= 0 else turn[2]
        return [("set", "turn", before), position, turn]

    def _go_on(self) -> None:
        """Let the other seat choose when all are placed; begin again if no stone can be placed."""
        self.is_void = False
        if self.phase() == "choose":
            self.turn = 1 - self.starter
        elif not self.legal_moves():
            self.stones, self.turn, self.starter = (0, 0), self.first, -1
            self.is_void = True

    def _left(self, colour: int) -> int:
        return STONES_EACH - bin(self.stones[colour]).count("1")
