"""The boards, as data: the pin of each line of a build, and the memory.

Decides which pin a line is on, the same for every build.  A leaf: it imports nothing, and the PC
reads it too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    import microcontroller


# Lines 4 and 5 are data and clock of a bus, where a board has certain pins for that.
# Lines 20 and 21 can measure a voltage; a Feather has no pin left, so it shares lines 13 and 14.
# Texts, since a tuple of names would keep them all in memory.
_PICO = (
    "GP0 GP1 GP2 GP3 GP4 GP5 GP6 GP7 GP8 GP9 GP10 GP11 GP12 GP13 GP14 GP15 GP16 GP17 GP18 GP19 "
    "GP26 GP27"
)
_FEATHER = "D5 D6 D9 D10 SDA SCL D11 D12 D13 A0 A1 A2 A3 A4 A5 SCK MOSI MISO RX TX A4 A5"

# Rows, since objects would take memory: the name to type, what CircuitPython calls it, the pin of
# each line, and whether its memory is small: no room for sources, nor for the numbers of lines.
# The first one is what we recommend.
ROWS = (
    ("pico2", "raspberry_pi_pico2", _PICO, False),
    ("pico2w", "raspberry_pi_pico2_w", _PICO, False),
    ("pico", "raspberry_pi_pico", _PICO, True),
    ("feather", "adafruit_feather_esp32s3_4mbflash_2mbpsram", _FEATHER, False),
)


def pins(board: "ModuleType", lines: "Iterable[int]") -> "tuple[microcontroller.Pin, ...]":
    """Return the pins of these lines; ``board`` is CircuitPython's module of that name."""
    (names,) = [row[2].split() for row in ROWS if row[1] == board.board_id]
    return tuple([getattr(board, names[line]) for line in lines])
