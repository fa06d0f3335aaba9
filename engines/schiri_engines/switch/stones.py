"""Sets of stones on the 5x5 board as 25-bit ints, bit 0 for a1: small ints on every device.

Decides when stones are connected (SW-6) and what a line is (SW-5).  Must not know turns or ends.
"""

SIZE = 5
CELLS = 25
ALL = (1 << CELLS) - 1
WEST = 0b00001_00001_00001_00001_00001
NOT_WEST = ALL ^ WEST
NOT_EAST = ALL ^ WEST << 4

# Rows and columns, each a tuple of five cells; a cell's row is LINES[cell // 5], its column
# LINES[5 + cell % 5].
LINES = tuple([tuple(range(SIZE * rank, SIZE * rank + SIZE)) for rank in range(SIZE)]) + tuple(
    [tuple(range(file, CELLS, SIZE)) for file in range(SIZE)]
)


def set_of(cells: tuple) -> int:
    """Return the set of stones on these cells; the inverse of `cells_of`.

    >>> set_of((0, 4))
    17
    """
    stones = 0
    for cell in cells:
        stones |= 1 << cell
    return stones


MASKED_LINES = tuple([(set_of(line), line) for line in LINES])


def is_connected(stones: int) -> bool:
    """Tell whether stones hang together horizontally and vertically.

    Rule: SW-6.

    >>> is_connected(0b00001_00011), is_connected(0b10000_00001)
    (True, False)
    """
    # A stone without a neighbour, even around the edge, settles most positions with no flood.
    if stones & ~(stones << 1 | stones >> 1 | stones << SIZE | stones >> SIZE):
        return False
    reached = stones & -stones
    while True:
        grown = stones & (
            reached
            | (reached & NOT_EAST) << 1
            | (reached & NOT_WEST) >> 1
            | reached << SIZE
            | reached >> SIZE
        )
        if grown == reached:
            return reached == stones
        reached = grown


def line_through(one: int, other: int) -> tuple:
    """Return the row or column that holds both cells, or an empty tuple.

    >>> line_through(0, 3), line_through(1, 11), line_through(0, 6)
    ((0, 1, 2, 3, 4), (1, 6, 11, 16, 21), ())
    """
    if one // SIZE == other // SIZE:
        return LINES[one // SIZE]
    if one % SIZE == other % SIZE:
        return LINES[SIZE + one % SIZE]
    return ()


def cells_of(stones: int) -> tuple:
    """Return the cells of a set of stones, in the order of their numbers.

    >>> cells_of(0b10001)
    (0, 4)
    """
    return tuple([cell for cell in range(CELLS) if stones >> cell & 1])


def letters_of(dark: int, light: int) -> str:
    """Return one letter a cell: ``b`` dark, ``w`` light, ``.`` none.

    >>> letters_of(1, 4)[:4]
    'b.w.'
    """
    return "".join(
        ["b" if dark >> cell & 1 else "w" if light >> cell & 1 else "." for cell in range(CELLS)]
    )


def stones_of(letters: str, colour: str) -> int:
    """Return the set of one colour's stones; with both colours, the inverse of `letters_of`.

    >>> stones_of("b.w." + "." * 21, "w")
    4
    """
    stones = 0
    for cell in range(CELLS):
        if letters[cell] == colour:
            stones |= 1 << cell
    return stones
