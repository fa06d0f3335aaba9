"""The page that a maker reads from top to bottom: which build, what is needed, step by step.

Decides the order of the steps, and what is read on a meter after each; the builds' own pages have
the tables.
"""

from math import ceil
from textwrap import fill

from schiri_device.builds import Build

from hardware.case.measures import mm
from hardware.circuit.circuit import Circuit, circuit_of
from hardware.circuit.current import FUSE_OHM, again_s, rise_s, wait_s
from hardware.circuit.kinds import EDGE
from hardware.circuit.makers import PRICED
from hardware.circuit.wires import wires
from hardware.markdown import table
from hardware.pages.page import TITLES, cost
from hardware.pages.sensors import REST_OFF_V, REST_V, VOLTS_A_MT, disc_mt
from hardware.pages.steps import STEPS, step_of

HEAD = """\
# Build the device

You need a Raspberry Pi Pico 2, lights, buttons, a handful of parts and a soldering iron. This page
leads from the list of parts to a device that has passed its test. The wires of each build come from
the data of its program, and a program has checked them. **This page is not tried yet**: no device
was soldered by it. If something differs, the page is wrong.

{index}
## Which build

{builds}
`cursor` plays Switch and Joggle for the least money. On `keys5` you press the field itself, but
Joggle's board is too large for it. `pads` has both games under your fingers, and the fewest wires.
On `feel5` nothing is pressed: it plays Switch and feels its own stones by magnets in them. It has
the most to solder, and needs the case, which sets how far a magnet is from its sensor. All of them
are panels for the card games. An end is a place where a wire or a leg is soldered. Cost and hours,
without a case, are our guesses of {priced}: a minute and a half for each end, and an hour for the
rest.

## What you need

The parts of your build; a soldering iron with solder, a multimeter that measures volts, ohms and
diodes, and side cutters. Wire in the colours of the tables; any will do, if you keep one colour for
ground and one for 5 V. A printer for card and legend. On the PC: Python, and Schiri as the
[first page](../README.md) of this project says.

If you want [the case](case.md), print it before you begin: it says how large the boards are cut,
and where the buttons go.

## What you may touch

- The device has 5 V and no more: all of it may be touched. It is a toy for a table indoors.
- Unplug USB before you solder or change anything.
- **Never two supplies.** Feed the device through USB alone: a second supply at the 5 V rail would
  feed the PC's port as well.
- A hot part is a fault: unplug. Only the fuse may get hot, during a short circuit.
- The 470 uF capacitor can burst if it is turned round: its stripe goes to ground.
- The magnets of `feel5` are dangerous if they are swallowed: keep them away from small children.
- Solder is hot. Do not breathe its smoke. White lights are bright: do not look into them from close
  by.

## Step by step

The page of your build has the numbers of the wires, in a table and in a picture. Rails are two rows
of your board where many wires end: one for ground, one for 5 V. The second board of `feel5` has one
for ground and one for 3.3 V. Solder a bare wire along each of them. Measure with the device
unplugged, unless a step says "plugged in". Black is the probe in COM.

"""
TAIL = """\

## When something is wrong

{troubles}
For a newer version, hold black while you plug the device in, and run `schiri deploy` again.

To change the program on a Pico 2, add `--editable`: the sources are then on its drive, and it
restarts when you save one.

## For your own board

`NAME.net` is the netlist of a build for KiCad: make an empty project, open the board editor, and
import it with *File > Import > Netlist*. Footprints are those of KiCad's own libraries; a pixel on
a board of its own has another one.
"""


TROUBLES = (
    (
        "nothing lights up",
        "the console, the first of the two serial ports, says why: open it with any serial program",
    ),
    ("the picture is turned, mirrored or torn", "the end of your build's page says what to change"),
    (
        "a light is dark, and all behind it",
        "the data wire before it, or the light itself: it passes nothing on",
    ),
    (
        "a quarter of `pads` is dark, or where another one belongs",
        "the jumpers of its tile, or its contacts; see also the page of `pads`",
    ),
    (
        "`feel5` takes each stone for one of the other colour, or for none",
        "it is not calibrated, or its sensors lie with their marked side down",
    ),
    (
        "a few fields of `feel5` are never right",
        "the output of their sensor, or its pin of the multiplexer: measure leg 3 with and without "
        "a stone",
    ),
    (
        "colours flicker",
        "the level shifter's supply, its 100 nF, or a ground wire that is missing at the lights",
    ),
    (
        "a button is always pressed",
        "its wire touches ground, or its two legs are one: take two diagonal legs",
    ),
    (
        "the drive cannot be written",
        "hold black while you plug in; where no button is yet, join black's pin and ground",
    ),
    (
        "all is orange, and again after a press of any button",
        "the console names a damaged file, if there is one: run `schiri deploy` again",
    ),
    (
        "`schiri deploy` was cut short",
        "run it again: until then the device has its old program, or none and stays dark",
    ),
    (
        "the PC says that the drive is damaged",
        "let the PC repair it. Or empty it: in the console press Ctrl-C and type "
        "`import storage; storage.erase_filesystem()`; then deploy again",
    ),
)


def guide(builds: list[Build]) -> str:
    """Return the page."""
    rows = []
    for build in builds:
        circuit = circuit_of(build)
        name = f"[{build.name}]({build.name}/README.md)"
        counts = str(len(circuit.parts)), str(ends(circuit))
        rows.append((name, TITLES[build.name], *counts, *_guess(circuit)))
    listed = table(("build", "", "parts", "ends", "cost", "hours"), rows)
    head = HEAD.format(builds=listed, index=_index(builds), priced=PRICED)
    return (
        head
        + _steps(builds)
        + TAIL.format(troubles=table(("what you see", "what to do"), TROUBLES))
    )


def ends(circuit: Circuit) -> int:
    """Return how many legs are soldered to something."""
    return sum(map(len, circuit.nets.values()))


def _guess(circuit: Circuit) -> tuple[str, str]:
    """Return what it costs, and how many hours it takes."""
    return f"{ceil(cost(circuit))} EUR", f"{ceil(1 + ends(circuit) / 40)}"


def _index(builds: list[Build]) -> str:
    rows = [("this one", "which build, tools, safety, the steps, troubles")]
    rows += [
        (f"[{build.name}]({build.name}/README.md)", "its parts, pins, pictures, wires and current")
        for build in builds
    ]
    rows.append(("[case.md](case.md)", "a case to print, and how to put it together"))
    rows.append(("[parts.md](parts.md)", "makers' numbers, and what to look for in a shop"))
    rows.append(("[card.md](card.md)", "for the table: each light and button, in three languages"))
    return table(("page", "what is on it"), rows)


def _steps(builds: list[Build]) -> str:
    """Return the steps, numbered, each with its wires and its check."""
    vbus = EDGE.index("VBUS") + 1
    found = []
    for number, step in enumerate(STEPS, 1):
        check = step.check.format(
            fuse=FUSE_OHM + 1,
            vbus=vbus,
            on=wait_s() + rise_s(),
            rest_low=REST_V - REST_OFF_V,
            rest_high=REST_V + REST_OFF_V,
            away=disc_mt(mm("magnet distance")) * VOLTS_A_MT,
        )
        texts = (
            step.does,
            _wires(builds, number),
            f"*Check.* {check}",
            f"*If not.* {step.otherwise.format(again=ceil(again_s()))}",
        )
        wrapped = [fill(text, 100, break_on_hyphens=False) for text in texts if text]
        found.append("\n\n".join([f"### {number}. {step.title}", *wrapped]) + "\n")
    return "\n".join(found)


def _wires(builds: list[Build], step: int) -> str:
    """Return which wires of each build belong to a step, "" where none does."""
    listed = []
    for build in builds:
        circuit = circuit_of(build)
        mine = [wire.number for wire in wires(circuit) if step_of(circuit, wire) == step]
        if mine:
            listed.append(f"`{build.name}` {runs(mine)}")
    return f"*Wires.* {'; '.join(listed)}." if listed else ""


def runs(numbers: list[int]) -> str:
    """Return numbers in rising order as text, runs of three and more in short.

    >>> runs([1, 3, 4, 7, 8, 9])
    '1, 3, 4, 7 to 9'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(
        f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in found
    )
