"""Beeper: tones have their length, the loop continues, and silence comes last."""

from itertools import pairwise
from typing import Any

import pytest
from schiri_device.lights.language import TONES
from schiri_device.ticks import PERIOD

from tests.firmware.world import CURSOR, PINS, World


@pytest.fixture
def beeper(world: World) -> Any:
    """The piezo of the current world."""
    from schiri_device.hal.signals import Beeper

    beeper = Beeper(CURSOR)
    assert world.claimed == {PINS[CURSOR.tone_line]}
    return beeper


def test_tones_follow_one_another_until_new_ones_take_their_place(
    world: World, beeper: Any
) -> None:
    def advance(for_ms: int) -> None:
        for _ in range(for_ms):
            world.spend(1000)
            beeper.advance(world.now_ms)

    row = ((660, 120), (0, 30), (880, 40))
    beeper.play(0, row)
    advance(300)
    beeper.play(300, row)
    advance(50)
    beeper.play(350, ((220, 20),))
    advance(500)
    assert world.tones == [
        *((0, 660), (120, 0), (150, 880), (190, 0)),
        *((300, 660), (350, 220), (370, 0)),
    ]


def test_the_ticks_may_wrap_in_a_tone(world: World, beeper: Any) -> None:
    beeper.play(PERIOD - 10, ((660, 20),))
    beeper.advance(PERIOD - 5)
    beeper.advance(5)
    assert [pitch for _, pitch in world.tones] == [660]
    beeper.advance(10)
    assert [pitch for _, pitch in world.tones] == [660, 0]


def test_equal_tones_have_a_pause_between_them() -> None:
    for name, tones in TONES.items():
        for (one, _), (other, _) in pairwise(tones):
            assert one != other, f"{name} sounds like one long tone"
