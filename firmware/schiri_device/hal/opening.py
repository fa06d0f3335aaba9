"""The tiles of pads, looked at with their own library before the program begins.

Decides what a maker is told of a tile that is not as it should be.  `boot.py` alone loads it: what
that takes of the memory is free again when it ends, see `tiles`.
"""

import busio
from adafruit_neotrellis.neotrellis import NeoTrellis

from .chip import pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..builds import Bus


class Tile(NeoTrellis):
    """A tile as it is: the program sets it up, and four resets would take two seconds."""

    def sw_reset(self, post_reset_delay: float = 0) -> None:
        """Leave it as it is."""


def problems(tiles: "Bus") -> list[str]:
    """Return a sentence for each tile that is not there, or something else.

    Raises: RuntimeError where nothing pulls up the lines: no tile has power.
    """
    lines, addresses = tiles
    bus = busio.I2C(*pins(lines))
    found = []
    for number, address in enumerate(addresses, 1):
        try:
            Tile(bus, addr=address, auto_write=False)
        except (OSError, RuntimeError, ValueError) as error:
            found.append(f"tile {number} at {address:#x}: {error}")
    return found
