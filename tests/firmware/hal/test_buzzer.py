"""Buzzer: tones have their length, the loop continues, and silence comes last."""

from itertools import pairwise
from typing import Any

import pytest
from schiri_device.lights.language import TONES
from schiri_device.ticks import PERIOD

from tests.firmware.world import CURSOR, PINS, World


@pytest.fixture
def buzzer(world: World) -> Any:
    """The piezo of the current world."""
    from schiri_device.hal.buzzer import Buzzer

    buzzer = Buzzer(CURSOR)
    assert world.claimed == {PINS[CURSOR.tone_line]}
    return buzzer


def test_new_tones_replace_those_that_are_playing(world: World, buzzer: Any) -> None:
    def advance(for_ms: int) -> None:
        for _ in range(for_ms):
            world.spend(1000)
            buzzer.advance(world.now_ms)

    row = ((660, 120), (0, 30), (880, 40))
    buzzer.play(0, row)
    advance(300)
    buzzer.play(300, row)
    advance(50)
    buzzer.play(350, ((220, 20),))
    advance(500)
    assert world.tones == [
        *((0, 660), (120, 0), (150, 880), (190, 0)),
        *((300, 660), (350, 220), (370, 0)),
    ]


def test_the_ticks_may_wrap_in_a_tone(world: World, buzzer: Any) -> None:
    buzzer.play(PERIOD - 10, ((660, 20),))
    buzzer.advance(PERIOD - 5)
    buzzer.advance(5)
    assert [pitch for _, pitch in world.tones] == [660]
    buzzer.advance(10)
    assert [pitch for _, pitch in world.tones] == [660, 0]


def test_equal_tones_have_a_pause_between_them() -> None:
    for name, tones in TONES.items():
        for (one, _), (other, _) in pairwise(tones):
            assert one != other, f"{name} sounds like one long tone"
