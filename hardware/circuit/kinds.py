"""The kinds of parts: what each is called, its legs, and what a maker buys.

Decides names, legs and footprints.  Must not know how anything is connected.
"""

from typing import NamedTuple

# The function of a pin, for the electrical check.
IN, OUT, BOTH, PASSIVE, SUPPLY, SUPPLIED = (
    "INPUT",
    "OUTPUT",
    "BIDIR",
    "PASSIVE",
    "PWROUT",
    "PWRIN",
)


class Leg(NamedTuple):
    """A leg of a part: its number, its name, what it does, and how a maker finds it."""

    number: int
    name: str
    does: str = PASSIVE
    found: str = ""


class PartKind(NamedTuple):
    """A kind of part.

    Shape: ``what`` and ``note`` are for the shopping list, ``short`` is its name for soldering,
    ``value`` is the text beside its symbol; ``footprint`` is KiCad's.
    Units: ``euros`` is about what one costs.
    """

    prefix: str
    short: str
    what: str
    note: str
    euros: float
    footprint: str
    legs: tuple[Leg, ...]
    value: str = ""


def _two(first: str = "one leg", second: str = "other leg") -> tuple[Leg, ...]:
    return Leg(1, first, found=first), Leg(2, second, found=second)


def _resistor(value: str, note: str) -> PartKind:
    axial = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
    name = f"{value} resistor", f"resistor {value}, 1/4 W"
    return PartKind("R", *name, note, 0.05, axial, _two(), value)


def _diode(short: str, note: str) -> PartKind:
    # As in KiCad's library: the cathode is leg 1.
    legs = Leg(1, "K", found="cathode (ring)"), Leg(2, "A", found="anode")
    glass = "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal"
    return PartKind("D", short, "diode 1N4148", note, 0.05, glass, legs, "1N4148")


def _capacitor(value: str, sort: str, note: str, euros: float, size: str, of: str = "") -> PartKind:
    name = f"{value} capacitor{of}", f"capacitor {value}, {sort}"
    return PartKind("C", *name, note, euros, f"Capacitor_THT:C_{size}", _two(), value)


# The pins of the edge of a Raspberry Pi Pico or Pico 2, counted around it.
_EDGE = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN "
    "GND VSYS VBUS"
)
EDGE = tuple(_EDGE.split())
# The ground pin that is used; all ground pins are connected.
GROUND_PIN = 38


def _pico_legs() -> tuple[Leg, ...]:
    """Return the legs that a build can use."""
    legs = []
    for number, name in enumerate(EDGE, 1):
        if name.startswith("GP") or name in ("VBUS", "3V3") or number == GROUND_PIN:
            does = BOTH if name.startswith("GP") else SUPPLY
            legs.append(Leg(number, name, does, f"{name} (pin {number})"))
    return tuple(legs)


def _gate(number: int, enable: int, data: int, out: int) -> tuple[Leg, ...]:
    return (
        Leg(enable, f"/{number}OE", IN, f"pin {enable} (/{number}OE)"),
        Leg(data, f"{number}A", IN, f"pin {data} ({number}A)"),
        Leg(out, f"{number}Y", OUT, f"pin {out} ({number}Y)"),
    )


def _multiplexer_legs() -> tuple[Leg, ...]:
    """Return the legs of a multiplexer, by its data sheet: channels count down, then up."""
    found = [
        Leg(24, "VCC", SUPPLIED),
        Leg(12, "GND", SUPPLIED),
        Leg(15, "/E", IN),
        *(Leg(number, f"S{line}", IN) for line, number in enumerate((10, 11, 14, 13))),
        Leg(1, "COM"),
        *(Leg((9 if channel < 8 else 31) - channel, f"I{channel}") for channel in range(16)),
    ]
    return tuple(leg._replace(found=f"pin {leg.number} ({leg.name})") for leg in found)


_PIXEL = (
    Leg(1, "5V", SUPPLIED, "5 V"),
    Leg(2, "GND", SUPPLIED, "ground"),
    Leg(3, "DIN", IN, "data in"),
    Leg(4, "DOUT", OUT, "data out"),
)

KINDS = {
    "pico": PartKind(
        "U",
        "Pico",
        "Raspberry Pi Pico 2",
        "without header pins if it goes into the case; other boards: see below",
        5.5,
        "Module:RaspberryPi_Pico_Common_THT",
        _pico_legs(),
    ),
    "shifter": PartKind(
        "U",
        "74AHCT125",
        "level shifter 74AHCT125, DIP-14",
        "3.3 V to 5 V for the data line",
        0.8,
        "Package_DIP:DIP-14_W7.62mm",
        (
            Leg(14, "VCC", SUPPLIED, "pin 14 (VCC)"),
            Leg(7, "GND", SUPPLIED, "pin 7 (GND)"),
            *_gate(1, 1, 2, 3),
            *_gate(2, 4, 5, 6),
            *_gate(3, 10, 9, 8),
            *_gate(4, 13, 12, 11),
        ),
    ),
    "matrix": PartKind(
        "LED",
        "matrix",
        "NeoPixel matrix 8x8, WS2812B, 5 V",
        "progressive rows, data in at the top left; cheaper ones are smaller than the case expects",
        35.0,
        "Connector_PinHeader_2.54mm:PinHeader_1x04_P2.54mm_Vertical",
        _PIXEL,
    ),
    "pixel": PartKind(
        "LED",
        "pixel",
        "NeoPixel, WS2812B, 5 V",
        "one in each field, on a board with its own 100 nF",
        0.6,
        "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
        _PIXEL,
    ),
    "tile": PartKind(
        "LED",
        "tile",
        "NeoTrellis 4x4, with its silicone pads",
        "16 pixels and 16 pads each; joined at their edges, each with an address of its own",
        16.0,
        "Connector_PinHeader_2.54mm:PinHeader_1x05_P2.54mm_Vertical",
        # As they lie at its edges: upwards at the sides, from left to right above and below.
        (
            Leg(1, "INT", found="INT"),
            Leg(2, "VIN", SUPPLIED, "VIN"),
            Leg(3, "GND", SUPPLIED, "ground"),
            Leg(4, "SCL", IN, "SCL"),
            Leg(5, "SDA", BOTH, "SDA"),
        ),
    ),
    "stick": PartKind(
        "SW",
        "stick",
        "five-way stick",
        "up, down, left, right, press to one common leg",
        2.0,
        "Connector_PinHeader_2.54mm:PinHeader_1x06_P2.54mm_Vertical",
        (
            *(
                Leg(at, way, found=way)
                for at, way in enumerate(("up", "down", "left", "right", "press"), 1)
            ),
            Leg(6, "common", found="the leg that all five share"),
        ),
    ),
    "button": PartKind(
        "SW",
        "button",
        "push button 12 mm, to ground",
        "red, yellow, green, blue, white, black",
        0.4,
        "Button_Switch_THT:SW_PUSH-12mm",
        _two(),
    ),
    "key": PartKind(
        "SW",
        "key",
        "key switch with a clear cap",
        "5x5 matrix",
        0.9,
        "Button_Switch_Keyboard:SW_Cherry_MX_1.00u_PCB",
        _two(),
    ),
    "mux": PartKind(
        "U",
        "multiplexer",
        "multiplexer CD74HC4067, DIP-24",
        "leads one of 16 sensors to a pin that measures; a socket helps",
        1.5,
        "Package_DIP:DIP-24_W15.24mm",
        _multiplexer_legs(),
    ),
    "sensor": PartKind(
        "B",
        "sensor",
        "Hall sensor DRV5055A2, TO-92",
        "one under the middle of each field, lying, its marked side up",
        1.6,
        "Package_TO_SOT_THT:TO-92_Inline",
        (
            Leg(1, "VCC", SUPPLIED, "leg 1 (VCC)"),
            Leg(2, "GND", SUPPLIED, "leg 2 (GND)"),
            Leg(3, "OUT", OUT, "leg 3 (OUT)"),
        ),
    ),
    "diode": _diode("diode", "one a key, ring (cathode) towards its row"),
    "diode-gate": _diode("diode of the gate", "ring (cathode) towards the gate"),
    "fuse": PartKind(
        "F",
        "fuse",
        "resettable fuse 0.65 A, Bourns MF-R065",
        "opens when the 5 V rail is shorted, and closes again once it is cold",
        0.4,
        "Fuse:Fuse_Bourns_MF-RG300",
        (
            Leg(1, "one leg", SUPPLIED, "one leg"),
            Leg(2, "other leg", SUPPLY, "other leg"),
        ),
        "0.65 A",
    ),
    "switch": PartKind(
        "Q",
        "transistor",
        "P-channel MOSFET NDP6020P, TO-220",
        "switches the lights on slowly; another one wants a threshold of 0.4 to 1 V",
        1.6,
        "Package_TO_SOT_THT:TO-220-3_Vertical",
        (
            Leg(1, "G", IN, "gate (left leg)"),
            Leg(2, "D", SUPPLY, "drain (middle leg)"),
            Leg(3, "S", SUPPLIED, "source (right leg)"),
        ),
        "NDP6020P",
    ),
    "resistor-data": _resistor("330 ohm", "in the data line, close to the first pixel"),
    "resistor-low": _resistor("10 kilohm", "keeps the data line low until the Pico runs"),
    "resistor-piezo": _resistor(
        "1 kilohm", "before the piezo: a knock on it must not harm the pin"
    ),
    "resistor-gate": _resistor("1 megohm", "pulls the gate down slowly"),
    "capacitor-slope": _capacitor(
        "100 nF",
        "film, 10 %",
        "between gate and drain: it sets how fast the 5 V rail rises",
        0.4,
        "Rect_L7.2mm_W2.5mm_P5.00mm_FKS2_FKP2_MKS2_MKP2",
        " of the gate",
    ),
    "capacitor-hold": _capacitor(
        "2.2 uF",
        "film, 10 %",
        "between gate and source: it keeps the transistor off as USB is plugged in",
        1.2,
        "Rect_L7.2mm_W5.5mm_P5.00mm_FKS2_FKP2_MKS2_MKP2",
    ),
    "capacitor-chip": _capacitor(
        "100 nF",
        "ceramic, X7R",
        "across 5 V and ground of the level shifter, close to it",
        0.1,
        "Disc_D5.0mm_W2.5mm_P5.00mm",
    ),
    "capacitor-mux": _capacitor(
        "100 nF",
        "ceramic, X7R",
        "one across 3.3 V and ground of each multiplexer, close to it",
        0.1,
        "Disc_D5.0mm_W2.5mm_P5.00mm",
        " of multiplexer",
    ),
    "capacitor-sensor": _capacitor(
        "100 nF",
        "ceramic, X7R",
        "one across legs 1 and 2 of each sensor, at its legs",
        0.1,
        "Disc_D5.0mm_W2.5mm_P5.00mm",
        " of sensor",
    ),
    "capacitor-bulk": PartKind(
        "C",
        "470 uF capacitor",
        "capacitor 470 uF, 10 V",
        "across 5 V and ground of the pixels, plus to 5 V",
        0.3,
        "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm",
        (Leg(1, "plus", found="plus"), Leg(2, "minus", found="minus (stripe)")),
        "470 uF",
    ),
    "piezo": PartKind(
        "LS",
        "piezo",
        "piezo buzzer, passive, 12 mm",
        "passive: it has no sound of its own",
        0.8,
        "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
        _two(),
    ),
}
