"""The person at a device as an engine, at a simulated one that is stepped."""

from pathlib import Path

import pytest
from schiri.errors import HostError
from schiri.events import Event, State
from schiri.table.intents import Answer, Enter, Intent
from schiri.table.state import TableState
from schiri.ugi.engine import Engine
from schiri.ugi.person import Person

from tests.game_now import game_of
from tests.table.stepped import SteppedTable

# Virtual time for all immediate actions of an arbiter and a person.
SETTLE_MS = 1500
LAID = "white"


class Board(SteppedTable):
    """A device with a person who plays for an arbiter."""

    def __init__(self, folder: Path, game: str = "switch", build: str = "keys5") -> None:
        super().__init__(folder, build)
        self._told = 0
        self.due: list[str] = []
        self.engine = Engine(game, {}, Person(self, self._say_due), str)
        self.settle()

    def _say_due(self, _state: State) -> None:
        self.due.append(self.rows())

    # The table of the person

    @property
    def state(self) -> TableState:
        return self.session.state

    def do(self, intent: Intent) -> Answer:
        future = self.session.do(intent)
        while not future.done():
            self.run(10)
        return future.result(0)

    def take_events(self) -> list[Event]:
        if self.state.game is None:
            return []
        events, told = self.state.game.events, self._told
        self._told = events.upto
        return list(events.since(told))

    # The arbiter and the person

    def settle(self) -> list[str]:
        said = []
        for _ in range(SETTLE_MS // 10):
            self.run(10)
            said += self.engine.step(self.now_ms)
        return said

    def ask(self, line: str) -> list[str]:
        return self.engine.receive(line, self.now_ms) + self.settle()

    def press(self, *buttons: str) -> list[str]:
        for button in buttons:
            self.device.press(button)
            self.run(100)
        return self.settle()

    def rows(self) -> str:
        return str(game_of(self.state).state.json()["position"])


def test_a_person_needs_no_variety(tmp_path: Path) -> None:
    assert not [line for line in Board(tmp_path).ask("ugi") if "Variety" in line]


def go(board: Board, position: str) -> None:
    """Let the arbiter request a move from a position, which is then set up on the board."""
    assert board.ask(f"position {position}") == board.ask("go") == []


def test_the_persons_move_is_printed_and_the_opponents_is_made_on_the_board(
    tmp_path: Path,
) -> None:
    board = Board(tmp_path)
    go(board, "startpos")
    assert board.press(LAID, "a1", "c3") == ["bestmove a1-c3"]
    go(board, "startpos moves a1-c3 b1-a1")
    assert board.rows() == "bwbwb/wbwbw/bwbwb/wbwbw/w.bwb b"
    assert board.due == ["bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b", board.rows()]
    # It is one game, in one log.
    assert len(list((tmp_path / "logs").glob("*.jsonl"))) == 1
    assert board.press("a1", "b1") == []
    assert board.press("c3", "b1") == ["bestmove c3-b1"]


def test_moves_of_the_other_side_that_the_person_undoes_are_repeated(tmp_path: Path) -> None:
    board = Board(tmp_path)
    go(board, "startpos moves a1-c3")
    before = board.rows()
    assert board.press(LAID, "black") == []
    assert board.rows() == before
    assert board.press("b1", "a1") == ["bestmove b1-a1"]
    # An unrequested move is no answer.
    assert board.press("c3", "b1") == []
    go(board, "startpos moves a1-c3 b1-a1")
    assert board.rows() == "bwbwb/wbwbw/bwbwb/wbwbw/w.bwb b"
    assert len(list((tmp_path / "logs").glob("*.jsonl"))) == 1


def test_another_position_is_set_up_and_another_game_begins(tmp_path: Path) -> None:
    board = Board(tmp_path)
    rows = "bbbww/wbwww/bwwww/.bbww/bbbbb b"
    go(board, f"fen {rows}")
    assert board.rows() == rows
    assert board.press(LAID, "a3", "a2") != []
    go(board, "startpos moves a1-c3 b1-a1 c3-b1")
    assert board.rows() == "bwbwb/wbwbw/bw.wb/wbwbw/wbbwb w"
    assert len(list((tmp_path / "logs").glob("*.jsonl"))) == 2


def test_other_options_begin_a_new_game_and_a_dispute_is_no_move(tmp_path: Path) -> None:
    board = Board(tmp_path)
    go(board, "startpos")
    assert board.ask("stop") == ["bestmove 0000"]
    board.ask("setoption name layout value 2")
    go(board, "startpos")
    assert board.rows() == "wbwwb/bwbbw/bw.wb/wbbwb/bwwbw b"
    assert board.do(Enter("dispute was it so?")).is_done and board.settle() == []
    assert board.press(LAID, "a1", "c3") == ["bestmove a1-c3"]


def test_after_resigning_there_is_no_move_and_a_new_game_begins(tmp_path: Path) -> None:
    board = Board(tmp_path)
    go(board, "startpos")
    board.press(LAID)
    board.ask("isready")
    assert board.do(Enter("resign A")).is_done
    assert board.settle() == ["info string resign A", "bestmove 0000"]
    go(board, "startpos")
    assert board.press(LAID, "a1", "c3") == ["bestmove a1-c3"]


def test_a_roll_is_printed_with_its_move_unless_the_arbiter_rolled(tmp_path: Path) -> None:
    board = Board(tmp_path, "joggle", "pads")
    go(board, "startpos")
    assert board.press("red") == []
    assert board.press("b1") == ["bestmove R:b1"]
    go(board, "startpos moves R:b1 B")
    assert board.press("a2") == ["bestmove a2"]


def test_a_reconnected_device_continues_the_game(tmp_path: Path) -> None:
    board = Board(tmp_path)
    go(board, "startpos moves a1-c3")
    board.device.plug(False)  # type: ignore[attr-defined]
    board.run(5000)
    assert board.settle() == []
    board.device.plug(True)  # type: ignore[attr-defined]
    board.run(5000)
    assert board.press(LAID, "b1", "a1") == ["bestmove b1-a1"]


def test_a_board_that_is_too_small_is_an_error(tmp_path: Path) -> None:
    board = Board(tmp_path, "joggle", "keys5")
    board.engine.receive("go", 0)
    with pytest.raises(HostError, match="build-too-small"):
        board.settle()
