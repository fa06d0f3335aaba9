"""Charts as SVG: bars for the rows of a list, and the course of a value.

Decides their shapes.  The page gives their colours by class names; each also has its own texture.
The words are beside them.
"""

from collections.abc import Sequence

from schiri.picture import svg

# The height of a bar; it fills the width of its place on the page.
HEIGHT = 16
WIDTH = 1000
# The width of a step of a course, and its height above and below zero.
STEP, REACH = 12, 40


def bar_svg(won: float, drawn: float, whole: float) -> str:
    """Return a bar of two parts side by side, each in proportion to the whole.

    >>> bar_svg(1, 0, 4).count("<rect")
    2
    """
    parts = [svg.element("rect", width=WIDTH, height=HEIGHT, class_="ground")]
    left = 0.0
    for kind, part in (("won", won), ("drawn", drawn)):
        width = WIDTH * part / whole if whole else 0.0
        if width > 0:
            parts.append(svg.element("rect", x=left, width=width, height=HEIGHT, class_=kind))
            left += width
    return _stretched((WIDTH, HEIGHT), "bar", parts)


def columns_svg(counts: Sequence[float], expected: Sequence[float]) -> str:
    """Return a column for each count, with a line at its expected value.

    >>> columns_svg([3, 1], [2, 2]).count("<line")
    2
    """
    most = max([*counts, *expected, 1])
    drawn = []
    for at, (count, wanted) in enumerate(zip(counts, expected, strict=True)):
        left, height = at * 20 + 3.0, 40 * count / most
        drawn.append(
            svg.element("rect", x=left, y=42 - height, width=14, height=height, class_=f"face{at}")
        )
        y = 42 - 40 * wanted / most
        drawn.append(svg.element("line", x1=left - 2, x2=left + 16, y1=y, y2=y, class_="expected"))
    return svg.element(
        "svg", *drawn, viewBox=f"0 0 {20 * len(counts)} 44", class_="columns", aria_hidden="true"
    )


def course_svg(values: Sequence[float], marked: Sequence[int]) -> str:
    """Return the course of a value from -1 to 1, a step for each; marked steps have a point.

    >>> course_svg([0, 0.5, -1], [2]).count('class="marked"')
    1
    """
    width, middle = max(1, len(values)) * STEP, REACH + 4
    drawn = [svg.element("rect", width=width, height=2 * middle, class_="ground")]
    for at, value in enumerate(values):
        length = max(abs(value) * REACH, 1)
        top = middle - length if value > 0 else middle
        kind = "light" if value < 0 else "dark" if value > 0 else "level"
        drawn.append(
            svg.element(
                "rect", x=at * STEP + 1, y=top, width=STEP - 2, height=float(length), class_=kind
            )
        )
    line = svg.path((0, middle), (width, middle), closed=False)
    drawn.append(svg.element("path", d=line, class_="axis"))
    for at in marked:
        # A line without length stays round, however wide the picture is drawn.
        x, y = at * STEP + STEP / 2, middle + (10 if values[at] > 0 else -10)
        drawn.append(svg.element("path", d=svg.path((x, y), (x, y), closed=False), class_="marked"))
    return _stretched((width, 2 * middle), "course", drawn)


def _stretched(size: tuple[float, float], kind: str, drawn: Sequence[str]) -> str:
    box = f"0 0 {size[0]:g} {size[1]:g}"
    return svg.element(
        "svg", *drawn, viewBox=box, preserveAspectRatio="none", class_=kind, aria_hidden="true"
    )
