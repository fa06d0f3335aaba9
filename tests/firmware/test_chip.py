"""Chip: id, flash, ticks and randomness."""

import pytest

from tests.firmware.world import FIRST_TICK, World


def test_the_id_is_hex(world: World) -> None:
    from schiri_device.hal import chip

    assert chip.identity() == "a0a1a2a3a4a5a6a7"


def test_the_flash_is_the_chip_s_own(world: World) -> None:
    from schiri_device.hal import chip
    from schiri_device.journal import Journal

    journal = Journal(chip.store(), chip.entropy)
    journal.append("undo", None, 5)
    assert world.memory is not None and world.memory[10] == 0x5A
    assert Journal(chip.store(), chip.entropy).last == 1


def test_a_chip_without_flash_forgets(world: World) -> None:
    world.memory = None
    from schiri_device.hal import chip

    assert chip.store() == b"\xff" * 4096


@pytest.mark.parametrize("after_ms", [0, 70000])
def test_the_ticks_are_the_board_s(world: World, after_ms: int) -> None:
    from schiri_device.hal import chip
    from schiri_device.ticks import elapsed

    world.ends_ms = 100000
    world.spend(after_ms * 1000)
    assert elapsed(chip.ticks_ms(), FIRST_TICK) == after_ms


def test_randomness_has_the_length_asked_for(world: World) -> None:
    from schiri_device.hal import chip

    assert len(chip.entropy(2)) == 2
