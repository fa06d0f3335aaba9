"""The facts of a build with tiles: addresses, bus, and the response time of a pad.

Decides what a maker reads about the tiles; addresses are the build's, the commands of the bus those
of the program.
"""

from schiri_device.builds import Build

from hardware.circuit.kinds import KINDS
from hardware.markdown import table

# The pull-ups of each line of the bus, by the tile's schematic
# (github.com/adafruit/Adafruit-NeoTrellis-4x4-PCB).
PULL_UP_OHM = 10_000
FIRST_ADDRESS = 0x2E
CORNERS = ("top left", "top right", "bottom left", "bottom right")
# Bytes of each message, with the address: query, answer, a row of four pixels, and show.
ASKED, ANSWERED, ROW, SHOW = 3, 5, 17, 3
BITS_A_BYTE, BITS_AROUND = 9, 2

TEXT = """\
## Tiles

Seen from the front, soldered together at their edges.

{tiles}
The jumpers are on the back: A0 adds 1 to the address, A1 adds 2, A2 adds 4, A3 adds 8 and A4 adds
16. With all tiles the same way up, contacts of the same name meet: at the left and the right edge,
from the top down, {down}; at the top and the bottom edge, from left to right,
{along}. The wires go to a free edge of the first tile, and INT stays
open. There is no level shifter: each tile has its own.

**Before the bus is wired**, with 5 V on VIN, measure SDA and SCL of each tile by itself against
ground: 3.2 to 3.4 V. A jumper with three pads on its back chooses what the two resistors of
{pull_up} kilohm at the bus are joined with: 3.3 V, nothing, or VIN.

- About 5 V: it is closed towards VIN, which would harm a Pico. Move its solder to the other side.
- Less than 3.2 V: it is open. Close it towards 3.3 V: an open one joins SDA and SCL by their two
  resistors, which are {tied} kilohm for all tiles together.

In the files of its maker's board the jumper is open; whether a tile comes with solder on it, we do
not know.

## How soon a pad answers

{speeds}
The program uses 400 kHz; the tiles together pull each line up with {ohm} ohm. It asks all tiles,
and reads their answers 2 to 3 ms later: the chip of a tile needs half a ms. Adafruit's own library
sleeps 8 ms for each answer, 32 ms for four tiles, during which a device would hang. A press is seen
within two such rounds, after the chip has seen it itself. How often the chip scans is not
published; our tests assume 10 ms, and see each press within the promised 30 ms. None of this was
measured on a board. Races use only the six buttons, which have their own pins and are scanned each
ms.

## When a tile is gone

The device shows that something went wrong, tells a PC `no answer of tile N`, and goes on with the
others at the next press. A tile that is plugged in again is lit within two seconds. Tiles that do
not answer at power-on are listed in `boot_out.txt` on the drive. `No pull up found` there means
that SDA or SCL is not pulled up: the tiles have no 5 V, or their bus is not wired.
"""


def wire_ms(sizes: list[int], khz: int) -> float:
    """Return how long transfers of these numbers of bytes take on the wire.

    >>> round(wire_ms([3, 5], 400), 2)
    0.19
    """
    return sum(size * BITS_A_BYTE + BITS_AROUND for size in sizes) / khz


def scan_ms(tiles: int, khz: int) -> float:
    """Return how long the wire needs to ask all tiles once."""
    return wire_ms([ASKED, ANSWERED] * tiles, khz)


def frame_ms(tiles: int, khz: int) -> float:
    """Return how long the wire needs for a frame in which everything changes."""
    return wire_ms(([ROW] * 4 + [SHOW]) * tiles, khz)


def tiles_text(build: Build) -> str:
    """Return the parts of the page about the tiles, nothing for a build without."""
    if not build.tiles:
        return ""
    addresses = build.tiles[1]
    count = len(addresses)
    contacts = [leg.name for leg in KINDS["tile"].legs]
    tiles = [
        (str(number), CORNERS[number - 1], hex(address), jumpers(address))
        for number, address in enumerate(addresses, 1)
    ]
    speeds = [
        (what, *(f"{ms(count, khz):.1f} ms" for khz in (100, 400)))
        for what, ms in (("asking all tiles once", scan_ms), ("a frame, all of it new", frame_ms))
    ]
    return TEXT.format(
        tiles=table(("tile", "where", "address", "jumpers to close with solder"), tiles),
        speeds=table(("on the wire, at", "100 kHz", "400 kHz"), speeds),
        ohm=PULL_UP_OHM // count,
        pull_up=PULL_UP_OHM // 1000,
        tied=2 * PULL_UP_OHM // count // 1000,
        down=_listed(contacts[::-1]),
        along=_listed(contacts),
    )


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def jumpers(address: int) -> str:
    """Return which jumpers make an address.

    >>> jumpers(0x2E), jumpers(0x31)
    ('none', 'A0 and A1')
    """
    closed = [f"A{bit}" for bit in range(5) if address - FIRST_ADDRESS & 1 << bit]
    return " and ".join(closed) or "none"
