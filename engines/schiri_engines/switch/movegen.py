"""Stones on the 5x5 board: when they are connected, and which moves they have.

Decides SW-4 to SW-6 and, for starts, SW-10; names the rule of each refusal.  A set of stones is a
25-bit int, bit 0 for a1: a small int on every device.  Must not know whose turn it is beyond "mine"
and "theirs", nor any end.
"""

from ..grid import parse_rows
from ..refusals import RULE_OF, MalformedText, Refusal, Refused, refuse
from .notation import CHOOSE, PLACE, SWAP

RULE_OF.update(
    {
        "move-from-free": "SW-4",
        "move-not-yours": "SW-4",
        "move-onto-stone": "SW-4",
        "swap-from-free": "SW-5",
        "swap-not-yours": "SW-5",
        "swap-with-free": "SW-5",
        "swap-same-colour": "SW-5",
        "swap-no-line": "SW-5",
        "swap-no-majority": "SW-5",
        "layout-connected": "SW-10",
        "place-occupied": "SW-3",
        "place-used-up": "SW-3",
        "place-connects": "SW-10",
    }
)

SIZE = 5
CELLS = 25
STONES_EACH = 12
# The first layout; and a position with neither colour connected, without its side.
QUIET = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb "
# The set of one stone, by its cell: a lookup is faster than a shift.
BITS = tuple([1 << cell for cell in range(CELLS)])
# The set of all cells.
ALL = (1 << CELLS) - 1
# The cells of each line, five by five, and as a set: rows are lines 0 to 4, columns 5 to 9.
LINES = bytes(list(range(CELLS)) + [5 * (at % 5) + at // 5 for at in range(CELLS)])
MASKS = tuple([0b11111 << 5 * at for at in range(5)] + [0x108421 << at for at in range(5)])


def is_connected(stones: int) -> bool:
    """Tell whether stones are connected horizontally and vertically.

    Rule: SW-6.

    >>> is_connected(0b00001_00011), is_connected(0b10000_00001)
    (True, False)
    """
    # A stone without a neighbour, even around the edge, rules out most positions without a flood
    # fill.
    beyond = stones << 1 | stones << 5
    if stones & ~(beyond | beyond >> 6):
        return False
    reached = stones & -stones
    while True:
        # No step wraps around the edge, east of the last file or west of the first.
        grown = stones & (
            reached
            | (reached & 0b01111_01111_01111_01111_01111) << 1
            | (reached & 0b11110_11110_11110_11110_11110) >> 1
            | reached << 5
            | reached >> 5
        )
        if grown == reached:
            return reached == stones
        reached = grown


def cells_of(stones: int) -> tuple[int, ...]:
    """Return the cells of a set of stones, in the order of their numbers.

    >>> cells_of(0b10001)
    (0, 4)
    """
    return tuple([cell for cell in range(CELLS) if stones >> cell & 1])


def stones_of(letters: str, colour: str) -> int:
    """Return the set of one colour's stones among letters, one a cell.

    >>> stones_of("b.w." + "." * 21, "w")
    4
    """
    stones = 0
    for cell in range(CELLS):
        if letters[cell] == colour:
            stones |= 1 << cell
    return stones


def moves_of(
    mine: int, theirs: int, free: int, sources: int, lines: range | tuple[int, ...]
) -> list[int]:
    """Return every move of those own stones that are in ``sources``, with swaps in these lines.

    Rule: SW-4, SW-5.

    >>> len(moves_of(0b111, 0b11000, 5, 0b111, range(10)))
    9
    >>> moves_of(0b111, 0b11000, 5, 1, (0, 5)) == [0 | 5 << 5, 0 | 3 << 5 | SWAP, 0 | 4 << 5 | SWAP]
    True
    """
    target = free << 5
    bits, moves = BITS, []
    for cell in range(CELLS):
        if sources & bits[cell]:
            moves.append(cell | target)
    for number in lines:
        rest = mine & MASKS[number]
        rest &= rest - 1
        # Without its two lowest stones a line's majority has still one.
        if rest & rest - 1:
            own, swaps = [], []
            for cell in LINES[5 * number : 5 * number + 5]:
                bit = bits[cell]
                if sources & bit:
                    own.append(cell)
                elif theirs & bit:
                    swaps.append(cell << 5 | SWAP)
            for swap in swaps:
                for cell in own:
                    moves.append(cell | swap)
    return moves


def why_no_move(mine: int, theirs: int, free: int, move: int) -> Refusal | None:
    """Return None for one of `moves_of`, else the refusal with its first cause.

    Causes are checked in this order: whose stone, the target, the line, its majority.
    Rule: SW-4, SW-5.

    >>> why_no_move(0b111, 0b11000, 5, 3 | 5 << 5)
    Refusal('move-not-yours', 'SW-4', (3,))
    """
    source, target = move & 31, move >> 5 & 31
    kind = "swap" if move & SWAP else "move"
    if theirs >> source & 1:
        return refuse(kind + "-not-yours", source)
    if source == free:
        return refuse(kind + "-from-free", source)
    if kind == "move":
        return None if target == free else refuse("move-onto-stone", target)
    if target == free:
        return refuse("swap-with-free", target)
    if mine >> target & 1:
        return refuse("swap-same-colour", target)
    if source // 5 == target // 5:
        number = source // 5
    elif source % 5 == target % 5:
        number = 5 + source % 5
    else:
        return refuse("swap-no-line", *sorted((source, target)))
    line = LINES[5 * number : 5 * number + 5]
    if len([cell for cell in line if mine >> cell & 1]) < 3:
        return refuse("swap-no-majority", *[cell for cell in line if cell != free])
    return None


def check_counts(letters: str, complete: bool = True) -> None:
    """Raise unless a game can have these stones; without ``complete``, a set-up may have fewer.

    Raises: MalformedText (bad-count).  Rule: SW-1.
    """
    counts = letters.count("b"), letters.count("w")
    if max(counts) > STONES_EACH or (complete and counts != (STONES_EACH, STONES_EACH)):
        raise MalformedText("bad-count", "b={} w={}".format(*counts), "b=12 w=12")


def check_start(letters: str) -> None:
    """Raise unless this may be a start.

    Raises: Refused (layout-connected).  Rule: SW-10.
    """
    for colour in "bw":
        stones = stones_of(letters, colour)
        if letters.count(colour) == STONES_EACH and is_connected(stones):
            raise Refused(refuse("layout-connected", *cells_of(stones)))


def letters_of_layout(layout: str) -> str:
    """Return the letters of a layout, given by its number or as rows.

    The three layouts of the sheet were pictures and are lost: ours are stand-ins.  Owners give
    their own as rows.
    Raises: MalformedText (bad-option, bad-count and those of `parse_rows`), Refused
    (layout-connected).  Rule: SW-2.

    >>> letters_of_layout("1")[:5]
    'bwbwb'
    """
    if layout in ("1", "2", "3"):
        rows = QUIET + "wbwwb/bwbbw/bw.wb/wbbwb/bwwbw wbwbw/wbwbw/wb.wb/bwbwb/bwbwb"
        layout = rows.split()[int(layout) - 1]
    elif "/" not in layout:
        raise MalformedText("bad-option", layout, "1 2 3 free ROWS")
    letters = parse_rows(layout, 5, "bw.")
    check_counts(letters)
    check_start(letters)
    return letters


def move_cells(move: int) -> tuple[int, ...]:
    """Return the cells a move is pressed on, in their order.

    >>> move_cells(0 | 15 << 5 | SWAP), move_cells(PLACE | 1)
    ((0, 15), (1,))
    """
    if move & CHOOSE:
        return ()
    return (move & 31,) if move & PLACE else (move & 31, move >> 5 & 31)
