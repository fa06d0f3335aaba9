"""Play: pick a stone, choose its target.

Decides which presses make a move and what a refusal lights.  Must not know rules: the game decides
what is legal and which moves need a warning.
"""

from ..lights.language import CAREFUL, HINT, LAST, MOVE, PICKED, SWAP
from .mode import IGNORED, Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from schiri_engines.refusals import Refusal

    from .device import Device

NO_MOVES: dict[int, int] = {}


class Play(Mode):
    """The players move in turn."""

    has_cursor = True

    def __init__(self, device: "Device"):
        Mode.__init__(self, device)
        self._picked = -1
        # The legal moves of the picked piece, by target.
        self._moves = NO_MOVES
        # The move that needs a second press, and the last refusal.
        self._risky: int | None = None
        self._refusal: Refusal | None = None

    def enter(self, now_ms: int) -> None:
        self.let_go()
        self._refusal = None
        self.board.lay(self.match.game.cells())
        self.show_turn()
        self.board.mark_plain(self.device.last_cells, LAST)
        self.show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if isinstance(press, int):
            return self.touch_cell(now_ms, press)
        if press == "white" and self._risky is not None:
            return self.push(now_ms, self._risky)
        if press == "yellow":
            self._explain(now_ms)
            return None
        if press == "black":
            return self.undo(now_ms)
        return "menu" if press == "hold-black" else IGNORED

    def show(self) -> None:
        if self._picked >= 0:
            self.board.mark((self._picked,), PICKED)
            if self.helps("moves"):
                self.board.mark(self._moves, MOVE, SWAP)

    def refuse(self, now_ms: int, refusal: "Refusal") -> None:
        self._refusal = refusal
        Mode.refuse(self, now_ms, refusal)

    def detail(self) -> str:
        return self.match.game.cell_text(self._picked) if self._picked >= 0 else "-"

    def veto(self, now_ms: int, entry: int) -> "Refusal | None":
        refusal = self.match.game.why_not(entry)
        if refusal is None and entry != self._risky:
            refusal = self._caution(now_ms, entry)
        return refusal

    def touch_cell(self, now_ms: int, cell: int) -> str | None:
        game = self.match.game
        if cell == self._picked:
            self.let_go()
            self.show()
            return None
        move = self._moves.get(cell)
        if move is not None:
            if move != self._risky and self._caution(now_ms, move):
                return None
            return self.push(now_ms, move)
        moves = game.moves_from(cell)
        if moves:
            if len(game.move_cells(moves[0])) == 1:
                return self.push(now_ms, moves[0])
            self.let_go()
            self._picked = cell
            self._moves = self.device.adapter.targets(game, moves)
            self.show()
            self.screen.sound("pick")
        elif self._picked >= 0:
            # Neither cell has a move: both are refused, and a warned move is thought better of.
            self._risky = None
            self.refuse(now_ms, game.why_not(game.move_between(self._picked, cell)))  # type: ignore[arg-type]
        else:
            self.refuse(now_ms, game.why_not_from(cell))  # type: ignore[arg-type]
        return None

    def helps(self, what: str) -> bool:
        """Tell whether the side to move has this help switched on."""
        return self.device.settings[what + "-" + self.match.game.side] > 0

    def let_go(self) -> None:
        self.board.unmark()
        self._picked, self._risky, self._lit_ms = -1, None, -1
        self._moves = NO_MOVES

    def _caution(self, now_ms: int, move: int) -> "Refusal | None":
        """Ask for a second press if a move gives the game away; return the warning."""
        # Few moves need a warning: whether it is switched on is checked last.
        caution = self.device.adapter.warning(self.match.game, move)
        if not caution or not self.helps("careful"):
            return None
        self._risky, self._refusal = move, caution
        self.light(now_ms, caution.cells, CAREFUL)  # type: ignore[arg-type]  # of a board
        self.screen.sound("careful")
        self.device.host.report_refusal(caution)
        return caution

    def _explain(self, now_ms: int) -> None:
        """Light the cause of the last refusal again, or the pieces that can be picked."""
        if self._refusal:
            self.show_refusal(now_ms, self._refusal)
        else:
            self.light(now_ms, self.movable(), HINT)

    def movable(self) -> "Collection[int]":
        """Return the cells where a move can begin."""
        game = self.match.game
        return {game.move_cells(move)[0] for move in game.legal_moves()}

    def push(self, now_ms: int, move: int) -> str | None:
        """Make a legal move; return the mode's result, or None."""
        match, device = self.match, self.device
        match.push(now_ms, move)
        self.let_go()
        self._refusal = None
        game = match.game
        cells = game.move_cells(move)
        device.last_cells = cells
        if match.outcome:
            return "over"
        self.board.change(cells, game.letters(cells))
        self.show_turn()
        self.board.mark_plain(cells, LAST)
        device.screen.sound("move")
        return None


MODES: dict[str, type[Mode]] = {"play": Play}
