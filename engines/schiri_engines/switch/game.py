"""A game of Switch: set-up, turns, connection, counter, repetition.

Decides SW-6 to SW-9.  Must not know names, undo or resigning: that is the table's.
"""

from ..grid import rows_text
from ..options import chosen_options
from ..refusals import RULE_OF, MalformedText, Outcome, Refusal, refuse
from . import moves, notation
from .layouts import check_start, letters_of_layout, sample
from .notation import CHOOSE, COLOURS, PLACE, SWAP, check_counts, other, parse_position
from .position import Position
from .setup import FreeSetup
from .stones import SIZE, cells_of, is_connected, stones_of

RULE_OF["connects-opponent"] = "SW-6"
# With a move in the history: it was a counter.
COUNTERED = 1 << 11


class Switch(Position):
    """One game of Switch.

    Shape: ``colours`` holds the colour of seat 0 and of seat 1, empty until chosen.
    Raises: MalformedText (bad-option, bad-count and those of `parse_rows`), Refused
    (layout-connected).
    Rule: SW-2, SW-3.

    >>> game = Switch({"layout": "1"})
    >>> game.position()
    'bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b'
    >>> game.why_not(game.parse_move("a1xb2"))
    Refusal('swap-same-colour', 'SW-5', (6,))
    """

    NAME = "switch"
    SIZE = SIZE
    OPTIONS = (("layout", "1 2 3 free ROWS"), ("repetition", "3 off"), ("start", "b w"))
    # What a device offers; any other start comes from the PC.
    STARTS = ({"layout": "1"}, {"layout": "2"}, {"layout": "3"}, {"layout": "free"})
    # What else it offers to choose; there is neither a die nor are there coloured fields.
    CHOICES = ("repetition",)
    HAS_FIELDS = False
    ROLL = 0
    # perft does not count repetition.
    PERFT_OPTIONS = {"repetition": "off"}
    IN_SCRIPT: dict = {}
    SET_KEYS = {"turn": "NAME", "position": "POSITION"}
    RESIGN_RULE = "SW-11"
    QUESTIONS = ()

    cell_text = staticmethod(notation.text_of_cell)
    move_text = staticmethod(notation.move_text)
    parse_move = staticmethod(notation.parse_move)
    parse_moves = staticmethod(notation.parse_moves)
    move_cells = staticmethod(notation.move_cells)
    targets = staticmethod(notation.targets)
    sample = staticmethod(sample)

    def __init__(self, options: dict | None = None, seats: int = 2):
        Position.__init__(self)
        chosen = chosen_options(self.OPTIONS, options or {})
        self.repetition = chosen["repetition"] == "3"
        self._setup = FreeSetup()
        # Whether stones are being moved, and how a position ended that was given as ended.
        self._playing = False
        self._closed: Outcome | None = None
        # Whether a counter is due, None while nobody asked, and whether the last move was one.
        self._counter: bool | None = None
        self._countered = False
        if chosen["layout"] != "free":
            self._begin(letters_of_layout(chosen["layout"]), chosen["start"], 0)

    # What it is now

    @property
    def turn(self) -> int | None:
        """The seat that must act, None when the game is over."""
        if not self.colours:
            return self._setup.turn
        return None if self.outcome() else self._mover()

    @property
    def starter(self) -> int:
        """The seat that placed the twelfth dark stone, below 0 before.  Rule: SW-3."""
        return self._setup.starter

    @property
    def phase(self) -> str:
        """One of "place", "choose", "play", "over"."""
        if not self.colours:
            return self._setup.phase()
        return "over" if self.outcome() else "play"

    @property
    def counter(self) -> bool:
        """Whether the move that is due is a counter (SW-7)."""
        return self._playing and self._is_counter_due() and not self.outcome()

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: SW-6, SW-8, SW-9."""
        if not self._playing:
            return self._closed
        # Whoever is to move was connected by the other, or stayed connected after the counter.
        if is_connected(self._mine):
            return Outcome((self._mover(),), "SW-8" if self._countered else "SW-6")
        if self._countered:
            won = 1 - self._mover() if is_connected(self._theirs) else self._mover()
            return Outcome((won,), "SW-8")
        if self.repetition and self.times() >= 3:
            return Outcome((), "SW-9")
        return None

    def standing(self) -> tuple:
        """Return what shows beside the board: side to move, counter due, times, free field.

        Shape: the side is "" and the field -1 where nobody is to move.
        """
        if not self._playing:
            return ("", False, 0, -1)
        return (self.side, self._is_counter_due(), self.times(), self._free)

    def is_void(self) -> bool:
        """Tell whether the last placement made the free set-up begin again (SW-3)."""
        return not self.colours and self._setup.is_void()

    def legal_moves(self) -> list:
        """Return all legal moves."""
        if not self.colours:
            return self._setup.legal_moves()
        if self.outcome():
            return []
        return moves.all_moves(self._mine, self._theirs, self._free)

    def plies(self):
        """Return an iterator over what counts as one ply each: every legal move."""
        return iter(self.legal_moves())

    def moves_from(self, cell: int) -> list:
        """Return the legal moves whose first press is this cell."""
        if not self._playing:
            return [] if self.colours else self._setup.moves_from(cell)
        if not self._mine >> cell & 1 or self.outcome():
            return []
        return moves.moves_from(self._mine, self._theirs, self._free, cell)

    def why_not_from(self, cell: int) -> Refusal | None:
        """Return why no move begins with a press on this cell, None where one does."""
        if self.colours:
            return self.why_not(cell | self._free << 5)
        return None if self.moves_from(cell) else self.why_not(PLACE | cell)

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
        return moves.why_no_move(self._mine, self._theirs, self._free, move)

    def why_careful(self, move: int) -> Refusal | None:
        """Return None, or the caution for a legal move that loses at once (SW-6)."""
        if not self._playing or not move & SWAP or self._is_counter_due():
            return None
        theirs = self._theirs ^ (1 << (move & 31) | 1 << (move >> 5 & 31))
        return refuse("connects-opponent", *cells_of(theirs)) if is_connected(theirs) else None

    # Playing

    def push(self, move: int) -> None:
        """Play a legal move."""
        if not self._playing:
            self._push_setup(move)
            return
        mine, theirs, counter = self._mine, self._theirs, self._counter
        if counter is None:
            counter = self._is_counter_due()
        # One small int, for a long game shall not fill a small heap: all else follows from it.
        self._stack.append(move | COUNTERED if counter else move)
        self._countered, self._counter = counter, None
        source = move & 31
        both = 1 << source | 1 << (move >> 5 & 31)
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
        if self._stack:
            move = self._stack.pop()
            target = move >> 5 & 31
            both = 1 << (move & 31) | 1 << target
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
            if self._playing:
                self.colours, self._playing = "", False
            else:
                self._setup.pop()
            self._show_setup()

    def _push_setup(self, move: int) -> None:
        if move & CHOOSE:
            self._begin(self.cells(), other(COLOURS[move >> 5 & 1]), 1 - self._setup.turn)
        else:
            self._setup.push(move)
            self._show_setup()

    def _show_setup(self) -> None:
        """Let the stones of the set-up lie on the board."""
        self._mine, self._theirs = self._setup.stones
        self._free, self._first = -1, 0

    def _begin(self, letters: str, side: str, seat: int) -> None:
        """Let the seat move, with the stones of this side: the root of `pop` and repetition."""
        self.colours = other(side) + side if seat else side + other(side)
        self._stand(letters, side)
        self._counter = None
        self._countered = False
        self._playing = True
        self._seen = [self._key()]

    def _is_counter_due(self) -> bool:
        """Tell whether only the other side is connected; the answer is kept for `push`."""
        if self._counter is None:
            self._counter = is_connected(self._theirs)
        return self._counter

    # Texts and cells

    def winning_cells(self) -> tuple:
        """Return the cells of the group that won, or an empty tuple."""
        outcome = self.outcome()
        if not outcome or not outcome.winners:
            return ()
        return cells_of(self._mine if self._mover() in outcome.winners else self._theirs)

    def position(self) -> str:
        """Return rows and side; the side is ``-`` in a set-up and after the end."""
        side = self.side if self.phase == "play" else "-"
        return rows_text(self.cells(), SIZE) + " " + side

    @classmethod
    def from_position(cls, text: str, options: dict | None = None):
        """Return the game that stands at this position, its history beginning here.

        Raises: MalformedText (bad-option, bad-position, bad-count and those of `parse_rows`),
        Refused (layout-connected, where a layout is named as well).

        >>> Switch.from_position("bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w").turn
        1
        """
        chosen = chosen_options(cls.OPTIONS, options or {})
        if chosen["layout"] != "free":
            letters_of_layout(chosen["layout"])  # no layout is an error all the same
        letters, side = parse_position(text)
        check_counts(letters)
        game = cls({"repetition": chosen["repetition"]})
        to_move = "b" if side == "-" else side
        game._begin(letters, to_move, 0 if to_move == chosen["start"] else 1)
        if side == "-":
            game._playing, game._closed = False, Outcome((), "TA-2")
        return game

    # For the table

    def put_right(self, key: str, value) -> None:
        """Set the turn (a seat) or the position (text) by hand; the history begins here.

        Raises: MalformedText (bad-position, bad-count and those of `parse_rows`), Refused
        (layout-connected: a set-up may not end like that).  Rule: TA-5.
        """
        if key == "position":
            self._put_position(value)
        elif self.colours:
            self._begin(self.cells(), self.colours[value], value)
        else:
            self._setup.put_turn(value)
        if not self.colours:
            self._show_setup()

    def _put_position(self, value: str) -> None:
        letters, side = parse_position(value)
        check_counts(letters, complete=side != "-")
        if self.colours and side == "-":
            raise MalformedText("bad-position", value, "ROWS b|w")
        if not self.colours:
            check_start(letters)
        if side == "-":
            # Without a side it is what lies so far in a set-up.
            self._setup.put_stones((stones_of(letters, "b"), stones_of(letters, "w")))
        else:
            seat = self.colours.index(side) if self.colours else self._setup.turn
            self._begin(letters, side, seat)

    def copy(self):
        """Return an independent game in the same state."""
        twin = Switch({"layout": "free", "repetition": "3" if self.repetition else "off"})
        twin._setup = self._setup.copy()
        twin._show_setup()
        if self.colours:
            twin._begin(self.cells(), self.side, self._mover())
            twin._first, twin._stack = self._first, list(self._stack)
            twin._counter, twin._countered = self._counter, self._countered
            twin._playing, twin._closed = self._playing, self._closed
            twin._seen = list(self._seen)
        return twin
