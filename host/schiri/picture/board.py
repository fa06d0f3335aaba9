"""A board as a picture: cells in wood or in their colours, pieces, and marks.

Decides how a board is drawn.  Must not know which game is played on it.
"""

from schiri.picture import look, svg
from schiri.picture.marks import mark_svg
from schiri.scene.scene import Cell, Grid

CELL = 68
RIM = 34
PIECE = 25


def board_svg(grid: Grid, caption: svg.Caption | None = svg.NOTHING) -> str:
    """Return a picture of a board, with its coordinates."""
    size = len(grid.columns)
    side = size * CELL + 2 * RIM
    plate = side - 2 * RIM + 8
    parts = [
        svg.rect((0, 0), (side, side), 16, fill=look.RIM, stroke=look.RIM_EDGE),
        svg.rect((RIM - 4, RIM - 4), (plate, plate), 6, fill=look.PLATE),
    ]
    for line in range(size):
        middle = RIM + (line + 0.5) * CELL
        for at in (RIM / 2, side - RIM / 2):
            parts.append(svg.centred(grid.columns[line], (middle, at), 16, fill=look.RIM_WORDS))
            parts.append(svg.centred(grid.rows[line], (at, middle), 16, fill=look.RIM_WORDS))
    for at, cell in enumerate(grid.cells):
        row, file = divmod(at, size)
        wood = look.WOOD[((size - 1 - row) * (size + 1) + file) % 2]
        centre = RIM + (file + 0.5) * CELL, RIM + (row + 0.5) * CELL
        parts += [_cell(cell, centre, wood), *(mark_svg(mark, centre) for mark in cell.marks)]
    return svg.sheet("".join(parts), (side, side), caption)


def board_parts() -> dict[str, str]:
    """Return the pieces and a free cell, each as a tile.

    >>> sorted(board_parts())
    ['b', 'free', 'w']
    """
    centre = CELL / 2, CELL / 2
    parts = {letter: svg.piece(letter, centre, PIECE) for letter in look.PIECES}
    parts["free"] = svg.circle(centre, PIECE * 0.5, fill="#000", opacity=0.2)
    return {name: svg.tile(drawn, CELL) for name, drawn in parts.items()}


def _cell(cell: Cell, centre: svg.Point, wood: str) -> str:
    """Return a cell with the sign of its colour, and its piece."""
    x, y = centre
    ground, ink = look.FIELDS[cell.field] if cell.field else (wood, "")
    side = CELL - 3
    drawn = svg.rect((x - side / 2, y - side / 2), (side, side), 5, fill=ground)
    if cell.field:
        # In the corner, where pieces do not hide it.
        drawn += svg.centred(cell.field, (x - side / 2 + 8, y - side / 2 + 9), 12, fill=ink)
    if cell.piece:
        return drawn + svg.piece(cell.piece, centre, PIECE)
    if cell.field:
        return drawn + svg.circle(centre, PIECE * 0.5, fill="#000", opacity=0.16)
    edge = {"stroke": look.HOLLOW_EDGE, "stroke_width": 1.5}
    return drawn + svg.circle(centre, PIECE * 0.5, fill=look.HOLLOW, **edge)
