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


class Names:
    """The names of all buttons; those of the many pads are made on demand.

    >>> names = Names()
    >>> len(names), names[0], names[63], names[64], "h9" in names, names[-2:]
    (70, 'a1', 'h8', 'red', False, ('white', 'black'))
    """

    def __len__(self) -> int:
        return len(_ORDER) + len(COLOURED)

    def __getitem__(self, at: int) -> str:
        if not isinstance(at, int):
            return tuple([self[each] for each in range(len(self))])[at]  # type: ignore[unreachable]
        if at < 64:
            return "abcdefgh"[at % 8] + "12345678"[at // 8]
        return COLOURED[at - 64]

    def index(self, name: str) -> int:
        """Return the index of a name."""
        return self[:].index(name)  # type: ignore[index]


BUILD = Build(
    "pads",
    8,
    9,
    "",
    _ORDER,
    Names(),  # type: ignore[arg-type]
    (("keys", tuple([f"GP{pin}" for pin in range(6, 12)])),),
    tone_pin="GP13",
    budget_ma=400,
)
BUILD.tiles = ("GP5", "GP4"), b"\x2e\x2f\x30\x31"
