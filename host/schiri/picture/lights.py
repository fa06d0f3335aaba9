"""The lights of a device as a picture: each looks as bright as its LED.

Decides how values of LEDs look on a screen.  Must not know what a light means.
"""

from collections.abc import Sequence

from schiri_device.builds import Build

from schiri.picture.svg import circle, element, rect

# An LED's light is linear in its value, a screen's grows with about the power of 2.2.
GAMMA = 1 / 2.2
DARK = "#1c1c1c"
CELL = 20
Rgb = tuple[int, int, int]


def screen_colour(rgb: Rgb) -> str:
    """Return the screen colour that looks as bright as an LED with these values.

    >>> screen_colour((0, 0, 0)), screen_colour((255, 64, 8))
    ('#1c1c1c', '#ff8835')
    """
    if not any(rgb):
        return DARK
    red, green, blue = (round(255 * (value / 255) ** GAMMA) for value in rgb)
    return f"#{red:02x}{green:02x}{blue:02x}"


def lights_svg(build: Build, colours: Sequence[Rgb]) -> str:
    """Return the grid of lights of a build; unknown lights are dark.

    Shape: ``colours`` are those of the pixels in the order of the chain.
    """
    side = build.size * CELL
    parts = [rect((0, 0), (side, side), 6, fill="#101010")]
    for at, colour in enumerate(light_colours(build, colours)):
        x, y = (at % build.size + 0.5) * CELL, (build.size - at // build.size - 0.5) * CELL
        parts.append(circle((x, y), 7.5, fill=colour))
    return element("svg", *parts, viewBox=f"0 0 {side} {side}", aria_hidden="true")


def light_colours(build: Build, colours: Sequence[Rgb]) -> tuple[str, ...]:
    """Return the colours of `lights_svg` in the order in which it draws them."""
    lights = build.size * build.size
    known = colours if len(colours) == lights else ((0, 0, 0),) * lights
    return tuple(screen_colour(known[at]) for at in build.order[:lights])
