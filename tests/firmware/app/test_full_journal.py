"""Settings in a nearly full journal: the players' values are always saved."""

from typing import Any

import pytest
from schiri_device.app.menu import Browse
from schiri_device.journal import _LEAST_ROOM

from tests.firmware.app.test_correct import table
from tests.firmware.journals import again, fill
from tests.firmware.stage import Stage

SOUND = 2
# From here on the journal is compacted after the turn.
FULL = 32


def go_to(stage: Stage, entry: str) -> None:
    """Open the menu and go to an entry."""
    stage.do("hold black")
    for _ in range(20):
        if stage.device.mode.detail().split("=")[0] == entry:
            return
        stage.do("press blue")
    raise AssertionError(f"the menu has no {entry}")


def rolled() -> Stage:
    """Return a device in the middle of a turn, with a nearly full journal."""
    stage = table("new joggle AB goal=1R", "R")
    stage.do("unplug")
    fill(stage.device.journal, FULL)
    stage.do("wait 500")
    assert stage.device.mode_name == "dice"
    return stage


def toggle(stage: Stage, times: int) -> int:
    """Toggle the sound a number of times; return its last value."""
    go_to(stage, "sound")
    for _ in range(times):
        if stage.device.mode_name == "compacting":
            stage.do("wait 3000")
            go_to(stage, "sound")
        stage.do("press white")
    return stage.device.settings["sound"]


@pytest.mark.parametrize(
    "times", [FULL - _LEAST_ROOM - 1, FULL - _LEAST_ROOM, FULL - _LEAST_ROOM + 1, 40, 41]
)
def test_a_setting_in_the_middle_of_a_turn_is_kept(times: int) -> None:
    stage = rolled()
    before = stage.device.match.game.position()
    sound = toggle(stage, times)
    stage.do("wait 3000")
    assert again(stage.device.journal).settings[SOUND] == sound
    stage.do("cut")
    assert stage.device.settings["sound"] == sound
    stage.do("press white")
    assert stage.device.match.game.position() == before


@pytest.mark.parametrize("times", [FULL - _LEAST_ROOM, FULL - _LEAST_ROOM + 1, 40])
def test_the_game_can_still_be_left(times: int) -> None:
    stage = rolled()
    sound = toggle(stage, times)
    if stage.device.mode_name == "menu":
        stage.do("press black")
    stage.do("wait 3000")
    go_to(stage, "leave")
    stage.do("press white")
    stage.do("wait 3000")
    assert stage.device.mode_name == "choose"
    assert stage.device.settings["sound"] == sound


def test_a_restart_waits_until_what_was_set_is_written() -> None:
    """A player chooses another game at the moment in which the last slot is taken."""
    stage = rolled()
    device: Any = stage.device
    fill(device.journal, _LEAST_ROOM)
    go_to(stage, "leave")
    stage.do("press white blue")
    assert isinstance(device.mode, Browse) and not device.journal.is_stale
    device.settings["sound"] = 0
    assert device.journal.is_stale
    device.press(stage.ticks(), "white")
    assert device.mode_name == "restart"
    stage.do("wait 5000")
    assert stage.device is not device and stage.device.match.loaded == "switch"
    assert stage.device.settings["sound"] == 0
