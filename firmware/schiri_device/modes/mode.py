"""What every mode is: a reaction to presses and to time, with the device around it."""


class Mode:
    """One state of the device.

    Shape: `press` and `wait` return None, or the word with which the mode ends.
    ``has_cursor`` tells whether the stick moves a cursor over the board; then a press of the
    stick arrives as the cell that it is on.  ``shows_signs`` tells that it shows signs of five
    by four pixels and not a game's board; ``board`` is set whenever the mode is entered.
    """

    has_cursor = False
    shows_signs = False

    def __init__(self, device):
        self.device = device
        self.board = device.board
        self.match = device.match

    def enter(self, now_ms: int) -> None:
        """Show the mode; the grid is clear."""

    def press(self, now_ms: int, press):
        """React to a press: the name of a button, or a cell."""

    def wait(self, now_ms: int):
        """React to the time."""

    def detail(self) -> str:
        """Return what the mode is at, in one word: a cell, an entry, or "-"."""
        return "-"
