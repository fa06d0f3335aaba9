"""The table of scenes is true: all that stands side by side is in it, and all in it does."""

from collections import defaultdict

from schiri_device.lights.language import BASES, MARKS

from tests.counts import count
from tests.firmware.player import Player
from tests.firmware.scenes import HAS_CURSOR, scenes_of
from tests.firmware.world import BUILDS


def name_of(meaning: int) -> str:
    return f"{MARKS[meaning >> 3][0]} on {BASES[meaning & 7][0]}"


def test_what_stands_side_by_side_is_in_the_table() -> None:
    missing: set[tuple[str, int]] = set()
    seen: set[tuple[str, int]] = set()
    for build in BUILDS:
        scenes = defaultdict(list)
        for mode, scene in scenes_of(build):
            scenes[mode].append(scene)
            missing |= {(mode, meaning) for meaning in scene}
        for seed in range(count(30, 200)):
            player = Player(build, seed)
            for _ in range(1500):
                player.step()
                mode, lit = player.device.mode_name, player.scene()
                if not any(lit <= scene for scene in scenes[mode]):
                    raise AssertionError((seed, mode, sorted(map(name_of, lit))))
                assert player.device.painter.cursor < 0 or mode in HAS_CURSOR
                seen |= {(mode, meaning) for meaning in lit}
    assert sorted((mode, name_of(meaning)) for mode, meaning in missing - seen) == []
