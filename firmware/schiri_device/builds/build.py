"""What a build is: its grid of lights, its buttons, and where games lie on the grid."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .protocols import Group, Names

COLOURED = ("red", "yellow", "green", "blue", "white", "black")
STICK = ("up", "down", "left", "right", "press")
# What CircuitPython calls the Raspberry Pi Pico and the Pico 2, which have the same pins.
PICOS = ("raspberry_pi_pico", "raspberry_pi_pico2")


class Build:
    """One way to solder the device.

    Shape: ``boards`` are those that it fits, by CircuitPython's names.  The grid is ``size`` by
    ``size`` pixels, counted like cells: 0 is the bottom left, then along the rows.  ``window`` is
    the pixel of a1 of a 5x5 board.  ``buttons`` names every button in the order of its scan; a
    button under a cell has the cell's name.  ``keys`` holds the groups of pins that are scanned:
    ``("keys", pins)`` with the buttons to ground, or ``("matrix", rows, columns)`` with
    ``diodes`` from columns to rows.
    ``is_rewritten`` is for chips, such as Espressif's, that rewrite all of their non-volatile
    memory at each write.
    Units: ``budget_ma`` is what the lights may draw altogether.
    """

    def __init__(
        self,
        name: str,
        boards: "Names",
        size: int,
        window: int,
        pixel_pin: str,
        order: bytes,
        buttons: "Names",
        keys: "tuple[Group, ...]",
        tone_pin: str,
        budget_ma: int,
        is_rewritten: bool = False,
    ):
        self.name = name
        self.boards = boards
        self.size = size
        self.window = window
        self.pixel_pin = pixel_pin
        self.order = order
        self.buttons = buttons
        self.keys = keys
        self.tone_pin = tone_pin
        self.budget_ma = budget_ma
        self.is_rewritten = is_rewritten
        self.has_cursor = "press" in buttons
        self.has_rim = size > 5

    def pixels_of(self, size: int) -> bytes:
        """Return each cell's place on the chain, for a board of this size; empty if it is too big.

        >>> from schiri_device.builds import load
        >>> list(load("cursor").pixels_of(5)[:6])
        [49, 50, 51, 52, 53, 41]
        """
        if size >= self.size:
            return self.order if size == self.size else b""
        ranks = range(self.window, self.window + size * self.size, self.size)
        return b"".join([self.order[rank : rank + size] for rank in ranks])


def pixel_order(
    size: int, is_serpentine: bool = False, turns: int = 0, is_mirrored: bool = False
) -> bytes:
    """Return for each pixel of the grid its place on the chain, as bytes: they take least room.

    Shape: unturned, the chain begins at the top left and runs right along each row, or, in
    serpentine, every other row back; ``turns`` counts quarter turns clockwise of the mounted
    panel; mirrored panels are mirrored left to right before they are turned.

    >>> list(pixel_order(2)), list(pixel_order(2, is_serpentine=True))
    ([2, 3, 0, 1], [3, 2, 0, 1])
    >>> list(pixel_order(2, turns=1))
    [3, 1, 2, 0]
    """
    order = bytearray(size * size)
    for place in range(size * size):
        row, column = place // size, place % size
        if is_serpentine and row % 2:
            column = size - 1 - column
        if is_mirrored:
            column = size - 1 - column
        for _ in range(turns % 4):
            row, column = column, size - 1 - row
        order[(size - 1 - row) * size + column] = place
    return bytes(order)
