"""Joggle, by Marcus Murray: sixteen marbles each, a die with four colours and two joggles.

Decides JO-1 to JO-13: `figures` rectangles and squares, `movegen` what may be played, `rules`
rolls, turns and ends, `setup` corrections by hand, `notation` texts; here is what only a PC needs
of it, and in `validation` which positions there can be.

**Position** ``ROWS SIDE ROLL TURN [LEFT]``, as commands have it, and behind it where the state does
not follow from that, all of these in this order: ``colours=wb`` the colours of seats A and B,
``turn=A`` the seat that is on turn, or would be, ``left=16,16`` the marbles that each seat has
left, and once the game is over ``over=WINNERS,RULE``, ``-`` for no winner.
"""

from ..game import UNKNOWN, BoardGame, check_player_count, number_of
from ..grid import parse_rows
from ..history import History
from ..keyvalues import outcome_text, parse_count, parse_outcome, parse_seat, seat_text, split_words
from ..options import chosen_options
from ..refusals import SEAT_LETTERS, MalformedText, Refusal
from .figures import MARBLES, MARBLES_EACH
from .movegen import can_be_played, rolled_in
from .notation import DIE, FORMS, MOVE, PLACE_OF, ROLL, SWAP, parse_move, parse_position
from .rules import JoggleRules
from .setup import count_marbles
from .validation import check_position, may_have_begun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from ..game import Move, OwnMove
    from .notation import State

__all__ = ["DEFAULT", "GAME", "STAND_IN", "Joggle"]

# Stand-ins for the colours of the printed board, as rows and as one letter a cell.
DEFAULT = chosen_options(JoggleRules.OPTIONS, {})["board"]
STAND_IN = parse_rows(DEFAULT, 8, "RGBY")

KEYS = ("colours", "turn", "left", "over")
FURTHER = "ROWS b|w|- R|G|B|Y|J|- TURN colours=bw|wb turn=A left=n,n[,n,n] [over=A|B|AC|BD|-,RULE]"


class Joggle(JoggleRules, BoardGame):
    """One game of Joggle, for a PC.

    >>> game = Joggle({"goal": "1R"})
    >>> game.push(game.parse_move("R")); len(game.legal_moves())
    16
    >>> game.push(game.parse_move("b1")); game.position()[-6:]
    ' b - 1'
    """

    def __init__(self, options: dict[str, str] | None = None, seats: int | None = None):
        """Begin a game.  The options determine the number of players; ``seats`` must agree."""
        # How often each side rolled each face, before the state was corrected by hand.
        self.rolled_before: dict[str, list[int]] = {}
        self.past: History[int] = History()
        JoggleRules.__init__(self, options)
        self.seats = len(self.colours) if seats is None else seats
        check_player_count(self.seats, self.seats_for(self.options))
        # A list is faster than bytes; a device has no room for it.
        self.marbles = list(self.marbles)

    @classmethod
    def all_moves(cls) -> list[int]:
        """Return each placement, move and swap, then the rolls."""
        pairs = [one | two << 7 for one in PLACE_OF for two in PLACE_OF if one != two]
        moves = [pair | kind for kind in (MOVE, SWAP) for pair in pairs]
        return list(PLACE_OF) + moves + [ROLL | number for number in range(len(DIE))]

    def chance_outcomes(self) -> "list[tuple[Move, int]]":
        """Return the five rolls if one is due: the die has two joggles.  Rule: JO-1.

        >>> [(Joggle.move_text(roll), weight) for roll, weight in Joggle().chance_outcomes()]
        [('R', 1), ('G', 1), ('B', 1), ('Y', 1), ('J', 2)]
        """
        rolls = self.legal_moves() if self.phase == "roll" else []
        return [(roll, 2 if DIE[roll & 7] == "J" else 1) for roll in rolls]

    def why_not(self, move: "OwnMove") -> Refusal | None:
        """Return None for a legal move or roll, else the refusal with the first cause."""
        return JoggleRules.why_not(self, number_of(move))

    def left(self) -> list[int]:
        """Return how many marbles each seat has still to place."""
        return list(self.supplies)

    def roll_counts(self, side: str) -> list[int]:
        """Return how often this side has rolled each of R G B Y J."""
        counts = list(self.rolled_before.get(side, (0,) * len(DIE)))
        for before in self.past:
            if before & ROLL == ROLL and "bw"[rolled_in(before)[2] - 1] == side:
                counts[before & 7] += 1
        return counts

    def roll_had_no_field(self) -> bool:
        """Tell whether the last roll found no usable field: roll again, or it passed (JO-5)."""
        return not self.roll and len(self.past) > 0 and self.past[-1] & ROLL == ROLL

    def skipped(self) -> list[int]:
        """Return the seats that were skipped after the last move, or roll (JO-5)."""
        count = len(self.past)
        if self.roll or not count:
            return []
        # Saved for undo: the roll, the turns and the colour.
        if self.past[-1] & ROLL == ROLL:
            before = rolled_in(self.past[-1])
        else:
            before = self.rolled or (rolled_in(self.past[-2]) if count > 1 else self.root)
        seats = len(self.colours)
        return [(turn + self.shift) % seats for turn in range(before[1] + 1, self.turns)]

    def parse_moves(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> list[int]:
        """Return the move of this text, or a roll with its move, as records have them.

        Raises: MalformedText (bad-move, bad-cell).

        >>> [Joggle.move_text(move) for move in Joggle().parse_moves("R:d4")]
        ['R', 'd4']
        """
        roll, colon, move = text.partition(":")
        moves = [parse_move(roll), parse_move(move)] if colon else [parse_move(text)]
        if colon and (moves[0] & ROLL != ROLL or moves[1] & ROLL == ROLL):
            raise MalformedText("bad-move", text, FORMS)
        return moves

    def plies(self) -> list[int]:
        """Return the rolls that begin a ply, or the moves after one.

        Shape: a roll without a usable field begins no ply; with the option to pass it is a ply.  A
        position that was given with such a roll passes with the next roll.
        """
        if self.end:
            return []
        if self.roll:
            moves = self.legal_moves()
            return [ROLL | DIE.index(self.roll)] if self.passes and not moves else moves
        return [
            ROLL | number
            for number in range(len(DIE))
            if self.passes or can_be_played(self, DIE[number])
        ]

    def is_within_ply(self) -> bool:
        """Tell whether the move after a roll is due."""
        return self.roll != ""

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Joggle":
        """Return the game that stands at this position, its history beginning here.

        The side that began follows from the side on turn and the number of turns.  Further words
        may describe a state that only a correction by hand can reach.
        Raises: MalformedText (bad-option, bad-position, bad-count, bad-turn, bad-supplies,
        skipped-side and those of `parse_rows`).  Rule: JO-1, JO-3, JO-5.

        >>> Joggle.from_position("/".join(["........"] * 8) + " b - 0").colours
        'bw'
        """
        game = cls(options)
        text, more = split_words(text, KEYS, FURTHER)
        state = parse_position(text)
        if more:
            game._stand_at_words(state, more)
            return game
        side, turns = state[1], state[3]
        if not may_have_begun(state, game.colours):
            game.colours = game.colours[1:] + game.colours[:1]
        check_position(state, game.colours[0] if side else "", game.passes)
        game.put_at(state, [turns % len(game.colours)])
        if not side and not game.end:
            game.end = UNKNOWN
        return game

    def _stand_at_words(self, state: "State", more: dict[str, str]) -> None:
        """Set the state to a position with further words."""
        letters, side, roll, turns, _ = state
        count_marbles(letters)
        left = [parse_count(word) for word in more.get("left", "").split(",")]
        seat = parse_seat(more.get("turn", ""), self.seats, FURTHER)
        sides = more.get("colours", "")
        colours = sides * (self.seats // 2)
        is_right = sides in ("bw", "wb") and len(left) == self.seats
        is_right = is_right and seat >= 0 and 0 <= min(left) <= max(left) <= MARBLES // self.seats
        # Each side's marbles are on the board or left, and the seat on turn has one to place.
        for at in (0, 1):
            placed = letters.count(sides[at : at + 1] or "-")
            own = [left[each] for each in range(at, len(left), 2)]
            is_right = is_right and placed + sum(own) == MARBLES_EACH
        is_right = is_right and (not side or left[seat] > 0 or not sum(left))
        if not is_right or (side and side != colours[seat]) or ("over" in more and side):
            raise MalformedText("bad-position", " ".join(sorted(more)), FURTHER)
        self.colours = colours
        self.begin_at(letters, seat, roll, turns, left)
        if not side:
            over = more.get("over")
            self.end = parse_outcome(over, self.seats, FURTHER) if over else UNKNOWN

    def further_words(self) -> list[str]:
        left = ",".join([str(each) for each in self.supplies])
        words = ["colours=" + self.colours[:2], "turn=" + seat_text(self.seat), "left=" + left]
        return words + ["over=" + outcome_text(self.end)] if self.end else words

    def copy(self) -> "Self":
        clone = JoggleRules.fork(self)
        clone.end, clone.past, clone.root = self.end, History(self.past), self.root
        clone.rolled_before = self.rolled_before
        return clone

    def fork(self) -> "Self":
        # The rolls before a correction count here as well.
        return self.copy()

    def begin_at(self, letters: str, seat: int, roll: str, turns: int, left: list[int]) -> None:
        self.rolled_before = {side: self.roll_counts(side) for side in "bw"}
        JoggleRules.begin_at(self, letters, seat, roll, turns, left)


GAME = Joggle
