"""Put right: lead the players, cell by cell, until the real board is as the mirror.

Decides the order: first what must go, then what must come.
"""

from ..lights.language import PUT, TAKE
from .mode import Mode


class PutRight(Mode):
    """After an undo the real pieces lie as before it; each press says that one step is done."""

    def enter(self, now_ms: int) -> None:
        self._show()

    def press(self, now_ms: int, press):
        if press == "black":
            return self.device.undo(now_ms)
        if press == "hold-black":
            return "menu"
        steps = self._steps()
        if not steps:
            # Wood and mirror agreed from the first: nobody has to do anything.
            return "done"
        if isinstance(press, int) and press != steps[0]:
            self.device.sound("no")
            return None
        cell = steps[0]
        wood = list(self.device.wood)
        wood[cell] = self.match.game.cells()[cell]
        self.device.wood = "".join(wood)
        self.device.sound("move")
        return self._show()

    def wait(self, now_ms: int):
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

    def _steps(self) -> list:
        wood, mirror = self.device.wood, self.match.game.cells()
        wrong = [cell for cell in range(len(mirror)) if wood[cell] != mirror[cell]]
        return [c for c in wrong if mirror[c] == "."] + [c for c in wrong if mirror[c] != "."]

    def _show(self):
        steps = self._steps()
        if not steps:
            return "done"
        cell = steps[0]
        self.board.lay(self.device.wood)
        self.device.show_turn()
        mirror = self.match.game.cells()
        if mirror[cell] != ".":
            self.board.change((cell,), mirror[cell])
        self.board.mark((cell,), TAKE if mirror[cell] == "." else PUT)
        return None
