"""Chip: id, flash, ticks and randomness; resets and attempts to recover from a failure."""

import runpy
import sys
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


def test_a_program_that_fails_may_try_again_a_few_times(chip: Any) -> None:
    assert [chip.may_try_again() for _ in range(5)] == [True, True, True, False, False]
    chip.settle()
    assert chip.may_try_again()


def test_safe_mode_is_left_by_a_reset_a_few_times(world: World) -> None:
    world.safe_mode_reason = "hard fault"
    for _ in range(3):
        with pytest.raises(Reset):
            safe_mode()
    # The drive and the console stay available for a repair.
    safe_mode()
    world.switch_on()
    with pytest.raises(Reset):
        safe_mode()


def test_safe_mode_that_was_asked_for_stays(world: World) -> None:
    world.safe_mode_reason = "programmatic"
    safe_mode()


@pytest.mark.parametrize(
    ("was_reset", "was_reloaded", "attempts"),
    [(False, False, 3), (True, False, 0), (False, True, 0)],
)
def test_a_chip_that_keeps_nothing_tries_once(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    was_reset: bool,
    was_reloaded: bool,
    attempts: int,
) -> None:
    """The Pico 2 has no `alarm`: its counter is lost with the first attempt."""
    world.was_reset, world.was_reloaded = was_reset, was_reloaded
    monkeypatch.setitem(sys.modules, "alarm", None)
    from schiri_device.hal import chip

    assert [chip.may_try_again() for _ in range(4)] == [True] * attempts + [False] * (4 - attempts)
