"""The page of a build: what to buy, how to wire it, what it draws.

Decides the texts for the maker; every figure comes from the build's data.
"""

from collections import Counter

from schiri.languages import LANGUAGES, NAMES
from schiri_device.builds import STICK, Build

from hardware.case.places import CASES
from hardware.circuit.circuit import PINS, Circuit, circuit_of
from hardware.circuit.current import current_text
from hardware.circuit.kinds import KINDS
from hardware.circuit.makers import BESIDES, PRICED
from hardware.circuit.tiles import tiles_text
from hardware.circuit.wires import EDGE_PIN, RAILS, wires
from hardware.markdown import table
from hardware.pages.sensors import sensors_text
from hardware.pages.steps import step_of

BOARDS = """\
Buy the Pico 2: it has 520 kB of memory where the Pico has 264. A Pico 2 W does as well. All have
the same pins, and all of this page holds for them. `firmware/schiri_device/boards.py` has the pins
of other boards.
"""
BOARDS_SENSED = """\
Buy the Pico 2, or a Pico 2 W, which has the same pins: a Pico has too little memory for the program
of this build. `firmware/schiri_device/boards.py` has the pins of other boards.
"""
TITLES = {
    "pads": "8x8 pads of silicone with a light under each, and six buttons",
    "cursor": "8x8 lights, a five-way stick and six buttons",
    "keys5": "25 keys with a light under each, and six buttons",
    "feel5": "25 fields that feel their stones, with a light in each, and six buttons",
}
PROGRAM = """\
`schiri deploy --build {name}` puts the program on the Pico; the [guide](../README.md) says how, and
what to do where nothing lights up. {torn}

If you solder a wire to another pin, change its number in
`firmware/schiri_device/builds/{name}.py`: it is a place in the board's row of pins in
`firmware/schiri_device/boards.py`, which on a Pico is the number behind GP{other}.
`make hardware` then writes this page with your pin.
"""
TORN = """\
If the picture is turned, mirrored or torn into stripes, the
chain of your {pixels} runs in another way. `hardware/circuit/pixel_order.py` gives the order
of other chains: print the one of yours, and put it into `builds/{name}.py`."""
TORN_TILES = """\
If a quarter of the picture is where another one belongs,
the jumpers of two tiles are exchanged."""


def _torn(build: Build) -> str:
    if build.tiles:
        return TORN_TILES
    return TORN.format(name=build.name, pixels="matrix" if build.has_rim else "pixels")


def _other_lines(build: Build) -> str:
    """Return which lines are not called as their pins are."""
    lines = (
        [line for line in build.sensors[1] if PINS[line] != f"GP{line}"] if build.sensors else []
    )
    return "".join(f"; {line} is {PINS[line]}" for line in lines)


def cost(circuit: Circuit) -> float:
    """Return what all parts of a build cost, cable and board too.

    Units: EUR, as we guess.
    """
    parts = sum(part.of.euros for part in circuit.parts.values())
    has_sensors = bool(circuit.of_kind("sensor"))
    return parts + sum(each.needed(has_sensors) * each.euros for each in BESIDES.values())


def page(build: Build) -> str:
    """Return the page of a build."""
    circuit = circuit_of(build)
    sections = [
        f"# {build.name}: {TITLES[build.name]}\n",
        *_case(build),
        "## What to buy\n",
        table(("", "part", "note", f"our guess, {PRICED}"), _parts(circuit)),
        "Besides: wire. [parts.md](../parts.md) has makers' numbers, and what to look for.\n",
        BOARDS_SENSED if build.sensors else BOARDS,
        "## Pins\n",
        table(("pin", "of the board's edge", "goes to"), _pins(build)),
        "## The schematic\n",
        f"![The schematic: power, lights, buttons and all the rest]({build.name}-schematic.svg)\n",
        f"`{build.name}.net` is its netlist, which KiCad's board editor imports.\n",
        "## Wires\n",
        f"![Every part, with the numbers of its wires]({build.name}-wiring.svg)\n",
        f"Each wire once. {_rails(circuit)} are where many ends meet; the steps are\n"
        "those of the [guide](../README.md).\n",
        table(("", "from", "to", "", "colour", "step"), _wires(circuit)),
        *_perfboard(build),
        *([tiles_text(build)] if build.tiles else [_why_shifter(), _chain(build)]),
        sensors_text(build),
        "## Buttons\n",
        _buttons(build),
        *_legend(build),
        "## Current\n",
        current_text(build),
        "## Program\n",
        PROGRAM.format(name=build.name, torn=_torn(build), other=_other_lines(build)),
    ]
    return "\n".join(sections)


def _case(build: Build) -> list[str]:
    """Return the picture of the case, nothing for a build without one."""
    if build.name not in CASES:
        return []
    return [f"[![The device in its case]({build.name}-case.png)](../case.md)\n"]


def _perfboard(build: Build) -> list[str]:
    """Return the section about the perforated boards, nothing for a build without a case."""
    if build.name not in CASES:
        return []
    return [
        "## Where parts go\n",
        f"![The places of parts on the perforated boards]({build.name}-perfboard.svg)\n",
        "This is a proposal that fits the case. Red holes take legs. Count from the top left.\n"
        "The table of wires tells the connections.\n",
    ]


def _legend(build: Build) -> list[str]:
    """Return the section about the legend, nothing for a build without a case."""
    if build.name not in CASES:
        return []
    links = ", ".join(
        f"[{NAMES[language]}]({build.name}-legend-{language}.svg)" for language in LANGUAGES
    )
    return [
        "## Legend\n",
        f"To print at its real size, on paper or foil, and lay around the buttons: {links}.\n"
        "The line below it is 50 mm long where it was printed right. It fits the case, or a panel\n"
        "of your own with the buttons at the same places.\n",
        f"![The legend: what each button does]({build.name}-legend-en.svg)\n",
    ]


def _parts(circuit: Circuit) -> list[tuple[str, str, str, str]]:
    """Return what to buy: how many, what, a note, and what they cost together."""
    counts = Counter(part.kind for part in circuit.parts.values())
    rows = []
    for kind, count in counts.items():
        of = KINDS[kind]
        rows.append((str(count), of.what, of.note, f"{count * of.euros:.2f} EUR"))
    for each in BESIDES.values():
        if count := each.needed(bool(circuit.of_kind("sensor"))):
            rows.append((str(count), each.what, "", f"{count * each.euros:.2f} EUR"))
    return [*rows, ("", "all together", "", f"{cost(circuit):.2f} EUR")]


def _rails(circuit: Circuit) -> str:
    """Return the names of the rails of a circuit."""
    names = [f'"{name}"' for net, name in sorted(RAILS.items()) if net in circuit.nets]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _wires(circuit: Circuit) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for wire in wires(circuit):
        number, step = str(wire.number), str(step_of(circuit, wire))
        rows.append((number, wire.begin, wire.end, wire.what, wire.colour, step))
    return rows


def _button(name: str) -> str:
    return ("stick " if name in STICK else "button ") + name


def _pins(build: Build) -> list[tuple[str, str, str]]:
    goes = {build.pixel_line: "the pixels' data, through the level shifter"}
    names = iter(build.buttons)
    if build.tiles:
        clock, data = build.tiles[0]
        goes = {clock: "clock of the tiles' bus (SCL)", data: "data of the tiles' bus (SDA)"}
        names = iter(build.named)
    for group in build.keys:
        if group[0] == "matrix":
            cells = [next(names) for _ in group[1] for _ in group[2]]
            width = len(group[2])
            goes |= {line: f"row {cells[at * width][1]}" for at, line in enumerate(group[1])}
            goes |= {line: f"column {cells[at][0]}" for at, line in enumerate(group[2])}
        else:
            goes |= {line: _button(next(names)) for line in group[1]}
    goes[build.tone_line] = "the piezo"
    if build.sensors:
        selects, measures, _ = build.sensors
        goes |= {line: f"S{at} of both multiplexers" for at, line in enumerate(selects)}
        goes |= {line: f"COM of multiplexer {at}" for at, line in enumerate(measures, 1)}
    rows = {PINS[line]: what for line, what in goes.items()}
    rows |= {"3V3": "the sensors and multiplexers, through the 3.3 V rail"} if build.sensors else {}
    return [
        (pin, f"pin {EDGE_PIN[pin]}", rows[pin])
        for pin in sorted(rows, key=lambda pin: EDGE_PIN[pin])
    ]


def _why_shifter() -> str:
    return (
        "The Pico's pins give 3.3 V. Pixels that run on 5 V count a data line as high from 3.5 V\n"
        "on (0.7 of their supply), so they need the 74AHCT125: on 5 V it reads anything\n"
        "above 2 V as high and outputs 5 V.\n"
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
            f"{column} column free to the left\nand {row} row below it. The lights around it show "
            "whose turn it is, how often a position\nhas occurred, and the state of the link.\n"
        )
    return (
        "## The chain of pixels\n\n"
        "Seen from the front, a1 at the bottom left. From behind, where you solder, left and\n"
        "right are exchanged: a1 is at the bottom right. Data goes into pixel 1, and from each\n"
        "pixel to the next number.\n\n```\n" + "\n".join(rows) + f"\n```\n\n{where}"
    )


def _buttons(build: Build) -> str:
    lines = []
    names = iter(build.named if build.tiles else build.buttons)
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
