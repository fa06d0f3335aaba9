"""The names of cells and places.

Decides how a cell is written, whichever board or field it is on.
"""

from schiri_engines.grid import cell_text


def location_text(cell: int | tuple[int, int], size: int = 5) -> str:
    """Return the name of a cell of a board, or of a place of a field that has no edge.

    >>> location_text(12), location_text((-1, 2))
    ('c3', '-1,2')
    """
    return cell_text(cell, size) if isinstance(cell, int) else f"{cell[0]},{cell[1]}"
