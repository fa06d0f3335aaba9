"""The calibration of the sensors under the fields.

Decides which lights lead through it, and what the buttons do; `sensing.calibration` has its steps.
"""

from schiri_engines.grid import cell_text

from ..lights.language import ASK, CAUSE, PUT, TAKE, VALUE
from ..sensing.calibration import ALL_STONES, EMPTY_BOARD, ONE_STONE, Calibration
from .context import Context, first_mode, game_mode
from .mode import IGNORED, Mode

# The stones of the last step.
STONES = "bwbwbwbwbwbw.wbwbwbwbwbwb"


def mode_behind(context: Context) -> str:
    """Return the mode after a calibration: the game, or what the start needs."""
    is_in_game = context.mode_argument == "calibrate"
    return game_mode(context) if is_in_game else first_mode(context)


class Calibrate(Mode):
    """White goes on when the board is empty, and when all stones lie as lit; black leaves."""

    NEXT = {"done": mode_behind}

    def __init__(self, context: Context):
        Mode.__init__(self, context)
        assert context.fields
        self.fields = context.fields

    def size(self) -> int:
        return 5

    def enter(self, now_ms: int) -> None:
        self._calibration = Calibration(now_ms, STONES)
        self.show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        calibration = self._calibration
        if press == "black":
            self.fields.is_due = False
            return "done"
        if press != "white" or calibration.step == ONE_STONE:
            return IGNORED
        was_last = calibration.step == ALL_STONES
        if not calibration.confirm(now_ms):
            self.screen.answer(now_ms, "no")
            return None
        self.screen.sound("move")
        if was_last:
            self.fields.save(calibration.levels)
            return "done"
        self.show()
        return None

    def wait(self, now_ms: int) -> str | None:
        context, calibration = self.context, self._calibration
        # Each scan counts.
        context.is_hurried = True
        if self.fields.scan is not None:
            step, cell = calibration.step, calibration.cell
            if calibration.take(now_ms, self.fields.scan):
                if (step, cell) != (calibration.step, calibration.cell):
                    self.screen.sound("pick")
                if step != calibration.step:
                    # From here on the board can be used.
                    self.fields.save(calibration.levels)
                context.host.has_news = True
                self.show()
        return None

    def show(self) -> None:
        calibration, board = self._calibration, self.board
        if calibration.step == EMPTY_BOARD:
            board.lay("." * len(STONES))
            board.mark(range(len(STONES)), ASK)
            board.mark(calibration.wrong, TAKE)
        elif calibration.step == ONE_STONE:
            board.lay("." * len(STONES))
            board.change((calibration.cell,), "b")
            board.mark((calibration.cell,), PUT)
            # A field with a small margin was read already.
            board.mark([at for at in calibration.levels.weak() if at < calibration.cell], CAUSE)
        else:
            board.lay(STONES)
            board.mark(calibration.missing, PUT)
            board.mark(calibration.wrong, CAUSE)
            if not (calibration.wrong or calibration.missing):
                board.mark((STONES.index("."),), VALUE)

    def detail(self) -> str:
        """Return the next field, and what belongs on it."""
        calibration = self._calibration
        if calibration.step == ONE_STONE:
            return cell_text(calibration.cell, self.board.size) + "b"
        for cell in calibration.wrong + calibration.missing:
            letter = "." if calibration.step == EMPTY_BOARD else STONES[cell]
            return cell_text(cell, self.board.size) + letter
        return "-"


MODES: dict[str, type[Mode]] = {"calibrate": Calibrate}
