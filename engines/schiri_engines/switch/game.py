"""Switch, by Hartmut Kommerell: two players, twelve stones each, one free field.

Decides SW-1 to SW-10: `movegen` what a set of stones is and what may be moved, `setup` how it may
start, `rules` turns and ends, `notation` texts; this module has what only a PC needs.

**Position** ``ROWS SIDE``, as commands have it, and behind it where the state does not follow from
that, in this order: ``colours=wb`` the colour of each seat (else the starter is seat A);
``setup=TURN,FIRST,TWELFTH`` in a free set-up, with the seats that are on turn, that placed first
and that placed the twelfth dark stone, ``-`` for none yet; ``over=WINNERS,RULE`` how it ended,
``-`` for no winner.  Earlier positions are not part of it, although the rule of repetition counts
them: the repr of such a game plays them again.
"""

from ..game import UNKNOWN, BoardGame, check_player_count, number_of
from ..history import History
from ..keyvalues import outcome_text, parse_outcome, parse_seat, seat_text, split_words
from ..options import chosen_options
from ..refusals import MalformedText, Refusal, Refused, refuse
from ..solver import values
from . import movegen, notation
from .rules import SwitchRules
from .setup import FreeSetup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from ..game import OwnMove
    from ..solver.lost import LostPositions

# Import the refusals of the free set-up: a PC lists all codes.
__all__ = ["GAME", "FreeSetup", "Switch"]

FURTHER = "ROWS b|w|- [colours=bw|wb] [setup=A|B,A|B,A|B|-] [over=A|B|-,RULE]"


def _order(pair: "tuple[int, int]") -> "tuple[int, int]":
    """Return a sort key: the value of a move, then its number."""
    return values.order_of(pair[0]), pair[1]


class Switch(SwitchRules, BoardGame):
    """One game of Switch, for a PC.

    >>> game = Switch({"layout": "1"})
    >>> game.position()
    'bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b'
    >>> game.why_not(game.parse_move("a1xb2"))
    Refusal('swap-same-colour', 'SW-5', (6,))
    """

    DRAW_RULES = ("SW-9",)

    def __init__(self, options: dict[str, str] | None = None, seats: int = 2):
        SwitchRules.__init__(self, options)
        check_player_count(seats, self.seats_for(self.options))
        self.seats = seats

    @classmethod
    def all_moves(cls) -> list[int]:
        """Return each move and swap, then placements and choices."""
        cells = range(movegen.CELLS)
        pairs = [first | second << 5 for first in cells for second in cells if first != second]
        others = [notation.PLACE | cell for cell in cells] + [notation.CHOOSE]
        return (
            pairs
            + [pair | notation.SWAP for pair in pairs]
            + [move | light for move in others for light in (0, notation.LIGHT)]
        )

    def why_not(self, move: "OwnMove") -> Refusal | None:
        """Return None for a legal move, else the refusal with the first cause."""
        return SwitchRules.why_not(self, number_of(move))

    def put_right(self, key: str, *values: int | str) -> None:
        """Set the turn (a seat) or the position (text) by hand; the history begins here."""
        SwitchRules.put_right(self, key, *values)
        if self.colours:
            # Undo does not go back into a set-up.
            self.setup = None  # type: ignore[assignment]

    @property
    def counter(self) -> bool:
        """Whether the move that is due is a counter (SW-7)."""
        return self.is_playing and self.is_counter_due() and not self.outcome()

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Switch":
        """Return the game that stands at this position, its history beginning here.

        Raises: MalformedText (bad-option, bad-position, bad-count and those of `parse_rows`),
        Refused (layout-connected, in a free set-up, or where a layout is named as well).

        >>> Switch.from_position("bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w").turn
        1
        """
        chosen = chosen_options(cls.OPTIONS, options or {})
        if chosen["layout"] != "free":
            movegen.letters_of_layout(chosen["layout"])  # raises for an unknown layout
        text, more = split_words(text, ("colours", "setup", "over"), FURTHER)
        letters, side = notation.parse_position(text)
        movegen.check_counts(letters, "setup" not in more)
        game = cls({"repetition": chosen["repetition"]})
        game.options = chosen
        if "setup" in more:
            seats = [parse_seat(word, 2, FURTHER) for word in more["setup"].split(",")]
            if side or len(seats) != 3 or min(seats[:2]) < 0:
                raise MalformedText("bad-position", text, FURTHER)
            movegen.check_start(letters)
            both = (movegen.stones_of(letters, "b"), movegen.stones_of(letters, "w"))
            game.go_to_setup(FreeSetup(both, *seats))
            # The seat that placed the twelfth dark stone is known once it is placed, and the other
            # seat chooses. If no stone can be placed the set-up has begun again.
            turn, starter = seats[0], seats[2]
            is_right = (starter >= 0) == (letters.count("b") == movegen.STONES_EACH)
            is_right = is_right and (game.phase != "choose" or turn != starter)
            if not is_right or not game.legal_moves():
                raise MalformedText("bad-position", text, FURTHER)
            return game
        to_move = side or "b"
        colours = more.get("colours", "bw" if chosen["start"] == "b" else "wb")
        if colours not in ("bw", "wb") or ("over" in more and side):
            raise MalformedText("bad-position", text, FURTHER)
        game.begin(letters, to_move, colours.index(to_move))
        if not side:
            game.is_playing = False
            game.end = parse_outcome(more["over"], 2, FURTHER) if "over" in more else UNKNOWN
        return game

    def value(self, lost: "LostPositions") -> int:
        """Return the value of this position for the side to move; see `solver.values`.

        Raises: Refused (game-over, wrong-phase), OSError (where the file cannot be read).
        """
        return values.value_of(lost, *self._stones())

    def worths(self, lost: "LostPositions") -> "list[tuple[int, int]]":
        """Return the legal moves with their values for the side to move, best first.

        Raises: as `value`.
        """
        now = self._stones()
        pairs = [(values.worth_of_move(lost, *now, move), move) for move in self.legal_moves()]
        return [(move, worth) for worth, move in sorted(pairs, key=_order)]

    def _stones(self) -> "tuple[int, int, int]":
        if self.phase != "play":
            raise Refused(refuse("game-over" if self.phase == "over" else "wrong-phase"))
        letters, side = self.cells(), self.side
        other = "w" if side == "b" else "b"
        mine, theirs = movegen.stones_of(letters, side), movegen.stones_of(letters, other)
        return mine, theirs, self.free_cell()

    def further_words(self) -> list[str]:
        if not self.colours:
            seats = (self.setup.turn, self.setup.first, self.setup.starter)
            return ["setup=" + ",".join([seat_text(seat) for seat in seats])]
        outcome = self.outcome()
        words = ["colours=" + self.colours]
        return words + ["over=" + outcome_text(outcome)] if outcome else words

    def key(self) -> tuple[object, ...]:
        """Return a value that is equal for equal games: the past counts if repetition does."""
        seen = self.seen if self.repetition and self.phase == "play" else ()
        return BoardGame.key(self) + (tuple(sorted(seen)),)

    def __repr__(self) -> str:
        if not self.repetition or self.phase != "play":
            return BoardGame.__repr__(self)
        root, moves = self.copy(), []
        while len(root.past):
            cells = movegen.cells_of(root.past[-1])
            root.pop()
            # A move starts at a stone of its own side.
            own = 0 if root.letters(cells)[0] == root.side else 1
            moves.append(repr(self.move_text(root.move_between(cells[own], cells[1 - own]))))
        moves.reverse()
        after = ".after(" + ", ".join(moves) + ")" if moves else ""
        return self._text_of(root.full_position()) + after

    def copy(self) -> "Self":
        clone = self.fork()
        clone.end, clone.is_playing = self.end, self.is_playing
        if self.setup:
            clone.setup = self.setup.fork()
            clone.setup.past = History(self.setup.past)
        if self.colours:
            clone.first = self.first
            clone.past, clone.seen = History(self.past), History(self.seen)
            clone.is_countered = self.is_countered
        return clone


GAME = Switch
