"""Hints of Switch on a device, beyond the recorded sessions."""

from itertools import groupby
from pathlib import Path
from typing import BinaryIO

import pytest
from schiri_device.app.match import RESERVE
from schiri_device.app.screen import Screen
from schiri_device.games import seeking, switch_play
from schiri_device.games.switch_play import SwitchPlay
from schiri_device.journal import Journal
from schiri_device.ticks import Edge
from schiri_engines.refusals import Refusal
from schiri_engines.solver import lost
from schiri_engines.solver.best_move import BestMove

from tests.firmware.stage import Stage

GAME = "new switch AB layout=1 hints-a=1 hints-b=off"


def playing(options: str = GAME) -> Stage:
    """Return a device at the first move of a game, with a PC."""
    stage = Stage("keys5")
    for line in ("press white white white", "plug", f"ask {options}", "press white"):
        stage.do(line)
    assert stage.device.mode_name == "play"
    return stage


def given(stage: Stage) -> tuple[str, ...]:
    """Return the device's state of the hints in this game."""
    return stage.device.match.hints


def asked(stage: Stage) -> list[str]:
    """Ask for a hint and wait for it; return the device's lines meanwhile."""
    told = stage.do("hold yellow") + stage.do("wait 3000")
    return [line for line in told if line.startswith("< ")]


def files_opened(monkeypatch: pytest.MonkeyPatch) -> list[BinaryIO]:
    """Return a list that collects the files opened by the device from now on."""
    opened: list[BinaryIO] = []

    def noted(name: str, how: str) -> BinaryIO:
        opened.append(Path(name).open("rb"))  # noqa: SIM115  # the device closes it
        return opened[-1]

    monkeypatch.setattr(seeking, "open", noted, raising=False)
    return opened


def test_where_the_file_is_missing_or_damaged_it_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stage = playing()
    path = tmp_path / "switch.lost"
    monkeypatch.setattr(lost, "path_of_file", lambda: str(path))
    assert asked(stage) == ["< refused no-solution - -"]
    path.write_bytes(b"nonsense")
    opened = files_opened(monkeypatch)
    assert asked(stage) == ["< refused no-solution - -"]
    assert [file.closed for file in opened] == [True]
    assert given(stage) == ()


IN_TURN = [file + "1" for file in "abcde"] + ["e2", "e3", "e4"]
IN_TURN += [file + "5" for file in "edcba"] + ["a4", "a3", "a2"]


def marked(stage: Stage) -> dict[str, str]:
    """Return the letter of each cell's mark, without the marks of the turn."""
    rows = [[row[at] for at in range(0, 15, 3)] for row in stage.see()[:5]]
    cells = {"abcde"[x] + "54321"[y]: row[x] for y, row in enumerate(rows) for x in range(5)}
    return {cell: mark for cell, mark in cells.items() if mark not in " -=<>"}


def test_a_hint_is_told_while_the_journal_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = playing("new switch AB layout=1 hints-a=free")
    mode = stage.device.mode
    assert isinstance(mode, SwitchPlay)
    refused = []
    for room in (RESERVE, RESERVE - 1):
        monkeypatch.setattr(Journal, "room", lambda _, room=room: room)
        refused.append(seeking.Hint(mode, "A").why_none())
    assert refused == [None, Refusal("memory-full", "-")]


def test_a_hint_is_heard_and_a_pc_that_watches_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = playing()
    stage._to_say.append("lights")
    stage.do("wait 500")
    heard: list[str] = []
    monkeypatch.setattr(Screen, "sound", lambda _, name: heard.append(name))
    told = stage.do("hold yellow") + stage.do("wait 3000")
    assert heard == ["pick", "move"]
    assert [line for line in told if line.startswith("< now")] == ["< now play a1-c3= -"]


def light_of(stage: Stage) -> str:
    """Return the cells with the light of a hint."""
    return " ".join(cell for cell, mark in marked(stage).items() if mark == "h")


def test_while_it_is_sought_one_light_runs_round_the_board() -> None:
    stage = playing()
    stage.step([Edge("yellow", True, stage.ticks())])
    lights = []
    while not given(stage):
        stage.step([])
        lights.append(light_of(stage))
    steps = [(cells, len(list(same))) for cells, same in groupby(lights)]
    # Until the hold, own stones are lit. The last light ends when the move is found.
    assert [cells for cells, _ in steps[1:-1]] == IN_TURN[: len(steps) - 2]
    # It moves at every sixth slice. The first light precedes the first slice.
    assert steps[1][1] == 5
    assert {count for _, count in steps[2:-2]} == {6} and len(steps) > 5


def test_a_light_comes_round_to_where_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BestMove, "go_on", lambda *_: False)
    stage = playing()
    stage.step([Edge("yellow", True, stage.ticks())])
    # Until the hold, own stones are lit: they may move.
    while len(light_of(stage)) > len("a1"):
        stage.step([])
    lights: list[str] = []
    while len(lights) < len(IN_TURN) + 2:
        found = light_of(stage)
        assert found in IN_TURN
        if found not in lights[-1:]:
            lights.append(found)
        stage.step([])
    assert lights == [*IN_TURN, "a1", "b1"]


def test_where_the_heap_is_full_nothing_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = playing()
    opened = files_opened(monkeypatch)
    dropped: list[str] = []

    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(switch_play.overlays, "leave", dropped.append)
    assert asked(stage) == ["< event 3 hints 1 0"]
    stage.device.match.hints = ()
    monkeypatch.setattr(lost.LostPositions, "__init__", full)
    assert asked(stage) == ["< refused no-memory - -"]
    assert [file.closed for file in opened] == [True, True]
    # Once for the found move, once for the next request, and once when the search has ended.
    assert dropped == ["seek"] * 3
