"""Every wire of a build, once.

Decides how the parts are connected: the Pico, the level shifter for the data line, the pixels,
the buttons, the piezo.  A wire is where it begins, where it ends, and what it is for.
"""

from typing import NamedTuple

from schiri_device.builds import Build
from schiri_device.builds.build import STICK

# The pins of the edge of a Raspberry Pi Pico or Pico 2, counted around it.
_EDGE = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN "
    "GND VSYS VBUS"
)
EDGE_PIN = {name: number for number, name in enumerate(_EDGE.split(), 1) if name != "GND"}
# The ground pin that is used; all of them are one.
GROUND_PIN = 38

GROUND = "ground"
FIVE_VOLTS = "5 V"


class Wire(NamedTuple):
    """One wire, or one wire to each of several equal ends."""

    begin: str
    end: str
    what: str


def pico(name: str) -> str:
    """Return how a pin of the Pico is called on the pages.

    >>> pico("GP0")
    'Pico GP0 (pin 1)'
    """
    return f"Pico {name} (pin {EDGE_PIN[name]})"


def wires(build: Build) -> list[Wire]:
    """Return all wires of a build."""
    return [*_power(build), *_data(build), *_buttons(build), *_piezo(build)]


def _pixels(build: Build) -> str:
    return "the matrix" if build.has_rim else "the pixels"


def _power(build: Build) -> list[Wire]:
    pixels = _pixels(build)
    return [
        Wire(pico("VBUS"), f"{FIVE_VOLTS} rail", "5 V from USB"),
        Wire(f"Pico GND (pin {GROUND_PIN})", f"{GROUND} rail", "ground"),
        Wire(f"{FIVE_VOLTS} rail", f"5 V of {pixels}", "power"),
        Wire(f"{GROUND} rail", f"ground of {pixels}", "power"),
        Wire(f"{FIVE_VOLTS} rail", "1000 uF capacitor, plus", f"close to {pixels}"),
        Wire(f"{GROUND} rail", "1000 uF capacitor, minus", f"close to {pixels}"),
        Wire(f"{FIVE_VOLTS} rail", "74AHCT125 pin 14 (VCC)", "power"),
        Wire(f"{GROUND} rail", "74AHCT125 pin 7 (GND)", "power"),
        Wire("74AHCT125 pin 14 (VCC)", "100 nF capacitor", "close to the chip"),
        Wire("74AHCT125 pin 7 (GND)", "100 nF capacitor, other leg", "close to the chip"),
    ]


def _data(build: Build) -> list[Wire]:
    found = [
        Wire(f"{GROUND} rail", "74AHCT125 pin 1 (/1OE)", "switches its first gate on"),
        Wire(f"{GROUND} rail", "74AHCT125 pins 5, 9, 12 (2A, 3A, 4A)", "inputs not used"),
        Wire(f"{FIVE_VOLTS} rail", "74AHCT125 pins 4, 10, 13 (/2OE, /3OE, /4OE)", "gates not used"),
        Wire(pico(build.pixel_pin), "74AHCT125 pin 2 (1A)", "data, 3.3 V"),
        Wire("74AHCT125 pin 3 (1Y)", "330 ohm resistor", "data, 5 V"),
        Wire("330 ohm resistor, other leg", f"data in of {_first(build)}", "data, 5 V"),
    ]
    if not build.has_rim:
        ends = f"data in of pixel 2 ... {len(build.order)}"
        found.append(Wire(f"data out of pixel 1 ... {len(build.order) - 1}", ends, "the chain"))
    return found


def _first(build: Build) -> str:
    return "the matrix" if build.has_rim else "pixel 1"


def _buttons(build: Build) -> list[Wire]:
    found = []
    names = iter(build.buttons)
    for group in build.keys:
        if group[0] == "matrix":
            found += _matrix(group[1], group[2], [next(names) for _ in group[1] for _ in group[2]])
            continue
        for pin in group[1]:
            button = called(next(names))
            found.append(Wire(pico(pin), button, "low while it is pressed"))
            if not button.startswith("stick"):
                found.append(Wire(f"{button}, other leg", f"{GROUND} rail", ""))
    if build.has_cursor:
        found.append(Wire("stick, the leg that all five share", f"{GROUND} rail", ""))
    return found


def called(name: str) -> str:
    """Return what a button is called on the pages.

    >>> called("up"), called("red")
    ('stick up', 'button red')
    """
    return ("stick " if name in STICK else "button ") + name


def _matrix(rows: tuple[str, ...], columns: tuple[str, ...], cells: list[str]) -> list[Wire]:
    """Return the wires of a key matrix: from each column through key and diode to each row."""
    found = []
    for at, column in enumerate(columns):
        keys = " ".join(cells[at :: len(columns)])
        found.append(Wire(pico(column), f"one leg of keys {keys}", f"column {cells[at][0]}"))
    found.append(Wire("other leg of each key", "anode of its own diode", ""))
    for at, row in enumerate(rows):
        keys = " ".join(cells[at * len(columns) : (at + 1) * len(columns)])
        what = f"row {cells[at * len(columns)][1]}"
        found.append(Wire(pico(row), f"cathodes (ring) of the diodes of {keys}", what))
    return found


def _piezo(build: Build) -> list[Wire]:
    return [
        Wire(pico(build.tone_pin), "piezo", "square wave"),
        Wire("piezo, other leg", f"{GROUND} rail", ""),
    ]
