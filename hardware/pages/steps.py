"""The steps in which a device is soldered, each with its check and what to do where it fails.

Decides which parts belong to which step; the guide and the builds' tables of wires go by it.
"""

from typing import NamedTuple

from hardware.circuit.circuit import LOGIC, Circuit
from hardware.circuit.wires import RAILS, Wire


class BuildStep(NamedTuple):
    """A step: what to do, the result to expect, and the remedy if it differs.

    Shape: ``kinds`` are the parts that are soldered, by words.
    """

    title: str
    kinds: str
    does: str
    check: str
    otherwise: str


STEPS = (
    BuildStep(
        "Program the Pico, before anything is soldered to it",
        "",
        "Hold BOOTSEL on the Pico and plug it in: a drive appears, RP2350 (Pico 2) or RPI-RP2 "
        "(Pico). Copy CircuitPython 10 for just this board onto it, from "
        "circuitpython.org/downloads: a drive CIRCUITPY appears. Run `schiri deploy --build NAME` "
        "(after `make play`: `.venv/bin/schiri` for `schiri`). It finds the drive by itself. "
        "A `code.py` or `boot.py` of your own on it is replaced. "
        "If something is missing it prints the line that installs it, `python -m pip ...`: after "
        "`make play` type `.venv/bin/python -m pip ...`, after `pipx install` "
        "`pipx runpip schiri ...`. Without Python on this PC: open a copy of the site (made "
        "with `make site`) and choose *Install the program on a board*. Chrome and Edge on a "
        "computer write it to the drive; any other browser saves it as a zip to unpack there. Then "
        "eject the drive, unplug, and plug in again.",
        "`schiri ports` lists the device with your build. `schiri certify` tests it; answer its "
        "questions about lights and buttons with `x`: `ok` or `skipped` in each line.",
        "Try another cable: many only charge. Without a Pico, run `schiri sim` in another "
        "terminal: it prints the port of a simulated one, for `schiri certify --port PORT`.",
    ),
    BuildStep(
        "Power, without the Pico and without lights",
        "fuse switch capacitor-hold capacitor-slope resistor-gate diode-gate capacitor-bulk",
        "Solder the fuse, the transistor with its two capacitors, resistor and diode, and the "
        "470 uF capacitor (not on `pads`). Give the fuse its wire for VBUS; leave the other end "
        "open. On the plan, the printed side of the transistor looks down the page. Its metal is "
        "its drain: it must touch nothing. If the device gets a case, lay it and the large "
        "capacitor flat, with tape below. Where several wires end at one leg, join "
        "them in the hole beside it.",
        "Ohms between that wire and the transistor's source: below {fuse:.0f} ohm. Between the 5 V "
        "rail and ground, and between that wire and ground: climbing, to 100 kilohm and more. "
        "Diode test, red at the 5 V rail, black at that wire: 0.4 to 0.8 V; the other way round "
        "nothing. Red at ground, black at the gate: 0.5 to 0.8 V; the other way round nothing, or "
        "more than 2 V.",
        "A low resistance is a bridge of solder: look for it. If the first diode test shows "
        "nothing, or something both ways, the transistor is turned round; if the second does, the "
        "diode is turned round or missing.",
    ),
    BuildStep(
        "The Pico, with its two wires",
        "pico",
        "Solder VBUS and ground.",
        "Plugged in, volts: 4.5 to 5.3 V between VBUS (pin {vbus}) and ground. The 5 V rail is "
        "at 0 V at first and within {on:.1f} s less than 0.2 V below VBUS. `schiri ports` lists "
        "the device.",
        "0 V for good: the gate is not pulled down, by 1 megohm to ground. 5 V with no pause at "
        "all: you plugged in again too soon (wait {again} s), or the 2.2 uF capacitor is missing. "
        "No VBUS, or the PC complains: unplug, and back to step 2.",
    ),
    BuildStep(
        "The level shifter, without the lights",
        "shifter capacitor-chip resistor-low resistor-data",
        "`pads` has none: go on with the lights. Use a socket if you like; the notch marks pin 1. "
        "Solder its 100 nF close to it, and the 10 kilohm and 330 ohm resistors.",
        "Plugged in, volts against ground: pins 4, 10, 13 and 14 as high as the 5 V rail; pins "
        "1, 5, 7, 9 and 12 at 0 V.",
        "A pin with another reading has no wire, or a wrong one. A chip that gets warm is turned "
        "round: unplug at once, and take a new one.",
    ),
    BuildStep(
        "The lights",
        "matrix pixel tile",
        "In a case the wires to lights and buttons are 20 cm long. Solder 5 V and ground first,"
        " then data. On `keys5` and `feel5` solder one row of five, check it, then the next: "
        "each pixel passes the data on to the next one. On `pads` first close the jumpers of "
        "each tile, and measure it by itself: with 5 V at VIN, and nothing at SDA and SCL, both"
        " must be at 3.2 to 3.4 V, because 5 V would harm the Pico; if not, the page of `pads` "
        "says which jumper to move. Then join the tiles, all the same way up, with solder at "
        "each contact, and wire the first one.",
        "Unplugged first, ohms between the 5 V rail and ground: more than 100 ohm. On `pads` each "
        "contact of the first tile is joined with the same one of the last, below 2 ohm, and with "
        "none beside it. Plugged "
        "in: after some seconds a sign like a small chequer board lights up, and the 5 V rail "
        "stays above 4.5 V. `schiri certify` asks whether all lights are red, green, blue and "
        "white, and shine row by row.",
        "Dark, with 5 V at the lights: data goes into DIN, not DOUT. Dark, and the rail near 0 V: "
        "the fuse is open: unplug, find the short, let it cool down. A quarter of "
        "`pads` dark: `boot_out.txt` on the drive names the tile that does not answer; look at its "
        "jumpers and contacts. Turned or torn: see below.",
    ),
    BuildStep(
        "The buttons",
        "stick button key diode",
        "Use two diagonal legs of a button with four. The stick's common leg is the one that "
        "connects with each of the others in turn; find it with the meter. On `keys5` solder the "
        "keys, each with its diode, the ring towards the row.",
        "Ohms between a button's pin and ground: below 10 ohm while it is pressed, and only "
        "then. For a key, diode test, red at its column, black at its row: 0.5 to 0.8 V while "
        "it is pressed; the other way round nothing.",
        "Always connected: the two legs are one; take others. A key that conducts the wrong "
        "way round has its diode turned.",
    ),
    BuildStep(
        "The piezo",
        "resistor-piezo piezo",
        "Solder it with its 1 kilohm resistor, either way round.",
        "Plugged in: blue makes a short sound, and shows the next game if there is one.",
        "If it sounds as soon as it has 5 V, it is an active one: take a passive one.",
    ),
    BuildStep(
        "The sensors",
        "mux sensor capacitor-mux capacitor-sensor",
        "Only `feel5` has them. First the board of the multiplexers: sockets, capacitors and "
        "rails, then its wires to the Pico, and one from its ground rail to that of the other "
        "board; leave the chips out. Then one rank of five sensors: bend their legs, lay them "
        "on their seats with the marked side up, solder their 100 nF below the tray, then 3.3 "
        "V, ground and the five outputs. Check it, then the next rank. The chips come last, "
        "their notch at pin 1.",
        "Unplugged first, ohms between the 3.3 V rail and ground, and between the 3.3 V rail "
        "and the 5 V rail: more than 50 ohm. Plugged in, volts against ground: 3.2 to 3.4 V at "
        "the 3.3 V rail; at leg 3 of each sensor {rest_low:.2f} to {rest_high:.2f} V with no "
        "magnet near. Under a finished stone {away:.1f} V less or more: one colour less, the "
        "other one more, the same for all sensors. With the chips in, `schiri ports` still "
        "lists the device. Then calibrate, as the page of `feel5` says; `schiri certify` names "
        "a field that is not sure.",
        "0 V or 3.3 V at leg 3: legs exchanged, or no ground. 1.65 V with a stone, too: the "
        "sensor lies on its edge, or the stone has no magnet. A sensor that goes the other way "
        "than the rest lies with its marked side down. A stone that does has its magnet turned."
        " A chip that gets warm is turned round: unplug at once. A field that answers for "
        "another one: two outputs are exchanged at the multiplexer.",
    ),
    BuildStep(
        "All of it",
        "",
        "Lay the printed legend around the buttons; the build's page has it. `schiri certify` "
        "measures the device, and asks for each light and each button. Close [the case](case.md), "
        "if it has one. [The card](card.md), printed, is for the table.",
        "`ok` in each line, and exit status 0.",
        "The line with `FAIL` names the part: `button.red` is the red button, `pixels.each` the "
        "order of the lights, `link` the cable or a hub. Anything else is the program: report it.",
    ),
)


def step_of(circuit: Circuit, wire: Wire) -> int:
    """Return the number of the step in which a wire is soldered: that of the last of its parts."""
    kinds = [circuit.parts[end.ref].kind for end in (*wire.starts, *wire.ends)]
    # This rail is on the board of the multiplexers.
    kinds += ["mux"] if wire.begin == RAILS[LOGIC] else []
    return max(map(_step_of_kind, kinds))


def _step_of_kind(kind: str) -> int:
    return next(number for number, step in enumerate(STEPS, 1) if kind in step.kinds.split())
