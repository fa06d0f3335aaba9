"""The names of cells and places.

Decides how a cell of any board or field is written.
"""

import re

from schiri_engines.grid import cell_text

# The move at the beginning of a command; a name or a text may follow.
MOVE = re.compile(r"\s*(place\s+)?\S+")
CAPITAL = re.compile(r"[A-H][1-8]")


def with_small_cells(text: str) -> str:
    """Return a typed command with the cells of its move in lower case.

    >>> [with_small_cells(each) for each in ("A1xA4", "R:D4", "place C3 b", "dispute A1 or A2")]
    ['a1xa4', 'R:d4', 'place c3 b', 'dispute A1 or A2']
    """
    return MOVE.sub(lambda move: CAPITAL.sub(lambda cell: cell[0].lower(), move[0]), text, count=1)


def location_text(cell: int | tuple[int, int], size: int) -> str:
    """Return the name of a cell of a board, or of a place of a field that has no edge.

    >>> location_text(12, 5), location_text((-1, 2), 5)
    ('c3', '-1,2')
    """
    return cell_text(cell, size) if isinstance(cell, int) else f"{cell[0]},{cell[1]}"
