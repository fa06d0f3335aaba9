"""A field of cards without an edge as a picture: backs, two faces, holes, the card just turned.

Decides how a field is drawn.  Must not know the rules of a game.
"""

from itertools import product

from schiri.picture import look, svg
from schiri.picture.marks import mark_svg
from schiri.scene.scene import Grid

CELL = 54
RIM = 30
CARD = 46


def field_svg(grid: Grid, caption: svg.Caption | None = svg.NOTHING) -> str:
    """Return a picture of a field, its columns and rows numbered."""
    width, height = len(grid.columns) * CELL + 2 * RIM, len(grid.rows) * CELL + 2 * RIM
    parts = [svg.rect((0, 0), (width, height), 16, fill=look.FELT, stroke=look.FELT_LINE)]

    def number(text: str, *places: svg.Point) -> None:
        parts.extend(svg.centred(text, at, 13, fill=look.FELT_WORDS) for at in places)

    across = [RIM + (at + 0.5) * CELL for at in range(len(grid.columns))]
    down = [RIM + (at + 0.5) * CELL for at in range(len(grid.rows))]
    for text, x in zip(grid.columns, across, strict=True):
        number(text, (x, RIM / 2), (x, height - RIM / 2))
    for text, y in zip(grid.rows, down, strict=True):
        number(text, (RIM / 2, y), (width - RIM / 2, y))
    for cell, (y, x) in zip(grid.cells, product(down, across), strict=True):
        parts += [_spot(cell.piece, (x, y)), *(mark_svg(mark, (x, y)) for mark in cell.marks)]
    return svg.sheet("".join(parts), (width, height), caption)


def field_parts() -> dict[str, str]:
    """Return the cards and a free spot, each as a tile.

    >>> sorted(field_parts())
    ['down', 'green', 'hole', 'red', 'spot']
    """
    centre = CELL / 2, CELL / 2
    parts = {card: _spot(card, centre) for card in ("down", "red", "green", "hole")}
    parts["spot"] = _spot("", centre)
    return {name: svg.tile(drawn, CELL) for name, drawn in parts.items()}


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
