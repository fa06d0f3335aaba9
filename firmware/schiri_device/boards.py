"""The boards, as data: the pin of each line of a build, and the memory.

Decides which pin a line is on, the same for every build.  A leaf: it imports nothing, and the PC
reads it too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    import microcontroller


class BoardKind:
    """A kind of board that a build is soldered to.

    Shape: ``name`` is what people type, ``id`` what CircuitPython calls it; ``pins`` has the pin of
    each line.  A board that ``is_small`` has no room for sources, nor for the numbers of lines.
    """

    def __init__(self, name: str, id: str, pins: "tuple[str, ...]", is_small: bool = False):
        self.name = name
        self.id = id
        self.pins = pins
        self.is_small = is_small


# Lines 4 and 5 are data and clock of a bus, where a board has certain pins for that.
_PICO = tuple([f"GP{line}" for line in range(23)])
_FEATHER = (
    ("D5", "D6", "D9", "D10", "SDA", "SCL", "D11", "D12", "D13")
    + ("A0", "A1", "A2", "A3", "A4", "A5")
    + ("SCK", "MOSI", "MISO", "RX", "TX")
)

# The first one is what we recommend.
BOARDS = (
    BoardKind("pico2", "raspberry_pi_pico2", _PICO),
    BoardKind("pico2w", "raspberry_pi_pico2_w", _PICO),
    BoardKind("pico", "raspberry_pi_pico", _PICO, is_small=True),
    BoardKind("feather", "adafruit_feather_esp32s3_4mbflash_2mbpsram", _FEATHER),
)


def board_called(id: str) -> BoardKind | None:
    """Return the board that CircuitPython calls so, or None.

    >>> board_called("raspberry_pi_pico2").pins[13]
    'GP13'
    """
    for each in BOARDS:
        if each.id == id:
            return each
    return None


def pins(board: "ModuleType", lines: "Iterable[int]") -> "tuple[microcontroller.Pin, ...]":
    """Return the pins of these lines; ``board`` is CircuitPython's module of that name."""
    found = board_called(board.board_id)
    assert found, board.board_id
    return tuple([getattr(board, found.pins[line]) for line in lines])
