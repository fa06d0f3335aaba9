"""The screen: lights, sound and the cursor.

Decides which board is laid out on the grid.  Must not know games, modes or edges.
"""

from ..lights.board import Board, Status
from ..lights.language import SILENCE, TONES
from ..lights.painter import Painter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..builds import Build
    from .settings import Settings


class Screen:
    """The lights of a build and its piezo.

    Shape: ``board`` is the one laid out now, ``turn_signs`` the signs beside a game's board;
    ``cursor_cell`` is the last cell of the cursor; ``tones`` are to be played after a step.
    """

    def __init__(self, build: "Build"):
        self._build = build
        self.painter = Painter(len(build.order), build.budget_ma)
        # Glyphs are shown in the window of five by five.
        self._window = self._game_board = self.board = Board(self.painter, build.pixels_of(5))
        self.turn_signs = Status(self.painter, self.board, build.order if build.has_rim else b"")
        self.cursor_cell = 12
        self.tones = SILENCE
        self.is_loud = True

    def apply(self, settings: "Settings") -> None:
        self.painter.set_brightness(settings["brightness"] + 1)
        self.is_loud = settings["sound"] > 0

    def clear(self) -> None:
        self.painter.clear()
        self.turn_signs.forget()

    def lay_out(self, size: int) -> None:
        """Lay out the grid for boards of this size, 0 for glyphs."""
        self.board = self._window
        if not size:
            return
        if size != self._game_board.size:
            self._game_board = Board(self.painter, self._build.pixels_of(size))
            order = self._build.order if size < self._build.size else b""
            self.turn_signs = Status(self.painter, self._game_board, order)
        self.board = self._game_board

    def cell_at(self, at: int) -> int:
        """Return the cell of the board at a cell of the grid, -1 outside the board."""
        wide, size = self._build.size, self.board.size
        if size == wide:
            return at
        first = self._build.window
        file, rank = at % wide - first % wide, at // wide - first // wide
        return rank * size + file if 0 <= file < size and 0 <= rank < size else -1

    def put_cursor(self, cell: int) -> None:
        """Put the cursor on this cell, or on the last one of the board."""
        self.cursor_cell = min(cell, len(self.board.pixels) - 1)
        if self._build.has_cursor:
            self.painter.move_cursor(self.board.pixels[self.cursor_cell])

    def move_cursor(self, step: tuple[int, int]) -> bool:
        """Move the cursor by one cell; return whether there is one."""
        size = self.board.size
        file, rank = self.cursor_cell % size + step[0], self.cursor_cell // size + step[1]
        if not (self._build.has_cursor and 0 <= file < size and 0 <= rank < size):
            return False
        self.put_cursor(rank * size + file)
        return True

    def sound(self, name: str) -> None:
        """Choose the tones of this meaning, unless sound is off."""
        if self.is_loud:
            self.tones = TONES[name]

    def answer(self, now_ms: int, name: str) -> None:
        """Answer a press that changes no light: by tones, or by a dip if sound is off."""
        if self.is_loud:
            self.sound(name)
        else:
            self.painter.dip(now_ms)


class Output:
    """The output of one step, in this order; every step returns the same object.

    Shape: ``frame`` is that of the painter, to be shown when ``is_fresh``; ``tones`` are
    pairs of Hz and ms; ``sent`` are bytes for the wire; ``is_restart`` asks for the program to be
    restarted; ``measure`` is a PC's request to the `meter`, until the shell has handled it.
    """

    def __init__(self, frame: bytearray):
        self.frame = frame
        self.is_fresh = True
        self.tones = SILENCE
        self.sent = b""
        self.is_restart = False
        self.measure = ""
