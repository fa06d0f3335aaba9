"""From the fields of magnets to readings: good boards read right, misplaced magnets are named."""

from math import cos, sin, tau
from random import Random

import pytest
from schiri_device.sensing import DARK, EMPTY, LIGHT, UNSURE
from schiri_device.sensing.fields import Fields
from schiri_device.sensing.levels import NEEDED, Levels, unpacked

from tests.counts import count
from tests.sensing.hands import LETTERS, Hand, stones_of
from tests.sensing.magnets import CELLS, GAP, Sensors, field_at, on_cell

READINGS = {"b": DARK, "w": LIGHT, ".": EMPTY}
MIDDLE = 12
MOST_OFF = 5
BOARDS, SCANS = count(3, 40), count(20, 200)


def calibrated(sensors: Sensors) -> tuple[Fields, Levels]:
    """Return fields that read by a calibration which was stored and restored."""
    levels = unpacked(Hand(sensors).calibrate().levels.packed())
    assert levels
    fields = Fields(len(CELLS))
    fields.calibrate(levels)
    return fields, levels


def test_the_discs_make_the_fields_that_the_thresholds_expect() -> None:
    level = [0.0] * len(CELLS)
    alone = field_at([on_cell(MIDDLE, "b")], level)[MIDDLE]
    beside = field_at([on_cell(MIDDLE, "b", x=MOST_OFF)], level)[MIDDLE]
    others = field_at(stones_of("b" * 12 + "." + "b" * 12), level)[MIDDLE]
    assert alone == pytest.approx(27.2, abs=0.1)
    assert beside == pytest.approx(15.1, abs=0.1)
    assert abs(others) == pytest.approx(2.4, abs=0.3)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_every_stone_up_to_5_mm_off_is_read_right(seed: int) -> None:
    sensors, random = Sensors(seed), Random(seed)
    fields, levels = calibrated(sensors)
    assert min(levels.margin(cell) for cell in CELLS) >= NEEDED and levels.weak() == []
    for scan in range(SCANS):
        letters = "".join(random.choices("bw.", k=len(CELLS)))
        stones = []
        for cell, letter in enumerate(letters):
            turn, off = random.random() * tau, MOST_OFF * random.random() ** 0.5
            if letter != ".":
                stones.append(on_cell(cell, letter, off * cos(turn), off * sin(turn)))
        fields.read(scan, sensors.scan(field_at(stones, sensors.depths)))
        assert list(fields.readings) == [READINGS[letter] for letter in letters]


def test_a_stone_that_comes_and_goes_changes_each_reading_once() -> None:
    sensors = Sensors(1)
    fields, _ = calibrated(sensors)
    seen: list[int] = []
    for gap in (*range(400, 79, -1), *range(80, 401)):
        field = field_at([on_cell(MIDDLE, "w", gap=gap / 10)], sensors.depths)
        fields.read(len(seen), sensors.scan(field))
        if not seen or fields.changed:
            assert not seen or fields.changed == 1 << MIDDLE
            fields.forget()
            seen.append(fields.readings[MIDDLE])
    assert seen == [EMPTY, UNSURE, LIGHT, UNSURE, EMPTY]


@pytest.mark.parametrize("cell", [0, 3, MIDDLE - 1, 24])
def test_a_misplaced_magnet_is_named_by_the_last_step(cell: int) -> None:
    hand = Hand(Sensors(2))
    hand.lead_one_stone()
    for spoilt in (
        on_cell(cell, LETTERS[cell], gap=GAP + 3),
        on_cell(cell, "bw"[LETTERS[cell] == "b"]),
        on_cell(cell, LETTERS[cell], gap=GAP - 3),
    ):
        stones = stones_of(LETTERS[:cell] + "." + LETTERS[cell + 1 :])
        hand.lay([*stones, spoilt])
        assert (hand.calibration.wrong, hand.calibration.missing) == ([cell], [])
        assert not hand.calibration.confirm(hand.now_ms)
        hand.lay(stones)
        assert (hand.calibration.wrong, hand.calibration.missing) == ([], [cell])
        assert not hand.calibration.confirm(hand.now_ms)
    hand.lay(stones_of(LETTERS))
    assert hand.calibration.confirm(hand.now_ms)


def test_a_stone_on_the_empty_board_is_named() -> None:
    hand = Hand(Sensors(3))
    hand.lay([on_cell(7, "w", x=MOST_OFF)])
    assert hand.calibration.wrong == [7] and not hand.calibration.confirm(hand.now_ms)
    hand.lay([])
    assert hand.calibration.confirm(hand.now_ms)


def test_a_sensor_that_is_too_low_has_a_small_margin() -> None:
    sensors = Sensors(4)
    sensors.depths[7] = 4.0
    hand = Hand(sensors)
    hand.lead_one_stone()
    assert hand.calibration.levels.weak() == [7]
    assert 0 < hand.calibration.levels.margin(7) < NEEDED


def test_a_sensor_the_wrong_way_up_reads_right() -> None:
    sensors = Sensors(5)
    sensors._gain[9] = -sensors._gain[9]
    fields, _ = calibrated(sensors)
    fields.read(0, sensors.scan(field_at(stones_of(LETTERS), sensors.depths)))
    assert list(fields.readings) == [READINGS[letter] for letter in LETTERS]


def test_a_hand_that_trembles_is_not_measured() -> None:
    hand = Hand(Sensors(6))
    hand.lay([])
    assert hand.calibration.confirm(hand.now_ms)
    for step in range(200):
        hand.now_ms += 5
        field = field_at([on_cell(0, "b", gap=GAP + step % 40 / 5)], hand.sensors.depths)
        hand.calibration.take(hand.now_ms, hand.sensors.scan(field))
    assert hand.calibration.cell == 0
