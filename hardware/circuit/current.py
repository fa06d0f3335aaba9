"""The current of a build: at plugging in, with dark lights, at its limit, and without one.

Decides what is counted; every figure is computed from the parts and from the build.
Units: volts, ohms, farads, amperes, seconds, unless a name says otherwise.
"""

from math import ceil, log
from textwrap import fill

from schiri_device.builds import Build
from schiri_device.lights.painter import IDLE_MA, UNITS_MA

from hardware.markdown import table

USB_V = 5.0
# Limits of a USB port: before and after the PC has agreed, and the inrush charge.
USB_UNIT_MA, USB_MA = 100, 500
USB_AT_ONCE_UF = 10
# Set aside for the Pico, the level shifter or the chips of the tiles, and the piezo.
PICO_MA = 100
# A sensor at most, by its data sheet of 2021, where that of 2026 says 4 mA; the load that the
# Pico's data sheet allows on its 3.3 V.
SENSOR_MA, LOGIC_MA = 10, 300
# The resettable fuse, by its data sheet at 23 degrees Celsius: holds, and opens; at 40 it holds
# about four fifths.
FUSE_HOLDS_MA, FUSE_OPENS_MA, WARM = 650, 1300, 0.8
# Its resistance after it has tripped once.
FUSE_OHM = 0.72
# The lowest and highest gate threshold in the transistor's data sheet.
THRESHOLD_V = (0.4, 1.0)
GATE_OHM, SLOPE_F, HOLD_F, BULK_F = 1e6, 100e-9, 2.2e-6, 470e-6
# The forward voltage of the diode.
DIODE_V = 0.7
# The tolerance of each: resistor, film capacitor, holding capacitor, electrolytic capacitor.
OFF_OHM, OFF_SLOPE, OFF_HOLD, OFF_BULK = 0.05, 0.1, 0.2, 0.2
# The capacitor of each pixel, sensor and multiplexer; on each tile, five of 10 uF and one of 1 uF,
# by its schematic.
PIXEL_F, TILE_F = 100e-9, 51e-6


def bulk_farads(build: Build) -> float:
    """Return the capacitance besides the pixels' own: a capacitor, or those of the tiles."""
    return len(build.tiles[1]) * TILE_F if build.tiles else BULK_F


def rail_farads(build: Build) -> float:
    """Return the highest capacitance on the 5 V rail."""
    return bulk_farads(build) * (1 + OFF_BULK) + len(build.order) * PIXEL_F


def inrush_ma(build: Build) -> float:
    """Return the highest current into the 5 V rail while it rises.

    The gate's voltage is constant while the rail rises: the current through its resistor charges
    the capacitor between gate and drain, which sets the slope.
    """
    ohm, slope = GATE_OHM * (1 - OFF_OHM), SLOPE_F * (1 - OFF_SLOPE)
    return 1000 * rail_farads(build) * (USB_V - THRESHOLD_V[0]) / (ohm * slope)


def rise_s() -> float:
    """Return how long the rail takes to rise, at most."""
    ohm, slope = GATE_OHM * (1 + OFF_OHM), SLOPE_F * (1 + OFF_SLOPE)
    return USB_V * ohm * slope / (USB_V - THRESHOLD_V[1])


def wait_s() -> float:
    """Return how long after plugging in the rail begins to rise, at most.

    Until then both capacitors of the gate are charged through its resistor.
    """
    slope, hold = SLOPE_F * (1 - OFF_SLOPE), HOLD_F * (1 + OFF_HOLD)
    at_plug = USB_V * slope / (slope + hold)
    seconds = GATE_OHM * (1 + OFF_OHM) * (SLOPE_F * (1 + OFF_SLOPE) + hold)
    return seconds * log((USB_V - at_plug) / (USB_V - THRESHOLD_V[1]))


def gate_at_plug_v() -> float:
    """Return by how much the gate is below its source as USB is plugged in, at most."""
    slope, hold = SLOPE_F * (1 + OFF_SLOPE), HOLD_F * (1 - OFF_HOLD)
    return USB_V * slope / (slope + hold)


def again_s() -> float:
    """Return the longest time after unplugging until the gate is off as USB is plugged in again.

    As the supply goes, the gate's diode holds it; the charge left there goes through its resistor.
    """
    found = []
    for off in (-OFF_HOLD, OFF_HOLD):
        slope, hold = SLOPE_F * (1 + OFF_SLOPE), HOLD_F * (1 + off)
        free = THRESHOLD_V[0] - USB_V * slope / (slope + hold)
        found.append(GATE_OHM * (1 + OFF_OHM) * (slope + hold) * log(DIODE_V / free))
    return max(found)


def dark_ma(build: Build) -> int:
    """Return what the pixels draw while they are dark."""
    return len(build.order) * IDLE_MA


def white_ma(build: Build) -> int:
    """Return what the pixels would draw if all were white."""
    return round(len(build.order) * (IDLE_MA + 3 * 255 * UNITS_MA))


def sensors_ma(build: Build) -> int:
    """Return what the sensors draw at most: at 3.3 V, and so no more than that from USB's 5 V."""
    return len(build.sensors[2]) * SENSOR_MA if build.sensors else 0


def current_text(build: Build) -> str:
    """Return the part of a page about current."""
    rows = [
        (f"all {len(build.order)} pixels dark", f"{dark_ma(build)} mA"),
        ("the lights at their limit, which the program never exceeds", f"**{build.budget_ma} mA**"),
        ("set aside for the Pico, all other chips and the piezo", f"{PICO_MA} mA"),
        *_sensor_rows(build),
        ("all together, and what a USB port of a PC gives", _together(build)),
        ("the fuse: holds, when warm; opens", _fuse()),
        (f"all {len(build.order)} pixels white, which never happens", f"{white_ma(build)} mA"),
    ]
    texts = [fill(text, 100) for text in _paragraphs(build)]
    return table(("", "at most"), rows) + "\n" + "\n\n".join(texts) + "\n"


def _sensor_rows(build: Build) -> list[tuple[str, str]]:
    if not build.sensors:
        return []
    count = len(build.sensors[2])
    row = f"all {count} sensors, and what the Pico gives at 3.3 V besides its own need"
    return [(row, f"{sensors_ma(build)} mA; {LOGIC_MA} mA")]


def _sensor_text(build: Build) -> list[str]:
    if not build.sensors:
        return []
    parts = len(build.sensors[1]) + len(build.sensors[2])
    return [
        f"**The sensors** are counted with {SENSOR_MA} mA each, the maximum of their data sheet of "
        "2021; that of 2026 says 4 mA, and 2 mA usually. They are on at all times. The Pico makes "
        "their 3.3 V from 5 V, so USB gives fewer mA than they draw; we count as many. "
        f"USB allows {USB_UNIT_MA} mA until the PC has agreed to more, and the sensors alone may "
        "draw that much: use a port of a PC or a charger, not a hub without a supply of its own. "
        f"{build.budget_ma} mA remain for the lights: a few fields are bright, or all of them "
        f"dim. The {parts} capacitors of sensors and multiplexers, {parts * PIXEL_F * 1e6:.1f} uF "
        "together, are charged by the Pico's own supply."
    ]


def _paragraphs(build: Build) -> tuple[str, ...]:
    low, high = THRESHOLD_V
    return (
        *_sensor_text(build),
        f"Counted with the data sheets' maximum: {IDLE_MA} mA for a dark "
        f"pixel, and {round(255 * UNITS_MA)} mA for each of its three colours when that is fully "
        "on. A frame that would need more than the limit is made darker as a whole. A phone's "
        "charger gives more than a PC; a hub without a supply of its own may give only "
        f"{USB_UNIT_MA} mA to each port: use another one.",
        f"**Plugging in.** USB allows {USB_AT_ONCE_UF} uF to be charged at once, and the pixels "
        f"need {bulk_farads(build) * 1e6:.0f} uF: they are switched on and off quickly, and "
        "the capacitors give what flows in each pulse. So the transistor switches their 5 V on "
        "slowly: within "
        f"{rise_s():.2f} s, and with {inrush_ma(build):.0f} mA at most. At the moment of plugging "
        f"in its gate is {gate_at_plug_v():.2f} V below its source, so it is still off: it "
        f"conducts from {low} V on. Another transistor wants a threshold between {low} and "
        f"{high:.0f} V. Wait "
        f"{ceil(again_s())} s before you plug in again: until then the gate is still charged. The "
        "Pico's own capacitors are not counted: they are the board's.",
        "**A short circuit** of the 5 V rail opens the fuse, which closes again once it is cold.",
    )


def _together(build: Build) -> str:
    return f"{build.budget_ma + PICO_MA + sensors_ma(build)} mA; {USB_MA} mA"


def _fuse() -> str:
    return f"{FUSE_HOLDS_MA * WARM:.0f} mA; {FUSE_OPENS_MA} mA"
