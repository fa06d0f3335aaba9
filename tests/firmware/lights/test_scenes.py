"""The table of scenes is true: all that stands side by side is in it, and all in it does."""

from collections import defaultdict

import pytest
from schiri_device.builds import Build
from schiri_device.lights.words import NAMED_BASES as BASES
from schiri_device.lights.words import NAMED_MARKS as MARKS

from tests.counts import count
from tests.firmware.lights.scenes import HAS_CURSOR, scenes_of
from tests.firmware.player import Player
from tests.firmware.world import BUILDS


def name_of(meaning: int) -> str:
    return f"{MARKS[meaning >> 2][0]} on {BASES[meaning & 3][0]}"


@pytest.mark.slow
def test_what_stands_side_by_side_is_in_the_table() -> None:
    scenes: dict[str, dict[str, list[set[int]]]]
    scenes = {build.name: defaultdict(list) for build in BUILDS}
    missing: set[tuple[str, int]] = set()
    for build in BUILDS:
        for mode, scene in scenes_of(build):
            scenes[build.name][mode].append(scene)
            missing |= {(mode, meaning) for meaning in scene}
    # So many players at least, and more until everything has been seen; what is rare takes long.
    rare = count(6, 0)
    for seed in range(400):
        if seed >= count(3, 100) and len(missing) <= rare:
            break
        for build in BUILDS:
            missing -= play(build, seed, scenes[build.name])
    left = sorted((mode, name_of(meaning)) for mode, meaning in missing)
    assert len(left) <= rare, left


def play(build: Build, seed: int, scenes: dict[str, list[set[int]]]) -> set[tuple[str, int]]:
    """Let somebody play; return which meanings were seen in which mode."""
    seen: set[tuple[str, int]] = set()
    player = Player(build, seed)
    for _ in range(1500):
        player.step()
        mode, lit = player.device.mode_name, player.scene()
        if not any(lit <= scene for scene in scenes[mode]):
            raise AssertionError((seed, mode, sorted(map(name_of, lit))))
        assert player.device.screen.painter.cursor < 0 or mode in HAS_CURSOR
        seen |= {(mode, meaning) for meaning in lit}
    return seen
