"""Hints of Switch on a device: what the sessions do not show."""

from pathlib import Path
from typing import BinaryIO

import pytest
from schiri_device.games import seeking
from schiri_device.games.switch_play import SwitchPlay
from schiri_engines.board_games import lost

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
    """Return what the device keeps of the hints of this game."""
    return stage.device.match.hints


def asked(stage: Stage) -> list[str]:
    """Ask for a hint and wait until it is there; return what the device says meanwhile."""
    told = stage.do("hold yellow") + stage.do("wait 3000")
    return [line for line in told if line.startswith("< ")]


def test_hints_are_counted_although_the_journal_is_compacted_and_the_power_cut() -> None:
    stage = playing()
    assert asked(stage) == ["< event 3 hints 1 0"]
    device = stage.device
    assert device.match.checkpoint()[1:3] == (
        "new switch AB hints-a=1 hints-b=off layout=1",
        "hints 1 0",
    )
    device.compact(stage.ticks())
    stage.do("wait 3000")
    assert given(stage) == ("hints 1 0",)
    assert asked(stage) == ["< refused no-hint-left - -"]
    stage.do("cut")
    assert given(stage) == ("hints 1 0",)
    # Another game begins with all of them, played with sides exchanged as well.
    stage.do("plug")
    stage.do("press white")
    stage.do("ask resign A")
    stage.do("press white white")
    assert given(stage) == () and stage.device.match.seats == ("B", "A")
    # Ben begins now: he has none.
    assert asked(stage) == ["< refused no-hint-left - -"]
    stage.do("press a1 c3")
    assert asked(stage)[0].endswith(" hints 1 0")


def test_a_quick_press_of_yellow_is_no_hint() -> None:
    stage = playing()
    stage.do("press yellow")
    stage.do("wait 3000")
    assert given(stage) == ()


def test_where_the_file_is_missing_or_damaged_it_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stage = playing()
    path = tmp_path / "switch.lost"
    monkeypatch.setattr(lost, "path_of_file", lambda: str(path))
    assert asked(stage) == ["< refused no-solution - -"]
    path.write_bytes(b"nonsense")
    opened: list[BinaryIO] = []

    def noted(name: str, how: str) -> BinaryIO:
        opened.append(Path(name).open("rb"))  # noqa: SIM115  # it is the device that closes it
        return opened[-1]

    monkeypatch.setattr(seeking, "open", noted, raising=False)
    assert asked(stage) == ["< refused no-solution - -"]
    assert [file.closed for file in opened] == [True]
    assert given(stage) == ()


def test_what_a_move_from_a_pc_finds_sought_is_dropped() -> None:
    stage = playing()
    stage.do("hold yellow")
    mode = stage.device.mode
    assert isinstance(mode, SwitchPlay)
    before = mode._seeker
    stage.do("ask a1-c3")
    assert before and not mode._seeker
    stage.do("wait 3000")
    assert given(stage) == ()


def test_a_hint_comes_within_two_seconds_and_says_where_it_is_not_sure() -> None:
    """On a device that is very slow: what is known by then is told."""
    stage = playing()
    stage.do("hold yellow")
    device, now = stage.device, stage.ticks()
    for _ in range(2):
        now += 1000
        device.step(now, (), b"", 0)
    assert given(stage) == ("hints 1 0",)
    shown = " ".join(stage.see()[:5])
    assert "P" in shown and "o" in shown and not {"h", "?", "l"} & {*shown}
