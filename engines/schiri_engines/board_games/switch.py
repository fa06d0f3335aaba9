"""A game of Switch: set-up, turns, connection, counter, repetition.

Decides SW-2 and SW-6 to SW-9.  Must not know names, undo or resigning: that is the table's.
"""

from ..grid import rows_text
from ..history import PIECE, History
from ..options import chosen_options
from ..refusals import RULE_OF, MalformedText, Outcome, Refusal, refuse
from . import stones
from .stones import BITS, CHOOSE, PLACE, SWAP, cells_of, is_connected, stones_of
from .texts import switch_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from ..protocols import Options, SetEntry
    from .free_setup import FreeSetup

RULE_OF["connects-opponent"] = "SW-6"
# With a move in the history: it was a counter.
COUNTERED = 1 << 11


class Switch:
    """One game of Switch: the stones, seen from the side to move, and the one free field.

    Shape: ``colours`` holds the colour of seat 0 and of seat 1, empty until chosen.  In a set-up
    the side to move stands for dark, and no field is *the* free one: -1.
    Raises: MalformedText (bad-option, bad-count and those of `parse_rows`), Refused
    (layout-connected).
    Rule: SW-2, SW-3.
    """

    NAME = "switch"
    SIZE = 5
    OPTIONS: "Options" = (("layout", "1 2 3 free ROWS"), ("repetition", "3 off"), ("start", "b w"))
    ROLL = 0
    SET_KEYS = {"turn": "NAME", "position": "POSITION"}
    RESIGN_RULE = "SW-11"

    _mine: int
    _theirs: int
    _counter: bool | None
    _seen: "History[int]"

    move_text = staticmethod(switch_text)
    parse_move = staticmethod(stones.parse_move)
    cell_text = staticmethod(stones.text_of_cell)
    move_cells = staticmethod(stones.move_cells)

    def __init__(self, options: dict[str, str] | None = None, seats: int = 2):
        self.options = chosen = chosen_options(self.OPTIONS, options or {})
        self.colours = ""
        self.repetition = chosen["repetition"] == "3"
        # Whether stones are being moved, and how a position ended that was given as ended.
        self._playing = False
        self._closed: Outcome | None = None
        self._stack: History[int] = History()
        if chosen["layout"] == "free":
            from .free_setup import FreeSetup

            self._go_to_setup(FreeSetup())
        else:
            self._begin(stones.letters_of_layout(chosen["layout"]), chosen["start"], 0)

    @staticmethod
    def seats_for(_options: dict[str, str]) -> tuple[int, int]:
        """Return the least and the most players with these options."""
        return (2, 2)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win when this one resigns."""
        return (1 - seat,)

    @property
    def side(self) -> str:
        """The colour to move, or that would be, were the game not over."""
        return "bw"[(self._first + len(self._stack.last)) & 1]

    @property
    def turn(self) -> int | None:
        """The seat that must act, None when the game is over."""
        if not self.colours:
            return self._setup.turn
        return None if self.outcome() else self._mover()

    @property
    def phase(self) -> str:
        """One of "place", "choose", "play", "over"."""
        if not self.colours:
            return self._setup.phase()
        return "over" if self.outcome() else "play"

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: SW-6, SW-8, SW-9."""
        if not self._playing:
            return self._closed
        mine = self._mine
        # Whoever is to move was connected by the other, or stayed connected after the counter.  A
        # stone without a neighbour, even around the edge, settles most positions at once.
        beyond = mine << 1 | mine << 5
        if not mine & ~(beyond | beyond >> 6) and is_connected(mine):
            return Outcome((self._mover(),), "SW-8" if self._countered else "SW-6")
        if self._countered:
            won = 1 - self._mover() if is_connected(self._theirs) else self._mover()
            return Outcome((won,), "SW-8")
        if self.repetition and self.repetition_count() >= 3:
            return Outcome((), "SW-9")
        return None

    def repetition_count(self) -> int:
        """Return how often this position, with this side to move, has occurred (SW-9)."""
        return self._seen.count(self._seen[-1]) if self.repetition else 1

    def free_cell(self) -> int:
        """Return the one free cell, -1 in a set-up."""
        return self._free

    def is_void(self) -> bool:
        """Tell whether the last placement made the free set-up begin again (SW-3)."""
        return not self.colours and self._setup.is_void()

    def legal_moves(self) -> list[int]:
        """Return all legal moves."""
        if not self.colours:
            return self._setup.legal_moves()
        if self.outcome():
            return []
        return stones.moves_of(self._mine, self._theirs, self._free, self._mine, range(10))

    def moves_from(self, cell: int) -> list[int]:
        """Return the legal moves whose first press is this cell."""
        if not self.colours:
            return self._setup.moves_from(cell)
        if not self._mine >> cell & 1 or not self._playing or self.outcome():
            return []
        crossing = (cell // 5, 5 + cell % 5)
        return stones.moves_of(self._mine, self._theirs, self._free, 1 << cell, crossing)

    def why_not_from(self, cell: int) -> Refusal | None:
        """Return why no move begins with a press on this cell, None where one does."""
        if self.colours:
            return self.why_not(cell | self._free << 5)
        return None if self.moves_from(cell) else self.why_not(PLACE | cell)

    def move_between(self, first: int, second: int) -> int:
        """Return the move that pressing these cells means, legal or not."""
        return first | second << 5 | (0 if second == self._free else SWAP)

    def why_not(self, move: int) -> Refusal | None:
        """Return None for a legal move, else the refusal with the first cause.

        Rule: TA-1, TA-2, SW-3 to SW-5, SW-10.
        """
        if not self.colours:
            return self._setup.why_not(move)
        if self.outcome():
            return refuse("game-over")
        if move & (PLACE | CHOOSE):
            return refuse("wrong-phase")
        return stones.why_no_move(self._mine, self._theirs, self._free, move)

    def warning(self, move: int) -> Refusal | None:
        """Return None, or the caution for a legal move that loses at once (SW-6)."""
        if not self._playing or not move & SWAP or self.is_counter_due():
            return None
        theirs = self._theirs ^ (BITS[move & 31] | BITS[move >> 5 & 31])
        return refuse("connects-opponent", *cells_of(theirs)) if is_connected(theirs) else None

    def push(self, move: int) -> None:
        """Play a legal move."""
        if not self._playing:
            if move & CHOOSE:
                self._begin(self.cells(), "wb"[move >> 5 & 1], 1 - self._setup.turn)
            else:
                self._setup.push(move)
                self._go_to_setup(self._setup)
            return
        mine, theirs, counter = self._mine, self._theirs, self._counter
        if counter is None:
            counter = self.is_counter_due()
        stack = self._stack.last
        if len(stack) == PIECE:
            stack = self._stack.stow()
        stack.append(move | COUNTERED if counter else move)
        self._countered, self._counter = counter, None
        source = move & 31
        both = BITS[source] | BITS[move >> 5 & 31]
        self._theirs = mine ^ both
        if move & SWAP:
            self._mine = theirs ^ both
        else:
            self._mine = theirs
            self._free = source
        if self.repetition:
            self._seen.append(self._key())

    def pop(self) -> None:
        """Take the last move back."""
        stack = self._stack
        if stack.last or stack.unstow():
            move = stack.last.pop()
            target = move >> 5 & 31
            both = BITS[move & 31] | BITS[target]
            mine = self._theirs ^ both
            if move & SWAP:
                self._theirs = self._mine ^ both
            else:
                self._theirs = self._mine
                self._free = target
            self._mine = mine
            self._counter = move & COUNTERED > 0
            # A counter ends the game: the position before the last move followed none.
            self._countered = False
            if self.repetition:
                self._seen.pop()
        else:
            if not self._playing:
                self._setup.pop()
            self._go_to_setup(self._setup)

    def _go_to_setup(self, setup: "FreeSetup") -> None:
        """Let the stones of a free set-up lie on the board, which goes on with it."""
        self._setup = setup
        self.colours, self._playing = "", False
        self._mine, self._theirs = setup.stones
        self._free, self._first = -1, 0

    def _begin(self, letters: str, side: str, seat: int) -> None:
        """Let the seat move, with the stones of this side: the root of `pop` and repetition."""
        other = "w" if side == "b" else "b"
        self.colours = other + side if seat else side + other
        # The side that is to move at the root, and the moves since then.
        self._first, self._stack = "bw".index(side), History()
        self._mine, self._theirs = stones_of(letters, side), stones_of(letters, other)
        self._free, self._playing = letters.index("."), True
        # Whether a counter is due, None while nobody asked, and whether the last move was one.
        self._counter, self._countered = None, False
        # The positions since the root, each with its side as one int, to be counted.
        self._seen = History((self._key(),))

    def is_counter_due(self) -> bool:
        """Tell whether only the other side is connected; the answer is kept for `push`."""
        if self._counter is None:
            self._counter = is_connected(self._theirs)
        return self._counter

    def _mover(self) -> int:
        """Return the seat of the side to move."""
        return self.colours.index(self.side)

    def _key(self) -> int:
        """Return the position with its side as one int that is small on every device."""
        key = self._theirs << 5 | self._free
        return ~key if (self._first + len(self._stack.last)) & 1 else key

    def letters(self, cells: tuple[int, ...] | range) -> list[str]:
        """Return what lies on some cells: ``b`` dark, ``w`` light, ``.`` nothing."""
        mine, theirs, side = self._mine, self._theirs, self.side
        other = "w" if side == "b" else "b"
        return [side if mine >> c & 1 else other if theirs >> c & 1 else "." for c in cells]

    def cells(self) -> str:
        """Return one letter a cell from a1 on: what the real board should show."""
        return "".join(self.letters(range(25)))

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells of the group that won, or an empty tuple."""
        outcome = self.outcome()
        winners = outcome.winners if outcome else ()
        return cells_of(stones_of(self.cells(), self.colours[winners[0]])) if winners else ()

    def position(self) -> str:
        """Return rows and side; the side is ``-`` in a set-up and after the end."""
        side = self.side if self.phase == "play" else "-"
        return rows_text(self.cells(), 5) + " " + side

    def put_right(self, key: str, *values: int | str) -> None:
        """Set the turn (a seat) or the position (text) by hand; the history begins here.

        Raises: MalformedText (bad-position, bad-count, those of `parse_rows`), Refused (SW-10).
        """
        value = values[0]
        if isinstance(value, int):
            if self.colours:
                self._begin(self.cells(), self.colours[value], value)
            else:
                self._setup.put_turn(value)
                self._go_to_setup(self._setup)
            return
        letters, side = stones.parse_position(value)
        stones.check_counts(letters, side != "-")
        if not self.colours:
            stones.check_start(letters)
        elif side == "-":
            raise MalformedText("bad-position", value, "ROWS b|w")
        if side != "-":
            seat = self.colours.index(side) if self.colours else self._setup.turn
            self._begin(letters, side, seat)
        else:
            # Without a side it is what lies so far in a set-up.
            self._setup.put_stones((stones_of(letters, "b"), stones_of(letters, "w")))
            self._go_to_setup(self._setup)

    def setup_entries(self, turn: int) -> "list[SetEntry]":
        """Return the entries that put a game with the same options into this state."""
        entries: list[SetEntry] = [("set", "turn", turn), ("set", "position", self.position())]
        if not self.colours:
            return self._setup.setup_entries(*entries)
        if self.is_counter_due():
            # A free set-up may not end connected, though the game it leads to may stand so.
            entries.insert(1, ("set", "position", stones.QUIET + self.side))
        return entries

    def fork(self) -> "Self":
        """Return a copy of a game that is not over, to be put right: its history begins here."""
        clone = type(self)({"repetition": self.options["repetition"]})
        clone.options = self.options
        if self.colours:
            clone._begin(self.cells(), self.side, self._mover())
        else:
            clone._go_to_setup(self._setup.fork())
        return clone


GAME = Switch
