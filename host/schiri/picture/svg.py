"""SVG as text: elements, a stack of shapes, and a sheet of paper below everything.

Decides the markup, and the layout of words around a picture.  Must not know a game.
"""

from functools import lru_cache
from html import escape
from math import cos, pi, sin
from textwrap import wrap

from schiri.picture import look
from schiri.scene.scene import Caption, Seat

Point = tuple[float, float]

# Units: those of the picture.
PAD = 28
TITLE = 44
SEAT = 34
NOTE = 22
SMALL = 14
# An upper bound of the average width of a letter, relative to its height.
LETTER = 0.62
USUAL_LETTER = 0.56
LEAST_WIDTH = 360


# No words, on a sheet of paper all the same.
NOTHING = Caption()


def element(name: str, *inner: str, **attributes: object) -> str:
    """Return an element; an underscore in the name of an attribute stands for a hyphen.

    >>> element("circle", cx=1.50, r=2, stroke_width=3)
    '<circle cx="1.5" r="2" stroke-width="3"/>'
    """
    opening = " ".join([name, *(_attribute(*each) for each in attributes.items())])
    return f"<{opening}>{''.join(inner)}</{name}>" if inner else f"<{opening}/>"


# Cached, because colours and lengths recur; by type, because 1, 1.0 and True are written
# differently.
@lru_cache(4096, typed=True)
def _attribute(key: str, value: object) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"'


def rect(at: Point, size: Point, rx: float, **attributes: object) -> str:
    """Return a rectangle with round corners, by its upper left corner."""
    return element("rect", x=at[0], y=at[1], width=size[0], height=size[1], rx=rx, **attributes)


def circle(centre: Point, r: float, **attributes: object) -> str:
    """Return a circle."""
    return element("circle", cx=centre[0], cy=centre[1], r=r, **attributes)


def label(text: str, at: Point, size: float, **attributes: object) -> str:
    """Return words at a point: the left end of their baseline, unless anchored.

    >>> label("Ann & Ben", (1, 2), 10, fill="#000")
    '<text x="1" y="2" font-size="10" fill="#000">Ann &amp; Ben</text>'
    """
    return element("text", escape(text), x=at[0], y=at[1], font_size=size, **attributes)


def centred(text: str, at: Point, size: float, **attributes: object) -> str:
    """Return words whose middle is at a point."""
    x, y = at
    # Not every renderer supports `dominant-baseline`.
    return label(text, (x, y + size * 0.36), size, text_anchor="middle", **attributes)


def fitted(text: str, size: float, room: float) -> float:
    """Return the font size at which words fit a width, approximately for any font.

    >>> fitted("Ann", 20, 200), fitted("Ann" * 10, 20, 186)
    (20, 10.0)
    """
    return min(size, room / (LETTER * max(1, len(text))))


def path(*points: Point, closed: bool = True) -> str:
    """Return the ``d`` of a line through points.

    >>> path((0, 0), (2, 1.25), closed=False)
    'M0 0L2 1.25'
    """
    line = "L".join(f"{round(x, 2):g} {round(y, 2):g}" for x, y in points)
    return f"M{line}{'Z' * closed}"


def diamond(centre: Point, reach: float) -> str:
    """Return the ``d`` of a square on its corner."""
    x, y = centre
    return path((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))


def cross_path(centre: Point, reach: float) -> str:
    """Return the ``d`` of two lines that cross."""
    x, y = centre
    lines = path((x - reach, y - reach), (x + reach, y + reach), closed=False)
    return lines + path((x - reach, y + reach), (x + reach, y - reach), closed=False)


def star(centre: Point, radius: float, **attributes: object) -> str:
    """Return a star of five points."""
    x, y = centre
    points = []
    for step in range(10):
        reach = radius if step % 2 == 0 else radius * 0.42
        angle = pi * (step / 5 - 0.5)
        points.append((x + reach * cos(angle), y + reach * sin(angle)))
    return element("path", d=path(*points), **attributes)


def corners(centre: Point, reach: float, length: float, **attributes: object) -> str:
    """Return the four corners of a square, as brackets around its contents."""
    x, y = centre
    lines = ""
    for across, up in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        side, end = x + across * reach, y + up * reach
        lines += path(
            (side - across * length, end), (side, end), (side, end - up * length), closed=False
        )
    return element("path", d=lines, **attributes)


def piece(letter: str, centre: Point, radius: float) -> str:
    """Return a piece, dark or light; a groove marks the light one without colour."""
    (x, y), drawn = centre, look.PIECES[letter]
    left, top = x - radius * 0.3, y - radius * 0.42
    shine = {"fill": "#fff", "opacity": drawn.shine, "transform": f"rotate(-30 {left:g} {top:g})"}
    return (
        circle((x, y + radius * 0.1), radius, fill="#000", opacity=0.25)
        + circle(centre, radius, fill=drawn.face, stroke=drawn.edge, stroke_width=2)
        + circle(centre, radius * drawn.groove, fill="none", stroke=drawn.mark, stroke_width=2)
        + element("ellipse", cx=left, cy=top, rx=radius * 0.3, ry=radius * 0.16, **shine)
    )


def piece_svg(letter: str) -> str:
    """Return a piece as a picture beside a name."""
    return tile(piece(letter, (16, 15), 13), 32)


def sheet(inner: str, size: Point, caption: Caption | None) -> str:
    """Return a complete picture: shapes drawn from 0, 0 on, on paper with the words around it.

    Shape: the paper is opaque, so that a picture can be read on a dark page as in print; without a
    caption there is no paper, for a page with its own background and words.
    """
    if caption is None:
        box = f"0 0 {size[0]:g} {size[1]:g}"
        return element("svg", inner, viewBox=box, font_family=look.FONT, aria_hidden="true")
    width = max(size[0], LEAST_WIDTH) + 2 * PAD
    left, top = (width - size[0]) / 2, PAD
    room = width - 2 * PAD
    parts = []
    if caption.title:
        large = fitted(caption.title, 22, room)
        parts.append(
            label(caption.title, (PAD, PAD + 18), large, fill=look.INK, font_weight="bold")
        )
        top += TITLE
    parts.append(element("g", inner, transform=f"translate({left:g} {top})"))
    foot = top + size[1]
    if caption.seats:
        foot += PAD / 2
        parts += [_seat(seat, foot + SEAT * row, width) for row, seat in enumerate(caption.seats)]
        foot += SEAT * len(caption.seats)
    letters = int(room / (SMALL * USUAL_LETTER))
    for line in (line for note in caption.notes for line in wrap(note, letters)):
        foot += NOTE
        parts.append(label(line, (PAD, foot - 4), SMALL, fill=look.QUIET_INK))
    height = foot + PAD
    ground = rect((0, 0), (width, height), 14, fill=look.PAPER, stroke=look.RULE_LINE)
    return element(
        "svg",
        element("title", escape(caption.title or "Schiri")),
        ground,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        font_family=look.FONT,
        role="img",
    )


def tile(inner: str, side: float) -> str:
    """Return a square picture without words, for a page that has words beside it."""
    return element("svg", inner, viewBox=f"0 0 {side:g} {side:g}", aria_hidden="true")


def _seat(seat: Seat, top: float, width: float) -> str:
    """Return the line of a player: an arrow for the player on turn, a piece, the name, a note."""
    middle = top + SEAT / 2
    left = float(PAD)
    parts = [element("path", d=path((PAD, top), (width - PAD, top)), stroke=look.RULE_LINE)]
    if seat.is_turn:
        arrow = path((left, middle - 8), (left + 13, middle), (left, middle + 8))
        parts.append(element("path", d=arrow, fill=look.INK))
    left += 22
    if seat.piece:
        parts.append(piece(seat.piece, (left + 11, middle), 11))
        left += 32
    weight = "bold" if seat.is_turn else "normal"
    room = width - PAD - left
    # The note has the larger half.
    name, said = fitted(seat.name, 17, room * 0.45), fitted(seat.note, SMALL, room * 0.55)
    parts.append(label(seat.name, (left, middle + 6), name, fill=look.INK, font_weight=weight))
    note = label(seat.note, (width - PAD, middle + 5), said, fill=look.QUIET_INK, text_anchor="end")
    return "".join([*parts, note] if seat.note else parts)
