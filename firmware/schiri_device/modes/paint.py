"""Paint: the colours of the fields of the players' own board, entered once and kept.

Rule: JO-2.
"""

from schiri_engines.board_games import board_game

from ..lights.language import FIELD
from .mode import Mode

LETTER_OF = {"red": "R", "green": "G", "blue": "B", "yellow": "Y"}
FOLLOWING = {"R": "G", "G": "B", "B": "Y", "Y": "R"}


class Paint(Mode):
    """A coloured button paints the field at the cursor and goes on to the next one.

    Fields are read like a page, from the top left; a press on a field changes its colour.  White
    keeps all of it, black nothing.
    """

    has_cursor = True

    def size(self) -> int:
        return board_game(self.device.chosen).SIZE

    def enter(self, now_ms: int) -> None:
        painted = self.device.settings.painted()
        self._letters = list(painted or board_game(self.device.chosen).STAND_IN)
        self.device.put_cursor(self._next(-1))
        self.board.lay("." * len(self._letters))
        self._show(range(len(self._letters)))

    def press(self, now_ms: int, press):
        if isinstance(press, int):
            self._letters[press] = FOLLOWING[self._letters[press]]
            self._show((press,))
        elif press in LETTER_OF:
            cell = self.device.cursor_cell
            self._letters[cell] = LETTER_OF[press]
            self._show((cell,))
            self.device.put_cursor(self._next(cell))
            self.device.sound("pick")
        elif press == "white":
            self.device.settings.paint("".join(self._letters))
            self.device.sound("move")
            return "done"
        elif press == "black":
            return "done"
        return None

    def _next(self, cell: int) -> int:
        """Return the cell that is read after this one, the first one after the last and for -1."""
        size = self.board.size
        first = size * (size - 1)
        if cell < 0 or cell == size - 1:
            return first
        return cell + 1 if (cell + 1) % size else cell + 1 - 2 * size

    def _show(self, cells) -> None:
        for cell in cells:
            self.board.mark((cell,), FIELD[self._letters[cell]])
