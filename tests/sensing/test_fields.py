"""Readings of counts: the thresholds, what keeps a reading, and what has changed."""

from random import Random

import pytest
from schiri_device.sensing import DARK, EMPTY, LIGHT, UNSURE
from schiri_device.sensing.fields import Fields
from schiri_device.sensing.levels import A_MT, HALF, NEEDED, Levels, packed_bytes, unpacked

from tests.counts import count

STEP = 10_000


def fields_of(dark: int = STEP, light: int = -STEP, rest: int = HALF) -> Fields:
    """Return one field with these steps from its count at rest."""
    levels = Levels(1)
    levels.rest[0], levels.dark[0], levels.light[0] = rest, rest + dark, rest + light
    fields = Fields(1)
    fields.calibrate(levels)
    return fields


def read(fields: Fields, *parts: int) -> list[int]:
    """Return the readings of counts that are so many hundredths of a step from rest."""
    seen = []
    for part in parts:
        fields.read(0, [HALF + STEP * part // 100])
        seen.append(fields.readings[0])
    return seen


def test_a_reading_is_kept_a_little_beyond_its_threshold() -> None:
    assert read(fields_of(), 0, 22, 24, 18, 16) == [EMPTY, EMPTY, UNSURE, UNSURE, EMPTY]
    assert read(fields_of(), 38, 40, 34, 32, 38) == [UNSURE, DARK, DARK, UNSURE, UNSURE]
    assert read(fields_of(), -38, -40, -34, -32) == [UNSURE, LIGHT, LIGHT, UNSURE]
    assert read(fields_of(), 100, -100, 0, 300) == [DARK, LIGHT, EMPTY, DARK]
    # A sensor that is the wrong way up.
    assert read(fields_of(-STEP, STEP), 100, -100) == [LIGHT, DARK]


@pytest.mark.parametrize("seed", range(count(2, 20)))
def test_the_quick_way_reads_as_the_thresholds_do(seed: int) -> None:
    random = Random(seed)
    for _ in range(count(20, 200)):
        sign, rest = random.choice((-1, 1)), HALF + random.randrange(-3000, 3000)
        steps = [random.randrange(2000, 20000) for _ in range(2)]
        fields = fields_of(sign * steps[0], -sign * steps[1], rest)
        value = rest
        for _ in range(500):
            value = max(0, min(value + random.randrange(-900, 901), 65535))
            expected = fields.reading_of(0, value)
            fields.read(0, [value])
            assert fields.readings[0] == expected


def test_without_a_calibration_nothing_is_sure() -> None:
    fields = Fields(25)
    fields.read(5, [0] * 25)
    assert list(fields.readings) == [UNSURE] * 25
    assert (fields.changed, fields.is_calibrated) == (0, False)


def test_a_change_is_known_until_it_is_forgotten() -> None:
    fields = Fields(25)
    fields.put(10, 3, DARK)
    fields.put(20, 24, EMPTY)
    fields.put(30, 24, EMPTY)
    assert (fields.changed, fields.changed_ms) == (1 << 3 | 1 << 24, 20)
    assert (fields.since_ms[3], fields.since_ms[24]) == (10, 20)
    fields.forget()
    assert (fields.changed, fields.readings[3], fields.changed_ms) == (0, DARK, 20)


def levels_of(dark: int, light: int, noise: int = 0) -> Levels:
    levels = Levels(25)
    levels.dark[7], levels.light[7], levels.noise[7] = HALF + dark, HALF + light, noise
    return levels


def test_a_margin_is_that_of_the_weaker_stone_in_units_of_noise() -> None:
    assert levels_of(27 * A_MT, -27 * A_MT).margin(7) == pytest.approx(27 * 0.17)
    assert levels_of(27 * A_MT, -20 * A_MT).margin(7) == pytest.approx(20 * 0.17)
    assert levels_of(27 * A_MT, -27 * A_MT, 2 * A_MT).margin(7) == pytest.approx(27 * 0.17 / 2)
    assert levels_of(-27 * A_MT, 27 * A_MT).margin(7) > NEEDED
    # Both stones go the same way.
    assert levels_of(27 * A_MT, 20 * A_MT).margin(7) == 0
    assert 7 not in levels_of(27 * A_MT, -27 * A_MT).weak()
    assert 7 in levels_of(17 * A_MT, -27 * A_MT).weak()


def test_levels_are_restored_unless_any_byte_is_damaged() -> None:
    random, levels = Random(1), Levels(25)
    for kind in (levels.rest, levels.dark, levels.light, levels.noise):
        kind[:] = type(kind)("H", [random.randrange(4000, 65536) for _ in kind])
    levels.noise[3] = 800
    data = levels.packed()
    assert len(data) == packed_bytes(25) == 104
    found = unpacked(data)
    assert found and found.packed() == data and found.noise[3] == 800
    for mine, theirs in ((levels.rest, found.rest), (levels.light, found.light)):
        assert max(abs(a - b) for a, b in zip(mine, theirs)) <= 255
    for at in range(len(data)):
        assert unpacked(data[:at] + bytes((data[at] ^ 4,)) + data[at + 1 :]) is None
        assert unpacked(data[:at]) is None
    assert unpacked(b"") is None
