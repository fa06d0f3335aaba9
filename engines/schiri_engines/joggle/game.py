"""Joggle, by Marcus Murray: sixteen marbles each, a die with four colours and two joggles.

Decides JO-1, JO-2, JO-5, JO-7, JO-12 and JO-13: rolls, turns, and who first has the goal.
`figures` has rectangles and squares, `movegen` what may be played, `setup` corrections by hand,
`notation` the texts of moves, `position` those of states.  Must not know names, undo or resigning:
the table decides these.  A roll is a move like any other; it does not matter who rolled.
"""

from ..game import BoardGame, check_player_count, number_of
from ..grid import parse_rows, rows_text
from ..history import PIECE, History
from ..options import chosen_options
from ..refusals import MalformedText, Outcome, Refusal, refuse
from . import movegen, notation
from .figures import MARBLES, MARBLES_EACH, PLACES, fields_of, goal_places, is_complete
from .movegen import can_be_played, free_places, moves_with, rolled_in
from .notation import DIE, MOVE, PLACE_OF, ROLL, SWAP, cell_of
from .setup import count_marbles, refuse_turns, supplies_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from ..game import Move, SetEntry
    from .movegen import Rolled
    from .notation import State


class Joggle(BoardGame):
    """One game of Joggle.  The options determine the number of players; ``seats`` must agree.

    Shape: ``colours`` has one letter a seat, two teams of two sit in turn; ``marbles`` has the
    content of each place, 0 free, 1 black, 2 white, ``me`` the colour on turn as such a number;
    ``roll`` is a letter, or empty; ``board`` has the colour of each cell, ``fields`` the places of
    each colour, and of any under ``J``; ``turns`` and ``shift`` tell the seat, ``supplies`` what
    each seat has still to place; ``end`` is the outcome; ``past`` has every roll (`rolled_in`) and
    move since the root, where `pop` ends.  ``rolled`` has roll, turns and colour before the last
    move, empty while not yet looked up; ``root`` has those of the root.
    Raises: MalformedText (bad-option, bad-number and those of `parse_rows`).

    >>> game = Joggle({"goal": "1R"})
    >>> game.push(game.parse_move("R")); len(game.legal_moves())
    16
    >>> game.push(game.parse_move("b1")); game.position()[-6:]
    ' b - 1'
    """

    NAME = "joggle"
    SIZE = 8
    # We do not know the colours of the printed board: the first is a stand-in. Owners give theirs
    # as rows.
    OPTIONS: tuple[tuple[str, str], ...] = (
        ("goal", "1R 4S 2S 3S 1R1S 1R2S 2R 2R1S"),
        ("extreme", "off on"),
        ("board", "/".join(["BYBYBYBY", "GRGRGRGR"] * 4) + " MAP"),
        ("no-field", "reroll pass"),
        ("swap-may-complete-opponent", "off on"),
        ("teams", "off on"),
        ("start", "w b"),
    )
    ROLL = ROLL
    RESIGN_RULE = "JO-13"

    me: int
    turns: int
    shift: int
    past: "History[int]"
    rolled: "Rolled | tuple[()]"
    root: "Rolled"
    end: Outcome | None

    move_text = staticmethod(notation.move_text)
    parse_move = staticmethod(notation.parse_move)
    move_cells = staticmethod(movegen.move_cells)

    def __init__(self, options: dict[str, str] | None = None, seats: int | None = None):
        chosen = chosen_options(self.OPTIONS, options or {})
        self.options = chosen
        goal = chosen["goal"]
        # How many figures of each kind.
        self.goal = {goal[at + 1]: int(goal[at]) for at in range(0, len(goal), 2)}
        self.kinds = sorted(self.goal)
        self.board = parse_rows(chosen["board"], 8, "RGBY")
        self.fields = fields_of(self.board)
        self.is_extreme = chosen["extreme"] == "on"
        self.may_complete_other = chosen["swap-may-complete-opponent"] == "on"
        self.passes = chosen["no-field"] == "pass"
        count = self.seats_for(chosen)[0]
        self.seats = count if seats is None else seats
        check_player_count(self.seats, (count, count))
        self.colours = ("wb" if chosen["start"] == "w" else "bw") * (count // 2)
        self.marbles = [0] * PLACES
        self.begin_at("." * 64, 0, "", 0, [MARBLES // count] * count)

    @staticmethod
    def seats_for(options: dict[str, str]) -> tuple[int, int]:
        return (4, 4) if options.get("teams") == "on" else (2, 2)

    def opponents(self, seat: int) -> tuple[int, ...]:
        return tuple(range(1 - seat % 2, len(self.colours), 2))

    @property
    def seat(self) -> int:
        """The seat on turn; after the end, the seat that would have moved."""
        return (self.turns + self.shift) % len(self.colours)

    @property
    def side(self) -> str:
        """The side to move; after the end, the side that would have moved."""
        return "bw"[self.me - 1]

    @property
    def turn(self) -> int | None:
        return None if self.end else self.seat

    @property
    def phase(self) -> str:
        """One of "roll", "move", "over"."""
        if self.end:
            return "over"
        return "move" if self.roll else "roll"

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: JO-7."""
        return self.end

    def all_placed(self) -> bool:
        """Tell whether all marbles are placed (JO-4, JO-5)."""
        return self._lying == MARBLES

    def figures_forbidden(self) -> bool:
        """Tell whether no figure may be completed yet (JO-11)."""
        return self.is_extreme and not self.all_placed()

    def free_cells(self) -> tuple[int, ...]:
        """Return the cells that may be used with the roll, none before it."""
        return tuple([cell_of(place) for place in free_places(self)]) if self.roll else ()

    def legal_moves(self) -> list[int]:
        if self.end:
            return []
        if not self.roll:
            return [ROLL | number for number in range(5)]
        if self.all_placed():
            return moves_with(self, movegen.places_of(self.marbles, self.me))
        return free_places(self)

    def moves_from(self, cell: int) -> list[int]:
        place = PLACE_OF[cell]
        if self.end or not self.roll:
            return []
        if self.all_placed():
            return moves_with(self, [place]) if self.marbles[place] == self.me else []
        return [place] if self.why_not(place) is None else []

    def why_not_from(self, cell: int) -> Refusal | None:
        if self.moves_from(cell):
            return None
        place = PLACE_OF[cell]
        return self.why_not(place | place << 7 | MOVE if self.all_placed() else place)

    def move_between(self, first: int, second: int) -> int:
        source, target = PLACE_OF[first], PLACE_OF[second]
        return source | target << 7 | (SWAP if self.marbles[target] == 3 - self.me else MOVE)

    def why_not(self, move: "Move") -> Refusal | None:
        """Return None for a legal move or roll, else the refusal with the first cause.

        Rule: TA-1, TA-2, JO-3 to JO-5, JO-8 to JO-11.
        """
        move = number_of(move)
        if self.end:
            return refuse("game-over")
        if not self.roll:
            return None if move ^ ROLL < 5 else refuse("wrong-phase")
        if move & 127 not in PLACE_OF or not (
            move >> 7 & 127 in PLACE_OF if MOVE <= move < ROLL else move < MOVE >> 7
        ):
            return refuse("wrong-phase")
        refusal = movegen.why_no_move(self, move)
        # A legal placement needs a usable field; a refusal may concern any move.
        if refusal and not can_be_played(self, self.roll):
            return refuse("no-usable-field")
        return refusal

    def push(self, move: int) -> None:
        """Play a legal move, or roll."""
        marbles, me = self.marbles, self.me
        stack = self.past.last
        if len(stack) == PIECE:
            stack = self.past.stow()
        if move >= ROLL:
            roll = DIE[move & 7]
            stack.append(move | me - 1 << 16 | self.turns << 17)
            self.rolled = roll, self.turns, me
            self.roll = roll if can_be_played(self, roll) else ""
            # Without a usable field the die is rolled again, or the turn passes (JO-5).
            if self.passes and not self.roll:
                self.turns += 1
                self.me = 3 - me
                self.skip()
            return
        stack.append(move)
        self.roll, self.me, is_next_out = "", 3 - me, False
        if move >= MOVE:
            place, source = move >> 7 & 127, move & 127
            marbles[source] = marbles[place]
            marbles[place] = me
            if move >= SWAP:
                # A swap cannot complete a figure of its own colour, but may complete the other's.
                place, me = source, 3 - me
        else:
            place = move
            marbles[place] = me
            self._lying += 1
            left = self.supplies
            seats = len(left)
            seat = (self.turns + self.shift) % seats
            left[seat] -= 1
            is_next_out = not left[seat + 1 - seats]
        self.turns += 1
        # No figure is without a marble of the same colour to the left or the right of this one.
        if (marbles[place + 1] == me or marbles[place - 1] == me) and is_complete(
            marbles, place, me, self.kinds
        ):
            self.end = self.end_for(me)
        if is_next_out and not self.end:
            self.skip()

    def pop(self) -> None:
        """Undo the last move or roll."""
        stack = self.past
        if not stack.last:
            stack.unstow()
        move = stack.last.pop()
        self.end = None
        if move >= ROLL:
            _, self.turns, self.me = rolled_in(move)
            # Only a root position can have a roll before a roll.
            self.roll = "" if stack.unstow() else self.root[0]
            self.rolled = ()
            return
        if not self.rolled:
            # The last roll, and the turns and the colour at that time.
            self.rolled = rolled_in(stack[-1]) if stack.unstow() else self.root
        self.roll, self.turns, self.me = self.rolled
        marbles = self.marbles
        if move >= MOVE:
            source, target = move & 127, move >> 7 & 127
            marbles[target] = marbles[source]
            marbles[source] = self.me
        else:
            marbles[move] = 0
            self._lying -= 1
            left = self.supplies
            left[(self.turns + self.shift) % len(left)] += 1

    def end_for(self, colour: int) -> Outcome | None:
        """Return the win of this colour if it has the goal, else None (JO-7)."""
        if not goal_places(self.marbles, colour, self.goal):
            return None
        side = self.colours.index("bw"[colour - 1])
        return Outcome(tuple(range(side, len(self.colours), 2)), "JO-7")

    def skip(self) -> None:
        """Skip the seats that have nothing left to place while others still have (JO-5)."""
        while self._lying < MARBLES and not self.supplies[self.seat]:
            self.turns += 1
            self.me = 3 - self.me

    def letters(self, cells: tuple[int, ...] | range) -> list[str]:
        marbles = self.marbles
        return [".bw"[marbles[PLACE_OF[cell]]] for cell in cells]

    def winning_cells(self) -> tuple[int, ...]:
        """Return the cells of the figures of the goal, or an empty tuple."""
        if not self.end or not self.end.winners:
            return ()
        colour = "bw".index(self.colours[self.end.winners[0]]) + 1
        return tuple([cell_of(place) for place in goal_places(self.marbles, colour, self.goal)])

    def board_text(self) -> str:
        """Return rows, side, roll and turns; side and roll are ``-`` after the end.

        Shape: with teams that pass, a fifth word has the marbles left of each seat.
        """
        side, roll = ("-", "-") if self.end else (self.side, self.roll or "-")
        words = [rows_text(self.cells(), 8), side, roll, str(self.turns)]
        if self.tells_left():
            words.append(",".join([str(left) for left in self.supplies]))
        return " ".join(words)

    def tells_left(self) -> bool:
        """Tell whether a position must state the marbles left: the rest does not determine them."""
        return self.passes and len(self.colours) == 4

    def set_state(self, key: str, *values: int | str) -> None:
        """Set the turn (a seat) or the position (text) by hand; the history begins here.

        The seats keep their colours.  Turns may have been changed by hand, so the turns of a
        position follow only from the sum of the marbles.
        Raises: MalformedText (bad-position, bad-count, bad-turn, bad-supplies, skipped-side and
        those of `parse_rows`).  Rule: JO-1, JO-3, JO-5, TA-5.
        """
        value = values[0]
        if isinstance(value, int):
            self.begin_at(self.cells(), value, "", self.turns, self.supplies)
            self.skip()
            return
        state = notation.parse_position(value)
        letters, side, _, turns, _ = state
        if not side:
            raise MalformedText("bad-position", value, notation.POSITION.replace("|-", "", 1))
        black, white = count_marbles(letters)
        most = min(turns, MARBLES)
        # A turn places no marble where passing is the rule, or once a colour is used up.
        is_loose = self.passes or MARBLES_EACH in (black, white)
        if black + white > most or (black + white < most and not is_loose):
            refuse_turns(letters, turns, f"b+w={most}")
        # The text does not distinguish partners: prefer the one whose turn it would be.
        seats = [(turns + self.shift + ahead) % len(self.colours) for ahead in range(4)]
        self.put_at(state, [seat for seat in seats if self.colours[seat] == side])

    def put_at(self, state: "State", seats: list[int]) -> None:
        """Set a game to a position, with the first of these seats that can be on turn.

        Raises: MalformedText (bad-supplies, skipped-side).
        """
        letters, side, roll, turns, left = state
        supplies = supplies_of(letters, left, self.colours, self.tells_left())
        able = [seat for seat in seats if supplies[seat] or not sum(supplies) or not side]
        if not able:
            raise MalformedText("skipped-side", side, "b" if side == "w" else "w")
        self.stand_at(letters, able[0], roll, turns, supplies)

    def setup_entries(self, turn: int) -> "list[SetEntry]":
        """Return the entries that put a game with the same options into this state.

        The side determines the seat on turn, except between partners; setting the turn discards the
        roll.
        """
        position: SetEntry = ("set", "position", self.board_text())
        has_partners = len(self.colours) > 2
        entries = [position] + [("set", "turn", turn)] * has_partners
        return entries + [position] * (has_partners and self.roll != "")

    def position(self) -> str:
        """Return the state as text, see `position`."""
        from .position import position_of

        return position_of(self)

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Self":
        """Return the game that stands at this position, its history beginning here.

        The side that began follows from the side on turn and the number of turns.  Further words
        may describe a state that only a correction by hand can reach.
        Raises: MalformedText (bad-option, bad-position, bad-count, bad-turn, bad-supplies,
        skipped-side and those of `parse_rows`).  Rule: JO-1, JO-3, JO-5.

        >>> Joggle.from_position("/".join(["........"] * 8) + " b - 0").colours
        'bw'
        """
        from .position import stand

        game = cls(options)
        stand(game, text)
        return game

    def copy(self) -> "Self":
        clone = type(self)(self.options)
        clone.colours = self.colours
        clone.begin_at(self.cells(), self.seat, self.roll, self.turns, self.supplies)
        clone.end, clone.past, clone.root = self.end, History(self.past), self.root
        return clone

    def begin_at(self, letters: str, seat: int, roll: str, turns: int, left: list[int]) -> None:
        """Begin with these marbles and this seat on turn: a new root."""
        for cell in range(64):
            self.marbles[PLACE_OF[cell]] = ".bw".index(letters[cell])
        self._lying = 64 - letters.count(".")
        # How many marbles each seat has still to place.
        self.supplies = list(left)
        # Turns completed, with passed and skipped ones, and how far the seats are ahead of them
        # after the turn was set by hand.
        self.turns = turns
        self.shift = (seat - turns) % len(self.colours)
        self.me = "bw".index(self.colours[seat]) + 1
        self.roll = roll
        self.end = None
        self.past = History()
        self.root = (roll, turns, self.me)
        self.rolled = ()

    def stand_at(self, letters: str, seat: int, roll: str, turns: int, left: list[int]) -> None:
        """Begin at a position that may be over."""
        self.begin_at(letters, seat, roll, turns, left)
        # If both sides have the goal, the side that moved last wins.
        self.end = self.end_for(3 - self.me) or self.end_for(self.me)
        if self.end:
            self.roll = ""


GAME = Joggle
