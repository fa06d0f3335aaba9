"""Beeper: tones have their length, the loop continues, and silence comes last."""

from itertools import pairwise

from schiri_device.lights.language import TONES

from tests.firmware.world import CURSOR, World


def test_tones_follow_one_another(world: World) -> None:
    from schiri_device.hal.signals import Beeper

    beeper = Beeper(CURSOR)
    assert world.claimed == {CURSOR.tone_pin}
    start = world.now_ms
    beeper.play(start, ((660, 120), (0, 30), (880, 40)))
    for _ in range(300):
        world.spend(1000)
        beeper.advance(world.now_ms)
    assert world.tones == [
        (start, 660),
        (start + 120, 0),
        (start + 150, 880),
        (start + 190, 0),
    ]


def test_a_new_row_takes_the_place_of_the_old_one(world: World) -> None:
    from schiri_device.hal.signals import Beeper

    beeper = Beeper(CURSOR)
    beeper.play(0, ((660, 120), (880, 120)))
    world.spend(50000)
    beeper.play(50, ((220, 20),))
    for now_ms in range(51, 500):
        world.spend(1000)
        beeper.advance(now_ms)
    assert [pitch for _, pitch in world.tones] == [660, 220, 0]


def test_the_ticks_may_wrap_in_a_tone(world: World) -> None:
    from schiri_device.hal.signals import Beeper
    from schiri_device.ticks import PERIOD

    beeper = Beeper(CURSOR)
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
