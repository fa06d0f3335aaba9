"""Lay: the lights show where the real pieces go, before the first move and after a power cut."""

from ..lights.language import ASK, PUT
from .mode import Mode


class Lay(Mode):
    """The start of a game lies in lights; white goes on when it lies in wood as well."""

    def enter(self, now_ms: int) -> None:
        self.show_pieces()
        self.device.show_turn()

    def show_pieces(self) -> None:
        """Show where each piece goes."""
        letters = self.match.game.cells()
        self.board.lay(letters)
        self.board.mark([cell for cell in range(len(letters)) if letters[cell] != "."], PUT)

    def press(self, now_ms: int, press):
        if press == "black":
            return "back"
        # Any other press goes on: nobody reads a manual first.
        return "done"

    def wait(self, now_ms: int):
        # A game that begins on an empty board needs no laying.
        return None if self.match.game.cells().strip(".") else "done"


class Resume(Lay):
    """How a game stood before the power was cut; white goes on when it lies in wood as well."""

    def enter(self, now_ms: int) -> None:
        self.show_pieces()
        size = self.board.size
        # The corners ask.
        self.board.mark((0, size - 1, size * (size - 1), size * size - 1), ASK)

    def wait(self, now_ms: int):
        """Wait for whoever is there, also where nothing lies yet."""
