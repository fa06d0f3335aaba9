"""Every wire of a build, once, with its number and its colour.

Decides in which order a circuit is wired, and how its ends are called.  A wire is where it begins,
where it ends, and what it carries; one to each of several equal ends is one row.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schiri_device.builds import STICK

from hardware.circuit.circuit import FUSED, GROUND, LOGIC, RAIL, USB, Circuit, PartLeg
from hardware.circuit.kinds import EDGE, GROUND_PIN

EDGE_PIN = {name: number for number, name in enumerate(EDGE, 1) if name != "GND"}
# Nets with many ends get a rail of their own.
RAILS = {GROUND: "ground rail", RAIL: "5 V rail", LOGIC: "3.3 V rail"}
# Kinds with many parts that are all wired alike.
MANY = ("key", "diode", "pixel", "sensor")
# Parts that are soldered to the legs of another one, and wired together with it.
ONTO = {"capacitor-sensor": ("sensor", {"one leg": "VCC", "other leg": "GND"})}
# The use of a net and the colour of its wires, by the prefix of its name.
CARRIED = (
    (GROUND, "ground", "black"),
    (USB, "5 V from USB", "orange"),
    (FUSED, "5 V behind the fuse", "orange"),
    (RAIL, "5 V behind the transistor", "red"),
    (LOGIC, "3.3 V from the Pico", "yellow"),
    ("select", "selects a channel", "white"),
    ("measured", "0.2 to 3.1 V, measured", "violet"),
    ("sensor", "0.2 to 3.1 V", "brown"),
    ("gate", "switches the 5 V rail on", "violet"),
    ("data 3.3 V", "data, 3.3 V", "green"),
    ("data 5 V", "data, 5 V", "green"),
    ("pixel data", "data, 5 V", "green"),
    ("chain", "the chain", "green"),
    ("SCL", "clock of the bus, 3.3 V", "green"),
    ("SDA", "data of the bus, 3.3 V", "green"),
    ("edges", "INT, VIN, ground, SCL and SDA", "white"),
    ("tone", "square wave", "brown"),
    ("piezo", "square wave", "brown"),
    ("column", "", "blue"),
    ("row", "", "yellow"),
    ("key", "current flows only this way", "white"),
    ("", "low while it is pressed", "blue"),
)


class Wire(NamedTuple):
    """One wire, or one wire to each of several equal ends.

    Shape: ``ends`` are the legs that it reaches, ``starts`` those that it begins at, none where
    that is a rail.
    """

    number: int
    begin: str
    end: str
    what: str
    colour: str
    ends: tuple[PartLeg, ...]
    starts: tuple[PartLeg, ...] = ()


def pico(name: str) -> str:
    """Return how a pin of the Pico is called on the pages.

    >>> pico("GP0")
    'Pico GP0 (pin 1)'
    """
    number = GROUND_PIN if name == "GND" else EDGE_PIN[name]
    return f"Pico {name} (pin {number})"


def wires(circuit: Circuit) -> list[Wire]:
    """Return all wires of a circuit, as they are soldered."""
    found: list[Wire] = []
    for net, starts, ends in _runs(circuit):
        begin = called(circuit, starts) if starts else RAILS[net]
        what, colour = next(
            (what or net, colour) for name, what, colour in CARRIED if net.startswith(name)
        )
        end, number = called(circuit, ends), len(found) + 1
        found.append(Wire(number, begin, end, what, colour, tuple(ends), tuple(starts)))
    return found


def _runs(circuit: Circuit) -> Iterator[tuple[str, list[PartLeg], list[PartLeg]]]:
    """Yield each wire: its net, where it begins, nothing for a rail, and the ends it reaches."""
    chains: list[PartLeg] = []
    keys: list[PartLeg] = []
    tiles = [part.ref for part in circuit.of_kind("tile")]
    edges = [end for ends in circuit.nets.values() for end in ends if end.ref in tiles[1:]]
    for net, all_ends in circuit.nets.items():
        # The first tile is wired; its edges, and theirs, lead on to the others.
        ends = [end for end in all_ends if end not in edges]
        if net == "INT":
            continue
        if net.startswith("chain"):
            chains += ends
        elif net.startswith("key "):
            keys += ends
        else:
            starts = [] if net in RAILS else ends[:1]
            for run in _equal(circuit, ends[len(starts) :]):
                yield net, starts, run
    if edges:
        yield "edges", [PartLeg(tiles[0], "INT")], edges
    for net, begin, end, pairs in (
        ("chain", "DOUT", "DIN", chains),
        ("key", "other leg", "A", keys),
    ):
        if pairs:
            starts = [each for each in pairs if each.leg == begin]
            yield net, starts, [each for each in pairs if each.leg == end]


def _equal(circuit: Circuit, ends: list[PartLeg]) -> Iterator[list[PartLeg]]:
    """Yield ends in runs of what is called together: legs of many keys, unused ones of a chip."""
    runs: dict[tuple[str, str], list[PartLeg]] = {}
    for end in ends:
        part = circuit.parts[end.ref]
        # Only the first gate of the chip is used.
        gate = "".join(sign for sign in end.leg if sign not in "/234")
        is_unused = part.kind == "shifter" and any(each in end.leg for each in "234")
        leg = gate if is_unused else end.leg
        kind, legs = ONTO.get(part.kind, (part.kind, {}))
        leg = legs.get(leg, leg)
        runs.setdefault((kind if kind in MANY else end.ref, leg), []).append(end)
    yield from runs.values()


def called(circuit: Circuit, ends: list[PartLeg]) -> str:
    """Return how ends are called on the pages.

    >>> from schiri_device.builds import load
    >>> from hardware.circuit.circuit import circuit_of
    >>> circuit = circuit_of(load("cursor"))
    >>> [called(circuit, [end]) for end in circuit.nets["up"]]
    ['Pico GP2 (pin 4)', 'stick up']
    >>> called(circuit, [circuit.nets["data 5 V"][1]])
    '330 ohm resistor'
    """
    part = circuit.parts[ends[0].ref]
    leg = part.leg(ends[0].leg)
    if part.kind == "tile":
        if leg.name == "INT":
            return f"five edge contacts of tile {part.label}"
        if len(ends) > 1:
            return "the same of its neighbours, edge to edge"
        return f"tile {part.label}, {leg.found}"
    if part.kind in ("key", "diode"):
        cells = " ".join(circuit.parts[end.ref].label for end in ends)
        many = len(ends) == len(circuit.of_kind("key"))
        if part.kind == "key":
            return f"{leg.found} of each key" if many else f"{leg.found} of keys {cells}"
        return "anode of its own diode" if many else f"cathodes (ring) of the diodes of {cells}"
    if part.kind == "pixel":
        pixels = [each.ref for each in circuit.of_kind("pixel")]
        numbers = [pixels.index(end.ref) + 1 for end in ends]
        first, last = min(numbers), max(numbers)
        return f"{leg.found} of pixel {first}" + (f" ... {last}" if last > first else "")
    if part.kind == "sensor":
        if len(ends) == 1:
            return f"sensor {part.label}, {leg.found}"
        return f"{leg.found} of each sensor, with a leg of its 100 nF"
    if part.kind == "mux":
        return f"{part.of.short} {part.label} {leg.found}"
    if part.kind == "shifter":
        if len(ends) == 1:
            return f"{part.of.short} {leg.found}"
        legs = [part.leg(end.leg) for end in ends]
        numbers_of = ", ".join(str(each.number) for each in legs)
        return f"{part.of.short} pins {numbers_of} ({', '.join(each.name for each in legs)})"
    if part.kind == "pico":
        return f"{part.of.short} {leg.found}"
    name = f"{part.of.short} {part.label}".strip()
    if part.kind == "stick" and leg.name in STICK:
        return f"{name} {leg.name}"
    return name if leg.name == "one leg" else f"{name}, {leg.found}"
