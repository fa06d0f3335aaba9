"""A simulated device whose people have no real board: nobody confirms anything for it."""

from pathlib import Path

import pytest
from schiri.scene.compose import scene_of
from schiri.scene.participant import Participant
from schiri.scene.scene import Control
from schiri.simulator.stepped import SteppedDevice
from schiri.table.intents import Enter, NewGame, Undo
from schiri.texts import Words

from tests.game_now import game_of
from tests.scenes.scripted import PLAYERS
from tests.table.stepped import SteppedTable

# Controls that confirm a real board.
CONFIRMS = {"begin", "done", "go-on"}


class TableWithoutBoard(SteppedTable):
    """A table that notes each control that it offers."""

    def __init__(self, folder: Path, *, has_board: bool = False) -> None:
        self.has_board = has_board
        self.offered: set[str] = set()
        self.read: set[str] = set()
        super().__init__(folder)
        self.run(500)

    def simulated(self) -> SteppedDevice:
        return SteppedDevice(self.build, seed=1, device="SIMTEST", has_board=self.has_board)

    def run(self, ms: int) -> None:
        for _ in range(ms // 20):
            super().run(20)
            scene = scene_of(self.session.state, Participant(Words("en"), self.clock()))
            self.offered |= {each.id for each in scene.controls() if isinstance(each, Control)}
            self.read |= {scene.heading, scene.hint}

    def play(self, *moves: str) -> None:
        for move in moves:
            answer = self.session.do(Enter(move))
            self.run(3000)
            assert answer.result(0).is_done, move

    @property
    def entries(self) -> list[str]:
        every = game_of(self.session.state).events.items
        return [f"{each.json().get('by')}: {each.json()['entry']}" for each in every[1:]]

    @property
    def mode(self) -> str:
        status = self.session.state.device.status
        return status.mode if status else ""


@pytest.mark.parametrize("game", ["switch", "joggle"])
def test_a_game_begins_and_is_undone_without_a_press(tmp_path: Path, game: str) -> None:
    table = TableWithoutBoard(tmp_path)
    table.session.do(NewGame(game, PLAYERS, {}))
    table.run(4000)
    assert table.mode == {"switch": "play", "joggle": "dice"}[game]
    if game == "switch":
        table.play("a1-c3", "undo", "a1-c3")
    else:
        table.play("R", "undo", "G")
    table.run(2000)
    assert table.mode == {"switch": "play", "joggle": "dice"}[game]
    assert not CONFIRMS & table.offered
    assert not [text for text in table.read if "real board" in text or "Put the" in text]


def test_the_devices_moves_are_made_by_themselves_and_shown_before(tmp_path: Path) -> None:
    table = TableWithoutBoard(tmp_path)
    table.session.do(NewGame("switch", ("Ann", "Schiri"), {"device-b": "1"}))
    table.run(4000)
    table.play("a1-c3")
    table.run(6000)
    assert len(table.entries) == 2 and table.entries[1].startswith("Schiri: ")
    assert any(text.startswith("Schiri ") for text in table.read), "it is seen before it is made"
    undone = table.session.do(Undo())
    table.run(3000)
    assert undone.result(0).is_done and table.mode == "play"
    assert not CONFIRMS & table.offered


def test_a_game_goes_on_without_a_press_after_a_restart(tmp_path: Path) -> None:
    table = TableWithoutBoard(tmp_path)
    table.session.do(NewGame("switch", PLAYERS, {}))
    table.run(4000)
    table.play("a1-c3")
    table.device.simulator.start(table.now_ms)
    table.run(6000)
    assert table.mode == "play" and not CONFIRMS & table.offered


def test_people_with_a_real_board_confirm_it(tmp_path: Path) -> None:
    table = TableWithoutBoard(tmp_path, has_board=True)
    table.session.do(NewGame("switch", PLAYERS, {}))
    table.run(4000)
    assert table.mode == "lay" and "begin" in table.offered
