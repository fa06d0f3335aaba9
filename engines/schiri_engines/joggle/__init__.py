"""Joggle, by Marcus Murray: sixteen marbles each, a die with four colours and two joggles.

Decides JO-1 to JO-13: `board_games.figures` rectangles and squares, `board_games.marbles` what may
be played, `board_games.joggle` rolls, turns and ends, `board_games.joggle_setup` what is put right
by hand; here is what only a PC needs of it, and `validation` which positions there
can be.
"""

from ..board_games import joggle, joggle_setup
from ..board_games.marbles import DIE, FORMS, ROLL, parse_move, rolled_in
from ..history import History
from ..refusals import MalformedText, Outcome
from .validation import check_position, may_have_begun

__all__ = ["DEFAULT", "STAND_IN", "Joggle"]

# The colours of fields that stand in for those of the printed board, as rows and a letter a cell.
DEFAULT = joggle.Joggle.OPTIONS[2][1].split()[0]
STAND_IN = joggle.Joggle.STAND_IN


class Joggle(joggle.Joggle):
    """One game of Joggle, with all that a PC asks it.

    >>> game = Joggle({"goal": "1R"})
    >>> game.push(game.parse_move("R")); len(game.legal_moves())
    16
    >>> game.push(game.parse_move("b1")); game.position()[-6:]
    ' b - 1'
    """

    PERFT_OPTIONS: dict = {}
    IN_SCRIPT: dict = {}
    QUESTIONS = ()

    def __init__(self, options: dict | None = None, seats: int = 2):
        # How often each side has rolled what, before the state was put right by hand.
        self._past: dict = {}
        joggle.Joggle.__init__(self, options, seats)

    def left(self) -> list:
        """Return how many marbles each seat has still to place."""
        return list(self._left)

    def roll_counts(self, side: str) -> list:
        """Return how often this side has rolled each of R G B Y J."""
        counts = list(self._past.get(side, (0,) * len(DIE)))
        for before in self._stack:
            if before & ROLL == ROLL and "bw"[rolled_in(before)[2] - 1] == side:
                counts[before & 7] += 1
        return counts

    def roll_had_no_field(self) -> bool:
        """Tell whether the last roll found no usable field: roll again, or it passed (JO-5)."""
        return not self.roll and len(self._stack) > 0 and self._stack[-1] & ROLL == ROLL

    def skipped(self) -> list:
        """Return the seats that were skipped after the last move, or roll (JO-5)."""
        count = len(self._stack)
        if self.roll or not count:
            return []
        # What was before it: the roll, the turns and the colour.
        if self._stack[-1] & ROLL == ROLL:
            before = rolled_in(self._stack[-1])
        else:
            before = self._rolled or (rolled_in(self._stack[-2]) if count > 1 else self._root)
        seats = len(self.colours)
        return [(turn + self._shift) % seats for turn in range(before[1] + 1, self._turns)]

    @staticmethod
    def parse_moves(text: str) -> list:
        """Return the move of this text, or a roll with its move, as records have them.

        Raises: MalformedText (bad-move, bad-cell).

        >>> [Joggle.move_text(move) for move in Joggle.parse_moves("R:d4")]
        ['R', 'd4']
        """
        roll, colon, move = text.partition(":")
        moves = [parse_move(roll), parse_move(move)] if colon else [parse_move(text)]
        if colon and (moves[0] & ROLL != ROLL or moves[1] & ROLL == ROLL):
            raise MalformedText("bad-move", text, FORMS)
        return moves

    def plies(self):
        """Yield what counts as one ply: each move after each roll, and each roll that passes.

        Shape: while a move is yielded the roll before it is made, and taken back after it.
        """
        rolls = [ROLL | DIE.index(self.roll)] if self.roll else self.legal_moves()
        for roll in rolls:
            self.push(roll)
            is_usable = bool(self.roll)
            if is_usable:
                yield from self.legal_moves()
            self.pop()
            if self.passes and not is_usable:
                yield roll

    @classmethod
    def from_position(cls, text: str, options: dict | None = None):
        """Return the game that stands at this position, its history beginning here.

        The side that began follows from the side on turn and the number of turns.
        Raises: MalformedText (bad-option, bad-position, bad-count, bad-turn, bad-supplies,
        skipped-side and those of `parse_rows`).  Rule: JO-1, JO-3, JO-5.

        >>> Joggle.from_position("/".join(["........"] * 8) + " b - 0").colours
        'bw'
        """
        game = cls(options)
        told = joggle_setup.parse_position(text)
        side, turns = told[1], told[3]
        if not may_have_begun(told, game.colours):
            game.colours = game.colours[1:] + game.colours[:1]
        check_position(told, game.colours[0] if side else "", game.passes)
        joggle_setup.stand_at(game, told, [turns % len(game.colours)])
        if not side and not game._end:
            game._end = Outcome((), "TA-2")
        return game

    def copy(self):
        """Return an independent game in the same state, history included."""
        clone = joggle.Joggle.fork(self)
        clone._end, clone._stack, clone._root = self._end, History(self._stack), self._root
        clone._past = self._past
        return clone

    def fork(self):
        """Return a copy: here the rolls before are known after something was put right as well."""
        return self.copy()

    def _set_position(self, letters: str, seat: int, roll: str, turns: int, left: list) -> None:
        if hasattr(self, "_stack"):
            self._past = {side: self.roll_counts(side) for side in "bw"}
        joggle.Joggle._set_position(self, letters, seat, roll, turns, left)


GAME = Joggle
