"""The circuit of a build: which legs of which parts are one net.

Decides how the parts are connected; pins, buttons and their scan are the build's.  Wires, the
parts to buy, the electrical check and the pictures are made from this.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schiri_device.boards import ROWS
from schiri_device.builds import STICK, Build

from hardware.circuit.kinds import KINDS, Leg, PartKind

# Circuits are drawn for the board that we recommend.
PINS = ROWS[0][2].split()
GROUND, USB, FUSED, RAIL, LOGIC = "ground", "VBUS", "fused 5 V", "5 V", "3.3 V"


class Part(NamedTuple):
    """A part: its reference, its kind, and which of several it is, as "red" or "c3"."""

    ref: str
    kind: str
    label: str = ""

    @property
    def of(self) -> PartKind:
        """Its kind."""
        return KINDS[self.kind]

    def leg(self, name: str) -> Leg:
        """Return a leg by its name."""
        return next(leg for leg in self.of.legs if leg.name == name)


class PartLeg(NamedTuple):
    """A leg of a part, by reference and name."""

    ref: str
    leg: str


class Circuit:
    """Parts, and nets of their legs.

    Shape: ``parts`` are in the order in which they are soldered; a net's ends begin with the one
    that drives it.
    """

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.nets: dict[str, list[PartLeg]] = {}
        # Legs that are meant to be open, and pins that the program makes outputs.
        self.open: list[PartLeg] = []
        self.outputs: list[PartLeg] = []

    def add(self, kind: str, label: str = "") -> str:
        """Add a part; return its reference."""
        prefix = KINDS[kind].prefix
        number = 1 + sum(part.of.prefix == prefix for part in self.parts.values())
        ref = f"{prefix}{number}"
        self.parts[ref] = Part(ref, kind, label)
        return ref

    def join(self, net: str, *ends: tuple[str, str]) -> None:
        """Connect legs with a net, which begins to be with the first one."""
        self.nets.setdefault(net, []).extend(PartLeg(*end) for end in ends)

    def leave_open(self, ref: str, *legs: str) -> None:
        """Say that legs are connected with nothing, on purpose."""
        self.open += [PartLeg(ref, leg) for leg in legs]

    def net_of(self, ref: str, leg: str) -> str:
        """Return the net of a leg, "" where it is open."""
        return next((name for name, ends in self.nets.items() if PartLeg(ref, leg) in ends), "")

    def of_kind(self, kind: str) -> list[Part]:
        """Return the parts of a kind."""
        return [part for part in self.parts.values() if part.kind == kind]


def cell_name(build: Build, cell: int) -> str:
    """Return the name of a cell of the grid.

    >>> from schiri_device.builds import load
    >>> cell_name(load("feel5"), 6)
    'b2'
    """
    return "abcdefgh"[cell % build.size] + "12345678"[cell // build.size]


def circuit_of(build: Build) -> Circuit:
    """Return the circuit of a build."""
    circuit = Circuit()
    pico = circuit.add("pico")
    circuit.join(GROUND, (pico, "GND"))
    _power(circuit, pico, has_bulk=not build.tiles)
    if build.tiles:
        _tiles(circuit, pico, *build.tiles)
    else:
        _data(circuit, pico, build)
    if build.sensors:
        _sensors(circuit, pico, build, *build.sensors)
    _buttons(circuit, pico, build)
    _piezo(circuit, pico, build)
    driven = [build.tiles[0][0] if build.tiles else build.pixel_line, build.tone_line]
    driven += build.sensors[0] if build.sensors else ()
    circuit.outputs = [PartLeg(pico, PINS[line]) for line in driven]
    used = {end.leg for ends in circuit.nets.values() for end in ends if end.ref == pico}
    circuit.leave_open(pico, *(leg.name for leg in KINDS["pico"].legs if leg.name not in used))
    return circuit


def _power(circuit: Circuit, pico: str, has_bulk: bool) -> None:
    """Fuse the pixels' 5 V, and let it rise slowly: USB allows 10 uF at once, these are 470.

    Tiles have some 200 uF of their own.
    """
    fuse, switch = circuit.add("fuse"), circuit.add("switch")
    hold, slope = circuit.add("capacitor-hold"), circuit.add("capacitor-slope")
    pull, back = circuit.add("resistor-gate"), circuit.add("diode-gate")
    circuit.join(USB, (pico, "VBUS"), (fuse, "one leg"))
    circuit.join(FUSED, (fuse, "other leg"), (switch, "S"), (hold, "one leg"))
    gate = (switch, "G"), (hold, "other leg"), (slope, "one leg"), (pull, "one leg"), (back, "K")
    circuit.join("gate", *gate)
    circuit.join(RAIL, (switch, "D"), (slope, "other leg"))
    circuit.join(GROUND, (pull, "other leg"), (back, "A"))
    if has_bulk:
        bulk = circuit.add("capacitor-bulk")
        circuit.join(RAIL, (bulk, "plus"))
        circuit.join(GROUND, (bulk, "minus"))


def _data(circuit: Circuit, pico: str, build: Build) -> None:
    """Lead the data line through the first gate of the level shifter into the chain."""
    shifter, chip = circuit.add("shifter"), circuit.add("capacitor-chip")
    low, series = circuit.add("resistor-low"), circuit.add("resistor-data")
    circuit.join(RAIL, (shifter, "VCC"), (chip, "one leg"))
    circuit.join(GROUND, (shifter, "GND"), (chip, "other leg"), (shifter, "/1OE"))
    # A gate that is not used is switched off, and its input must not float.
    circuit.join(RAIL, *((shifter, f"/{gate}OE") for gate in (2, 3, 4)))
    circuit.join(GROUND, *((shifter, f"{gate}A") for gate in (2, 3, 4)))
    circuit.leave_open(shifter, "2Y", "3Y", "4Y")
    circuit.join("data 3.3 V", (pico, PINS[build.pixel_line]), (shifter, "1A"), (low, "one leg"))
    circuit.join(GROUND, (low, "other leg"))
    circuit.join("data 5 V", (shifter, "1Y"), (series, "one leg"))
    end = (series, "other leg")
    net = "pixel data"
    for pixel in _pixels(circuit, build):
        circuit.join(RAIL, (pixel, "5V"))
        circuit.join(GROUND, (pixel, "GND"))
        circuit.join(net, end, (pixel, "DIN"))
        end, net = (pixel, "DOUT"), f"chain behind {pixel}"
    circuit.leave_open(*end)


def _tiles(circuit: Circuit, pico: str, lines: tuple[int, ...], addresses: bytes) -> None:
    """Join the tiles, whose level shifters and pull-ups are on them, with the bus."""
    circuit.join("SCL", (pico, PINS[lines[0]]))
    circuit.join("SDA", (pico, PINS[lines[1]]))
    for address in addresses:
        tile = circuit.add("tile", f"{address:#x}")
        circuit.join(RAIL, (tile, "VIN"))
        circuit.join(GROUND, (tile, "GND"))
        for name in ("SCL", "SDA", "INT"):
            circuit.join(name, (tile, name))


def _pixels(circuit: Circuit, build: Build) -> Iterator[str]:
    """Yield what the data line goes through, in the order of the chain."""
    if build.has_rim:
        yield circuit.add("matrix")
        return
    place_of = {place: cell for cell, place in enumerate(build.order)}
    for place in range(len(build.order)):
        yield circuit.add("pixel", cell_name(build, place_of[place]))


def _sensors(
    circuit: Circuit, pico: str, build: Build, selects: range, measures: range, channels: bytes
) -> None:
    """Lead each sensor to its channel of a multiplexer, and each multiplexer to its pin.

    Rule: all of them have the Pico's 3.3 V, with which it measures: no reading can be higher.
    """
    width = 1 << len(selects)
    circuit.join(LOGIC, (pico, "3V3"))
    multiplexers: list[str] = []
    for number, line in enumerate(measures, 1):
        mux, chip = circuit.add("mux", str(number)), circuit.add("capacitor-mux", str(number))
        circuit.join(LOGIC, (mux, "VCC"), (chip, "one leg"))
        circuit.join(GROUND, (mux, "GND"), (chip, "other leg"), (mux, "/E"))
        for at, select in enumerate(selects):
            circuit.join(f"select {at}", *([] if multiplexers else [(pico, PINS[select])]))
            circuit.join(f"select {at}", (mux, f"S{at}"))
        circuit.join(f"measured {number}", (pico, PINS[line]), (mux, "COM"))
        multiplexers.append(mux)
    for cell, channel in enumerate(channels):
        name = cell_name(build, cell)
        sensor, chip = circuit.add("sensor", name), circuit.add("capacitor-sensor", name)
        circuit.join(LOGIC, (sensor, "VCC"), (chip, "one leg"))
        circuit.join(GROUND, (sensor, "GND"), (chip, "other leg"))
        way = multiplexers[channel // width], f"I{channel % width}"
        circuit.join(f"sensor {name}", (sensor, "OUT"), way)
    for number, mux in enumerate(multiplexers):
        free = set(range(width)) - {each - width * number for each in channels}
        circuit.leave_open(mux, *(f"I{channel}" for channel in sorted(free)))


def _buttons(circuit: Circuit, pico: str, build: Build) -> None:
    names = iter(build.named if build.tiles else build.buttons)
    for group in build.keys:
        if group[0] == "matrix":
            cells = [next(names) for _ in group[1] for _ in group[2]]
            _keys(circuit, pico, group[1], group[2], cells)
        else:
            _to_ground(circuit, pico, {PINS[line]: next(names) for line in group[1]})


def _to_ground(circuit: Circuit, pico: str, button_of: dict[str, str]) -> None:
    """Connect each pin through its button with ground; the Pico's own pull-ups hold it high."""
    stick = circuit.add("stick") if set(button_of.values()) & set(STICK) else ""
    for pin, button in button_of.items():
        if button in STICK:
            circuit.join(button, (pico, pin), (stick, button))
            continue
        ref = circuit.add("button", button)
        circuit.join(button, (pico, pin), (ref, "one leg"))
        circuit.join(GROUND, (ref, "other leg"))
    if stick:
        circuit.join(GROUND, (stick, "common"))


def _keys(circuit: Circuit, pico: str, rows: range, columns: range, cells: list[str]) -> None:
    """Connect each column through a key and its diode with each row.

    Rule: with a diode for each key, any number of keys may be down without ghost presses.
    """
    for at, cell in enumerate(cells):
        row, column = rows[at // len(columns)], columns[at % len(columns)]
        key, diode = circuit.add("key", cell), circuit.add("diode", cell)
        if f"column {cell[0]}" not in circuit.nets:
            circuit.join(f"column {cell[0]}", (pico, PINS[column]))
        if f"row {cell[1]}" not in circuit.nets:
            circuit.join(f"row {cell[1]}", (pico, PINS[row]))
        circuit.join(f"column {cell[0]}", (key, "one leg"))
        circuit.join(f"key {cell}", (key, "other leg"), (diode, "A"))
        circuit.join(f"row {cell[1]}", (diode, "K"))


def _piezo(circuit: Circuit, pico: str, build: Build) -> None:
    series, piezo = circuit.add("resistor-piezo"), circuit.add("piezo")
    circuit.join("tone", (pico, PINS[build.tone_line]), (series, "one leg"))
    circuit.join("piezo", (series, "other leg"), (piezo, "one leg"))
    circuit.join(GROUND, (piezo, "other leg"))
