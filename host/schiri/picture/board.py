"""A board as a picture: cells in wood or in their colours, pieces, and what is marked.

Decides how a board is drawn.  Must not know which game is played on it.
"""

from schiri_engines.grid import cell_text

from schiri.games.board import BoardView
from schiri.picture import look
from schiri.picture.svg import (
    NOTHING,
    Caption,
    Point,
    centred,
    corners,
    cross,
    element,
    path,
    piece,
    sheet,
    star,
    tile,
)

CELL = 68
RIM = 34
PIECE = 25

# Marks are drawn over one another in this order.
MARKS = ("target", "last", "picked", "hint", "won", "cursor")


def board_svg(view: BoardView, caption: Caption | None = NOTHING) -> str:
    """Return a picture of a board, with its coordinates.

    >>> board_svg(BoardView(1, "b")).startswith("<svg ")
    True
    """
    side = view.size * CELL + 2 * RIM
    parts = [
        element("rect", width=side, height=side, rx=16, fill=look.RIM, stroke=look.RIM_EDGE),
        element(
            "rect",
            x=RIM - 4,
            y=RIM - 4,
            width=side - 2 * RIM + 8,
            height=side - 2 * RIM + 8,
            rx=6,
            fill=look.PLATE,
        ),
    ]
    for line in range(view.size):
        middle = RIM + (line + 0.5) * CELL
        file, rank = "abcdefgh"[line], str(view.size - line)
        for at in (RIM / 2, side - RIM / 2):
            parts.append(centred(file, (middle, at), 16, fill=look.RIM_WORDS))
            parts.append(centred(rank, (at, middle), 16, fill=look.RIM_WORDS))
    for cell in range(view.size * view.size):
        letter, field, shade = _lying(view, cell)
        parts.append(_cell(letter, field, shade, field, _centre(view, cell)))
    for mark in MARKS:
        for cell in range(view.size * view.size):
            if mark in _marks(view, cell):
                parts.append(_outlined(mark, _centre(view, cell)))
    return sheet("".join(parts), (side, side), caption)


def board_parts() -> dict[str, str]:
    """Return pieces, marks and what else is drawn on a cell, each as a tile of its own.

    >>> sorted(board_parts())[:4]
    ['b', 'cause', 'cursor', 'free']
    """
    centre = CELL / 2, CELL / 2
    hollow = element("circle", cx=centre[0], cy=centre[1], r=PIECE * 0.5, fill="#000", opacity=0.2)
    parts = {letter: piece(letter, centre, PIECE) for letter in look.PIECES}
    parts |= {mark: _outlined(mark, centre) for mark in MARKS}
    parts |= {"free": hollow, "cause": cross(centre, CELL / 2 - 12)}
    return {name: tile(drawn, CELL) for name, drawn in parts.items()}


def _centre(view: BoardView, cell: int) -> Point:
    file, rank = cell % view.size, cell // view.size
    return RIM + (file + 0.5) * CELL, RIM + (view.size - rank - 0.5) * CELL


def _lying(view: BoardView, cell: int) -> tuple[str, str, int]:
    """Return what lies on a cell, the colour of its field, and which wood it is of."""
    shade = (cell // view.size + cell) % 2
    return view.letters[cell], view.fields[cell : cell + 1], shade


def _cell(letter: str, field: str, shade: int, sign: str, centre: Point) -> str:
    """Return a cell with the sign of its colour, and what lies on it."""
    x, y = centre
    ground = look.WOOD[shade]
    if field:
        ground, ink = look.FIELDS[field]
    side = CELL - 3
    parts = [
        element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=5, fill=ground)
    ]
    if field:
        # It stands in the corner, where no piece hides it.
        left = x - side / 2 + 4 + 4 * len(sign)
        parts.append(centred(sign, (left, y - side / 2 + 9), 12, fill=ink))
    if letter != ".":
        parts.append(piece(letter, (x, y), PIECE))
    elif not field:
        hollow = {"fill": look.HOLLOW, "stroke": look.HOLLOW_EDGE, "stroke_width": 1.5}
        parts.append(element("circle", cx=x, cy=y, r=PIECE * 0.5, **hollow))
    else:
        parts.append(element("circle", cx=x, cy=y, r=PIECE * 0.5, fill="#000", opacity=0.16))
    return "".join(parts)


def _marks(view: BoardView, cell: int) -> tuple[str, ...]:
    """Return how a cell is marked."""
    name = cell_text(cell, view.size)
    marked = {
        "target": view.targets,
        "last": view.last,
        "picked": (view.picked,),
        "hint": view.hint,
        "won": view.won,
        "cursor": (view.cursor,),
    }
    return tuple(mark for mark in MARKS if name in marked[mark])


def _outlined(mark: str, centre: Point) -> str:
    """Return a mark, light within a dark line: it shows on any ground, and without colour."""
    x, y = centre
    half = CELL / 2 - 6
    edge = {"stroke": look.MARK_EDGE, "stroke_width": 6, "stroke_linejoin": "round"}
    line = {"stroke": look.MARK, "stroke_width": 3, "stroke_linejoin": "round"}
    match mark:
        case "last":
            return corners(centre, half, 12, **edge) + corners(centre, half, 12, **line)
        case "picked":
            box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 6}
            return element("rect", **box, fill="none", **edge) + element(
                "rect", **box, fill="none", **line
            )
        case "hint":
            ring = {"cx": x, "cy": y, "r": half, "fill": "none"}
            return element("circle", **ring, **edge) + element("circle", **ring, **line)
        case "target":
            diamond = path((x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y))
        case "cursor":
            diamond = path((x - half, y - 8), (x - half + 12, y), (x - half, y + 8))
            diamond += path((x + half, y - 8), (x + half - 12, y), (x + half, y + 8))
        case _:
            return star(centre, 14, fill=look.MARK, stroke=look.MARK_EDGE, stroke_width=2.5)
    return element("path", d=diamond, fill=look.MARK, stroke=look.MARK_EDGE, stroke_width=2.5)
