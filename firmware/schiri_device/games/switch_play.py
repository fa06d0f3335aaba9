"""The mode of Switch: its free set-up.

Decides which presses place a stone.
"""

from ..app.context import mode_on_right_board
from ..app.mode import IGNORED, Mode
from ..lights.language import ALARM, ASK, LAST, SEAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch

    from ..app.context import Context
    from ..app.match import Match

    class SwitchMatch(Match):
        """A match of Switch."""

        game: Switch


class Place(Mode):
    """Players place stones of either colour in turn.

    A press on a free field proposes a dark stone, the next one a light stone, the next none; white
    places it.  When all are placed, a press on a stone chooses its colour.
    """

    NEXT = {"done": mode_on_right_board, "undone": mode_on_right_board, "menu": "menu"}
    match: "SwitchMatch"
    has_cursor = True
    is_quiet = is_timed = True

    def __init__(self, context: "Context"):
        Mode.__init__(self, context)
        self._cell = -1
        self._letter = "."

    def enter(self, now_ms: int) -> None:
        self._cell, self._letter = -1, "."
        self._lay()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if isinstance(press, int):
            return self._touch(now_ms, press)
        if press == "white" and self._cell >= 0:
            self._place(now_ms)
        elif press == "black":
            if self._cell < 0:
                return self.undo(now_ms)
            # The stone that blinks was not placed yet.
            self._cell, self._letter = -1, "."
            self.screen.sound("pick")
            self._lay()
        else:
            return "menu" if press == "hold-black" else IGNORED
        return None

    def detail(self) -> str:
        if self._cell < 0:
            return "-"
        return self.match.game.cell_text(self._cell) + self._letter

    def _touch(self, now_ms: int, cell: int) -> str | None:
        game = self.match.game
        if game.phase == "choose":
            letter = game.cells()[cell]
            if letter == ".":
                return IGNORED
            self.match.push(now_ms, game.parse_move("choose " + letter))
            self.screen.sound("move")
            return "done"
        if game.cells()[cell] != ".":
            move = game.parse_move("place " + game.cell_text(cell) + " b")
            # The field has a stone.
            self.refuse(now_ms, game.why_not(move))  # type: ignore[arg-type]
            return None
        if cell == self._cell or self._letter == ".":
            self._letter = {".": "b", "b": "w", "w": "."}[self._letter]
        self._cell = -1 if self._letter == "." else cell
        self.screen.sound("pick")
        self._lay()
        return None

    def _place(self, now_ms: int) -> None:
        game = self.match.game
        move = game.parse_move("place " + game.cell_text(self._cell) + " " + self._letter)
        refusal = game.why_not(move)
        if refusal:
            self.refuse(now_ms, refusal)
            return
        self.put(now_ms, move)

    def put(self, now_ms: int, move: int, how: int = 0) -> None:
        """Make a legal placement, which came about so."""
        game = self.match.game
        (cell,) = game.move_cells(move)
        self._cell, self._letter = -1, "."
        self.match.push(now_ms, move, how)
        self.context.last_cells = () if game.is_void() else (cell,)
        self._lay()
        if game.is_void():
            # No stone can be placed and the set-up begins again: the players must see that.
            self.light(now_ms, range(len(self.board.pixels)), ALARM)
        self.screen.sound("careful" if game.is_void() else "move")

    def show(self) -> None:
        self._lay()

    def _lay(self) -> None:
        game = self.match.game
        letters = game.cells()
        self.board.lay(letters)
        if game.phase == "choose":
            self.board.mark(range(len(letters)), ASK)
            return
        if game.turn == 1:
            self.board.mark([cell for cell in range(len(letters)) if letters[cell] == "."], SEAT)
        self.board.mark(self.context.last_cells, LAST)
        if self._cell >= 0:
            self.board.change((self._cell,), self._letter)
            self.board.mark((self._cell,), ASK)


MODES = {"place": Place}
