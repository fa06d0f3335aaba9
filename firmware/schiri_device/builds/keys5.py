"""The build `keys5`: 25 keys with a pixel under each, and six coloured buttons."""

from .build import COLOURED, Build, pixel_order

# The matrix is scanned row by row; its first row is rank 1.
_CELLS = tuple([file + rank for rank in "12345" for file in "abcde"])

BUILD = Build(
    "keys5",
    "raspberry_pi_pico",
    5,
    0,
    "GP0",
    pixel_order(5, is_serpentine=True),
    _CELLS + COLOURED,
    (
        ("matrix", ("GP2", "GP3", "GP4", "GP5", "GP6"), ("GP7", "GP8", "GP9", "GP10", "GP11")),
        ("keys", tuple([f"GP{pin}" for pin in range(12, 18)])),
    ),
    tone_pin="GP18",
    budget_ma=400,
    parts=(
        (1, "Raspberry Pi Pico", "or Pico H; RP2040, CircuitPython 10"),
        (25, "NeoPixel, WS2812B, 5 V", "one under each key, on a board with its own 100 nF"),
        (25, "key switch with a clear cap", "5x5 matrix"),
        (25, "diode 1N4148", "one a key, cathode (ring) towards its row"),
        (6, "push button 12 mm, to ground", "red, yellow, green, blue, white, black"),
        (1, "piezo disc, passive", ""),
        (1, "resistor 330 ohm", "in the data line, close to the first pixel"),
        (1, "capacitor 1000 uF, 6.3 V or more", "across 5 V and ground of the pixels"),
        (1, "level shifter 74AHCT125, DIP-14", "3.3 V to 5 V for the data line"),
        (1, "capacitor 100 nF", "across 5 V and ground of the level shifter"),
    ),
)
