"""What a build is: its grid of lights, its buttons, and where games lie on the grid."""

COLOURED = ("red", "yellow", "green", "blue", "white", "black")
STICK = ("up", "down", "left", "right", "press")


class Build:
    """One way to solder the device.

    Shape: the grid is ``size`` by ``size`` pixels, counted like cells: 0 is the bottom left,
    then along the rows.  ``window`` is the pixel of a1 of a 5x5 board.  ``buttons`` names every
    button in the order of its scan; a button under a cell has the cell's name.  ``keys`` holds
    the groups of pins that are scanned: ``("keys", pins)`` with the buttons to ground, or
    ``("matrix", rows, columns)`` with ``diodes`` from columns to rows.
    ``is_rewritten`` is for chips, such as Espressif's, that rewrite all of their non-volatile
    memory at each write.
    Units: ``budget_ma`` is what the lights may draw altogether.
    """

    def __init__(self, name, board, size, window, pixel_pin, order, buttons, keys, **more):
        self.name = name
        self.board = board
        self.size = size
        self.window = window
        self.pixel_pin = pixel_pin
        self.order = order
        self.buttons = buttons
        self.keys = keys
        self.tone_pin = more["tone_pin"]
        self.budget_ma = more["budget_ma"]
        self.is_rewritten = more.get("is_rewritten", False)
        self.has_cursor = "press" in buttons
        self.has_rim = size > 5

    def pixels_of(self, size: int) -> tuple:
        """Return each cell's place on the chain, for a board of this size; empty if it is too big.

        >>> from schiri_device.builds import load
        >>> load("cursor").pixels_of(5)[:6]
        (49, 50, 51, 52, 53, 41)
        """
        if size > self.size:
            return ()
        first = self.window if size < self.size else 0
        cells = [(rank, file) for rank in range(size) for file in range(size)]
        return tuple([self.order[first + self.size * rank + file] for rank, file in cells])


def pixel_order(size: int, is_serpentine: bool = False, turns: int = 0, is_mirrored: bool = False):
    """Return for each pixel of the grid its place on the chain.

    Shape: unturned, the chain begins at the top left and runs right along each row, or, in
    serpentine, every other row back; ``turns`` counts quarter turns clockwise of the mounted
    panel; mirrored panels are mirrored left to right before they are turned.

    >>> pixel_order(2), pixel_order(2, is_serpentine=True), pixel_order(2, turns=1)
    ((2, 3, 0, 1), (3, 2, 0, 1), (3, 1, 2, 0))
    """
    order = [0] * (size * size)
    for place in range(size * size):
        row, column = place // size, place % size
        if is_serpentine and row % 2:
            column = size - 1 - column
        if is_mirrored:
            column = size - 1 - column
        for _ in range(turns % 4):
            row, column = column, size - 1 - row
        order[(size - 1 - row) * size + column] = place
    return tuple(order)
