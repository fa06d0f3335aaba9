"""The real pieces: where they go before a game, after a power cut and after an undo.

Decides in which order they are moved, and when they are right.  Must not know rules.
"""

from ..lights.language import ASK, PUT, TAKE
from .context import mode_on_right_board
from .mode import IGNORED, Mode


class Lay(Mode):
    """The lights show where the pieces go; the game begins once they are laid."""

    NEXT = {
        "done": mode_on_right_board,
        "back": "options",
        "over": "finished",
        "leave": "choose",
    }

    def size(self) -> int:
        pending = self.context.pending
        return pending.size if pending else Mode.size(self)

    def enter(self, now_ms: int) -> None:
        self.show_pieces()
        self.show_turn()

    def show_pieces(self) -> None:
        letters = self._letters()
        self.board.lay(letters)
        self.board.mark([cell for cell in range(len(letters)) if letters[cell] != "."], PUT)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press == "black":
            # A game that has not begun leaves no trace.
            pending, self.context.pending = self.context.pending, None
            if not pending:
                return "leave"
            # A compaction leaves no end to go back to.
            return "over" if pending.is_rematch and self.match.outcome else "back"
        if press == "hold-black":
            # Who holds it too long wants no game either.
            return IGNORED
        # Any other press goes on, so that players need no manual.
        return self._begin(now_ms)

    def wait(self, now_ms: int) -> str | None:
        # A game that begins on an empty board needs no laying.
        return None if self._letters().strip(".") else self._begin(now_ms)

    def _letters(self) -> str:
        pending = self.context.pending
        return pending.letters if pending else self.match.game.cells()

    def _begin(self, now_ms: int) -> str | None:
        context, pending = self.context, self.context.pending
        if pending:
            if context.is_full():
                # The journal is compacted first.
                return IGNORED
            context.begin(now_ms, pending.name, pending.options, pending.seats)
        return "done"


class Resume(Lay):
    """The position before a power cut; the game goes on once the real board is like it."""

    NEXT = {"done": mode_on_right_board, "back": "choose"}

    def press(self, now_ms: int, press: str | int) -> str | None:
        return "back" if press == "black" else Lay.press(self, now_ms, press)

    def enter(self, now_ms: int) -> None:
        self.show_pieces()
        size = self.board.size
        # The corners ask.
        self.board.mark((0, size - 1, size * (size - 1), size * size - 1), ASK)

    def wait(self, now_ms: int) -> str | None:
        """Wait for a press, also on an empty board."""
        return None


class RestorePieces(Mode):
    """After an undo the real pieces are still as before it; each press confirms one step."""

    NEXT = {"done": mode_on_right_board, "undone": "put-right", "menu": "menu"}

    def enter(self, now_ms: int) -> None:
        self._show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press == "black":
            return self.undo(now_ms)
        if press == "hold-black":
            return "menu"
        steps = self._steps()
        if not steps:
            # The real board is already right: there is nothing to do.
            return "done"
        if isinstance(press, int) and press != steps[0]:
            self.screen.answer(now_ms, "no")
            return None
        cell = steps[0]
        physical = list(self.context.physical_board)
        physical[cell] = self.match.game.cells()[cell]
        self.context.physical_board = "".join(physical)
        self.screen.sound("move")
        # A stick that is held confirms no further step.
        self.context.gestures.down.clear()
        return self._show()

    def wait(self, now_ms: int) -> str | None:
        Mode.wait(self, now_ms)
        return None if self._steps() else "done"

    def show(self) -> None:
        self._show()

    def detail(self) -> str:
        steps = self._steps()
        if not steps:
            return "-"
        cell = steps[0]
        return self.match.game.cell_text(cell) + self.match.game.cells()[cell]

    def _steps(self) -> list[int]:
        physical, wanted = self.context.physical_board, self.match.game.cells()
        wrong = [cell for cell in range(len(wanted)) if physical[cell] != wanted[cell]]
        return [c for c in wrong if wanted[c] == "."] + [c for c in wrong if wanted[c] != "."]

    def _show(self) -> str | None:
        steps = self._steps()
        if not steps:
            return "done"
        cell = steps[0]
        self.board.lay(self.context.physical_board)
        self.show_turn()
        wanted = self.match.game.cells()
        if wanted[cell] != ".":
            self.board.change((cell,), wanted[cell])
        self.board.mark((cell,), TAKE if wanted[cell] == "." else PUT)
        return None


MODES = {"lay": Lay, "resume": Resume, "put-right": RestorePieces}
