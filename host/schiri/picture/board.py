"""A board as a picture: cells in wood or in their colours, pieces, and marks.

Decides how a board is drawn.  Must not know which game is played on it.
"""

from schiri_engines.grid import cell_text

from schiri.picture import look, svg
from schiri.picture.marks import mark_svg
from schiri.scene.marks import by_strength
from schiri.views import BoardView

CELL = 68
RIM = 34
PIECE = 25


def board_svg(view: BoardView, caption: svg.Caption | None = svg.NOTHING) -> str:
    """Return a picture of a board, with its coordinates.

    >>> board_svg(BoardView(1, "b")).startswith("<svg ")
    True
    """
    side = view.size * CELL + 2 * RIM
    plate = side - 2 * RIM + 8
    parts = [
        svg.rect((0, 0), (side, side), 16, fill=look.RIM, stroke=look.RIM_EDGE),
        svg.rect((RIM - 4, RIM - 4), (plate, plate), 6, fill=look.PLATE),
    ]
    for line in range(view.size):
        middle = RIM + (line + 0.5) * CELL
        file, rank = "abcdefgh"[line], str(view.size - line)
        for at in (RIM / 2, side - RIM / 2):
            parts.append(svg.centred(file, (middle, at), 16, fill=look.RIM_WORDS))
            parts.append(svg.centred(rank, (at, middle), 16, fill=look.RIM_WORDS))
    cells = range(view.size * view.size)
    parts += [_cell(view, cell) for cell in cells]
    parts += [
        mark_svg(mark, _centre(view, cell))
        for cell in cells
        for mark in by_strength(view.marks(cell_text(cell, view.size)))
    ]
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


def _centre(view: BoardView, cell: int) -> svg.Point:
    file, rank = cell % view.size, cell // view.size
    return RIM + (file + 0.5) * CELL, RIM + (view.size - rank - 0.5) * CELL


def _cell(view: BoardView, cell: int) -> str:
    """Return a cell with the sign of its colour, its piece and its marks."""
    x, y = _centre(view, cell)
    letter, field = view.letters[cell], view.fields[cell : cell + 1]
    wood = look.WOOD[(cell // view.size + cell) % 2]
    ground, ink = look.FIELDS[field] if field else (wood, "")
    side = CELL - 3
    drawn = svg.rect((x - side / 2, y - side / 2), (side, side), 5, fill=ground)
    if field:
        # In the corner, where no piece hides it.
        drawn += svg.centred(field, (x - side / 2 + 8, y - side / 2 + 9), 12, fill=ink)
    if letter != ".":
        return drawn + svg.piece(letter, (x, y), PIECE)
    if field:
        return drawn + svg.circle((x, y), PIECE * 0.5, fill="#000", opacity=0.16)
    edge = {"stroke": look.HOLLOW_EDGE, "stroke_width": 1.5}
    return drawn + svg.circle((x, y), PIECE * 0.5, fill=look.HOLLOW, **edge)
