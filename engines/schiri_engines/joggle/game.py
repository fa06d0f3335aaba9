"""A game of Joggle: rolls, turns, placing, moving, swapping, and who first has the goal.

Decides JO-5, JO-7 and JO-13.  Must not know names, undo or resigning: that is the table's.  A
roll is a move like any other; whose hand or which device rolled does not matter here.
"""

from ..options import chosen_options
from ..refusals import Outcome, Refusal, refuse
from . import notation, offers
from .fields import CELL_OF, DEFAULT, PLACE_OF, SIZE, cell_of, parse_board, places_by_colour
from .figures import goal_places, is_complete, parse_goal
from .moves import can_be_played, free_places, moves_with, places_of
from .notation import COLOURS, KIND, MOVE, ROLL, ROLLS, SWAP, parse_position
from .position import COLOUR, TURNS, Position, rolled_in
from .refusing import why_no_move


class Joggle(Position):
    """One game of Joggle.

    Shape: ``colours`` has one letter a seat, two teams of two sit in turn.
    Raises: MalformedText (bad-option and those of `parse_rows`).

    >>> game = Joggle({"goal": "1R"})
    >>> game.push(game.parse_move("R")); len(game.legal_moves())
    16
    >>> game.push(game.parse_move("b1")); game.position()[-6:]
    ' b - 1'
    """

    NAME = "joggle"
    SIZE = SIZE
    OPTIONS = (
        ("goal", "1R 4S 2S 3S 1R1S 1R2S 2R 2R1S"),
        ("extreme", "off on"),
        ("board", DEFAULT + " MAP"),
        ("no-field", "reroll pass"),
        ("swap-may-complete-opponent", "off on"),
        ("teams", "off on"),
        ("start", "w b"),
    )
    PERFT_OPTIONS: dict = {}
    # What a device offers; it has a die, and fields that can be painted.
    STARTS = offers.STARTS
    CHOICES = offers.CHOICES
    HAS_FIELDS = True
    STAND_IN = offers.STAND_IN
    ROLL = ROLL
    BY_DEVICE = notation.BY_DEVICE
    SET_KEYS = {"turn": "NAME", "position": "POSITION"}
    IN_SCRIPT: dict = {}
    QUESTIONS = ()
    RESIGN_RULE = "JO-13"

    cell_text = staticmethod(notation.text_of_cell)
    move_text = staticmethod(notation.move_text)
    parse_move = staticmethod(notation.parse_move)
    parse_moves = staticmethod(notation.parse_moves)
    move_cells = staticmethod(notation.move_cells)
    targets = staticmethod(notation.targets)
    sample = staticmethod(offers.sample)

    def __init__(self, options: dict | None = None, seats: int = 2):
        chosen = chosen_options(self.OPTIONS, options or {})
        both = "wb" if chosen["start"] == "w" else "bw"
        Position.__init__(self, both * (self.seats_for(chosen)[0] // 2))
        self.options = chosen
        self.goal = parse_goal(chosen["goal"])
        self.kinds = sorted(self.goal)
        self.board = parse_board(chosen["board"])
        self.fields = places_by_colour(self.board)
        self.is_extreme = chosen["extreme"] == "on"
        self.may_complete_other = chosen["swap-may-complete-opponent"] == "on"
        self.passes = chosen["no-field"] == "pass"
        self._end: Outcome | None = None

    @staticmethod
    def seats_for(options: dict) -> tuple:
        """Return the least and the most players with these options."""
        return (4, 4) if options.get("teams") == "on" else (2, 2)

    # What it is now

    @property
    def turn(self) -> int | None:
        """The seat that must act, None when the game is over."""
        return None if self._end else self.seat

    @property
    def phase(self) -> str:
        """One of "roll", "move", "over"."""
        if self._end:
            return "over"
        return "move" if self.roll else "roll"

    def outcome(self) -> Outcome | None:
        """Return None, or how the game ended.  Rule: JO-7."""
        return self._end

    def bars_figures(self) -> bool:
        """Tell whether no figure may be completed yet (JO-11)."""
        return self.is_extreme and not self.all_lie()

    def free_cells(self) -> tuple:
        """Return the cells that may be used with what was rolled, none before the roll."""
        return tuple([CELL_OF[place] for place in free_places(self)]) if self.roll else ()

    def legal_moves(self) -> list:
        """Return all legal moves, or the five rolls."""
        if self._end:
            return []
        if not self.roll:
            return [ROLL | number for number in range(len(ROLLS))]
        if self.all_lie():
            return moves_with(self, places_of(self.marbles, self.me))
        return free_places(self)

    def moves_from(self, cell: int) -> list:
        """Return the legal moves whose first press is this cell."""
        place = PLACE_OF[cell]
        if self._end or not self.roll:
            return []
        if self.all_lie():
            return moves_with(self, [place]) if self.marbles[place] == self.me else []
        return [place] if self.why_not(place) is None else []

    def why_not_from(self, cell: int) -> Refusal | None:
        """Return why no move begins with a press on this cell, None where one does."""
        if self.moves_from(cell):
            return None
        place = PLACE_OF[cell]
        return self.why_not(place | place << 7 | MOVE if self.all_lie() else place)

    def move_between(self, first: int, second: int) -> int:
        """Return the move or swap that pressing these cells means, legal or not."""
        source, target = PLACE_OF[first], PLACE_OF[second]
        kind = SWAP if self.marbles[target] == 3 - self.me else MOVE
        return source | target << 7 | kind

    def why_not(self, move: int) -> Refusal | None:
        """Return None for a legal move or roll, else the refusal with the first cause.

        Rule: TA-1, TA-2, JO-3 to JO-5, JO-8 to JO-11.
        """
        if self._end:
            return refuse("game-over")
        is_roll = move & KIND == ROLL
        if is_roll == bool(self.roll):
            return refuse("wrong-phase")
        if is_roll:
            return None
        refusal = why_no_move(self, move)
        # What is legal uses a field: only a refusal may be one of all moves.
        if refusal and not can_be_played(self):
            return refuse("no-usable-field")
        return refusal

    def plies(self):
        """Yield what counts as one ply: each move after each roll, and each roll that passes.

        Shape: while a move is yielded the roll before it is made, and taken back after it.
        """
        rolls = [ROLL | ROLLS.index(self.roll)] if self.roll else self.legal_moves()
        for roll in rolls:
            self.push(roll)
            is_usable = bool(self.roll)
            if is_usable:
                yield from self.legal_moves()
            self.pop()
            if self.passes and not is_usable:
                yield roll

    # Playing

    def push(self, move: int) -> None:
        """Play a legal move, or roll."""
        me, marbles, kind = self.me, self.marbles, move & KIND
        if kind == ROLL:
            self._stack.append(move | me - 1 << COLOUR | self._turns << TURNS)
            self._rolled = ROLLS[move & 7], self._turns, me
            self._push_roll(ROLLS[move & 7])
            return
        self._stack.append(move)
        self.roll = ""
        self.me = 3 - me
        is_next_out = False
        if kind:
            place = move >> 7 & 127
            marbles[move & 127] = marbles[place]
            marbles[place] = me
            if kind == SWAP:
                # It completes no figure of its own colour: what matters is what it gave away.
                place, me = move & 127, 3 - me
        else:
            place = move
            marbles[place] = me
            self._lying += 1
            left = self._left
            seat = (self._turns + self._shift) % len(left)
            left[seat] -= 1
            is_next_out = not left[(seat + 1) % len(left)]
        self._turns += 1
        if is_complete(marbles, place, me, self.kinds):
            self._end = self.end_for(me)
        if is_next_out and not self._end:
            self._skip()

    def _push_roll(self, roll: str) -> None:
        """Take a roll; one that cannot be played is rolled again, or the turn passes (JO-5)."""
        self.roll = roll
        if not can_be_played(self):
            self.roll = ""
            if self.passes:
                self._turns += 1
                self.me = 3 - self.me
                self._skip()

    def pop(self) -> None:
        """Take the last move or roll back."""
        move = self._stack.pop()
        self._end = None
        if move & KIND == ROLL:
            _, self._turns, self.me = rolled_in(move)
            # Only the root can have had a roll before a roll: that of its position.
            self.roll = "" if self._stack else self._root[0]
            self._rolled = ()
            return
        self.roll, self._turns, self.me = self._rolled or self._last_roll()
        marbles, kind = self.marbles, move & KIND
        if not kind:
            marbles[move] = 0
            self._lying -= 1
            self._left[self.seat] += 1
        else:
            source, target = move & 127, move >> 7 & 127
            marbles[target] = marbles[source]
            marbles[source] = self.me

    def end_for(self, colour: int) -> Outcome | None:
        """Return that this colour has won, if it has the goal (JO-7)."""
        if not goal_places(self.marbles, colour, self.goal):
            return None
        side = self.colours.index(COLOURS[colour - 1])
        return Outcome(tuple(range(side, len(self.colours), 2)), "JO-7")

    # Texts and cells

    def tells_left(self) -> bool:
        """Tell whether a position says what each seat has left: it follows from nothing else."""
        return self.passes and len(self.colours) == 4

    def winning_cells(self) -> tuple:
        """Return the cells of the figures that make up the goal, or an empty tuple."""
        if not self._end or not self._end.winners:
            return ()
        colour = COLOURS.index(self.colours[self._end.winners[0]]) + 1
        return tuple([cell_of(place) for place in goal_places(self.marbles, colour, self.goal)])

    def position(self) -> str:
        """Return rows, side, roll and turns; side and roll are ``-`` after the end.

        Shape: four teams that pass have their marbles left as a fifth word.
        """
        return self.position_text("-" if self._end else self.side, self.tells_left())

    @classmethod
    def from_position(cls, text: str, options: dict | None = None):
        """Return the game that stands at this position, its history beginning here.

        The side that began follows from the side on turn and the number of turns.
        Raises: MalformedText (bad-option, bad-position, bad-count, bad-turn, bad-supplies,
        skipped-side and those of `parse_rows`).  Rule: JO-1, JO-3, JO-5.

        >>> Joggle.from_position("/".join(["........"] * 8) + " b - 0").colours
        'bw'
        """
        from .standing import begin_at

        game = cls(options)
        begin_at(game, parse_position(text))
        return game

    # For the table

    def opponents(self, seat: int) -> tuple:
        """Return the seats that win when this one resigns: the other team."""
        return tuple(range(1 - seat % 2, len(self.colours), 2))

    def put_right(self, key: str, value) -> None:
        """Set the turn (a seat) or the position (text) by hand; the history begins here.

        Raises: MalformedText (bad-position, bad-count, bad-turn, bad-supplies, skipped-side and
        those of `parse_rows`).  Rule: TA-5.
        """
        if key == "turn":
            self._stand(self.cells(), value, "", self._turns, self._left)
            self._skip()
        else:
            # Positions by hand are rare: what they may be is loaded with the first of them.
            from .standing import put_position

            put_position(self, value)

    def copy(self):
        """Return an independent game in the same state."""
        twin = Joggle(self.options)
        twin.colours = self.colours
        twin._stand(self.cells(), self.seat, self.roll, self._turns, self._left)
        twin._end, twin._stack, twin._root = self._end, list(self._stack), self._root
        twin._past = self._past
        return twin
