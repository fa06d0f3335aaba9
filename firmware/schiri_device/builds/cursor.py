"""The build `cursor`: an 8x8 matrix, a five-way stick and six coloured buttons."""

from . import COLOURED, STICK, Build

BUILD = Build(
    "cursor",
    8,
    9,
    0,
    # It begins at the top left and runs right along each row.  For other panels see `pixel_order`
    # in hardware/.
    b"".join([bytes(range(first, first + 8)) for first in range(56, -1, -8)]),
    STICK + COLOURED,
    (("keys", range(2, 13)),),
    tone_line=13,
    budget_ma=400,
)
