"""The light language: neighbouring meanings are distinct for every viewer, without hectic
blinking.
"""

import re
from colorsys import rgb_to_hsv
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from schiri_device.app.settings import SETTINGS
from schiri_device.builds import Build
from schiri_device.lights import language
from schiri_device.lights.language import CURSOR, LEVELS, LINKED, NONE, OFF, PHASE_MS, PHASES
from schiri_device.lights.painter import Painter

from hardware.pages.light_words import NAMED_BASES as BASES
from hardware.pages.light_words import NAMED_MARKS as MARKS
from hardware.pages.light_words import WORDS
from tests.counts import count
from tests.firmware.lights.scenes import BOARDS, HAS_CURSOR, scenes_of
from tests.firmware.lights.sight import VIEWERS, are_told_apart, beats, is_brighter, luminance
from tests.firmware.world import BUILDS

FLASHES_A_SECOND = 3
LOWEST = 1
# All selectable levels of brightness. A sample takes the one with the fewest shades.
CHOSEN = range(LOWEST, count(LOWEST + 1, len(LEVELS)))
by_name = pytest.mark.parametrize("build", BUILDS)
by_viewer = pytest.mark.parametrize("viewer", VIEWERS)

# The colours of a pixel through all phases of the rhythms.
Course = list[tuple[int, ...]]


def name_of(meaning: int) -> str:
    return f"{MARKS[meaning >> 2][0]} on {BASES[meaning & 3][0]}"


@cache
def courses(build: Build, meanings: tuple[int, ...], level: int, cursor: int) -> list[Course]:
    """Return the courses of the pixels with these meanings, after the current limit.

    The rest of the chain shows the same meanings, so that the limit applies.
    """
    painter = Painter(len(build.order), build.budget_ma)
    painter.set_brightness(level)
    for pixel in range(len(build.order)):
        painter.put(pixel, meanings[pixel % len(meanings)])
    painter.move_cursor(cursor)
    frames = []
    for phase in range(PHASES):
        painter.flush(phase * PHASE_MS)
        frames.append(bytes(painter.frame))
    return [
        [tuple(frame[3 * pixel + place] for place in (1, 0, 2)) for frame in frames]
        for pixel in range(len(meanings))
    ]


def looks(build: Build, mode: str, scene: set[int], level: int) -> dict[str, Course]:
    """Return the course of each meaning of a scene, also with the cursor if there is one."""
    meanings = tuple(sorted(scene))
    found = dict(zip(map(name_of, meanings), courses(build, meanings, level, -1), strict=True))
    if build.has_cursor and mode in HAS_CURSOR:
        for pixel, meaning in enumerate(meanings):
            course = courses(build, meanings, level, pixel)[pixel]
            found["cursor over " + name_of(meaning)] = course
    return found


def confusions(found: dict[str, Course], viewer: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the pairs that this viewer cannot distinguish."""
    seen = {name: tuple(luminance(rgb, viewer) for rgb in found[name]) for name in found}
    return [(a, b) for a, b in combinations(seen, 2) if not are_told_apart(seen[a], seen[b])]


def test_the_lowest_brightness_can_be_chosen() -> None:
    # Settings count from 0. Level 0 is for unwatched lights.
    assert SETTINGS["brightness"][2] == len(LEVELS) - LOWEST


@by_name
@by_viewer
def test_lights_of_one_scene_are_distinct(build: Build, viewer: tuple[str, str]) -> None:
    wrong = []
    for level in CHOSEN:
        for mode, scene in scenes_of(build):
            found = confusions(looks(build, mode, scene, level), viewer)
            wrong += [(mode, level, *pair) for pair in found]
    assert wrong == []


@by_name
@by_viewer
def test_dimmed_pieces_are_distinct(build: Build, viewer: tuple[str, str]) -> None:
    bases = tuple(NONE << 2 | base for base in range(len(BASES)))
    found = dict(zip(map(name_of, bases), courses(build, bases, 0, -1), strict=True))
    assert confusions(found, viewer) == []


@cache
def flashes(levels: tuple[float, ...]) -> int:
    """Return the most flashes within a second: pairs of a visible rise and a visible fall."""
    steps = beats(levels) * 2
    second = 1000 // PHASE_MS
    most = 0
    for start in range(PHASES):
        changes = [step for step in steps[start : start + second] if step]
        most = max(most, min(changes.count(1), changes.count(-1)))
    return most


@by_name
def test_nothing_flashes_above_three_hertz(build: Build) -> None:
    for mode, scene in scenes_of(build):
        for name, course in looks(build, mode, scene, LOWEST).items():
            for viewer in VIEWERS:
                levels = tuple(luminance(rgb, viewer) for rgb in course)
                assert flashes(levels) <= FLASHES_A_SECOND, name


def test_no_rhythm_flashes_above_three_hertz() -> None:
    for name, rhythm, *_ in MARKS:
        bits = [rhythm >> (PHASES - 1 - phase) & 1 for phase in range(PHASES)]
        rises = [phase for phase in range(PHASES) if bits[phase] and not bits[phase - 1]]
        # The cycle repeats: the first one follows the last.
        apart = [b - a for a, b in zip(rises, [*rises[1:], rises[0] + PHASES])] if rises else []
        assert all(phases * PHASE_MS * FLASHES_A_SECOND >= 1000 for phases in apart), name


def test_a_flash_too_fast_is_seen() -> None:
    assert flashes((0, 9) * 8) == 4


def test_lights_that_only_differ_in_hue_are_not_told_apart() -> None:
    screen = ("screen", "all cones")
    red, green = luminance((100, 0, 0), screen), luminance((0, 30, 0), screen)
    steady = (red,) * PHASES
    assert not are_told_apart(steady, (green,) * PHASES)
    assert are_told_apart(steady, (green / 2,) * PHASES)
    assert are_told_apart(steady, (red,) * 12 + (0,) * 4)


def test_a_white_light_is_white_to_everybody() -> None:
    for viewer in VIEWERS:
        assert luminance((255, 255, 255), viewer) == pytest.approx(255, rel=0.08)
    assert is_brighter(luminance((0, 0, 3), VIEWERS[0]), 0)


def test_signs_of_a_side_have_the_colour_of_its_stones() -> None:
    colours = {name: rgb for name, _, *rgb in MARKS} | {name: rgb for name, *rgb in BASES}
    assert colours["turn-dark"] == colours["counter-dark"] == colours["dark"]
    assert colours["again-dark"] == colours["turn-dark"]
    assert colours["again-light"] == colours["turn-light"]
    assert colours["turn-light"] == colours["counter-light"] == colours["light"]


def test_every_brightness_shows_the_same_proportions() -> None:
    values = [value for _, *rgb in BASES for value in rgb]
    values += [value for _, _, *rgb in MARKS for value in rgb]
    assert all(value % 8 == 0 for value in values)
    assert list(LEVELS) == sorted(set(LEVELS))
    assert LEVELS[-1] <= 8


def rows_of_source() -> dict[str, str]:
    """Return the rhythm of each mark by the name beside its row."""
    source = Path(str(language.__file__)).read_text(encoding="utf-8")
    found = re.findall(r"^    \[0x([0-9A-F]{4}), .*\],  # (\w+)$", source, re.MULTILINE)
    return {name: rhythm for rhythm, name in found}


def test_each_marks_name_is_the_number_of_its_row() -> None:
    rows = rows_of_source()
    assert [int(rhythm, 16) for rhythm in rows.values()] == list(language.RHYTHMS)
    assert [getattr(language, name) for name in rows] == list(range(len(MARKS)))


def test_every_mark_is_explained() -> None:
    assert all(WORDS.values())
    names = [name.lower().replace("_", "-") for name in rows_of_source()]
    assert [name.removeprefix("is-") for name in names] == ["none", *WORDS]
    assert len({name for name, *_ in MARKS}) == len(MARKS)
    assert (0, len(BASES) - 1, len(MARKS) - 1) == (OFF, LINKED, CURSOR)


def hue(rgb: tuple[int, ...]) -> float | None:
    """Return the angle on the colour circle, None for greys and near-whites."""
    turn, saturation, _ = rgb_to_hsv(*(value / 255 for value in rgb))
    return 360 * turn if saturation > 0.3 else None


def test_colours_on_one_board_differ_in_hue_as_well(subtests: pytest.Subtests) -> None:
    for mode in BOARDS:
        with subtests.test(mode=mode):
            for scene in BOARDS[mode]:
                rgbs = {BASES[meaning & 3][1:] for meaning in scene}
                rgbs |= {MARKS[meaning >> 2][2:5] for meaning in scene if meaning >> 2}
                hues = {rgb: hue(rgb) for rgb in rgbs}
                for (one, a), (other, b) in combinations(hues.items(), 2):
                    if a is not None and b is not None:
                        apart = abs(a - b)
                        assert min(apart, 360 - apart) >= 15, (one, other)
