"""Chip: id, flash, ticks and randomness; resets, and how the last run ended."""

import runpy
from typing import Any

import pytest

from tests.firmware.world import FIRST_TICK, Reset, World
from tests.sources import DRIVE


@pytest.fixture
def chip(world: World) -> Any:
    """The chip of the current world."""
    from schiri_device.hal import chip

    return chip


def safe_mode() -> None:
    """Start the device in safe mode."""
    runpy.run_path(str(DRIVE / "safemode.py"))


def test_the_id_is_hex_and_randomness_has_the_length_asked_for(chip: Any) -> None:
    assert chip.identity() == "a0a1a2a3a4a5a6a7"
    assert len(chip.entropy(2)) == 2


def test_the_flash_is_the_chip_s_own(world: World, chip: Any) -> None:
    from schiri_device.journal import HEADER, START, Journal

    journal = Journal(chip.store(), chip.entropy, b"owners")
    journal.append("undo", None, 5)
    assert world.memory is not None and world.memory[HEADER] == START[0]
    assert Journal(chip.store(), chip.entropy, b"owners").last == 1


def test_a_chip_without_flash_forgets(world: World) -> None:
    world.memory = None
    from schiri_device.hal import chip

    assert chip.store() == b"\xff" * 4096


@pytest.mark.parametrize("after_ms", [0, 70000])
def test_the_ticks_are_the_board_s(world: World, chip: Any, after_ms: int) -> None:
    from schiri_device.ticks import elapsed

    world.ends_ms = 100000
    world.spend(after_ms * 1000)
    assert elapsed(chip.ticks_ms(), FIRST_TICK) == after_ms


@pytest.mark.parametrize("reason", ["brownout", "hard fault", "stack overflow", "watchdog"])
def test_safe_mode_after_a_fault_is_left_by_a_reset(world: World, reason: str) -> None:
    world.safe_mode_reason = reason
    with pytest.raises(Reset):
        safe_mode()
    from schiri_device.hal import chip

    assert chip.last_reset() == "software"
    world.was_reloaded = True
    assert chip.last_reset() == "", "a button has restarted the program"


@pytest.mark.parametrize("reason", ["programmatic", "too many endpoints"])
def test_safe_mode_that_was_asked_for_or_that_each_start_needs_stays(
    world: World, reason: str
) -> None:
    world.safe_mode_reason = reason
    safe_mode()
