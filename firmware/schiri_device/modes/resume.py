"""Resume: the lights show how a game stood before the power was cut, and ask whether to go on."""

from ..lights.language import ASK
from .lay import Lay


class Resume(Lay):
    """White goes on when it lies in wood as it does in lights; black leaves the game."""

    def enter(self, now_ms: int) -> None:
        self.show_pieces()
        self.board.mark(self._corners(), ASK)

    def wait(self, now_ms: int):
        """Wait for whoever is there, also where nothing lies yet."""

    def _corners(self) -> tuple:
        size = self.board.size
        return (0, size - 1, size * (size - 1), size * size - 1)
