"""A grid as a picture: a board with its pieces, or a field of cards, and the marks of their cells.

Decides how they are drawn, each mark recognizable without its colour; `schiri.scene.marks` has the
colours.  Must not know which game is played.
"""

from collections.abc import Callable
from itertools import product

from schiri.picture import look, svg
from schiri.scene.marks import EDGE, LIGHT, MARKS
from schiri.scene.scene import Caption, Cell, Grid

# A board, and a field without an edge.
BOARD_CELL, BOARD_RIM, PIECE = 68, 34, 25
FIELD_CELL, FIELD_RIM, CARD = 54, 30, 46


def board_svg(grid: Grid, caption: Caption | None) -> str:
    """Return a picture of a board, with its coordinates."""
    size = len(grid.columns)
    side = size * BOARD_CELL + 2 * BOARD_RIM
    plate = side - 2 * BOARD_RIM + 8
    parts = [
        svg.rect((0, 0), (side, side), 16, fill=look.RIM, stroke=look.RIM_EDGE),
        svg.rect((BOARD_RIM - 4, BOARD_RIM - 4), (plate, plate), 6, fill=look.PLATE),
    ]
    for line in range(size):
        middle = BOARD_RIM + (line + 0.5) * BOARD_CELL
        for at in (BOARD_RIM / 2, side - BOARD_RIM / 2):
            parts.append(svg.centred(grid.columns[line], (middle, at), 16, fill=look.RIM_WORDS))
            parts.append(svg.centred(grid.rows[line], (at, middle), 16, fill=look.RIM_WORDS))
    for at, cell in enumerate(grid.cells):
        row, file = divmod(at, size)
        wood = look.WOOD[((size - 1 - row) * (size + 1) + file) % 2]
        centre = BOARD_RIM + (file + 0.5) * BOARD_CELL, BOARD_RIM + (row + 0.5) * BOARD_CELL
        parts += [_board_cell(cell, centre, wood), *(mark_svg(mark, centre) for mark in cell.marks)]
    return svg.sheet("".join(parts), (side, side), caption)


def board_parts() -> dict[str, str]:
    """Return the pieces and a free cell, each as a tile.

    >>> sorted(board_parts())
    ['b', 'free', 'w']
    """
    centre = BOARD_CELL / 2, BOARD_CELL / 2
    parts = {letter: svg.piece(letter, centre, PIECE) for letter in look.PIECES}
    parts["free"] = svg.circle(centre, PIECE * 0.5, fill="#000", opacity=0.2)
    return {name: svg.tile(drawn, BOARD_CELL) for name, drawn in parts.items()}


def _board_cell(cell: Cell, centre: svg.Point, wood: str) -> str:
    """Return a cell with the sign of its colour, and its piece."""
    x, y = centre
    ground, ink = look.FIELDS[cell.field] if cell.field else (wood, "")
    side = BOARD_CELL - 3
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


def field_svg(grid: Grid, caption: Caption | None) -> str:
    """Return a picture of a field, its columns and rows numbered."""
    width, height = (len(each) * FIELD_CELL + 2 * FIELD_RIM for each in (grid.columns, grid.rows))
    parts = [svg.rect((0, 0), (width, height), 16, fill=look.FELT, stroke=look.FELT_LINE)]

    def number(text: str, *places: svg.Point) -> None:
        parts.extend(svg.centred(text, at, 13, fill=look.FELT_WORDS) for at in places)

    across = [FIELD_RIM + (at + 0.5) * FIELD_CELL for at in range(len(grid.columns))]
    down = [FIELD_RIM + (at + 0.5) * FIELD_CELL for at in range(len(grid.rows))]
    for text, x in zip(grid.columns, across, strict=True):
        number(text, (x, FIELD_RIM / 2), (x, height - FIELD_RIM / 2))
    for text, y in zip(grid.rows, down, strict=True):
        number(text, (FIELD_RIM / 2, y), (width - FIELD_RIM / 2, y))
    for cell, (y, x) in zip(grid.cells, product(down, across), strict=True):
        parts += [_spot(cell.piece, (x, y)), *(mark_svg(mark, (x, y)) for mark in cell.marks)]
    return svg.sheet("".join(parts), (width, height), caption)


def field_parts() -> dict[str, str]:
    """Return the cards and a free spot, each as a tile.

    >>> sorted(field_parts())
    ['down', 'green', 'hole', 'red', 'spot']
    """
    centre = FIELD_CELL / 2, FIELD_CELL / 2
    parts = {card: _spot(card, centre) for card in ("down", "red", "green", "hole")}
    parts["spot"] = _spot("", centre)
    return {name: svg.tile(drawn, FIELD_CELL) for name, drawn in parts.items()}


def _spot(card: str, centre: svg.Point) -> str:
    """Return the card on a spot."""
    x, y = centre
    if not card:
        return svg.circle(centre, 1.5, fill=look.FELT_LINE)
    corner, size = (x - CARD / 2, y - CARD / 2), (CARD, CARD)
    if card == "hole":
        dashes = {"stroke": look.HOLE, "stroke_width": 2, "stroke_dasharray": "5 4"}
        drawn = svg.rect(corner, size, 6, fill="none", **dashes)
        drawn += svg.element(
            "path", d=svg.cross_path(centre, 9), stroke=look.HOLE, stroke_width=2.5
        )
    elif card == "down":
        line = {"fill": "none", "stroke": look.BACK_LINE, "stroke_width": 2}
        drawn = svg.rect(corner, size, 6, fill=look.BACK, stroke="#1f2b45")
        drawn += "".join(
            svg.element("path", d=svg.diamond(centre, reach), **line) for reach in (16, 9)
        )
    else:
        ground, ink = look.FACES[card]
        drawn = svg.rect(corner, size, 6, fill=ground, stroke=ink, stroke_width=1.5) + _creature(
            card, centre, ink
        )
    return drawn


def _creature(card: str, centre: svg.Point, ink: str) -> str:
    """Return the creature on an open card: round for red, pointed for green."""
    x, y = centre
    if card == "red":
        drawn, eyes = svg.circle(centre, 15, fill=ink), y - 3
    else:
        peak = svg.path((x, y - 15), (x + 16, y + 13), (x - 16, y + 13))
        edge = {"stroke": ink, "stroke_width": 4, "stroke_linejoin": "round"}
        drawn, eyes = svg.element("path", d=peak, fill=ink, **edge), y + 3
    for side in (-5, 5):
        drawn += svg.circle((x + side, eyes), 4.2, fill="#fff")
        drawn += svg.circle((x + side * 0.85, eyes + 1), 1.9, fill="#1b1b1b")
    return drawn


def mark_svg(name: str, centre: svg.Point) -> str:
    """Return a mark: those of a board or those of a field for their cells."""
    x, y = centre
    colour = MARKS[name].colour
    solid = {"fill": colour, "stroke": EDGE, "stroke_width": 2.5}
    match name:
        case "last":
            return _outlined(lambda line: svg.corners(centre, 28, 12, **line), colour)
        case "picked":
            corner, side = (x - 28, y - 28), (56, 56)
            return _outlined(lambda line: svg.rect(corner, side, 6, **line), colour)
        case "hint":
            return _outlined(lambda line: svg.circle(centre, 28, **line), colour)
        case "legal":
            return svg.element("path", d=svg.diamond(centre, 9), **solid)
        case "cursor":
            arrows = svg.path((x - 28, y - 8), (x - 16, y), (x - 28, y + 8))
            arrows += svg.path((x + 28, y - 8), (x + 16, y), (x + 28, y + 8))
            return svg.element("path", d=arrows, **solid)
        case "won":
            return svg.star(centre, 14, **solid)
        case "linked":
            return _outlined(lambda line: svg.circle(centre, 30, **line), colour)
        case "cause":
            lines = {"d": svg.cross_path(centre, 22), "stroke_linecap": "round"}
            light = svg.element("path", stroke=LIGHT, stroke_width=11, **lines)
            return light + svg.element("path", stroke=colour, stroke_width=6, **lines)
        case "turned":
            return _outlined(lambda line: svg.corners(centre, 25, 11, **line), colour)
        case "three":
            # Around the card, whose face stays whole.
            corner, side = (x - 25, y - 25), (50, 50)
            return _outlined(lambda line: svg.rect(corner, side, 8, **line), colour, 2.5)
        case "chosen":
            plus = svg.path((x - 12, y), (x + 12, y), closed=False)
            plus += svg.path((x, y - 12), (x, y + 12), closed=False)
            return svg.element("path", d=plus, stroke=colour, stroke_width=5)
        case "open":
            return _outlined(lambda line: svg.circle(centre, 6, **line), colour, 1.5)
    raise ValueError(name)


def _outlined(draw: Callable[[dict[str, object]], str], colour: str, width: float = 3) -> str:
    """Return a shape as a light line within a dark one twice as wide, visible on any background."""
    line = {"fill": "none", "stroke_linejoin": "round"}
    dark = draw({**line, "stroke": EDGE, "stroke_width": 2 * width})
    return dark + draw({**line, "stroke": colour, "stroke_width": width})


def mark_tiles() -> dict[str, str]:
    """Return all marks, each as a tile to put on a cell.

    >>> sorted(mark_tiles()) == sorted(MARKS)
    True
    """
    cards = {"turned", "three", "chosen", "open"}
    sides = {name: FIELD_CELL if name in cards else BOARD_CELL for name in MARKS}
    return {
        name: svg.tile(mark_svg(name, (side / 2, side / 2)), side) for name, side in sides.items()
    }
