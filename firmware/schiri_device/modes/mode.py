"""What every mode is: a reaction to presses and to time, with the device around it."""

from ..lights.language import CAUSE
from ..ticks import elapsed

SHOW_CAUSE_MS = 3000


class Mode:
    """One state of the device.

    Shape: `press` and `wait` return None, or the word with which the mode ends.
    ``has_cursor`` tells whether the stick moves a cursor over the board; then a press of the
    stick arrives as the cell that it is on.  ``shows_signs`` tells that it shows signs of five
    by four pixels and not a game's board; ``board`` is set whenever the mode is entered.
    ``takes_edges`` tells that every button presses as it goes down, and none is held.
    """

    has_cursor = False
    shows_signs = False
    takes_edges = False

    def __init__(self, device):
        self.device = device
        self.board = device.board
        self.match = device.match
        # Since when a cause is lit, -1 while none is.
        self._lit_ms = -1

    def size(self) -> int:
        """Return the size of the board that is shown."""
        return self.match.game.SIZE

    def enter(self, now_ms: int) -> None:
        """Show the mode; the grid is clear."""

    def press(self, now_ms: int, press):
        """React to a press: the name of a button, or a cell."""

    def wait(self, now_ms: int):
        """React to the time: a cause that was lit long enough gives way to what stood before."""
        if self._lit_ms >= 0 and elapsed(now_ms, self._lit_ms) >= SHOW_CAUSE_MS:
            self._lit_ms = -1
            self.board.unmark()
            self.show()

    def show(self) -> None:
        """Show what is marked while no cause is lit."""

    def refuse(self, now_ms: int, refusal) -> None:
        """Say no: light the cells that cause it, or else the middle of the board."""
        self.light(now_ms, refusal.cells or (len(self.board.pixels) // 2,), CAUSE)
        self.device.sound("no")
        self.device.tell_refusal(refusal)

    def light(self, now_ms: int, cells, mark: int) -> None:
        """Mark these cells alone, for a while."""
        self.board.unmark()
        self.board.mark(cells, mark)
        self._lit_ms = now_ms

    def detail(self) -> str:
        """Return what the mode is at, in one word: a cell, an entry, or "-"."""
        return "-"
