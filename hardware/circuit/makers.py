"""A shopping list: makers' part numbers, substitutes, and things to check.

Decides which parts are named, and where each number was looked up.  Must not know how anything is
connected.  A number was read in a maker's data sheet, or in a list of parts that somebody published
with a link to a shop; that sheet, or the shop's page, is its source.
"""

from typing import NamedTuple

# The date of our guess at prices; no shop was asked.
PRICED = "November 2026"
DIGIKEY = "https://www.digikey.com/en/products/detail/"
ADAFRUIT = "https://www.adafruit.com/product/"


class Number(NamedTuple):
    """A maker and its number; the page or list where it was looked up, "" where it was not."""

    what: str
    source: str = ""


class Product(NamedTuple):
    """The product to buy for a kind of part.

    Shape: all figures of the pages hold for ``number``; each of ``others`` will do as well, as
    far as ``mind`` says.
    """

    number: Number
    others: tuple[Number, ...]
    mind: str


def _resistor(yageo: str, yageo_page: str, stackpole: str, page: str) -> Product:
    return Product(
        Number(f"Yageo {yageo}", DIGIKEY + "yageo/" + yageo_page),
        (Number(f"Stackpole {stackpole}", DIGIKEY + "stackpole-electronics-inc/" + page),),
        "5 % or better",
    )


class Besides(NamedTuple):
    """A thing to buy that is not wired, and our guess at its price.

    Shape: ``usual`` is how many a build needs, ``sensed`` how many if it has sensors.
    """

    what: str
    euros: float
    usual: int = 0
    sensed: int = 0

    def needed(self, has_sensors: bool) -> int:
        """Return how many a build needs."""
        return self.sensed if has_sensors else self.usual


BESIDES = {
    "cable": Besides("USB cable, A to micro-B", 3.0, 1, 1),
    "board": Besides("perforated board 10 by 15 cm", 4.0, 1, 2),
    "magnet": Besides("disc magnet 8 by 3 mm, neodymium N35", 0.25, sensed=24),
    "felt": Besides("disc of felt, self-adhesive, 1 mm thick, 18 to 20 mm", 0.1, sensed=24),
}
# By kind.
BOUGHT = {
    "pico": Product(
        Number("Raspberry Pi SC1631 (Pico 2)", DIGIKEY + "raspberry-pi/SC1631/24627136"),
        (
            Number(
                "SC1632 (Pico 2 with pins)",
                "https://www.digikey.co.uk/en/products/detail/raspberry-pi/SC1632/26241102",
            ),
            Number("SC0915 (Pico)", DIGIKEY + "raspberry-pi/SC0915/13624793"),
        ),
        "a Pico 2 W does as well; `feel5` runs on no Pico; for the case one without pins",
    ),
    "fuse": Product(
        Number(
            "Bourns MF-R065",
            "https://www.digikey.com/en/htmldatasheets/production/812041/0/0/1/mf-telecomlab.html",
        ),
        (
            Number(
                "Littelfuse 06R075B",
                "https://cdn.shopify.com/s/files/1/0174/1800/files/Littelfuse_PTC_USBR-40993.pdf",
            ),
        ),
        "holds 0.65 to 0.75 A, opens at 1.3 A, 6 V or more",
    ),
    "switch": Product(
        Number(
            "onsemi NDP6020P",
            "https://novapart.co/products/NDP6020P/"
            "power-mosfet-p-channel-20-v-24-a-0041-ohm-to-220ab/",
        ),
        (
            Number(
                "onsemi NDB6020P",
                "https://manualmachine.com/datasheet/ndb6020p/"
                "4200715-datasheet-fairchild-semiconductor",
            ),
            Number("IRLML6401 (Infineon, Kexin)", "https://pdf.elecfans.com/KEXIN/IRLML6401.html"),
        ),
        "P-channel, threshold 0.4 to 1 V; the other two are for surface mounting, have their legs "
        "elsewhere and need a small board",
    ),
    "capacitor-hold": Product(
        Number("WIMA MKS2B042201F00KSSD", "a published list of parts: Newark 10WX4288"),
        (
            Number(
                "Murata RDER71H225K2M1H3A (ceramic)",
                "a published list of parts: Mouser 81-RDER71H225K2M1H3A",
            ),
        ),
        "2.2 uF, film, 10 %; ceramic only as X7R: Z5U and Y5V lose half of it",
    ),
    "capacitor-slope": Product(
        Number("WIMA MKS2C031001A00KSSD", DIGIKEY + "wima/MKS2C031001A00KSSD/19251365"),
        (
            Number(
                "TDK B32529C0104K000",
                "https://au.element14.com/epcos/b32529c0104k000/cap-0-1-f-63v-10-pet-potted/"
                "dp/9750878",
            ),
        ),
        "100 nF, film, 10 %: it sets how fast the lights get their 5 V",
    ),
    "resistor-gate": _resistor(
        "MFR-25FBF52-1M", "MFR-25FBF52-1M/13714", "CF14JT1M00", "CF14JT1M00/1741316"
    ),
    "diode": Product(
        Number("Vishay 1N4148-TAP", "https://www.vishay.com/docs/81857/1n4148.pdf"),
        (Number("onsemi 1N4148TR", DIGIKEY + "onsemi/1N4148TR/458811"),),
        "of glass, with wires; the ring is the cathode",
    ),
    "capacitor-bulk": Product(
        Number(
            "Panasonic EEU-FR1A471", DIGIKEY + "panasonic-electronic-components/EEU-FR1A471/9921021"
        ),
        (
            Number(
                "Nichicon UVR1C471MPD",
                "https://www.digikey.com/product-detail/en/nichicon/UVR1C471MPD/493-1043-ND/588784",
            ),
        ),
        "470 uF and no more: the current at plugging in is computed for it; 10 V or 16 V",
    ),
    "shifter": Product(
        Number(
            "Texas Instruments SN74AHCT125N",
            "http://www.digikey.com/product-detail/en/SN74AHCT125N/296-4655-5-ND/375798",
        ),
        (Number("Adafruit 1787", ADAFRUIT + "1787"),),
        "AHCT alone: HC wants 3.5 V at its input, and HC and HCT let it feed the 5 V rail",
    ),
    "capacitor-chip": Product(
        Number(
            "Vishay K104K15X7RF5TL2",
            DIGIKEY + "vishay-beyschlag-draloric-bc-components/K104K15X7RF5TL2/286538",
        ),
        (Number("KEMET C320C104K5R5TA", DIGIKEY + "kemet/C320C104K5R5TA/818040"),),
        "100 nF, X7R; bend its legs to 5 mm, two holes apart",
    ),
    "resistor-low": _resistor(
        "CFR-25JB-52-10K", "CFR-25JB-52-10K/338", "CF14JT10K0", "CF14JT10K0/1741265"
    ),
    "resistor-data": _resistor(
        "CFR-25JB-52-330R", "CFR-25JB-52-330R/1636", "CF14JT330R", "CF14JT330R/1741399"
    ),
    "matrix": Product(
        Number("Adafruit 1487", ADAFRUIT + "1487"),
        (Number("Adafruit 2612 (flexible)", ADAFRUIT + "2612"),),
        "8x8, WS2812B, 5 V; where each second row runs back, the build's page says what to change",
    ),
    "tile": Product(
        Number("Adafruit 3954, with Adafruit 1611 (silicone pads)", ADAFRUIT + "3954"),
        (
            Number(
                "of your own, from Adafruit's files",
                "https://github.com/adafruit/Adafruit-NeoTrellis-4x4-PCB",
            ),
        ),
        "the NeoTrellis, not the Trellis, which has no colours, nor the NeoTrellis M4",
    ),
    "stick": Product(
        Number("Adafruit 504", ADAFRUIT + "504"),
        (Number("SparkFun COM-10063", "https://www.sparkfun.com/5-way-tactile-switch.html"),),
        "five contacts to one common leg; SparkFun's is for surface mounting; the Alps SKQUCAA010 "
        "is not made any more",
    ),
    "button": Product(
        Number("Omron B3F-4055", DIGIKEY + "omron-electronics-inc-emc-div/B3F-4055/31799"),
        (Number("Adafruit 1009 (15 with caps)", ADAFRUIT + "1009"),),
        "12 x 12 mm, with caps in six colours (Omron's begin with B32-13); paint or print those "
        "that a pack lacks",
    ),
    "resistor-piezo": _resistor(
        "CFR-25JB-52-1K", "CFR-25JB-52-1K/96", "CF14JT1K00", "CF14JT1K00/1741314"
    ),
    "piezo": Product(
        Number("TDK PS1240P02BT", DIGIKEY + "tdk-corporation/PS1240P02BT/935924"),
        (
            Number(
                "Murata PKM13EPYH4000-A0",
                "http://search.murata.co.jp/Ceramy/image/img/w_hinm/S0040E.pdf",
            ),
        ),
        "passive, or externally driven; an active one has one tone of its own",
    ),
    "pixel": Product(
        Number("Adafruit 1612 (5 of them)", ADAFRUIT + "1612"),
        (Number("SparkFun 13282", "https://www.sparkfun.com/products/13282"),),
        "WS2812B on a board of its own, no wider than a key",
    ),
    "key": Product(
        Number(
            "Cherry MX RGB Red",
        ),
        (Number("Kailh CPG151101D05", "https://www.lcsc.com/product-detail/C49234236.html"),),
        "two legs, and a clear housing that lets light through: MX1A-L1NN has a black one; caps: "
        f"[Adafruit 4956]({ADAFRUIT}4956), 10 to a pack",
    ),
    "mux": Product(
        Number("Texas Instruments CD74HC4067E", "https://www.ti.com/lit/gpn/cd74hc4067"),
        (
            Number(
                "SparkFun BOB-09056 (on a board of its own)",
                "https://github.com/rand338/analog_digital_mux_breakout",
            ),
        ),
        "HC, which works from 2 V on: HCT wants 5 V; on a board of its own COM is called SIG, the "
        "channels C0 to C15, and its pins are elsewhere than on our plan",
    ),
    "sensor": Product(
        Number(
            "Texas Instruments DRV5055A2QLPG",
            "https://pdf.elecfans.com/BURR-BROWN/DRV5055A3QDBZR.html",
        ),
        (
            Number("DRV5055A2QLPGM (the same, on a tape)"),
            Number(
                "DRV5055A2QDBZR (SOT-23)",
                "https://www.ti.com/document-viewer/DRV5055-Q1/datasheet/"
                "pin-configuration-and-functions-x888",
            ),
        ),
        "**A2**: its range is 44 mT at 3.3 V, that of A1 only half; Z2 does as well; SOT-23 has "
        "its legs in another order and does not fit the seats; no SS49E, which wants 5 V",
    ),
    "magnet": Product(
        Number("any of N35, magnetised through its thickness", "https://kjmagnetics.com/specs.asp"),
        (Number("N38 to N42 (stronger by up to a tenth)", "https://kjmagnetics.com/specs.asp"),),
        "all of one kind and one purchase; poles on the flat sides, not on the edge",
    ),
    "felt": Product(
        Number("any felt gliders for furniture"),
        (Number("felt by the sheet, with glue for it"),),
        "all of one thickness, about 1 mm: it sets the distance of the magnet",
    ),
    "cable": Product(
        Number("Adafruit 592", ADAFRUIT + "592"),
        (Number("SparkFun CAB-13244", "https://www.sparkfun.com/usb-micro-b-cable-6.html"),),
        "USB-A to **micro**-B, which carries data; many that come with lamps only charge",
    ),
    "board": Product(
        Number("any with holes 2.54 mm apart"),
        (
            Number("Adafruit 1606", ADAFRUIT + "1606"),
            Number("Adafruit 1609 (half as long)", ADAFRUIT + "1609"),
        ),
        "copper around each hole; Adafruit's have rows that are joined, which saves wires, but do "
        "not fit the case",
    ),
}
