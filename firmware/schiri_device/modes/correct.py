"""Correct: change the mirror cell by cell where the wood is right and the lights are wrong.

Decides the presses; whether the result can be is for the game to say.  Rule: TA-5.
"""

from schiri_engines.grid import rows_text
from schiri_engines.refusals import MalformedText

from ..lights.language import ALARM
from .mode import Mode

FOLLOWING = {".": "b", "b": "w", "w": "."}


class Correct(Mode):
    """A press changes a cell, blue changes the side to move, white keeps all, black nothing."""

    has_cursor = True

    def enter(self, now_ms: int) -> None:
        self._letters = list(self.match.game.cells())
        self._side = self.match.game.side if self.match.game.colours else "-"
        self._show()

    def press(self, now_ms: int, press):
        if isinstance(press, int):
            self._letters[press] = FOLLOWING[self._letters[press]]
            self._show()
        elif press == "blue" and self._side != "-":
            self._side = "w" if self._side == "b" else "b"
            self._show()
        elif press == "black":
            return "done"
        elif press == "white":
            return self._keep(now_ms)
        return None

    def _keep(self, now_ms: int):
        rows = rows_text("".join(self._letters), self.match.game.SIZE)
        try:
            refusal = self.match.do(now_ms, ("set", "position", rows + " " + self._side))
        except MalformedText:
            # Not twelve of each: the lights cannot be right either.
            self._show()
            self.board.mark(range(len(self._letters)), ALARM)
            self.device.sound("no")
            return None
        if refusal:
            self.refuse(now_ms, refusal)
            return None
        self.device.last_cells = ()
        return "done"

    def _show(self) -> None:
        self.board.lay("".join(self._letters))
        self.device.show_side(self._side, self._letters)
