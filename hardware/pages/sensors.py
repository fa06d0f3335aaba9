"""The facts of a build with sensors: channels, how sensors and magnets lie, and their field.

Decides what a maker reads about sensors and stones; channels are the build's, lengths the case's.
Units: millimetres, millitesla, volts.
"""

from math import hypot

from schiri_device.builds import Build

from hardware.case.measures import mm
from hardware.markdown import filled, table

# The remanence of N35 in its middle, by kjmagnetics.com/specs.asp: 1.17 to 1.21 T.
REMANENCE_MT = 1190
# By the data sheet of the DRV5055A2, at 3.3 V: its range, what a mT makes, and half of the supply.
RANGE_MT, VOLTS_A_MT, REST_V, REST_OFF_V = 44, 0.030, 1.65, 0.06

TEXT = """\
## Sensors

Seen from the front, a1 at the bottom left: the multiplexer and the channel of each sensor.

```
{channels}
```

A sensor feels through its marked side, the one with the print 55A2 and two cut edges. Seen on this
side, legs down, leg 1 is on the left. It lies on its seat in the tray, marked side up, legs towards
the player: bend them down {bend} mm from the body, with pliers between bend and body, and lead them
through the slot. Solder its 100 nF across legs 1 and 2 right below the tray. No capacitor goes to
leg 3: its maker says that this makes the output unstable.

A pin of the Pico stands 3.3 V. No output is higher, because sensors and multiplexers have the
Pico's own 3.3 V: **never 5 V**. As the Pico measures with the same voltage, a reading does not
change with it.

## Stones

{stones} stones, half of them dark: print them in two colours, or paint them. In each there is a
disc magnet of {magnet:.0f} by {height:.0f} mm, N35, whose poles are its flat sides. **Dark stones
have one pole up, light ones the other.** It does not matter which: the device learns it.

1. Put all magnets in one pile. They hold together, so that all of them lie the same way round.
2. Push the uppermost one off the pile, to the side, without turning it. Mark its upper side with a
   felt pen. Do so with all of them.
3. With a drop of glue, put half of them into dark stones, with their marks inside, and half of them
   into light stones, with their marks visible. They lie {inset} mm deep. Let the glue dry with the
   stones far apart.
4. *Check:* take a dark stone as the reference. Lay each other stone on top of it: a dark one is
   held, a light one is pushed away. A stone that does the wrong thing has its magnet turned: push
   it out.
5. Only then stick the felt below, {felt:.0f} mm thick. It keeps the distance, and the board clean.

A stone with a turned magnet is found by the device too: when it is calibrated, its field flickers
red.

Magnets break when they jump together, and pinch skin. **Keep them away from small children**:
two that are swallowed are dangerous. Keep them 10 cm away from pacemakers and cards with a
magnetic strip.

## How far a magnet is from its sensor

From the lower side of the magnet to the place in the sensor that feels it, {distance:.0f} mm:

{layers}

There a disc makes {here:.0f} mT by our sums, and the output differs from {rest} V by
{volts:.2f} V. The sensor's range of {range} mT ends {nearest:.1f} mm from the magnet; with a stone
5 mm beside the middle of its field there are still some 15 mT, and all other stones together make
2.6 mT at most. Felt or plastic that is half a mm thicker or thinner does no harm, if it is so
everywhere: {low:.0f} to
{high:.0f} mT.

## Calibrate

The device asks for it at its first start; later it is in the menu (hold black). Its lights lead,
and it keeps what it has learned.

1. Clear the board and press white.
2. Lay one dark stone on the field that blinks, and on each next one as it blinks. The device goes
   on by itself, with a sound.
3. Lay all stones as they are lit, and press white. White is accepted once they all lie there, and
   none is turned or weak.

A field that flickers red has a stone too many, a turned one or a weak one. `schiri certify` names
each field whose readings are too near to each other, with its figure.

All of this is calculated and simulated: the distances by the case's shapes, the fields by sums and
by a model of all 25 magnets. **No board was soldered, and no magnet measured yet.**
"""


def disc_mt(distance: float) -> float:
    """Return the field of a stone's magnet on its axis, so far from its flat side.

    >>> round(disc_mt(0)), round(disc_mt(8)), round(disc_mt(30), 1)
    (357, 27, 0.9)
    """
    radius, far = mm("magnet") / 2, distance + mm("magnet height")
    return REMANENCE_MT / 2 * (far / hypot(far, radius) - distance / hypot(distance, radius))


def nearest() -> float:
    """Return the distance from which on the sensor's range is not exceeded."""
    return next(tenths / 10 for tenths in range(1000) if disc_mt(tenths / 10) <= RANGE_MT)


def sensors_text(build: Build) -> str:
    """Return the parts of the page about sensors and stones, nothing for a build without."""
    if not build.sensors:
        return ""
    selects, _, channels = build.sensors
    width, size = 1 << len(selects), build.size
    rows = [
        " ".join(f"{channel // width + 1}.I{channel % width:<2}" for channel in row).rstrip()
        for row in (channels[rank * size : (rank + 1) * size] for rank in reversed(range(size)))
    ]
    distance = mm("magnet distance")
    air = distance - sum(mm(name) for name in ("magnet inset", "felt", "skin", "sensor element"))
    layers = [
        ("the magnet lies deeper than the stone's lower side", f"{mm('magnet inset'):g}"),
        ("felt", f"{mm('felt'):g}"),
        ("the face over the fields", f"{mm('skin'):g}"),
        ("air, in which the light spreads", f"{air:.2f}"),
        ("in the sensor, below its marked side", f"{mm('sensor element'):g}"),
        ("together", f"{distance:g}"),
    ]
    text = TEXT.format(
        channels="\n".join(rows),
        bend=mm("sensor legs"),
        stones=build.size**2 - 1,
        magnet=mm("magnet"),
        height=mm("magnet height"),
        inset=mm("magnet inset"),
        felt=mm("felt"),
        distance=distance,
        layers=table(("", "mm"), layers).rstrip("\n"),
        here=disc_mt(distance),
        rest=REST_V,
        volts=disc_mt(distance) * VOLTS_A_MT,
        range=RANGE_MT,
        nearest=nearest(),
        low=disc_mt(distance + 0.5),
        high=disc_mt(distance - 0.5),
    )
    return filled(text)
