"""A field of cards without an edge as a picture: backs, two faces, holes, what was just turned.

Decides how Zwoggel's field is drawn.  Must not know its rules.
"""

from schiri.games.zwoggel.field import FieldView, Place
from schiri.picture import look
from schiri.picture.svg import (
    NOTHING,
    Caption,
    Point,
    centred,
    corners,
    element,
    path,
    sheet,
    star,
    tile,
)

CELL = 54
RIM = 30
CARD = 46


def field_svg(view: FieldView, caption: Caption | None = NOTHING) -> str:
    """Return a picture of a field, its columns and rows numbered.

    >>> "<svg " in field_svg(FieldView({(0, 0): "red", (1, 0): "hole", (0, 1): "down"}))
    True
    """
    low, high = view.reach()
    columns, rows = high[0] - low[0] + 1, high[1] - low[1] + 1
    size = columns * CELL + 2 * RIM, rows * CELL + 2 * RIM
    cloth = {"rx": 16, "fill": look.FELT, "stroke": look.FELT_LINE}
    parts = [element("rect", width=size[0], height=size[1], **cloth)]

    def centre(place: Place) -> Point:
        return RIM + (place[0] - low[0] + 0.5) * CELL, RIM + (high[1] - place[1] + 0.5) * CELL

    for x in range(low[0], high[0] + 1):
        at = centre((x, low[1]))[0]
        parts += [_number(x, (at, RIM / 2)), _number(x, (at, size[1] - RIM / 2))]
    for y in range(low[1], high[1] + 1):
        at = centre((low[0], y))[1]
        parts += [_number(y, (RIM / 2, at)), _number(y, (size[0] - RIM / 2, at))]
    for x in range(low[0], high[0] + 1):
        for y in range(low[1], high[1] + 1):
            parts.append(_place(*view.at((x, y)), centre((x, y))))
    return sheet("".join(parts), size, caption)


def field_parts() -> dict[str, str]:
    """Return cards, and marks of places, each as a tile of its own.

    >>> "down" in field_parts(), "three" in field_parts()
    (True, True)
    """
    centre = CELL / 2, CELL / 2
    parts = {card: _place(card, "", centre) for card in ("down", "red", "green", "hole")}
    parts |= {mark: _mark(mark, centre) for mark in ("turned", "three")}
    parts |= {"plus": _plus(centre), "open": _ring(centre), "spot": _place("", "", centre)}
    return {name: tile(drawn, CELL) for name, drawn in parts.items()}


def _plus(centre: Point) -> str:
    x, y = centre
    plus = path((x - 12, y), (x + 12, y), closed=False)
    plus += path((x, y - 12), (x, y + 12), closed=False)
    return element("path", d=plus, stroke=look.MARK, stroke_width=5)


def _ring(centre: Point) -> str:
    ring = {"cx": centre[0], "cy": centre[1], "r": 9, "fill": "none"}
    edge = element("circle", **ring, stroke=look.MARK_EDGE, stroke_width=5)
    return edge + element("circle", **ring, stroke=look.MARK, stroke_width=2.5)


def _number(number: int, at: Point) -> str:
    return centred(str(number), at, 13, fill=look.FELT_WORDS)


def _place(card: str, mark: str, centre: Point) -> str:
    """Return what lies on a place, and its mark."""
    x, y = centre
    if not card:
        return element("circle", cx=x, cy=y, r=1.5, fill=look.FELT_LINE)
    box = {"x": x - CARD / 2, "y": y - CARD / 2, "width": CARD, "height": CARD, "rx": 6}
    if card == "hole":
        dashes = {"fill": "none", "stroke": look.HOLE, "stroke_width": 2, "stroke_dasharray": "5 4"}
        arm = 9
        cross = path((x - arm, y - arm), (x + arm, y + arm), closed=False)
        cross += path((x - arm, y + arm), (x + arm, y - arm), closed=False)
        parts = [element("rect", **box, **dashes)]
        parts.append(element("path", d=cross, stroke=look.HOLE, stroke_width=2.5))
    elif card == "down":
        parts = [element("rect", **box, fill=look.BACK, stroke="#1f2b45")]
        for reach in (16, 9):
            diamond = path((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
            parts.append(
                element("path", d=diamond, fill="none", stroke=look.BACK_LINE, stroke_width=2)
            )
    else:
        ground, ink = look.FACES[card]
        parts = [element("rect", **box, fill=ground, stroke=ink, stroke_width=1.5)]
        parts.append(_creature(card, centre, ink))
    return "".join(parts) + _mark(mark, centre)


def _creature(card: str, centre: Point, ink: str) -> str:
    """Return what looks out of an open card: round for red, pointed for green."""
    x, y = centre
    if card == "red":
        body = element("circle", cx=x, cy=y, r=15, fill=ink)
        eyes = y - 3
    else:
        peak = path((x, y - 15), (x + 16, y + 13), (x - 16, y + 13))
        body = element(
            "path", d=peak, fill=ink, stroke=ink, stroke_width=4, stroke_linejoin="round"
        )
        eyes = y + 3
    looks = []
    for side in (-5, 5):
        looks.append(element("circle", cx=x + side, cy=eyes, r=4.2, fill="#fff"))
        looks.append(element("circle", cx=x + side * 0.85, cy=eyes + 1, r=1.9, fill="#1b1b1b"))
    return "".join([body, *looks])


def _mark(mark: str, centre: Point) -> str:
    """Return the mark of the card just turned up, or of one of three in a row."""
    edge = {"stroke": look.MARK_EDGE, "stroke_width": 6, "stroke_linejoin": "round"}
    line = {"stroke": look.MARK, "stroke_width": 3, "stroke_linejoin": "round"}
    if mark == "turned":
        return corners(centre, 25, 11, **edge) + corners(centre, 25, 11, **line)
    if mark == "three":
        at = centre[0] + CARD / 2 - 6, centre[1] - CARD / 2 + 6
        return star(at, 11, fill=look.MARK, stroke=look.MARK_EDGE, stroke_width=2)
    return ""
