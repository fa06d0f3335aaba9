"""The current limit: no frame draws more than a build allows."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest
from schiri_device.builds import Build
from schiri_device.lights.language import BASES, LEVELS, LIGHT, RHYTHMS
from schiri_device.lights.painter import Painter

from tests.counts import count
from tests.firmware.world import BUILDS

# By the data sheet: a colour fully on, and a dark pixel.
COLOUR_MA = Fraction(20, 255)
DARK_MA = 1


class Scene(NamedTuple):
    """A scene to show."""

    meanings: list[int]
    cursor: int
    at_ms: int


def scenes(pixels: int, level: int) -> Iterator[Scene]:
    """Yield scenes of all kinds: a fully lit grid, a few lights, one meaning only."""
    yield Scene([LIGHT] * pixels, -1, 0)
    dice = random.Random(level)
    for _ in range(count(50, 600)):
        palette = [
            dice.randrange(len(RHYTHMS)) << 2 | dice.randrange(len(BASES))
            for _ in range(dice.choice([1, 2, 9, 30]))
        ]
        lit = dice.randrange(pixels + 1)
        meanings = [dice.choice(palette) for _ in range(lit)] + [0] * (pixels - lit)
        yield Scene(meanings, dice.randrange(-1, pixels), dice.randrange(2000))
    # The brightest ones.
    for mark in range(len(RHYTHMS)) if level == len(LEVELS) - 1 else ():
        for at_ms in range(0, 2000, 125):
            yield Scene([mark << 2 | LIGHT] * pixels, -1, at_ms)


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_no_frame_draws_more_than_the_build_may(build: Build, level: int) -> None:
    pixels = len(build.order)
    painter = Painter(pixels, build.budget_ma)
    painter.set_brightness(level)
    for scene in scenes(pixels, level):
        for pixel, meaning in enumerate(scene.meanings):
            painter.put(pixel, meaning)
        painter.move_cursor(scene.cursor)
        painter.flush(scene.at_ms)
        assert sum(painter.frame) * COLOUR_MA + pixels * DARK_MA <= build.budget_ma
