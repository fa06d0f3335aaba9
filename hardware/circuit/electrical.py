"""The electrical check of a circuit, and its netlist for KiCad, by SKiDL.

Decides which data SKiDL gets of a circuit, and checks what SKiDL cannot see: reversed diodes,
exchanged lines of a bus, and sensors that cannot be read.
"""

import inspect
import logging
import re
from contextlib import chdir
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType, SimpleNamespace
from typing import Any

from hardware.circuit.circuit import GROUND, LOGIC, RAIL, Circuit, PartLeg
from hardware.circuit.current import LOGIC_MA, SENSOR_MA
from hardware.circuit.kinds import OUT
from hardware.circuit.lacking import lacking

# The net of each contact of a tile.
LINES = {"VIN": RAIL, "GND": GROUND, "SCL": "SCL", "SDA": "SDA", "INT": "INT"}
# Functions of the Pico's pins, from GP0 on and then again: data and clock of its two buses, by the
# data sheets of both chips.
BUSES = (("SDA", 0), ("SCL", 0), ("SDA", 1), ("SCL", 1))
# The pins that measure, and stand no more than the Pico's own 3.3 V.
MEASURING = ("GP26", "GP27", "GP28")


def problems(circuit: Circuit) -> list[str]:
    """Return what is wrong with a circuit, a sentence each."""
    skidl, told = _skidl(), _Told()
    built = _built(circuit)
    skidl.erc_logger.addHandler(told)
    built.ERC()
    skidl.erc_logger.removeHandler(told)
    found = *backward_diodes(circuit), *crossed_lines(circuit), *unread_sensors(circuit)
    return [*told.sentences, *found]


def backward_diodes(circuit: Circuit) -> list[str]:
    """Return the diodes through which no current can go the way that it should."""
    wrong = []
    expected = {diode.ref: ("ground", "gate") for diode in circuit.of_kind("diode-gate")}
    for diode in circuit.of_kind("diode"):
        expected[diode.ref] = f"key {diode.label}", f"row {diode.label[1]}"
    for ref, right in expected.items():
        ends = circuit.net_of(ref, "A"), circuit.net_of(ref, "K")
        if ends != right:
            wrong.append(f"{ref} goes from {ends[0]} to {ends[1]}")
    return wrong


def crossed_lines(circuit: Circuit) -> list[str]:
    """Return the contacts of tiles, and the pins for their bus, that are on a wrong line."""
    wrong = []
    for tile in circuit.of_kind("tile"):
        nets = {leg: circuit.net_of(tile.ref, leg) or "nothing" for leg in LINES}
        wrong += [f"{tile.ref} {leg} is on {nets[leg]}" for leg in LINES if nets[leg] != LINES[leg]]
    pico, units = circuit.of_kind("pico")[0].ref, set()
    for line in ("SCL", "SDA"):
        for end in circuit.nets.get(line, []):
            if end.ref == pico:
                name, unit = BUSES[int(end.leg.removeprefix("GP")) % len(BUSES)]
                units.add(unit)
                wrong += [f"{end.leg} is {name}, and on {line}"] if name != line else []
    return wrong + (["SCL and SDA are of two buses"] if len(units) > 1 else [])


def unread_sensors(circuit: Circuit) -> list[str]:
    """Return why a sensor is not read, or could harm the pin that measures it."""
    wrong = []
    pico = circuit.of_kind("pico")[0].ref
    supplied = {"mux": {"VCC": LOGIC, "GND": GROUND, "/E": GROUND}}
    supplied["sensor"] = {"VCC": LOGIC, "GND": GROUND}
    for kind, legs in supplied.items():
        for part in circuit.of_kind(kind):
            nets = {leg: circuit.net_of(part.ref, leg) or "nothing" for leg in legs}
            wrong += [
                f"{part.ref} {leg} is on {nets[leg]}" for leg in legs if nets[leg] != legs[leg]
            ]
    if circuit.of_kind("sensor") and circuit.net_of(pico, "3V3") != LOGIC:
        wrong.append(f"{LOGIC} is not the Pico's")
    measured: list[str] = []
    for mux in circuit.of_kind("mux"):
        pins = _pins_on(circuit, pico, mux.ref, "COM")
        wrong += [] if set(pins) & set(MEASURING) else [f"{mux.ref} is not measured"]
        measured += pins
        for at in range(4):
            driven = [PartLeg(pico, pin) for pin in _pins_on(circuit, pico, mux.ref, f"S{at}")]
            is_right = circuit.net_of(mux.ref, f"S{at}") == f"select {at}"
            if not is_right or len(driven) != 1 or driven[0] not in circuit.outputs:
                wrong.append(f"{mux.ref} S{at} is not selected")
    wrong += ["a pin measures two multiplexers"] if len(set(measured)) < len(measured) else []
    for sensor in circuit.of_kind("sensor"):
        ends = circuit.nets.get(circuit.net_of(sensor.ref, "OUT"), [])
        channels = [end for end in ends if circuit.parts[end.ref].kind == "mux"]
        if len(channels) != 1 or channels[0].leg[:1] != "I" or len(ends) != 2:
            wrong.append(f"{sensor.ref} of {sensor.label} has no channel of its own")
    if len(circuit.of_kind("sensor")) * SENSOR_MA > LOGIC_MA:
        wrong.append(f"the sensors draw more than {LOGIC_MA} mA")
    return wrong


def _pins_on(circuit: Circuit, pico: str, ref: str, leg: str) -> list[str]:
    """Return the pins of the Pico that are on the net of a leg."""
    return [end.leg for end in circuit.nets.get(circuit.net_of(ref, leg), []) if end.ref == pico]


def netlist(circuit: Circuit, name: str) -> str:
    """Return the netlist that KiCad's board editor imports; it has no date."""
    skidl = _skidl()
    with TemporaryDirectory() as folder:
        text: str = _built(circuit).generate_netlist(
            tool=skidl.KICAD9,
            file_=str(Path(folder, "netlist")),
            do_backup=False,
            track_src=False,
        )
    text = re.sub(r'\(date ".*?"\)', "(date)", text)
    return re.sub(r'\(source ".*?"\)', f'(source "{name}")', text)


class _Told(logging.Handler):
    """Collects the warnings and errors that SKiDL reports."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.sentences: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.sentences.append(record.getMessage())


@cache
def _skidl() -> ModuleType:
    """Return SKiDL, quiet: we use no library of parts, and collect its messages ourselves."""
    usual, stack = logging.getLoggerClass(), inspect.stack
    logging.disable(logging.WARNING)
    # SKiDL looks up the running program many times, each time with the source lines of all callers.
    inspect.stack = partial(stack, 0)
    # SKiDL opens its logs in the current folder when it is loaded.
    with TemporaryDirectory() as folder, chdir(folder), lacking("InSpice"):
        skidl = import_module("skidl")
        loggers = import_module("skidl.logger")
        for logger in (loggers.erc_logger, loggers.rt_logger):
            for handler in [*logger.handlers]:
                logger.removeHandler(handler)
            logger.addHandler(logging.NullHandler())
    # SKiDL records the source line of each part and net.  That took five sixths of the time, and
    # we do not use it.
    for name in ("circuit", "node"):
        import_module(f"skidl.{name}").__dict__["get_skidl_trace"] = list
    import_module("skidl.scriptinfo").__dict__["inspect"] = SimpleNamespace(stack=inspect.stack)
    inspect.stack = stack
    logging.disable(logging.NOTSET)
    logging.setLoggerClass(usual)
    return skidl


def _built(circuit: Circuit) -> Any:
    """Return a circuit as SKiDL's."""
    skidl = _skidl()
    built = skidl.Circuit()
    parts: dict[str, Any] = {}
    for ref, part in circuit.parts.items():
        kind = part.of
        pins = []
        for leg in kind.legs:
            does = OUT if PartLeg(ref, leg.name) in circuit.outputs else leg.does
            func = getattr(skidl.Pin.types, does)
            pins.append(skidl.Pin(num=str(leg.number), name=leg.name, func=func))
        template = skidl.Part(
            name=part.kind,
            tool=skidl.SKIDL,
            dest=skidl.TEMPLATE,
            ref_prefix=kind.prefix,
            footprint=kind.footprint,
            pins=pins,
        )
        value = f"{kind.what}, {part.label}" if part.label else kind.what
        parts[ref] = template(ref=ref, value=value, circuit=built, tag=ref)

    def pin(end: PartLeg) -> Any:
        return parts[end.ref].p[str(circuit.parts[end.ref].leg(end.leg).number)]

    for name, ends in circuit.nets.items():
        net = skidl.Net(name, circuit=built)
        for end in ends:
            net += pin(end)
    for end in circuit.open:
        built.NC += pin(end)
    return built
