"""Noughts and crosses on the simulated device: its lights, a refusal, and the log of a game."""

from pathlib import Path

import pytest
from schiri.device.reports import RefusalReport
from schiri.log.lines import read
from schiri_device.app.mode import Mode
from schiri_engines.registry import names_for

from tests.fifth_game.device import NoughtsOnDevice
from tests.fifth_game.rules import Noughts
from tests.firmware.device_player import DevicePlayer
from tests.firmware.stage import Stage
from tests.golden import played
from tests.log.chain import objects
from tests.rig import Rig

SCRIPT = Path(__file__).parent / "device.txt"


def test_the_lights_show_what_is_written() -> None:
    script = SCRIPT.read_text()
    assert played(script, DevicePlayer()) == script


@pytest.mark.parametrize("build", ["keys5", "cursor"])
def test_a_game_at_the_device_is_logged(tmp_path: Path, build: str) -> None:
    rig = Rig(tmp_path, build)
    rig.run(500)
    rig.press(*["blue"] * names_for(rig.simulator.build.size).index("noughts"), "white")
    rig.run(3000)
    rig.press("white", "white")
    rig.press_cell(0)
    rig.press_cell(0)
    rig.run(200)
    assert rig.live.device.refusal == RefusalReport("cell-taken", "NC-1", ("a1",))
    for cell in (4, 8, 6, 2, 5, 3, 1, 7):
        rig.press_cell(cell)
    rig.run(500)
    state = rig.state()
    assert state and (state.phase, state.rule, state.winner) == ("over", "NC-3", ())
    assert rig.live.device.disagreement is None and rig.simulator.failure == ""
    (path,) = tmp_path.glob("*.jsonl")
    log = read(path.read_bytes())
    entries = [event["entry"] for event in objects(log) if "entry" in event]
    assert log.is_finished and entries == ["a1", "b2", "c3", "a3", "c1", "c2", "a2", "b1", "b3"]
    rig.close()


def test_on_a_full_grid_the_first_free_field_shows_the_side_to_move() -> None:
    status = NoughtsOnDevice().signs_of
    assert status(Noughts()) == ("b", False, 1, 0)
    assert status(Noughts().after("a1", "c3", "b1")) == ("w", False, 1, 2)


class Marking(Mode):
    """A phase mode that a game from outside may have: it shows the board, and has no buttons."""

    def enter(self, now_ms: int) -> None:
        self.board.lay(self.match.game.cells())


MODES = {"marking": Marking}


@pytest.mark.parametrize("build", ["keys5", "cursor"])
def test_a_pc_moves_in_a_phase_that_has_a_mode_of_its_own(
    build: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NoughtsOnDevice, "PHASES", {"play": "marking"})
    monkeypatch.setattr(NoughtsOnDevice, "MODES", __name__)
    stage = Stage(build)
    stage.do("plug")
    stage.do("ask new noughts AB start=b")
    stage.do("press white")
    assert stage.device.mode_name == "marking"
    assert "< event 2 b2" in stage.do("ask b2")
    assert any("cell-taken NC-1 b2" in line for line in stage.do("ask b2"))
    assert stage.device.mode_name == "marking"
    assert "< event 3 a1" in stage.do("ask a1")
