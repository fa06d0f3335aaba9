"""The page that a maker reads from top to bottom: which build, which tools, step by step.

Decides the order of the steps and the check after each; the builds' own pages have the tables.
"""

from schiri_device.builds import Build

from hardware.circuit import circuit_of
from hardware.current import rise_s
from hardware.kinds import KINDS
from hardware.markdown import table
from hardware.page import TITLES

GUIDE = """\
# Build the device

A Raspberry Pi Pico, lights, buttons, a handful of parts and a soldering iron. What is said here is
checked by programs: the wires of each build are made from the data that its program runs on, and
an electrical check finds joined outputs, missing supplies and diodes that are turned round.
**Nobody has soldered one by this page yet**: if something is not as it says, it is the page that is
wrong.

## Which build

{builds}
`cursor` plays Switch and Joggle and has fewer joints; on `keys5` you press the field itself, but
Joggle's board is too large for it. Both are panels for the games of cards. The [card](card.md) for
the table says what each light and button means; print it.

## Tools

A soldering iron, a multimeter, side cutters, wire in the colours of the tables (any will do, if
you keep to one colour for ground and one for 5 V), and a piece of perforated board of 10 by 15 cm
or a breadboard for all that is not lights and buttons. On the PC: Python, and Schiri as the first
page of this project says.

## Step by step

The numbers of wires are those on the page of your build. Unplug USB before each step.

1. **Program the Pico, before anything is soldered to it.** The end of the build's page says how:
   CircuitPython, then `schiri deploy --build NAME`.
   *Check:* plugged in again, `schiri ports` lists it with its build.
2. **Power**: fuse, transistor with its two capacitors, resistor and diode, and the 470 uF
   capacitor, whose stripe goes to ground. No Pico and no pixels yet.
   *Check with the multimeter:* no connection between the 5 V rail and ground (above 1 kilohm, once
   the capacitor is charged by the meter), none between VBUS and ground; the ring of the diode is
   at the gate.
3. **The Pico** with its two wires, VBUS and ground.
   *Check, plugged in:* 5 V between VBUS and ground; within a second as much between the 5 V rail
   and ground (it rises within {rise:.2f} s, but waits for the gate first). `schiri ports` lists it.
   If the rail stays at 0 V, source and drain are exchanged or the gate is not pulled down; if it is
   at 5 V at once, the 2.2 uF capacitor is missing.
4. **The level shifter**, without the pixels.
   *Check, plugged in:* 5 V between its pins 14 and 7; 0 V at pin 1; 5 V at pins 4, 10 and 13; 0 V
   at pins 5, 9 and 12.
5. **The lights.** Supply first, then data. On `keys5` solder one row of five, check, then the next:
   each pixel passes on the data of those behind it.
   *Check:* plugged in, a sign like a small chequer board lights up after some seconds. If the
   picture is turned, mirrored or torn, the build's page says where to look.
6. **The buttons**, and on `keys5` the keys, each with its diode.
   *Check, unplugged:* the meter beeps between a button's pin and ground while it is pressed, and
   only then. For a key it shows a diode from column to row while it is pressed, nothing the other
   way round.
7. **The piezo** with its resistor.
8. **All of it**: `schiri certify` measures the device, and asks for each light and each button.
   *Check:* `ok` in each line. With no device at hand, `schiri sim` in another terminal is a
   simulated one to try it on.

## What may be touched

All of it: there are 5 V and no more. What gets warm is wrong: unplug it. The fuse may get hot while
something is shorted. Do not look into white lights from close by.

## For your own board

`NAME.net` is the netlist of a build for KiCad: make an empty project, open the board editor, and
import it with *File > Import > Netlist*. Footprints are those of KiCad's own libraries; a pixel on
a board of its own has another one.
"""


def guide(builds: list[Build]) -> str:
    """Return the page."""
    rows = []
    for build in builds:
        parts = circuit_of(build).parts.values()
        cost = sum(KINDS[part.kind].euros for part in parts)
        name = f"[{build.name}]({build.name}.md)"
        rows.append((name, TITLES[build.name], str(len(parts)), f"{cost:.0f} EUR"))
    listed = table(("build", "", "parts", "our guess of the cost"), rows)
    return GUIDE.format(builds=listed, rise=rise_s())
