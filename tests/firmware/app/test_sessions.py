"""Recorded sessions as readable scripts: below each step is its output.

Scripts in `inside/` are of states that cannot be reached from outside: a failure, a full journal,
half a press.  They show more: tones, positions and the journal's events.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import pytest
from schiri_device.journal import Journal
from schiri_device.lights.language import SILENCE, TONES
from schiri_device.ticks import Edge

from tests.firmware.journals import events_in, fill
from tests.firmware.stage import Stage
from tests.golden import Script, each_in

NAMES = {tones: name for name, tones in TONES.items()}


class Inside(Stage):
    """A device with access to its inside.

    Commands: ``down BUTTON`` and ``up BUTTON`` are half a press; ``late MS`` is a late step; ``fail
    TEXT`` is an unexpected error; ``fill ROOM`` leaves this many slots of the journal, ``crowd
    ROOM`` does so in the middle of a turn, in which it is not compacted; ``goto MODE``,
    ``compact``, ``restart GAME WHY`` and ``aside`` stand for the work of a mode or a PC.
    ``position`` and ``events`` show the game and the journal, ``loaded`` the overlay of modes, all
    overlays, and the entered modes.
    """

    def do(self, line: str) -> list[str]:
        """Execute one line of a script; return the output to write below it."""
        device: Any = self.device
        if line == "position":
            return [str(device.match.game.position())]
        if line == "loaded":
            return [f"{device.overlay!r} {' '.join(device._overlaid)}: {' '.join(device.modes)}"]
        if line == "events":
            return [f"{number} {text}" for number, text in events_in(device.journal)]
        found = [(text, len(list(same))) for text, same in groupby(super().do(line))]
        lines: list[str] = []
        for text, count in found:
            # A held stick sounds for minutes.
            is_tone = text.startswith("tone ") and count > 1
            lines += [f"{text} x{count}"] if is_tone else [text] * count
        return lines

    def step(self, edges: list[Edge]) -> None:
        """Let the device make one step, and note its tones."""
        before = self.device
        super().step(edges)
        if before.output.is_fresh:
            assert before.output.frame is before.screen.painter.frame
        if before.output.tones is not SILENCE:
            self.heard.append(f"tone {NAMES[before.output.tones]}")

    def do_down(self, button: str) -> None:
        self.step([Edge(self.build.key_of(button), True, self.ticks())])

    def do_up(self, button: str) -> None:
        self.step([Edge(self.build.key_of(button), False, self.ticks())])

    def do_late(self, for_ms: str) -> None:
        self.now_ms += int(for_ms)
        self.step([])

    def do_fail(self, text: str) -> None:
        self.device.fail(self.ticks(), text)

    def do_fill(self, room: str) -> None:
        fill(self.device.journal, int(room))

    def do_crowd(self, room: str) -> None:
        journal: Journal = self.device.journal
        while journal.room() > int(room):
            journal.append("undo", None, 0)
        self.device.is_compacting_due = lambda: False  # type: ignore[method-assign]

    def do_goto(self, mode: str) -> None:
        self.device.go_to(self.ticks(), mode)

    def do_compact(self, rest: str) -> None:
        self.device._before = self.device.mode_name
        self.do_goto("compacting")

    def do_restart(self, rest: str) -> None:
        game, why = rest.split()
        self.device.restart_with(self.ticks(), game, int(why))

    def do_aside(self, rest: str) -> None:
        self.device.set_journal_aside(self.ticks())


class Session:
    """Executes the commands of one script. The first one names the build."""

    stage = Stage

    def __init__(self) -> None:
        self._stage: Stage | None = None

    def __call__(self, command: str) -> Iterable[str]:
        """Execute a command, and return its output."""
        if command.startswith("build "):
            self._stage = self.stage(command.split()[1])
            return []
        assert self._stage is not None, "a script names its build first"
        return self._stage.do(command)


class InsideSession(Session):
    """Executes the commands of one script of the inside."""

    stage = Inside


@each_in("firmware/app/sessions", "firmware/app/inside")
def test_session_goes_as_written(script: Script) -> None:
    assert script.played() == script.text


def test_a_script_cannot_choose_a_game_that_the_build_does_not_offer() -> None:
    with pytest.raises(ValueError, match="no joggle in mode choose: keys5 offers"):
        Stage("keys5").do("choose joggle")
