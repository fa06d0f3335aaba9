"""Painter: a frame changed in place equals a frame made from scratch, and both match the table."""

import random

import pytest
from schiri.device.readers import LightsReader
from schiri_device.lights.language import CURSOR, LEVELS, LIGHT, PHASE_MS, PHASES
from schiri_device.lights.painter import Painter
from schiri_device.pc.messages import colour_texts, frame_text
from schiri_device.ticks import PERIOD, elapsed, later

from hardware.pages.light_words import NAMED_BASES as BASES
from hardware.pages.light_words import NAMED_MARKS as MARKS
from tests.counts import count
from tests.firmware.world import BUILDS

MEANINGS = [mark << 2 | base for mark in range(len(MARKS)) for base in range(len(BASES))]


def colour(meaning: int, at_ms: int) -> tuple[int, ...]:
    """Return the red, green and blue of the table for a meaning, that long after the start."""
    _, rhythm, *mark = MARKS[meaning >> 2][:5]
    bits = f"{rhythm:016b}"
    is_lit = bits[at_ms // PHASE_MS % PHASES] == "1"
    return tuple(mark) if is_lit else BASES[meaning & 3][1:]


class Statement:
    """A scene and its frame, computed plainly and slowly."""

    def __init__(self, pixels: int, budget_ma: int) -> None:
        self.scene = [0] * pixels
        self.cursor = -1
        self.level = 3
        self.began_ms = 0
        self.budget_ma = budget_ma

    def frame(self, now_ms: int) -> list[int]:
        """Return the frame at a time."""
        at_ms = elapsed(now_ms, self.began_ms)
        colours = [colour(meaning, at_ms) for meaning in self.scene]
        if self.cursor >= 0 and f"{MARKS[CURSOR][1]:016b}"[at_ms // PHASE_MS % PHASES] == "1":
            colours[self.cursor] = MARKS[CURSOR][2:5]
        green_first = [value for red, green, blue in colours for value in (green, red, blue)]
        values = [value * LEVELS[self.level] // 8 for value in green_first]
        most = int((self.budget_ma - len(self.scene)) * 255 / 20)
        total = sum(values)
        return [value * most // total for value in values] if total > most else values


@pytest.mark.parametrize(
    ("pixels", "budget_ma"),
    [(25, 80), *((len(build.order), build.budget_ma) for build in BUILDS)],
)
def test_the_frame_is_that_of_a_plain_statement(pixels: int, budget_ma: int) -> None:
    dice, is_limited = random.Random(5), False
    for _ in range(count(8, 200)):
        painter, plain = Painter(pixels, budget_ma), Statement(pixels, budget_ma)
        # The ticks wrap during the test.
        now_ms = PERIOD - dice.randrange(60000)
        painter.restart(now_ms)
        plain.began_ms = now_ms
        frame = None
        for _ in range(60):
            change(dice, painter, plain, now_ms)
            is_fresh = painter.flush(now_ms)
            assert is_fresh or list(painter.frame) == frame
            frame = list(painter.frame)
            assert frame == plain.frame(now_ms)
            is_limited = is_limited or painter.frame is not painter.full
            now_ms = later(now_ms, dice.choice([1, 30, 124, 125, 126, 1000, 7777]))
    assert is_limited, "no scene met the limit"


def change(dice: random.Random, painter: Painter, plain: Statement, now_ms: int) -> None:
    """Make the same random change in both: nothing, pixels, the cursor, the level, the rhythms."""
    what = dice.randrange(12)
    if what < 4:
        # A few, or all of them.
        pixels = range(len(plain.scene))
        palette = dice.choice((MEANINGS, [LIGHT]))
        for pixel in dice.choices(pixels, k=dice.randrange(1, 9)) if what else pixels:
            meaning = dice.choice(palette)
            painter.put(pixel, meaning)
            plain.scene[pixel] = meaning
    elif what == 4:
        plain.cursor = dice.randrange(len(plain.scene))
        painter.move_cursor(plain.cursor)
    elif what == 5:
        plain.level = dice.randrange(len(LEVELS))
        painter.set_brightness(plain.level)
    elif what == 6:
        plain.began_ms = now_ms
        painter.restart(now_ms)
    elif what == 7:
        painter.clear()
        plain.scene, plain.cursor = [0] * len(plain.scene), -1


def test_time_makes_a_new_frame_only_if_a_light_changes() -> None:
    painter = Painter(25, 400)
    painter.put(3, 1)
    assert painter.flush(0)
    assert not any(painter.flush(at_ms) for at_ms in range(0, 5000, 5))
    # A blinking light: off, on, off ... in each of the two seconds of a rhythm.
    painter.put(3, next(mark for mark in range(len(MARKS)) if MARKS[mark][1] == 0xF0F0) << 2)
    fresh = [at_ms for at_ms in range(5000, 9000, 5) if painter.flush(at_ms)]
    assert fresh == [5000, 5500, 6000, 6500, 7000, 7500, 8000, 8500]


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_a_pc_reads_the_same_lights(level: int) -> None:
    dice = random.Random(level)
    painter = Painter(64, 150)
    for pixel in range(64):
        painter.put(pixel, dice.choice(MEANINGS))
    painter.move_cursor(9)
    painter.set_brightness(level)
    reader = LightsReader()
    for text in colour_texts(painter, 12):
        assert reader.read(text.split()) is None
    for at_ms in range(0, 2000, PHASE_MS):
        painter.flush(at_ms)
        lights = reader.read(frame_text(painter).split())
        assert lights
        assert [v for r, g, b in lights.colours for v in (g, r, b)] == list(painter.frame)
