"""The coloured fields of the Joggle board.

Decides JO-1 and JO-2.  The colours of the printed board are not known to us: the default is a
stand-in, and owners give theirs as rows.

A field is counted as a *place* on a board with a margin, ``10 * (rank + 1) + file + 1``: what
looks beyond the edge finds nothing there, and nobody has to ask where the edge is.
"""

from ..grid import parse_rows, rows_text

SIZE = 8
WIDTH = 10
# Three rows of margin above, for the tallest figure that begins in the top rank.
PLACES = WIDTH * 12
PLACE_OF = tuple([WIDTH * (cell // SIZE + 1) + cell % SIZE + 1 for cell in range(SIZE * SIZE)])

EACH = 16
ALL = 2 * EACH

COLOURS = "RGBY"
DEFAULT = "/".join(["BYBYBYBY", "GRGRGRGR"] * 4)


CELL_OF = tuple([(place // WIDTH - 1) * SIZE + place % WIDTH - 1 for place in range(PLACES)])


def cell_of(place: int) -> int:
    """Return the cell, counted from a1, of a place on the board with its margin.

    >>> cell_of(PLACE_OF[27])
    27
    """
    return CELL_OF[place]


def parse_board(text: str) -> str:
    """Return one colour a cell from a1 on.

    Raises: MalformedText (those of `parse_rows`).  Rule: JO-2.

    >>> parse_board(DEFAULT)[:4]
    'GRGR'
    """
    return parse_rows(text, SIZE, COLOURS)


def board_text(colours: str) -> str:
    """Return a board's colours as rows; the inverse of `parse_board`."""
    return rows_text(colours, SIZE)


def places_by_colour(colours: str) -> dict:
    """Return the places of each colour, and of any colour under ``J``.

    Shape: in the order of the cells.

    >>> len(places_by_colour(parse_board(DEFAULT))["R"])
    16
    """
    places: dict = {"J": PLACE_OF}
    for colour in COLOURS:
        places[colour] = tuple([PLACE_OF[at] for at in range(64) if colours[at] == colour])
    return places
