"""The build `pads`: four tiles of 4x4 pads with a pixel under each, and six coloured buttons."""

from . import COLOURED, Build

# A tile's pixels and keys count from its top left along its rows; the tiles do so, too.
_ORDER = bytes(
    [
        (1 - rank // 4) * 32 + file // 4 * 16 + (3 - rank % 4) * 4 + file % 4
        for rank in range(8)
        for file in range(8)
    ]
)

BUILD = Build(
    "pads",
    8,
    9,
    -1,
    _ORDER,
    COLOURED,
    (("keys", range(6, 12)),),
    tone_line=13,
    budget_ma=400,
    cell_keys=64,
)
BUILD.tiles = (5, 4), b"\x2e\x2f\x30\x31"
