"""The check of the tiles with their own library, before the program begins.

Decides the messages for a maker about a faulty tile.  Only `boot.py` loads it: its memory is free
again when that ends, see `tiles`.
"""

import board
import busio
from adafruit_neotrellis.neotrellis import NeoTrellis

from ..boards import pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..builds import Bus


class Tile(NeoTrellis):
    """A tile without reset: the program sets it up, and four resets would take two seconds."""

    def sw_reset(self, post_reset_delay: float = 0) -> None:
        """Leave it as it is."""


def problems(tiles: "Bus") -> list[str]:
    """Return a sentence for each tile that is missing or is another chip.

    Raises: RuntimeError (no pull-ups on the lines: no tile has power).
    """
    lines, addresses = tiles
    bus = busio.I2C(*pins(board, lines))
    found = []
    for number, address in enumerate(addresses, 1):
        try:
            Tile(bus, addr=address, auto_write=False)
        except (OSError, RuntimeError, ValueError) as error:
            found.append(f"tile {number} at {address:#x}: {error}")
    return found
