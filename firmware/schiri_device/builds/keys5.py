"""The build `keys5`: 25 keys with a pixel under each, and six coloured buttons."""

from . import COLOURED, Build

BUILD = Build(
    "keys5",
    5,
    0,
    0,
    # It begins at the top left and runs right, then left, as `pixel_order` in hardware/ has it.
    bytes(
        (20, 21, 22, 23, 24)
        + (19, 18, 17, 16, 15)
        + (10, 11, 12, 13, 14)
        + (9, 8, 7, 6, 5)
        + (0, 1, 2, 3, 4)
    ),
    COLOURED,
    (
        # It is scanned row by row; its first row is rank 1.
        ("matrix", range(2, 7), range(7, 12)),
        ("keys", range(12, 18)),
    ),
    tone_line=18,
    budget_ma=400,
    cell_keys=25,
)
