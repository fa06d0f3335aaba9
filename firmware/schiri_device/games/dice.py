"""Dice: a turn begins with a roll; then it is played as in any other game.

Decides which button is which side of the die, and how a roll shows.  Must not know rules: the
game says which fields may be used, and what happens where none may.
"""

from schiri_engines.refusals import refuse

from ..app.match import BY_DEVICE
from ..app.play import Play
from ..lights.language import PICKED, SWAP, field_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from schiri_engines.joggle.rules import JoggleRules

    from ..app.device import Device
    from ..app.match import Match

    class JoggleMatch(Match):
        """A match of Joggle, which alone has the mode of its dice."""

        game: JoggleRules


# The die has four colours and two joggles; `hold-white` lets the device roll.
ROLL_OF = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "white": "J"}
SIDES = "RGBYJJ"


class Dice(Play):
    """The players roll, and then use one of the fields that glow."""

    match: "JoggleMatch"

    def __init__(self, device: "Device"):
        Play.__init__(self, device)
        # What each field means when it glows, and on which board: boards differ.
        self._meanings = b""
        self._board = ""

    def press(self, now_ms: int, press: str | int) -> str | None:
        if self.match.game.phase == "roll":
            if press in ROLL_OF:
                self._roll(now_ms, ROLL_OF[press], 0)
                return None
            if press == "hold-white":
                self._roll(now_ms, self._rolled(), BY_DEVICE)
                return None
        return Play.press(self, now_ms, press)

    def show(self) -> None:
        if self._picked >= 0:
            board = self.board
            board.mark((self._picked,), PICKED)
            if self.helps("moves"):
                cells = self.match.game.cells()
                board.mark([cell for cell in self._moves if cells[cell] != "."], SWAP)

    def show_turn(self) -> None:
        """Show who is to roll, or what was rolled: the fields that may be used glow."""
        game, device = self.match.game, self.device
        if game.phase == "roll":
            assert game.turn is not None
            # In the middle of the board, like the pips of a die: one for the first of a team, two
            # for the second.
            one, two = (27, 28, 35, 36), (18, 19, 26, 27, 36, 37, 44, 45)
            device.screen.status.show_on(two if game.turn > 1 else one, game.side)
            return
        if game.phase == "move":
            device.screen.status.leave()
            if game.board != self._board:
                self._board = game.board
                self._meanings = bytes([field_mark(letter) << 2 for letter in self._board])
            self.board.set_background(game.free_cells(), self._meanings)

    def light(self, now_ms: int, cells: "Collection[int]", mark: int) -> None:
        # What is lit stands alone.
        self.board.set_background((), b"")
        Play.light(self, now_ms, cells, mark)

    def wait(self, now_ms: int) -> None:
        was_lit = self._lit_ms >= 0
        Play.wait(self, now_ms)
        if was_lit and self._lit_ms < 0:
            self.show_turn()

    def let_go(self) -> None:
        was_lit = self._lit_ms >= 0
        Play.let_go(self)
        if was_lit:
            self.show_turn()

    def _caution(self, now_ms: int, move: int) -> None:
        """No move is so bad that it wants a second press."""

    def hints(self) -> "Collection[int]":
        game = self.match.game
        if not game.all_placed():
            return game.free_cells()
        # Whether each of them may be moved would take too long to find out.
        cells, side = game.cells(), game.side
        return [cell for cell in range(len(cells)) if cells[cell] == side]

    def _rolled(self) -> str:
        """Return what the device rolls: bytes that would favour some sides are left out."""
        while True:
            byte = self.device.entropy(1)[0]
            if byte < 252:
                return SIDES[byte % 6]

    def _roll(self, now_ms: int, letter: str, roller: int) -> None:
        game, match = self.match.game, self.match
        match.push(now_ms, game.parse_move(letter), roller)
        self.let_go()
        self._refusal = None
        self.device.last_cells = ()
        if game.phase == "roll":
            # No field of it may be used: rolled again, or it is the next one's turn.
            of_roll = [cell for cell in range(len(game.board)) if game.board[cell] == letter]
            self.refuse(now_ms, refuse("no-usable-field", *of_roll))
            return
        self.screen.sound("pick")
        self.show_turn()
