"""The stones of a simulated board that feels them: any view moves them, and sees how they lie."""

from pathlib import Path

import pytest
from schiri.device.reports import StonesView
from schiri.device.table_device import NoDevice, PortDevice, TableDevice
from schiri.errors import HostError
from schiri.scene.compose import scene_of
from schiri.scene.participant import Participant
from schiri.scene.scene import Grid, Scene
from schiri.table.intents import (
    NOT_HERE,
    Answer,
    Drop,
    Enter,
    Intent,
    LayStones,
    Lift,
    NewGame,
    Offered,
    Press,
    StoneStep,
)
from schiri.table.worker import TableWorker
from schiri.texts import Words
from schiri_engines.switch.game import Switch

from tests.game_now import game_of
from tests.table.stepped import START, SteppedTable

SWITCH = NewGame("switch", ("Ann", "Ben"), {"layout": "1"})
BEGUN = Switch({"layout": "1"}).cells()
STEPS: list[StoneStep] = [Lift("b"), Drop("a1"), LayStones(BEGUN)]


@pytest.fixture
def table(tmp_path: Path) -> SteppedTable:
    """Return a table at a game whose stones lie beside the board."""
    table = SteppedTable(tmp_path, "feel5")
    table.run(500)
    do(table, SWITCH, for_ms=1500)
    return table


def do(table: SteppedTable, *intents: Intent | Offered, for_ms: int = 1000) -> list[Answer]:
    """Return the answers to intents that are sent at once, and let time pass."""
    futures = [table.session.do(intent) for intent in intents]
    table.run(for_ms)
    return [future.result(0) for future in futures]


def stones_of(table: SteppedTable) -> StonesView:
    """Return the stones of a table."""
    assert table.session.state.device.stones
    return table.session.state.device.stones


def scene(table: SteppedTable, may_act: bool = True) -> Scene:
    """Return what a person sees."""
    return scene_of(table.session.state, Participant(Words("en"), table.clock(), may_act))


@pytest.mark.parametrize("device", [NoDevice(), PortDevice(None)])
def test_no_stones_are_known_of_a_real_board(device: TableDevice, tmp_path: Path) -> None:
    worker = TableWorker(device, tmp_path, lambda: START, None, lambda count: 0)
    for step in STEPS:
        answers: list[Answer] = []
        worker.carry_out(step, 0, answers.append)
        assert answers == [NOT_HERE]
    assert worker.state.device.stones is None


def test_hands_lift_and_drop_and_a_board_is_laid_at_once(table: SteppedTable) -> None:
    assert stones_of(table) == StonesView("." * 25, "", BEGUN)
    assert [stones_of(table).beside(letter) for letter in "bw"] == [12, 12]
    do(table, Lift("b"), Lift("w"), Lift("w"), Drop("a1"), Drop("a1"), Drop("b1", "b"))
    assert stones_of(table) == StonesView("wb" + "." * 23, "w", BEGUN)
    # Nothing is lifted where nothing lies, and only stones of the set.
    do(table, Lift("e5"), Drop(""), Drop(""), *[Lift("b")] * 20, for_ms=10)
    assert stones_of(table).hand == "b" * 11
    do(table, LayStones(BEGUN))
    assert stones_of(table) == StonesView(BEGUN)
    assert table.session.state.device.status
    assert table.session.state.device.status.mode == "play"
    answer, other = do(table, Lift("z9"), LayStones("b"))
    assert answer.malformed and other.is_done and stones_of(table) == StonesView(BEGUN)


def test_a_hand_is_never_too_late(table: SteppedTable) -> None:
    do(table, LayStones(BEGUN))
    moment = table.session.state.moment
    do(table, Offered(Lift("a1"), moment, True, 1), for_ms=50)
    do(table, Offered(Drop("c3"), moment, True, 2))
    do(table, Press("white"))
    # The other person saw the moment before, and lifts at the same time.
    answers = do(table, Offered(Lift("b1"), moment, True, 2), Offered(Drop("a1"), moment, True, 1))
    assert answers == [Answer(), Answer()]
    do(table, Press("white"))
    assert game_of(table.session.state).state.turn == "Ann"
    # A fault stops the table, not a hand.
    table.worker.fail(HostError("file-unwritable", path="a", reason=""))
    assert do(table, Lift("c1"))[0].is_done
    assert not do(table, Enter("undo"))[0].is_done


def test_the_stones_that_are_wanted_are_those_of_the_next_game(table: SteppedTable) -> None:
    do(table, LayStones(BEGUN))
    do(table, Lift("a1"), Drop("c3"))
    do(table, Press("white"))
    do(table, Enter("resign Ann"))
    assert stones_of(table).wanted == ""
    # The device itself begins the next game: its first stones are not those of the last position.
    do(table, Press("white"))
    assert game_of(table.session.state).state.over and stones_of(table).wanted == BEGUN
    found = scene(table).device
    assert found and found.stones
    assert [each.action for each in found.stones.controls] == [LayStones(BEGUN)]
    do(table, LayStones(BEGUN))
    assert not game_of(table.session.state).state.over


def test_the_fields_of_the_games_board_are_no_keys(table: SteppedTable) -> None:
    def actions() -> set[bool]:
        middle = scene(table).middle
        assert isinstance(middle, Grid)
        return {cell.action is None for cell in middle.cells}

    # Only a move can be entered there.
    assert actions() == {True}
    do(table, LayStones(BEGUN))
    assert actions() == {False}
    do(table, Enter("a1-c3"))
    assert actions() == {True}


def test_a_spectator_moves_no_stones(table: SteppedTable) -> None:
    do(table, Lift("b"), Drop("a1"))
    found = scene(table, may_act=False).device
    assert found and found.stones and found.stones.fields[20].label == "a1, dark stone"
    assert not any(each.action for each in found.stones.each())
