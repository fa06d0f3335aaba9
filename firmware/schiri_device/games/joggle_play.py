"""The mode of Joggle: its dice, and the fields that glow after a roll; and corrected positions.

Decides which button is which side, how a roll is shown, and what no light shows once players have
changed the marbles: the roll, the turns, and the marbles that partners have left.
"""

from schiri_engines.grid import rows_text
from schiri_engines.joggle.movegen import can_be_played
from schiri_engines.refusals import refuse

from ..app.play import Play, targets
from ..lights.language import PICKED, SWAP, field_mark
from .dice import Dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from schiri_engines.joggle.game import Joggle

    from ..app.context import Context
    from ..app.match import Match

    class JoggleMatch(Match):
        """A match of Joggle."""

        game: Joggle


SIZE = 8
# All marbles, and those of one colour.
MARBLES, EACH_COLOUR = 32, 16


class JoggleDice(Dice):
    """The players roll, and then use one of the fields that glow."""

    FACES = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "white": "J"}
    SIDES = "RGBYJJ"
    match: "JoggleMatch"

    def __init__(self, context: "Context"):
        Dice.__init__(self, context)
        # The meaning of each field when it glows, and the board that this is for: boards differ.
        self._meanings = b""
        self._board = ""

    def touch_cell(self, now_ms: int, cell: int) -> str | None:
        if self._picked >= 0:
            self._find_moves()
        game = self.match.game
        is_target = cell == self._picked or cell in self._moves
        if is_target or not game.roll or not game.all_placed():
            return Dice.touch_cell(self, now_ms, cell)
        if game.letters((cell,))[0] != game.side:
            return Dice.touch_cell(self, now_ms, cell)
        # With this roll it can move somewhere.  To find out where takes longer than a press may:
        # its light comes first, its targets in the next step.
        self.let_go()
        self._picked = cell
        self.show()
        self.screen.sound("pick")
        return None

    def _find_moves(self) -> None:
        if self._picked >= 0 and not self._moves:
            game = self.match.game
            self._moves = targets(game, game.moves_from(self._picked))
            if self._lit_ms < 0:
                self.show()

    def show(self) -> None:
        if self._picked < 0:
            Dice.show(self)
            return
        board = self.board
        board.mark((self._picked,), PICKED)
        if self._moves and self.helps("moves"):
            cells = self.match.game.cells()
            board.mark([cell for cell in self._moves if cells[cell] != "."], SWAP)

    def show_turn(self) -> None:
        """Show who is to roll, or the roll: the fields that may be used glow."""
        game, signs = self.match.game, self.screen.turn_signs
        if game.phase == "roll":
            # In the middle of the board, like the pips of a die: one for the first of a team, two
            # for the second.
            one, two = (27, 28, 35, 36), (18, 19, 26, 27, 36, 37, 44, 45)
            signs.show_on(two if game.seat > 1 else one, game.side)
            return
        if game.phase == "move":
            signs.leave()
            if self.opponent and self.opponent.is_shown():
                self.board.set_background((), b"")
                return
            if game.board != self._board:
                self._board = game.board
                self._meanings = bytes([field_mark(letter) << 2 for letter in self._board])
            self.board.set_background(game.free_cells(), self._meanings)

    def roll_again(self, now_ms: int, face: str) -> None:
        board = self.match.game.board
        cells = [cell for cell in range(len(board)) if board[cell] == face]
        self.refuse(now_ms, refuse("no-usable-field", *cells))

    def light(self, now_ms: int, cells: "Collection[int]", mark: int) -> None:
        # Only these cells are lit, no fields.
        self.board.set_background((), b"")
        Play.light(self, now_ms, cells, mark)

    def wait(self, now_ms: int) -> None:
        was_lit = self._lit_ms >= 0
        Dice.wait(self, now_ms)
        if was_lit and self._lit_ms < 0:
            self.show_turn()
        self._find_moves()

    def let_go(self) -> None:
        was_lit = self._lit_ms >= 0
        Play.let_go(self)
        if was_lit:
            self.show_turn()

    def movable(self) -> "Collection[int]":
        game = self.match.game
        if not game.all_placed():
            return game.free_cells()
        # Checking each of them for a legal move would take too long.
        cells, side = game.cells(), game.side
        return [cell for cell in range(len(cells)) if cells[cell] == side]


def position_with(game: "Joggle", letters: str, side: str) -> str:
    """Return the position of a game with these marbles: turns and supplies follow from them.

    A roll stays if a field of it can still be used.
    Raises: MalformedText (as `set_state` of the rules).
    """
    words = game.board_text().split(" ")
    words[:2] = rows_text(letters, SIZE), side
    words[3] = str(_turns_with(game, int(words[3]), letters))
    if len(words) > 4:
        left = [int(word) for word in words[4].split(",")]
        _share(left, [EACH_COLOUR - letters.count(colour) for colour in game.colours[:2]])
        words[4] = ",".join([str(count) for count in left])
    if game.roll:
        clone = game.copy()
        clone.set_state("position", " ".join(words))
        if clone.roll and not can_be_played(clone, clone.roll):
            words[2] = "-"
    return " ".join(words)


def _turns_with(game: "Joggle", turns: int, letters: str) -> int:
    """Return the turns of a game with these marbles: one more for each marble more."""
    before = game.cells()
    lying = len(letters) - letters.count(".")
    turns += lying - len(before) + before.count(".")
    # While every turn places a marble, turns and marbles are equal.
    is_complete = EACH_COLOUR in (letters.count("b"), letters.count("w"))
    return lying if lying < MARBLES and not is_complete and not game.passes else turns


def _share(left: list[int], due: list[int]) -> None:
    """Split a team's remaining marbles between its two seats.

    The seat with more left gives, the one with fewer gets; of equal ones the first gives, because
    it places first.
    """
    for team in range(2):
        first, second = team, team + 2
        missing = due[team] - left[first] - left[second]
        while missing:
            step = 1 if missing > 0 else -1
            is_first = left[first] >= left[second] if step < 0 else left[first] < left[second]
            left[first if is_first else second] += step
            missing -= step


MODES = {"dice": JoggleDice}
