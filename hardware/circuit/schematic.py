"""The schematic of a build as a picture: power, data, buttons, keys, piezo, each by itself.

Decides where the symbols stand; references, pins and values are the circuit's.
"""

from itertools import pairwise
from typing import Any, Literal

from schiri_device.builds import Build

from hardware.circuit.circuit import LOGIC, RAIL, Circuit, Part, circuit_of
from hardware.circuit.kinds import KINDS
from hardware.circuit.lacking import lacking
from hardware.circuit.tiles import CORNERS, jumpers
from hardware.circuit.wires import pico

# It draws SVG by itself.
with lacking("matplotlib"):
    import schemdraw
    from schemdraw import elements, logic

INK = "#1d1d1b"
# The distances of buttons, and of the keys of a matrix.
ROW, PITCH = 2.2, 3.4


def schematic(build: Build) -> str:
    """Return the schematic of a build as SVG."""
    schemdraw.use("svg")
    circuit = circuit_of(build)
    drawing = schemdraw.Drawing(show=False)
    drawing.config(unit=2, fontsize=10, color=INK, bgcolor="white", lw=1.4, margin=1)
    sheet = SchematicSheet(drawing, circuit)
    sheet.power()
    if build.tiles:
        sheet.bus()
    else:
        sheet.data()
    sheet.buttons()
    if circuit.of_kind("sensor"):
        sheet.sensors()
    if circuit.of_kind("key"):
        sheet.keys()
    sheet.piezo()
    data: bytes = drawing.get_imagedata("svg")
    return data.decode()


class SchematicSheet:
    """A sheet on which the symbols of a circuit are put."""

    def __init__(self, drawing: Any, circuit: Circuit) -> None:
        self._drawing, self._circuit = drawing, circuit
        self._below = 0.0

    def _put(self, element: Any) -> Any:
        return self._drawing.add(element)

    def _only(self, kind: str, label: str = "") -> Part:
        """Return the one part of a kind, or that with a label."""
        return next(part for part in self._circuit.of_kind(kind) if label in ("", part.label))

    def _value(self, kind: str, label: str = "") -> str:
        part = self._only(kind, label)
        return f"{part.ref}\n{part.of.value}"

    def _pin(self, net: str) -> str:
        """Return the pin of the Pico on a net, as it is called."""
        ends = self._circuit.nets[net]
        return pico(next(end.leg for end in ends if end.ref == self._only("pico").ref))

    def _line(self, *points: tuple[float, float]) -> None:
        for begin, end in pairwise(points):
            self._put(elements.Line().at(begin).to(end))

    def _dot(self, at: tuple[float, float]) -> None:
        self._put(elements.Dot().at(at))

    def _ground(self, at: tuple[float, float]) -> None:
        self._put(elements.Ground().at(at))

    def _write(self, text: str, at: tuple[float, float], **look: Any) -> None:
        self._put(elements.Label().theta(0).at(at).label(text, **look))

    def _title(self, text: str, at: tuple[float, float]) -> None:
        self._write(text, at, halign="left", fontsize=13)

    def power(self) -> None:
        """From USB through fuse and transistor to the rail of the pixels."""
        self._title("Power", (0, 2))
        self._put(elements.Dot(open=True).at((1, 0)).label(self._pin("VBUS"), "left"))
        self._put(elements.Fuse().at((1, 0)).to((3, 0)).label(self._value("fuse")))
        self._line((3, 0), (5.2, 0))
        transistor = self._put(elements.PFet().theta(-90).anchor("drain").at((5.2, 0)))
        # The symbol is symmetric: its drain is drawn on the right.
        gate, drain = transistor.gate, transistor.source
        self._write(self._value("switch"), (gate[0], 0.5))
        self._write("S", (4.8, -0.35), fontsize=8)
        self._write("D", (drain[0] + 0.4, -0.35), fontsize=8)
        self._write("G", (gate[0] - 0.25, gate[1]), fontsize=8)
        low = gate[1] - 0.8
        self._line(tuple(gate), (gate[0], low))
        self._dot((gate[0], low))
        self._dot((3.6, 0))
        hold = self._value("capacitor-hold")
        self._put(elements.Capacitor().at((3.6, 0)).to((3.6, low)).label(hold))
        self._line((3.6, low), (gate[0], low))
        rail = drain[0] + 2
        self._line(tuple(drain), (rail + 3.4, 0))
        self._dot((rail, 0))
        slope = self._value("capacitor-slope")
        self._put(elements.Capacitor().at((rail, 0)).to((rail, low)).label(slope))
        self._line((rail, low), (gate[0], low))
        pull, back = self._value("resistor-gate"), self._value("diode-gate")
        self._put(
            elements.Resistor().at((gate[0], low)).to((gate[0], low - 2)).label(pull, "bottom")
        )
        self._ground((gate[0], low - 2))
        left = gate[0] - 1.6
        self._dot((left, low))
        self._put(elements.Diode().at((left, low - 2)).to((left, low)).label(back))
        self._ground((left, low - 2))
        if self._circuit.of_kind("capacitor-bulk"):
            bulk = rail + 2
            self._dot((bulk, 0))
            value = self._value("capacitor-bulk")
            self._put(elements.Capacitor(polar=True).at((bulk, 0)).to((bulk, -2)).label(value))
            self._ground((bulk, -2))
        self._put(elements.Dot(open=True).at((rail + 3.4, 0)).label(RAIL, "right"))

    def data(self) -> None:
        """From the Pico through a gate and a resistor to the first pixel, and along the chain."""
        y = -8.0
        self._title("Data", (0, y + 2))
        self._put(elements.Dot(open=True).at((1, y)).label(self._pin("data 3.3 V"), "left"))
        self._line((1, y), (3, y))
        self._dot((2, y))
        low = self._value("resistor-low")
        self._put(elements.Resistor().at((2, y)).to((2, y - 2)).label(low))
        self._ground((2, y - 2))
        gate = self._put(logic.Buf().theta(0).at((3, y)).anchor("in1"))
        shifter = self._only("shifter")
        text = f"{shifter.ref} {shifter.of.short}\n2 in, 3 out, 1 to ground"
        self._write(text, (gate.out[0] - 1.1, y + 1.5))
        supply = f"{shifter.ref}: 4, 10, 13, 14 to {RAIL}\n5, 7, 9, 12 to ground"
        self._write(supply, (3.2, y - 2), halign="left")
        end = (gate.out[0] + 2.4, y)
        series = self._value("resistor-data")
        self._put(elements.Resistor().at(tuple(gate.out)).to(end).label(series))
        kind = "matrix" if self._circuit.of_kind("matrix") else "pixel"
        pixels = self._circuit.of_kind(kind)
        pins = [
            elements.IcPin("DIN", side="left"),
            elements.IcPin("5V", side="top"),
            elements.IcPin("GND", side="bot"),
            elements.IcPin("DOUT", side="right"),
        ]
        first, last = pixels[0].ref, pixels[-1].ref
        name = f"{first}: {KINDS[kind].what}"
        if first != last:
            name = f"{first} ... {last}: {KINDS[kind].what},\neach DOUT to the next DIN"
        chain = self._put(elements.Ic(size=(3, 2), pins=pins).theta(0).at(end).anchor("DIN"))
        self._write(name, (chain.center[0], y - 2.9))
        self._put(elements.Vdd().at(chain["5V"]).label(RAIL))
        self._ground(chain.GND)
        x = chain.DOUT[0] + 2
        chip = self._value("capacitor-chip")
        self._put(elements.Vdd().at((x, y + 1)).label(RAIL))
        self._put(elements.Capacitor().at((x, y + 1)).to((x, y - 1)).label(chip))
        self._ground((x, y - 1))

    def bus(self) -> None:
        """From the Pico to the first tile, and from tile to tile by the contacts of their edges."""
        y = -11.0
        self._title("Bus", (0, y + 5))
        # As they lie at the edges, upwards.
        contacts = [leg.name for leg in KINDS["tile"].legs]
        pins = [
            elements.IcPin(name, side=side, anchorname=f"{side} {name}", lblsize=10)
            for side in ("left", "right")
            for name in contacts
        ]
        before: dict[str, tuple[float, float]] = {}
        for at, tile in enumerate(self._circuit.of_kind("tile")):
            box = elements.Ic(size=(2.1, 3.6), pins=pins, leadlen=0.25).theta(0)
            chip = self._put(box.at((4 + 2.95 * at, y)))
            here = {name: tuple(chip[f"left {name}"]) for name in contacts}
            for name, end in before.items():
                self._line(end, here[name])
            if not before:
                self._to_first_tile(here)
            before = {name: tuple(chip[f"right {name}"]) for name in contacts}
            middle = chip.center[0]
            self._write(f"{tile.ref}\n{tile.label}", (middle, y + 4.1))
            closed = jumpers(int(tile.label, 16))
            self._write(f"{CORNERS[at]}\njumpers: {closed}", (middle, y - 0.5), fontsize=8)
        self._write(
            f"{KINDS['tile'].what}; joined edge to edge in a square", (4, y + 5), halign="left"
        )

    def _to_first_tile(self, contact: dict[str, tuple[float, float]]) -> None:
        for name in ("SDA", "SCL"):
            end = contact[name]
            self._line((1, end[1]), end)
            self._put(elements.Dot(open=True).at((1, end[1])).label(self._pin(name), "left"))
        left = contact["GND"][0] - 2.2
        self._line((left, contact["GND"][1]), contact["GND"])
        self._ground((left, contact["GND"][1]))
        rail = (contact["VIN"][0] - 0.4, contact["VIN"][1])
        self._line(rail, contact["VIN"])
        self._put(elements.Dot(open=True).at(rail).label(RAIL, "left"))

    def buttons(self) -> None:
        """Each button from its pin to ground."""
        y = -13.5
        self._title("Buttons", (0, y + 1.2))
        nets = [
            name
            for name, ends in self._circuit.nets.items()
            if {self._circuit.parts[end.ref].kind for end in ends}
            in ({"pico", "button"}, {"pico", "stick"})
        ]
        for at, net in enumerate(nets):
            x, top = 3 + 8 * (at % 2), y - ROW * (at // 2)
            part = self._circuit.parts[self._circuit.nets[net][1].ref]
            name = f"{part.ref} {net}" if part.kind == "button" else f"{part.ref} stick {net}"
            self._put(elements.Dot(open=True).at((x, top)).label(self._pin(net), "left"))
            self._put(elements.Button().at((x, top)).to((x + 2, top)).label(name))
            self._ground((x + 2, top))
        self._below = y - ROW * ((len(nets) + 1) // 2) - 1

    def keys(self) -> None:
        """The matrix: columns down, rows across, a key and its diode at each crossing."""
        circuit = self._circuit
        cells = [part.label for part in circuit.of_kind("key")]
        files = sorted({cell[0] for cell in cells})
        ranks = sorted({cell[1:] for cell in cells}, reverse=True)
        top, left = self._below - 2, 3.0
        self._title("Keys", (0, self._below))
        bottom = top - PITCH * len(ranks) - 0.4
        for at, file in enumerate(files):
            x = left + PITCH * at
            self._put(elements.Dot(open=True).at((x, top)))
            name = self._pin(f"column {file}").removeprefix("Pico ")
            self._write(name, (x, top + 0.5))
            # A column ends at its last key: it meets no row.
            self._line((x, top), (x, bottom + PITCH - 0.2))
        right = left + PITCH * len(files) + 0.4
        for down, rank in enumerate(ranks):
            y = top - PITCH * down - 2.2
            self._line((left + 1, y), (right, y))
            pin = elements.Dot(open=True).at((right, y)).label(self._pin(f"row {rank}"), "right")
            self._put(pin)
            for at, file in enumerate(files):
                self._crossing(file + rank, left + PITCH * at, y)
        self._below = bottom - 1.5

    def sensors(self) -> None:
        """The multiplexers with the names at their channels, and one sensor for all of them."""
        top = self._below
        self._title("Sensors", (0, top))
        for at, mux in enumerate(self._circuit.of_kind("mux")):
            self._multiplexer(mux, 4.5 + 9.5 * at, top - 11)
        x, y = 2.6, top - 14.6
        pins = [
            elements.IcPin("1 VCC", side="top", anchorname="VCC"),
            elements.IcPin("2 GND", side="bot", anchorname="GND"),
            elements.IcPin("3 OUT", side="right", anchorname="OUT"),
        ]
        chip = self._put(elements.Ic(size=(2.4, 2), pins=pins).theta(0).at((x, y)))
        self._put(elements.Vdd().at(chip.VCC).label(LOGIC))
        self._ground(chip.GND)
        self._put(elements.Dot(open=True).at(chip.OUT).label("its channel", "right"))
        x = chip.OUT[0] + 4
        value = KINDS["capacitor-sensor"].value
        parts = self._circuit.of_kind("capacitor-sensor")
        name = f"{parts[0].ref} ... {parts[-1].ref}\n{value}, one at each sensor"
        self._capacitor(name, (x, chip.VCC[1]))
        sensors = self._circuit.of_kind("sensor")
        text = f"{sensors[0].ref} ... {sensors[-1].ref}: {KINDS['sensor'].what}"
        self._write(text, (1, chip.GND[1] - 1.6), halign="left")
        for at, part in enumerate(self._circuit.of_kind("capacitor-mux")):
            text = f"{part.ref} {value}\nat {self._circuit.of_kind('mux')[at].ref}"
            self._capacitor(text, (x + 6 + 3 * at, chip.VCC[1]))
        self._below = chip.GND[1] - 3

    def _capacitor(self, name: str, at: tuple[float, float]) -> None:
        x, y = at
        self._put(elements.Vdd().at((x, y)).label(LOGIC))
        self._put(elements.Capacitor().at((x, y)).to((x, y - 2)))
        self._write(name, (x + 0.6, y - 1.2), halign="left")
        self._ground((x, y - 2))

    def _multiplexer(self, mux: Part, x: float, y: float) -> None:
        """A multiplexer: channels on the left, each with its sensor, and all the rest."""
        channels = [f"I{number}" for number in range(16)]
        rest = ["GND", "/E", "COM", "S3", "S2", "S1", "S0", "VCC"]
        number_of = {leg.name: leg.number for leg in mux.of.legs}
        sides: list[tuple[Literal["left", "right"], list[str]]]
        sides = [("left", channels[::-1]), ("right", rest)]
        pins = [
            elements.IcPin(name, str(number_of[name]), side, anchorname=name, lblsize=9)
            for side, names in sides
            for name in names
        ]
        box = elements.Ic(
            size=(2.6, 9.6), pins=pins, leadlen=0.7, pinspacing=0.6, plblsize=8
        ).theta(0)
        chip = self._put(box.at((x, y)))
        name = mux.of.what.partition(",")[0].removeprefix(f"{mux.of.short} ")
        self._write(f"{mux.ref} {mux.of.short} {mux.label}\n{name}", (chip.center[0], y + 10))
        for name in channels:
            ends = self._circuit.nets.get(self._circuit.net_of(mux.ref, name), [])
            text = "open"
            if ends:
                sensor = self._circuit.parts[ends[0].ref]
                text = f"{sensor.ref} {sensor.label}"
            at = tuple(chip[name])
            self._write(text, (at[0] - 0.15, at[1]), halign="right", fontsize=9)
        for name in rest:
            at = tuple(chip[name])
            if name == "VCC":
                self._put(elements.Vdd().at(at).label(LOGIC))
            elif name == "GND":
                self._line(tuple(chip["/E"]), at)
                self._ground(at)
            elif name != "/E":
                text = self._pin(self._circuit.net_of(mux.ref, name))
                self._put(elements.Dot(open=True).at(at))
                self._write(text, (at[0] + 0.2, at[1]), halign="left", fontsize=9)

    def _crossing(self, cell: str, x: float, y: float) -> None:
        key, diode = self._only("key", cell), self._only("diode", cell)
        self._dot((x, y + 1.6))
        self._put(elements.Button().at((x, y + 1.6)).to((x + 1.2, y + 1.6)).scale(0.6))
        self._put(elements.Diode().at((x + 1.2, y + 1.6)).to((x + 1.2, y)).scale(0.6))
        self._dot((x + 1.2, y))
        text = f"{cell} {key.ref}\n{diode.ref}"
        self._write(text, (x + 1.45, y + 0.8), halign="left", fontsize=10)

    def piezo(self) -> None:
        """From its pin through a resistor to ground."""
        y = self._below
        self._title("Piezo", (0, y))
        y -= 1.2
        self._put(elements.Dot(open=True).at((3, y)).label(self._pin("tone"), "left"))
        series, piezo = self._value("resistor-piezo"), self._only("piezo")
        self._put(elements.Resistor().at((3, y)).to((5.4, y)).label(series))
        disc = elements.Crystal().at((5.4, y)).to((7.4, y)).label(f"{piezo.ref} piezo")
        self._put(disc)
        self._ground((7.4, y))
