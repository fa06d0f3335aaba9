"""The perceived brightness of a light, by viewer.

Decides when two lights are distinct: by their rhythm, or by their luminance, never by their hue
only.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

Rgb = Sequence[float]
Matrix = tuple[tuple[float, float, float], ...]

RATIO = 1.5
# Least number of the sixteen phases for a noticeable difference.
LASTING = 2
# Dark pixels still reflect the room.  A white pixel at its brightest (1.3 cd by its data sheet) is
# 255; the reflection of a lit room on it is well below half a thousandth of that.
ROOM = 0.1

# Luminance of linear sRGB (IEC 61966-2-1).
LUMINANCE = (0.2126, 0.7152, 0.0722)
# Intensity of the red, green and blue LED of a WS2812B, in mcd: the middle of its data sheet's
# range.
WS2812B_MCD = (405, 690, 190)

# Linear RGB as seen by people who lack one kind of cone: Machado, Oliveira, Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), the
# tables for severity 1.0.
VISIONS: dict[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Shares of linear sRGB's primaries in a light: a screen, or the LEDs, whose shares of white differ.
LIGHTS: dict[str, Rgb] = {
    "screen": (1, 1, 1),
    "WS2812B": [
        mcd / sum(WS2812B_MCD) / weight for mcd, weight in zip(WS2812B_MCD, LUMINANCE, strict=True)
    ],
}
VIEWERS = [(light, vision) for light in LIGHTS for vision in VISIONS]


@cache
def luminance(rgb: tuple[int, ...], viewer: tuple[str, str]) -> float:
    """Return the perceived brightness of a pixel; white is 255."""
    light, vision = viewer
    given = [value * share for value, share in zip(rgb, LIGHTS[light], strict=True)]
    seen = [
        max(0.0, sum(part * value for part, value in zip(row, given, strict=True)))
        for row in VISIONS[vision]
    ]
    return sum(weight * value for weight, value in zip(LUMINANCE, seen, strict=True))


def is_brighter(one: float, other: float) -> bool:
    """Return whether one luminance is visibly higher than another."""
    return one >= RATIO * max(other, ROOM)


@cache
def beats(levels: tuple[float, ...]) -> list[int]:
    """Return the visible rhythm of a cycle of luminances: up, down or unchanged."""
    return [
        is_brighter(now, before) - is_brighter(before, now)
        for before, now in pairwise((levels[-1], *levels))
    ]


def bright_phases(one: Sequence[float], other: Sequence[float]) -> int:
    """Return the number of phases in which two lights differ in luminance."""
    return sum(is_brighter(a, b) or is_brighter(b, a) for a, b in zip(one, other, strict=True))


@cache
def are_told_apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether two lights, side by side through all phases, are distinct."""
    return beats(one) != beats(other) or bright_phases(one, other) >= LASTING
