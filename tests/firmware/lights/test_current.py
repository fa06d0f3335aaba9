"""The current limit: no frame draws more than a build allows, and a frame is scaled as a whole."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from schiri_device.builds import Build
from schiri_device.lights.language import BASES, LEVELS, LIGHT, RHYTHMS
from schiri_device.lights.painter import Painter

from tests.counts import count
from tests.each import each
from tests.firmware.world import BUILDS

# By the data sheet: a colour fully on, and a dark pixel.
COLOUR_MA = Fraction(20, 255)
DARK_MA = 1
by_name = each("build", BUILDS)
by_level = each("level", range(len(LEVELS)))


def current_ma(frame: bytes) -> Fraction:
    return sum(frame) * COLOUR_MA + len(frame) // 3 * DARK_MA


class Scene(NamedTuple):
    """A scene to show."""

    meanings: list[int]
    cursor: int
    at_ms: int

    def painted(self, painter: Painter) -> bytes:
        """Return its frame."""
        for pixel, meaning in enumerate(self.meanings):
            painter.put(pixel, meaning)
        painter.move_cursor(self.cursor)
        painter.flush(self.at_ms)
        return bytes(painter.frame)


def painter_of(build: Build, level: int, budget_ma: int) -> Painter:
    painter = Painter(len(build.order), budget_ma)
    painter.set_brightness(level)
    return painter


def scenes(pixels: int, seed: int) -> Iterator[Scene]:
    """Yield scenes of all kinds: a fully lit grid, a few lights, one meaning only."""
    yield Scene([LIGHT] * pixels, -1, 0)
    dice = random.Random(seed)
    for _ in range(count(50, 600)):
        palette = [
            dice.randrange(len(RHYTHMS)) << 2 | dice.randrange(len(BASES))
            for _ in range(dice.choice([1, 2, 9, 30]))
        ]
        lit = dice.randrange(pixels + 1)
        meanings = [dice.choice(palette) for _ in range(lit)] + [0] * (pixels - lit)
        yield Scene(meanings, dice.randrange(-1, pixels), dice.randrange(2000))


@by_name
@by_level
def test_no_frame_draws_more_than_the_build_may(build: Build, level: int) -> None:
    painter = painter_of(build, level, build.budget_ma)
    for scene in scenes(len(build.order), level):
        assert current_ma(scene.painted(painter)) <= build.budget_ma


@by_name
def test_the_brightest_scenes_of_all(build: Build) -> None:
    pixels, level = len(build.order), len(LEVELS) - 1
    painter = painter_of(build, level, build.budget_ma)
    for mark in range(len(RHYTHMS)):
        for at_ms in range(0, 2000, 125):
            scene = Scene([mark << 2 | LIGHT] * pixels, -1, at_ms)
            assert current_ma(scene.painted(painter)) <= build.budget_ma


@by_name
@by_level
def test_frames_are_scaled_not_clipped(build: Build, level: int) -> None:
    scaled = 0
    most = int((build.budget_ma - len(build.order) * DARK_MA) / COLOUR_MA)
    unlimited, limited = painter_of(build, level, 10**6), painter_of(build, level, build.budget_ma)
    for scene in scenes(len(build.order), level):
        wanted, shown = scene.painted(unlimited), scene.painted(limited)
        if current_ma(wanted) <= build.budget_ma:
            assert shown == wanted
            continue
        scaled += 1
        # All values are scaled by the same factor, up to rounding.
        whole = sum(wanted)
        pairs = zip(wanted, shown, strict=True)
        assert all(0 <= want * most - got * whole < whole for want, got in pairs)
    # The limit applies at the highest brightness at the latest.
    assert scaled or level < len(LEVELS) - 1, "no scene met the limit"
