"""The figures of a goal of Joggle as a picture: marbles side by side, as they have to lie.

Decides how figures are drawn.  Must not know what a goal is worth.
"""

from schiri.picture import look
from schiri.picture.svg import element, piece

STEP = 18
PAD = 6
# How many marbles wide each figure is; all are two high.
WIDE = {"R": 3, "S": 2}


def figures_svg(goal: str) -> str:
    """Return a picture of a goal: so many figures of each kind, as an option has them.

    >>> figures_svg("1R2S").count("<rect"), figures_svg("4S").startswith("<svg ")
    (3, True)
    """
    kinds = "".join(kind * int(count) for count, kind in zip(goal[::2], goal[1::2], strict=True))
    parts, left = [], 0.0
    for kind in kinds:
        width = WIDE[kind] * STEP + PAD
        box = {"x": left, "y": 0, "width": width, "height": 2 * STEP + PAD, "rx": 6}
        parts.append(element("rect", **box, fill=look.WOOD[0], stroke=look.RIM))
        for marble in range(2 * WIDE[kind]):
            across, down = marble // 2, marble % 2
            centre = (left + PAD / 2 + (across + 0.5) * STEP, PAD / 2 + (down + 0.5) * STEP)
            parts.append(piece("w", centre, STEP * 0.42))
        left += width + PAD
    size = (left - PAD, 2 * STEP + PAD)
    view = f"-1 -1 {size[0] + 2:g} {size[1] + 2:g}"
    return element("svg", *parts, viewBox=view, width=size[0] + 2, aria_hidden="true")
