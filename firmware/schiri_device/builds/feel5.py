"""The build `feel5`: 25 fields that feel their stones, with a pixel in each, and six buttons."""

from . import COLOURED, Build

BUILD = Build(
    "feel5",
    5,
    0,
    0,
    # The chain of `keys5`.
    bytes(
        (20, 21, 22, 23, 24)
        + (19, 18, 17, 16, 15)
        + (10, 11, 12, 13, 14)
        + (9, 8, 7, 6, 5)
        + (0, 1, 2, 3, 4)
    ),
    COLOURED,
    (("keys", range(6, 12)),),
    tone_line=12,
    # The sensors take 250 of a USB port's 500 mA at most, and the Pico 100.
    budget_ma=150,
)
# The first multiplexer has ranks 1 to 3, the second one ranks 4 and 5, each from its channel 0 on.
BUILD.sensors = range(2, 6), range(20, 22), bytes(range(15)) + bytes(range(16, 26))
