"""The order of the pixels of a panel, however it is mounted: data for a build of one's own."""


def pixel_order(
    size: int, is_serpentine: bool = False, turns: int = 0, is_mirrored: bool = False
) -> bytes:
    """Return the index on the chain of each pixel of the grid, as bytes to save memory.

    Shape: the chain begins at the top left and runs right along each row, in serpentine every other
    one back; then the panel is mirrored, left to right, and mounted with quarter turns clockwise.

    >>> list(pixel_order(2, is_serpentine=True)), list(pixel_order(2, turns=1))
    ([3, 2, 0, 1], [3, 1, 2, 0])
    """
    order = bytearray(size * size)
    for place in range(size * size):
        row, column = place // size, place % size
        # Two reversals cancel out.
        if (is_serpentine and row % 2) != is_mirrored:
            column = size - 1 - column
        for _ in range(turns % 4):
            row, column = column, size - 1 - row
        order[(size - 1 - row) * size + column] = place
    return bytes(order)
