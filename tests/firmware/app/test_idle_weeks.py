"""Idle weeks at any moment of a session: afterwards all continues as after ten minutes."""

from random import Random

import pytest
from schiri_device.ticks import PERIOD

from tests.counts import count, some
from tests.firmware.idle import HOUR_MS, IDLE_MS
from tests.firmware.stage import STEP_MS, Stage
from tests.golden import Script, scripts_in, steps

SCRIPTS = some(scripts_in("firmware/app/sessions"), 4)
TEN_MINUTES_MS = 600_000
# A turn of the loop while the device is idle: short at the beginning and around each half period of
# the ticks, where a wrong comparison changes its result.
SHORT_TURN_MS, LONG_TURN_MS = 50_000, 10 * 60_000
HALF_MS = PERIOD // 2


def lie_idle(stage: Stage, for_ms: int) -> None:
    """Let time pass without presses and without a PC."""
    was_there = stage.host is not None
    stage.do("unplug")
    idle_ms = 0
    while idle_ms < for_ms:
        is_near = min(idle_ms % HALF_MS, -idle_ms % HALF_MS) < HOUR_MS
        turn_ms = min(SHORT_TURN_MS if is_near else LONG_TURN_MS, for_ms - idle_ms)
        stage.now_ms += turn_ms - STEP_MS
        idle_ms += turn_ms
        stage.step([])
    if was_there:
        stage.do("plug")


def answers(commands: list[str], at: int, idle_ms: int) -> list[str]:
    """Return the output of commands; the device is idle before one of them."""
    stage, told = Stage(commands[0].split()[1]), []
    for number, command in enumerate(commands[1:], 1):
        if number == at:
            lie_idle(stage, idle_ms)
        if command.startswith("build "):
            stage = Stage(command.split()[1])
            continue
        found = stage.do(command)
        if command == "see":
            # The checksum depends on the phase of the rhythm.
            found.pop()
        told.append(command)
        told += [without_tick(line) for line in found]
    return told


def without_tick(line: str) -> str:
    """Return a line without the tick of a press, which contains the delay."""
    words = line.split(" ")
    return " ".join(words[:4] + words[5:]) if words[:2] == ["<", "edge"] else line


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.path.stem)
def test_weeks_without_a_press_change_nothing_in_a_session(script: Script) -> None:
    commands = [step.text for step in steps(script.text) if step.is_command]
    # Among equal moves the device chooses by its clock.
    commands = [command for command in commands if "device-" not in command]
    dice = Random(script.path.stem)
    for _ in range(count(4, 20)):
        at = dice.randrange(1, len(commands))
        expected = answers(commands, at, TEN_MINUTES_MS)
        for idle_ms in dice.sample(IDLE_MS, count(3, 8)):
            assert answers(commands, at, idle_ms) == expected, (commands[at], idle_ms)
