"""The builds, as data: what hangs on which line of a board.

Decides lines, pixels, buttons and the current budget of each build; `boards` has the pins of the
lines.  A leaf: it imports nothing but itself, and the PC reads it too, for the hardware pages and
the simulated device.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    # Lines that are scanned together: to ground, or a matrix of rows and columns.
    Group = tuple[Literal["keys"], range] | tuple[Literal["matrix"], range, range]
    # The lines of a bus, and the devices on it.
    Bus = tuple[tuple[int, ...], bytes]
    # The lines that select a channel, those that measure it, and the channel of each cell.
    Sensors = tuple[range, range, bytes]

COLOURED = ("red", "yellow", "green", "blue", "white", "black")
NAMES = ("cursor", "keys5", "pads", "feel5")
STICK = ("up", "down", "left", "right", "press")


class Build:
    """One way to solder the device.

    Shape: the grid is ``size`` by ``size`` pixels, counted like cells: 0 is the bottom left, then
    along the rows.  ``window`` is the pixel of a1 of a 5x5 board.  ``named`` are the names of the
    buttons beside the grid, in the order of their scan; the ``cell_keys`` under its cells come
    before them, in the order of the cells.  ``keys`` holds the groups of lines that are scanned:
    ``("keys", lines)`` with the buttons to ground, or ``("matrix", rows, columns)`` with diodes
    from columns to rows.  ``tiles``, in place of ``pixel_line``, are the lines of a bus, clock and
    data, and the addresses of tiles on it: they have the pixels, and over these keys that come
    first among the buttons.  ``sensors`` feel the stones on the cells: each measuring line has one
    multiplexer of ``1 << len(select lines)`` channels, all multiplexers share the select lines, and
    channels count on from one to the next.
    Units: ``budget_ma`` is what the lights may draw altogether.
    """

    tiles: "Bus | None" = None
    sensors: "Sensors | None" = None

    def __init__(
        self,
        name: str,
        size: int,
        window: int,
        pixel_line: int,
        order: bytes,
        named: "tuple[str, ...]",
        keys: "tuple[Group, ...]",
        tone_line: int,
        budget_ma: int,
        cell_keys: int = 0,
    ):
        self.name = name
        self.size = size
        self.window = window
        self.pixel_line = pixel_line
        self.order = order
        self.named = named
        self.keys = keys
        self.tone_line = tone_line
        self.budget_ma = budget_ma
        self.has_cursor = "press" in named
        self.cell_keys = cell_keys
        self.has_rim = size > 5

    @property
    def buttons(self) -> "tuple[str, ...]":
        """The name of each button, made when asked for: a key under a cell is called as the cell.

        >>> load("keys5").buttons[:6], len(load("pads").buttons)
        (('a1', 'b1', 'c1', 'd1', 'e1', 'a2'), 70)
        """
        size = self.size
        cells = range(self.cell_keys)
        names = ["abcdefgh"[cell % size] + "12345678"[cell // size] for cell in cells]
        return tuple(names) + self.named

    def key_of(self, button: str) -> int | str:
        """Return the key of a button in edges: its cell of the grid, or its name."""
        rank = "12345678".find(button[1:]) if self.cell_keys else -1
        return button if rank < 0 else rank * self.size + "abcdefgh".index(button[0])

    def pixels_of(self, size: int) -> bytes:
        """Return the index on the chain of each cell of a board, empty if it is too large.

        >>> list(load("cursor").pixels_of(5)[:6])
        [49, 50, 51, 52, 53, 41]
        """
        if size >= self.size:
            return self.order if size == self.size else b""
        ranks = range(self.window, self.window + size * self.size, self.size)
        return b"".join([self.order[rank : rank + size] for rank in ranks])


def load(name: str | None) -> Build | None:
    """Return the build of this name without importing others, or None.

    >>> load("cursor").name
    'cursor'
    """
    if name == "cursor":
        from .cursor import BUILD
    elif name == "keys5":
        from .keys5 import BUILD
    elif name == "pads":
        from .pads import BUILD
    elif name == "feel5":
        from .feel5 import BUILD
    else:
        return None
    return BUILD
