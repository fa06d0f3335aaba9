"""The marks of cells as shapes, each recognizable without its colour.

Decides their shapes; `schiri.scene.marks` has their colours.
"""

from collections.abc import Callable

from schiri.picture import svg
from schiri.scene.marks import EDGE, LIGHT, MARKS


def mark_svg(name: str, centre: svg.Point) -> str:
    """Return a mark: those of boards for cells of 68, those of cards for cells of 54."""
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
    sides = {name: 54 if name in cards else 68 for name in MARKS}
    return {
        name: svg.tile(mark_svg(name, (side / 2, side / 2)), side) for name, side in sides.items()
    }
