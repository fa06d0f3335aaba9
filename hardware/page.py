"""The page of a build: what to buy, how to wire it, what it draws, how it is first switched on.

Decides what a maker is told; every figure comes from the build's data.
"""

from collections import Counter

from schiri_device.builds import Build
from schiri_device.builds.build import STICK

from hardware.circuit import Circuit, circuit_of
from hardware.current import current_text
from hardware.kinds import KINDS
from hardware.markdown import table
from hardware.wires import EDGE_PIN, wires

BOARDS = """\
Buy the Pico 2: it has 520 kB of memory where the Pico has 264. Both have the same pins, and all of
this page holds for both; the wireless ones are not supported.
"""
TITLES = {
    "cursor": "8x8 lights, a five-way stick and six buttons",
    "keys5": "25 keys with a light under each, and six buttons",
}
FIRST_POWER_ON = """\
1. With nothing plugged in, measure between 5 V and ground: if they are connected, look for
   the bridge before you go on.
2. Hold BOOTSEL on the Pico and plug it in: a drive RP2350 (Pico 2) or RPI-RP2 (Pico) appears.
   Copy CircuitPython 10 for just this board onto it, from circuitpython.org/downloads. A drive
   CIRCUITPY appears.
3. On the PC, `schiri deploy --build {name}` puts the program on it. It finds the drive by itself,
   and says what to install first where something is missing.
4. Unplug, and plug in again: `boot.py` runs only then. After some seconds
   {shows}. White goes on from there; the page
   `card.md` tells the rest.

For a newer version, hold black while you plug the device in, and run the command again. If it was
cut short, run it once more: until then the device has its old program, or none and stays dark.
If the PC says that the drive is damaged, let the PC repair it, or open the console, press Ctrl-C
and type `import storage; storage.erase_filesystem()`, which empties it; then run the command again.

If nothing lights up, open the console (the first of the two serial ports, with any serial
program): it says what is wrong, for example a build of that name that does not exist. If the
picture is turned, mirrored or torn into stripes, the chain of your {pixels} runs in another
way: `firmware/schiri_device/builds/{name}.py` says how, as `pixel_order(...)`.
"""


def page(build: Build) -> str:
    """Return the page of a build."""
    circuit = circuit_of(build)
    sections = [
        f"# {build.name}: {TITLES[build.name]}\n",
        "## What to buy\n",
        table(("", "part", "note", "our guess"), _parts(circuit)),
        "Besides: a USB cable that carries data, wire, and something to hold it all.\n",
        BOARDS,
        "## Pins\n",
        table(("pin", "of the board's edge", "goes to"), _pins(build)),
        "## The schematic\n",
        f"![The schematic: power, data, buttons and piezo]({build.name}.svg)\n",
        f"`{build.name}.net` is its netlist, which KiCad's board editor imports.\n",
        "## Wires\n",
        f"![Every part, with the numbers of its wires]({build.name}-wiring.svg)\n",
        'Each wire once. "5 V rail" and "ground rail" are where many ends meet.\n',
        table(("", "from", "to", "", "colour"), _wires(circuit)),
        _why_shifter(),
        "## The chain of pixels\n",
        _chain(build),
        "## Buttons\n",
        _buttons(build),
        "## Current\n",
        current_text(build),
        "## First power-on\n",
        FIRST_POWER_ON.format(
            name=build.name,
            shows="a sign like a small chequer board lights up",
            pixels="matrix" if build.has_rim else "pixels",
        ),
    ]
    return "\n".join(sections)


def _parts(circuit: Circuit) -> list[tuple[str, str, str, str]]:
    """Return what to buy: how many, what, a note, and what they cost together."""
    counts = Counter(part.kind for part in circuit.parts.values())
    rows = []
    for kind, count in counts.items():
        of = KINDS[kind]
        rows.append((str(count), of.what, of.note, f"{count * of.euros:.2f} EUR"))
    total = sum(count * KINDS[kind].euros for kind, count in counts.items())
    return [*rows, ("", "all together", "", f"{total:.0f} EUR")]


def _wires(circuit: Circuit) -> list[tuple[str, str, str, str, str]]:
    return [
        (str(wire.number), wire.begin, wire.end, wire.what, wire.colour) for wire in wires(circuit)
    ]


def _button(name: str) -> str:
    return ("stick " if name in STICK else "button ") + name


def _pins(build: Build) -> list[tuple[str, str, str]]:
    goes = {build.pixel_pin: "the pixels' data, through the level shifter"}
    names = iter(build.buttons)
    for group in build.keys:
        if group[0] == "matrix":
            cells = [next(names) for _ in group[1] for _ in group[2]]
            width = len(group[2])
            goes |= {pin: f"row {cells[at * width][1]}" for at, pin in enumerate(group[1])}
            goes |= {pin: f"column {cells[at][0]}" for at, pin in enumerate(group[2])}
        else:
            goes |= {pin: _button(next(names)) for pin in group[1]}
    goes[build.tone_pin] = "the piezo"
    return [
        (pin, f"pin {EDGE_PIN[pin]}", goes[pin])
        for pin in sorted(goes, key=lambda pin: EDGE_PIN[pin])
    ]


def _why_shifter() -> str:
    return (
        "The Pico's pins give 3.3 V. Pixels that run on 5 V count a data line as high from 3.5 V\n"
        "on (0.7 of their supply), so the 74AHCT125 stands between: on 5 V it takes anything\n"
        "above 2 V as high and gives 5 V.\n"
    )


def _chain(build: Build) -> str:
    size = build.size
    rows = []
    for rank in reversed(range(size)):
        places = build.order[rank * size : (rank + 1) * size]
        rows.append(" ".join(f"{place + 1:2}" for place in places))
    cells = build.pixels_of(5)
    corner, opposite = cells[0] + 1, cells[-1] + 1
    where = f"The cell a1 is pixel {corner}, e5 is pixel {opposite}.\n"
    if build.has_rim:
        column, row = build.window % size, build.window // size
        where = (
            f"A 5x5 board has its a1 at pixel {corner} and its e5 at pixel {opposite}, with "
            f"{column} column free to the left\nand {row} row below it. The lights around it tell "
            "whose turn it is, how often a position\nhas stood, and about the PC.\n"
        )
    return (
        "Seen from the front, a1 at the bottom left. Data goes into pixel 1, and from each pixel\n"
        "to the next number.\n\n```\n" + "\n".join(rows) + f"\n```\n\n{where}"
    )


def _buttons(build: Build) -> str:
    lines = []
    names = iter(build.buttons)
    for group in build.keys:
        if group[0] == "matrix":
            cells = [next(names) for _ in group[1] for _ in group[2]]
            lines.append(
                f"The {len(cells)} keys are a matrix of {len(group[1])} rows and {len(group[2])} "
                "columns. Current flows from a\ncolumn through the key and its diode to a row, so "
                "each diode's anode faces its column\nand its cathode, the end with the ring, its "
                "row. No resistors.\n"
            )
        else:
            buttons = [next(names) for _ in group[1]]
            lines.append(
                f"The buttons {', '.join(buttons)}:\neach between its pin and ground, with no "
                "resistor: the Pico's own pull-ups hold the pins high.\n"
            )
    return "\n".join(lines)
