"""A board as a picture: cells in wood or in their colours, pieces, and marks.

Decides how a board is drawn.  Must not know which game is played on it.
"""

from schiri_engines.grid import cell_text

from schiri.picture import look, svg
from schiri.views import BoardView

CELL = 68
RIM = 34
PIECE = 25
# Marks are drawn over one another in this order.
MARKS = ("target", "last", "picked", "hint", "won", "cursor")


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
    marked = (view.targets, view.last, (view.picked,), view.hint, view.won, (view.cursor,))
    parts += [
        _mark(mark, _centre(view, cell))
        for mark, names in zip(MARKS, marked, strict=True)
        for cell in cells
        if cell_text(cell, view.size) in names
    ]
    return svg.sheet("".join(parts), (side, side), caption)


def board_parts() -> dict[str, str]:
    """Return everything that is drawn on a cell, such as pieces and marks, each as a tile.

    >>> sorted(board_parts())[:4]
    ['b', 'cause', 'cursor', 'free']
    """
    centre = CELL / 2, CELL / 2
    parts = {letter: svg.piece(letter, centre, PIECE) for letter in look.PIECES}
    parts |= {mark: _mark(mark, centre) for mark in MARKS}
    parts["free"] = svg.circle(centre, PIECE * 0.5, fill="#000", opacity=0.2)
    parts["cause"] = svg.cross(centre, CELL / 2 - 12)
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


def _mark(mark: str, centre: svg.Point) -> str:
    """Return a mark, light within a dark line: it shows on any ground, and without colour."""
    x, y = centre
    half = CELL / 2 - 6
    corner = x - half, y - half
    solid = {"fill": look.MARK, "stroke": look.MARK_EDGE, "stroke_width": 2.5}
    match mark:
        case "last":
            return svg.outlined(lambda line: svg.corners(centre, half, 12, **line))
        case "picked":
            return svg.outlined(lambda line: svg.rect(corner, (2 * half, 2 * half), 6, **line))
        case "hint":
            return svg.outlined(lambda line: svg.circle(centre, half, **line))
        case "target":
            return svg.element("path", d=svg.diamond(centre, 9), **solid)
        case "cursor":
            arrows = svg.path((x - half, y - 8), (x - half + 12, y), (x - half, y + 8))
            arrows += svg.path((x + half, y - 8), (x + half - 12, y), (x + half, y + 8))
            return svg.element("path", d=arrows, **solid)
    return svg.star(centre, 14, **solid)
