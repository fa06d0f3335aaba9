"""The build `cursor`: an 8x8 matrix, a five-way stick and six coloured buttons."""

from .build import COLOURED, STICK, Build, pixel_order

BUILD = Build(
    "cursor",
    "raspberry_pi_pico",
    8,
    9,
    "GP0",
    pixel_order(8, is_serpentine=False),
    STICK + COLOURED,
    (("keys", tuple([f"GP{pin}" for pin in range(2, 13)])),),
    tone_pin="GP13",
    budget_ma=400,
    parts=(
        (1, "Raspberry Pi Pico", "or Pico H; RP2040, CircuitPython 10"),
        (1, "NeoPixel matrix 8x8, WS2812B, 5 V", "progressive rows, data in at the top left"),
        (1, "five-way stick", "up, down, left, right, press to one common leg"),
        (6, "push button 12 mm, to ground", "red, yellow, green, blue, white, black"),
        (1, "piezo disc, passive", ""),
        (1, "resistor 330 ohm", "in the data line, close to the matrix"),
        (1, "capacitor 1000 uF, 6.3 V or more", "across 5 V and ground of the matrix"),
        (1, "level shifter 74AHCT125, DIP-14", "3.3 V to 5 V for the data line"),
        (1, "capacitor 100 nF", "across 5 V and ground of the level shifter"),
    ),
)
