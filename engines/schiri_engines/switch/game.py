"""Switch, by Hartmut Kommerell: two players, twelve stones each, one free field.

Decides SW-2 and SW-6 to SW-9: turns, connection, counter, repetition.  `movegen` has what a set of
stones is and what may be moved, `setup` the free set-up, `notation` the texts of moves, `position`
those of states.  Must not know names, undo or resigning: that is the table's.
"""

from ..game import BoardGame, check_player_count, number_of
from ..grid import rows_text
from ..history import PIECE, History
from ..options import chosen_options
from ..refusals import RULE_OF, MalformedText, Outcome, Refusal, refuse
from . import movegen, notation
from .movegen import ALL, BITS, cells_of, is_connected, stones_of
from .notation import CHOOSE, PLACE, SWAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from ..game import Move, SetEntry
    from ..options import Options
    from .setup import FreeSetup

RULE_OF["connects-opponent"] = "SW-6"


class Switch(BoardGame):
    """One game of Switch.

    It stores the stones as seen from the side to move.

    Shape: ``colours`` holds the colour of seat 0 and of seat 1, empty until chosen.  In a set-up
    the side to move stands for dark.  ``is_playing`` says whether stones are being moved, ``end``
    is the outcome of a position that was given as over, ``setup`` is the free set-up, if there was
    one.  `pop` ends at the root: ``first`` is the side to move there, 0 dark, 1 light, ``past`` has
    the two cells of each move since, as a set, ``seen`` each position since, with its side, as an
    int.  ``is_countered`` says whether the last move was a counter.
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
    SIZE = 5
    OPTIONS: "Options" = (
        ("layout", "1 2 3 free ROWS"),
        ("repetition", "3 off"),
        ("start", "b w"),
    )
    RESIGN_RULE = "SW-11"
    DRAW_RULES = ("SW-9",)

    _mine: int
    _theirs: int
    # The set-up at which `pop` ends.
    setup: "FreeSetup" = None  # type: ignore[assignment]
    _counter: bool | None
    seen: "History[int]"

    move_text = staticmethod(notation.move_text)
    parse_move = staticmethod(notation.parse_move)
    move_cells = staticmethod(movegen.move_cells)

    def __init__(self, options: dict[str, str] | None = None, seats: int = 2):
        self.options = chosen = chosen_options(self.OPTIONS, options or {})
        check_player_count(seats, self.seats_for(chosen))
        self.seats = seats
        self.colours = ""
        self.repetition = chosen["repetition"] == "3"
        self.is_playing = False
        self.end: Outcome | None = None
        self.past: History[int] = History()
        if chosen["layout"] == "free":
            from .setup import FreeSetup

            self.go_to_setup(FreeSetup())
        else:
            self.begin(movegen.letters_of_layout(chosen["layout"]), chosen["start"], 0)

    @staticmethod
    def seats_for(_options: dict[str, str]) -> tuple[int, int]:
        return (2, 2)

    def opponents(self, seat: int) -> tuple[int, ...]:
        return (1 - seat,)

    @property
    def side(self) -> str:
        """The side to move; after the end, the side that would have moved."""
        return "bw"[(self.first + len(self.past.last)) & 1]

    @property
    def turn(self) -> int | None:
        if not self.colours:
            return self.setup.turn
        return None if self.outcome() else self._mover()

    @property
    def phase(self) -> str:
        """One of "place", "choose", "play", "over"."""
        if not self.colours:
            return self.setup.phase()
        return "over" if self.outcome() else "play"

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: SW-6, SW-8, SW-9."""
        if not self.is_playing:
            return self.end
        mine = self._mine
        # The side to move was connected by the other's move, or stayed connected after the counter.
        # A stone without a neighbour, even around the edge, rules out most positions. (Times two is
        # a shift, and quicker.)
        beyond = mine * 2 | mine * 32
        if mine & (beyond | beyond >> 6) == mine and is_connected(mine):
            return Outcome((self._mover(),), "SW-8" if self.is_countered else "SW-6")
        if self.is_countered:
            won = 1 - self._mover() if is_connected(self._theirs) else self._mover()
            return Outcome((won,), "SW-8")
        if self.repetition and self.repetition_count() >= 3:
            return Outcome((), "SW-9")
        return None

    @property
    def counter(self) -> bool:
        """Whether the move that is due is a counter (SW-7)."""
        return self.is_playing and self.is_counter_due() and not self.outcome()

    def repetition_count(self) -> int:
        """Return how often this position, with this side to move, has occurred (SW-9)."""
        last = self.seen.last
        return self.seen.count(last[-1] if last else self.seen[-1]) if self.repetition else 1

    def free_cell(self) -> int:
        """Return the one free cell, -1 in a set-up."""
        return BITS.index(ALL ^ (self._mine | self._theirs)) if self.colours else -1

    def is_void(self) -> bool:
        """Tell whether the last placement made the free set-up begin again (SW-3)."""
        return not self.colours and self.setup.is_void

    def legal_moves(self) -> list[int]:
        if not self.colours:
            return self.setup.legal_moves()
        if self.outcome():
            return []
        return movegen.moves_of(self._mine, self._theirs, self.free_cell(), self._mine, range(10))

    def moves_from(self, cell: int) -> list[int]:
        if not self.colours:
            return self.setup.moves_from(cell)
        if not self._mine >> cell & 1 or not self.is_playing or self.outcome():
            return []
        crossing = (cell // 5, 5 + cell % 5)
        return movegen.moves_of(self._mine, self._theirs, self.free_cell(), BITS[cell], crossing)

    def why_not_from(self, cell: int) -> Refusal | None:
        if self.colours:
            return self.why_not(cell | self.free_cell() << 5)
        return None if self.moves_from(cell) else self.why_not(PLACE | cell)

    def move_between(self, first: int, second: int) -> int:
        return first | second << 5 | (0 if second == self.free_cell() else SWAP)

    def why_not(self, move: "Move") -> Refusal | None:
        """Return None for a legal move, else the refusal with the first cause.

        Rule: TA-1, TA-2, SW-3 to SW-5, SW-10.
        """
        move = number_of(move)
        if self.outcome():
            return refuse("game-over")
        if not self.colours:
            return self.setup.why_not(move)
        # Two cells of the board, and no bits of other moves.
        if move >> 11 or move & 31 > 24 or move >> 5 & 31 > 24:
            return refuse("wrong-phase")
        return movegen.why_no_move(self._mine, self._theirs, self.free_cell(), move)

    def warning(self, move: int) -> Refusal | None:
        """Return None, or a warning for a legal move that connects the opponent (SW-6)."""
        if not self.is_playing or not move & SWAP or self.is_counter_due():
            return None
        theirs = self._theirs ^ (BITS[move & 31] | BITS[move >> 5 & 31])
        return refuse("connects-opponent", *cells_of(theirs)) if is_connected(theirs) else None

    def push(self, move: int) -> None:
        """Play a legal move."""
        if not self.is_playing:
            if move & CHOOSE:
                self.begin(self.cells(), "wb"[move >> 5 & 1], 1 - self.setup.turn)
            else:
                self.setup.push(move)
                self.go_to_setup(self.setup)
            return
        mine, theirs, counter = self._mine, self._theirs, self._counter
        if counter is None:
            counter = self.is_counter_due()
        stack = self.past.last
        if len(stack) == PIECE:
            stack = self.past.stow()
        both = BITS[move & 31] | BITS[move >> 5 & 31]
        stack.append(both)
        self.is_countered, self._counter = counter, None
        self._mine = theirs ^ both if move & SWAP else theirs
        self._theirs = mine ^ both
        if self.repetition:
            self.seen.append(self._key())

    def pop(self) -> None:
        """Undo the last move."""
        stack = self.past
        if stack.last or stack.unstow():
            both, theirs = stack.last.pop(), self._mine
            self._mine = self._theirs ^ both
            # After a swap one of the two cells has a stone of the other side.
            self._theirs = theirs ^ both if theirs & both else theirs
            # A counter ends the game: the position before the last move followed none.
            self._counter, self.is_countered = self.is_countered, False
            if self.repetition:
                self.seen.pop()
        else:
            if not self.setup:
                raise IndexError
            if not self.is_playing:
                self.setup.pop()
            self.go_to_setup(self.setup)

    def go_to_setup(self, setup: "FreeSetup") -> None:
        """Continue a free set-up with its stones on the board."""
        self.setup = setup
        self.colours, self.is_playing = "", False
        self._mine, self._theirs = setup.stones
        self.first = 0

    def begin(self, letters: str, side: str, seat: int) -> None:
        """Begin with this seat to move, as this side: the root of `pop` and repetition."""
        other = "w" if side == "b" else "b"
        self.colours = other + side if seat else side + other
        self.first, self.past = "bw".index(side), History()
        self._mine, self._theirs = stones_of(letters, side), stones_of(letters, other)
        self.is_playing = True
        # Whether a counter is due; None while not computed.
        self._counter, self.is_countered = None, False
        self.seen = History((self._key(),))

    def is_counter_due(self) -> bool:
        """Tell whether only the other side is connected; the answer is cached for `push`."""
        if self._counter is None:
            self._counter = is_connected(self._theirs)
        return self._counter

    def _mover(self) -> int:
        """Return the seat of the side to move."""
        return self.colours.index(self.side)

    def _key(self) -> int:
        """Return the position with its side as one int that is small on every device."""
        key = self._theirs << 5 | self.free_cell()
        return ~key if (self.first + len(self.past.last)) & 1 else key

    def letters(self, cells: tuple[int, ...] | range) -> list[str]:
        mine, theirs, side = self._mine, self._theirs, self.side
        other = "w" if side == "b" else "b"
        return [side if mine >> c & 1 else other if theirs >> c & 1 else "." for c in cells]

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells of the group that won, or an empty tuple."""
        outcome = self.outcome()
        winners = outcome.winners if outcome else ()
        return cells_of(stones_of(self.cells(), self.colours[winners[0]])) if winners else ()

    def board_text(self) -> str:
        """Return rows and side; the side is ``-`` in a set-up and after the end."""
        return rows_text(self.cells(), 5) + " " + (self.side if self.phase == "play" else "-")

    def set_state(self, key: str, *values: int | str) -> None:
        """Set the turn (a seat) or the position (text) by hand; the history begins here.

        Raises: MalformedText (bad-position, bad-count, those of `parse_rows`), Refused (SW-10).
        """
        value = values[0]
        if isinstance(value, int):
            if self.colours:
                self._put(self.cells(), self.colours[value], value)
            else:
                self.setup.put_turn(value)
                self.go_to_setup(self.setup)
            return
        letters, side = notation.parse_position(value)
        movegen.check_counts(letters, side != "")
        if not self.colours:
            movegen.check_start(letters)
        elif not side:
            raise MalformedText("bad-position", value, "ROWS b|w")
        if side:
            seat = self.colours.index(side) if self.colours else self.setup.turn
            self._put(letters, side, seat)
        else:
            # Without a side the position is a set-up in progress.
            self.setup.put_stones((stones_of(letters, "b"), stones_of(letters, "w")))
            self.go_to_setup(self.setup)

    def _put(self, letters: str, side: str, seat: int) -> None:
        # Undo does not go back into a set-up.
        self.setup = None  # type: ignore[assignment]
        self.begin(letters, side, seat)

    def setup_entries(self, turn: int) -> "list[SetEntry]":
        entries: list[SetEntry] = [("set", "turn", turn), ("set", "position", self.board_text())]
        if not self.colours:
            return self.setup.setup_entries(*entries)
        if self.is_counter_due():
            # A free set-up may not end connected, but a position of the game may be.
            entries.insert(1, ("set", "position", movegen.QUIET + self.side))
        return entries

    def key(self) -> tuple[object, ...]:
        """Return a value that is equal for equal games: the past counts if repetition does."""
        seen = self.seen if self.repetition and self.phase == "play" else ()
        return BoardGame.key(self) + (tuple(sorted(seen)),)

    def position(self) -> str:
        """Return the state as text, see `position`."""
        from .position import position_of

        return position_of(self)

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Self":
        """Return the game that stands at this position, its history beginning here.

        Raises: MalformedText (bad-option, bad-position, bad-count and those of `parse_rows`),
        Refused (layout-connected, in a free set-up, or where a layout is named as well).

        >>> Switch.from_position("bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w").turn
        1
        """
        from .position import stand

        chosen = chosen_options(cls.OPTIONS, options or {})
        if chosen["layout"] != "free":
            movegen.letters_of_layout(chosen["layout"])  # raises for an unknown layout
        game = cls({"repetition": chosen["repetition"]})
        game.options = chosen
        stand(game, text)
        return game

    def copy(self) -> "Self":
        clone = type(self)({"repetition": self.options["repetition"]})
        clone.options, clone.setup = self.options, self.setup and self.setup.copy()
        if self.colours:
            clone.begin(self.cells(), self.side, self._mover())
            clone.first = self.first
            clone.past, clone.seen = History(self.past), History(self.seen)
            clone.is_countered = self.is_countered
        else:
            clone.go_to_setup(clone.setup)
        clone.end, clone.is_playing = self.end, self.is_playing
        return clone


GAME = Switch
