"""The build `cursor`: an 8x8 matrix, a five-way stick and six coloured buttons."""

from .build import COLOURED, PICOS, STICK, Build, pixel_order

BUILD = Build(
    "cursor",
    PICOS,
    8,
    9,
    "GP0",
    pixel_order(8, is_serpentine=False),
    STICK + COLOURED,
    (("keys", tuple([f"GP{pin}" for pin in range(2, 13)])),),
    tone_pin="GP13",
    budget_ma=400,
)
