"""Correcting the lights: the players say cell by cell what lies on the real board.

Decides what each press does there.  The game's adapter says how the position then reads, the rules
whether it is one.  Lies in memory only while it is shown.
"""

from schiri_engines.refusals import MalformedText

from ..lights.language import ALARM
from .mode import Mode

NEXT_PIECE = {".": "b", "b": "w", "w": "."}


class Correct(Mode):
    """A press changes a cell, blue changes the side to move, white keeps all, black nothing."""

    has_cursor = True

    def enter(self, now_ms: int) -> None:
        self._letters = list(self.match.game.cells())
        self._side = self.match.game.side if self.match.game.colours else "-"
        self._show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if isinstance(press, int):
            self._letters[press] = NEXT_PIECE[self._letters[press]]
            self._show()
        elif press == "blue" and self._side != "-":
            self._side = "w" if self._side == "b" else "b"
            self._show()
        elif press == "black":
            return "done"
        elif press == "white":
            return self._keep(now_ms)
        return None

    def _keep(self, now_ms: int) -> str | None:
        letters = "".join(self._letters)
        try:
            position = self.device.adapter.corrected(self.match.game, letters, self._side)
            refusal = self.match.do(now_ms, ("set", "position", position))
        except MalformedText:
            # Too many of one colour, say: the lights cannot be right either.
            self._show()
            self.board.mark(range(len(letters)), ALARM)
            self.screen.sound("no")
            return None
        if refusal:
            self.refuse(now_ms, refusal)
            return None
        self.device.last_cells, self.device.physical_board = (), ""
        return "done"

    def _show(self) -> None:
        letters = "".join(self._letters)
        self.board.lay(letters)
        self.screen.status.show(self._side, False, 0, letters.find("."))


MODES: dict[str, type[Mode]] = {"correct": Correct}
