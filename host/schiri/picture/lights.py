"""The lights of a device as a picture: each as bright as its LED looks.

Decides how values of LEDs look on a screen.  Must not know what a light means.
"""

from collections.abc import Sequence
from functools import lru_cache

from schiri_device.builds import Build

from schiri.picture.svg import element

# A LED's light grows with its value, a screen's with about the power of 2.2 of it.
GAMMA = 1 / 2.2
DARK = "#1c1c1c"
CELL = 20


def screen_colour(rgb: tuple[int, int, int]) -> str:
    """Return the colour of a screen that looks as bright as a LED with these values.

    >>> screen_colour((0, 0, 0)), screen_colour((255, 64, 8))
    ('#1c1c1c', '#ff8835')
    """
    if not any(rgb):
        return DARK
    red, green, blue = (round(255 * (value / 255) ** GAMMA) for value in rgb)
    return f"#{red:02x}{green:02x}{blue:02x}"


def lights_svg(build: Build, colours: Sequence[tuple[int, int, int]] = ()) -> str:
    """Return the grid of lights of a build, dark where nothing is known.

    Shape: ``colours`` are those of the pixels in the order of the chain.
    """
    return _drawn(build.size, tuple(build.order), tuple(colours))


# All pages of a table show the same lights.
@lru_cache(8)
def _drawn(size: int, order: tuple[int, ...], colours: tuple[tuple[int, int, int], ...]) -> str:
    side = size * CELL
    parts = [element("rect", width=side, height=side, rx=6, fill="#101010")]
    for row in range(size):
        for column in range(size):
            at = order[row * size + column]
            colour = screen_colour(colours[at]) if len(colours) == size * size else DARK
            x, y = (column + 0.5) * CELL, (size - row - 0.5) * CELL
            parts.append(element("circle", cx=x, cy=y, r=7.5, fill=colour))
    return element("svg", *parts, viewBox=f"0 0 {side} {side}", aria_hidden="true")
