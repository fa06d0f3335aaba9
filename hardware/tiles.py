"""The page of a build with tiles: parts, wires, addresses, current, and how soon a pad answers.

Decides what a maker reads about the tiles; pins, addresses and the limit are the build's, the
commands of the bus those of the program.  Pictures and the electrical check are not made of it yet.
"""

from schiri_device.builds import Build

from hardware.current import PICO_MA, USB_MA, dark_ma, white_ma
from hardware.markdown import table

# By the tile's schematic (github.com/adafruit/Adafruit-NeoTrellis-4x4-PCB): four capacitors at its
# supply and one behind its regulator; resistors that pull up each line of the bus.
TILE_UF, PULL_UP_OHM = 50, 10_000
FIRST_ADDRESS = 0x2E
CORNERS = ("top left", "top right", "bottom left", "bottom right")
# Bytes with the address: what is asked and answered, a row of four pixels, and to show them.
ASKED, ANSWERED, ROW, SHOW = 3, 5, 17, 3
BITS_A_BYTE, BITS_AROUND = 9, 2


def wire_ms(sizes: list[int], khz: int) -> float:
    """Return how long transfers of so many bytes take on the wire.

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


def page_of_tiles(build: Build) -> str:
    """Return the page of a build with tiles."""
    assert build.tiles
    (clock, data), addresses = build.tiles
    count = len(addresses)
    tiles = [
        (str(number), CORNERS[number - 1], hex(address), jumpers(address))
        for number, address in enumerate(addresses, 1)
    ]
    wires = [
        ("5 V behind the transistor", "VIN of the first tile"),
        ("ground", "GND of the first tile"),
        (clock, "SCL of the first tile"),
        (data, "SDA of the first tile"),
        *((pin, f"{name} button, whose other leg goes to ground") for pin, name in _buttons(build)),
        (build.tone_pin, "1 kilohm resistor, then the piezo, then ground"),
    ]
    speeds = [
        (what, *(f"{ms(count, khz):.1f} ms" for khz in (100, 400)))
        for what, ms in (("asking all tiles once", scan_ms), ("a frame, all of it new", frame_ms))
    ]
    dark, white, own_uf = dark_ma(build), white_ma(build), count * TILE_UF
    return f"""# {build.name}: {build.size}x{build.size} pads with lights, and six buttons

{count} NeoTrellis tiles of 4x4 (Adafruit 3954) side by side, soldered together at their edges, each
with a silicone pad of 4x4 (Adafruit 1611). It plays Switch and Joggle.
[Its case](case.md) can be printed; no picture of its wires and no electrical check is made yet.

## Tiles

{table(("tile", "where", "address", "jumpers to close with solder"), tiles)}
The jumpers are on the back: A0 adds 1 to the address, A1 adds 2, A2 adds 4, A3 adds 8 and A4 adds
16. The edges carry all four lines from tile to tile; INT stays open.

## Wires

{table(("from", "to"), wires)}
The 5 V come from the Pico as on [cursor](cursor.md): fuse, transistor, and what belongs to it.
There is no level shifter, no data line and no matrix here: each tile has its own.

**Before the Pico goes in**, with 5 V on VIN, measure SDA and SCL against ground: 3.3 V. A jumper
with three pads on the back of each tile chooses what they are pulled up to; with 5 V there a
Pico would be harmed. How it is set as delivered we have not looked up: measure.

## Current

The limit is {build.budget_ma} mA for the lights and {PICO_MA} mA are set aside for the rest, of the
{USB_MA} mA that a PC gives. {len(build.order)} dark pixels draw {dark} mA at most, and all of them
white, which never happens, {white} mA. The tiles bring {own_uf} uF of their own: leave the
capacitor of 470 uF out, and the transistor switches on no more than on the other builds.

## How soon a pad answers

{table(("on the wire, at", "100 kHz", "400 kHz"), speeds)}
The program uses 400 kHz; {count} tiles pull each line up with {PULL_UP_OHM // count} ohm. It asks
all tiles, and reads their answers 2 to 3 ms later: the chip of a tile needs half a ms. Adafruit's
own library sleeps 8 ms for each answer, 32 ms for four tiles, in which a device would stand still.

A press is seen within two such rounds, after the chip has seen it itself. How often it looks is not
in what is published of its program, and is taken for 10 ms in our tests, in which each press is
seen within the 30 ms that are promised. None of it is measured on a board. Races are run on the six
buttons alone, which have pins of their own and are scanned each ms.

## When a tile is gone

The device shows that something went wrong, tells a PC `no answer of tile N`, and goes on with the
others at the next press. A tile that is plugged in again is lit within two seconds. What does not
answer as the device is plugged in stands in `boot_out.txt`.

## Prices

Not looked up at a shop. A maker's list names 11.25 US dollars for a tile and 4.46 for its pad, a
dozen of each; the other parts are those of [cursor](cursor.md).
"""


def jumpers(address: int) -> str:
    """Return which jumpers make an address.

    >>> jumpers(0x2E), jumpers(0x31)
    ('none', 'A0 and A1')
    """
    closed = [f"A{bit}" for bit in range(5) if address - FIRST_ADDRESS & 1 << bit]
    return " and ".join(closed) or "none"


def _buttons(build: Build) -> list[tuple[str, str]]:
    return list(zip(build.keys[0][1], build.buttons[len(build.order) :], strict=True))
