"""A whole device that feels its stones: games, undo, set-ups and restarts without a press."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from schiri.device.reports import RefusalReport, Report
from schiri.events import Event
from schiri_device.sensing.story import LET_GO_MS
from schiri_engines.switch.game import Switch
from schiri_engines.switch.notation import SWAP

from tests.rig import Rig


class Board(Rig):
    """A device with a board of stones, and a hand.

    Shape: ``refused`` are the codes of its refusals.
    """

    def __init__(self, folder: Path) -> None:
        self.refused: list[str] = []
        Rig.__init__(self, folder, "feel5")

    def put(self, cell: int, letter: str) -> None:
        assert self.simulator.stones
        self.simulator.stones.drop(cell, letter)
        self.run(60)

    def tell(self, report: Report, events: list[Event]) -> None:
        if isinstance(report, RefusalReport):
            self.refused.append(report.code)

    @property
    def lying(self) -> str:
        assert self.simulator.stones
        return self.simulator.stones.letters

    def carry(self, source: int, target: int) -> None:
        letter = self.lying[source]
        assert letter != "." and self.lying[target] == "."
        self.put(source, ".")
        self.put(target, letter)

    def exchange(self, one: int, other: int) -> None:
        first, second = self.lying[one], self.lying[other]
        self.put(one, ".")
        self.put(other, ".")
        self.put(one, second)
        self.put(other, first)

    def lay(self, letters: str) -> None:
        """Put each stone where it belongs."""
        for cell, letter in enumerate(letters):
            if self.lying[cell] != letter:
                self.put(cell, letter)
        self.run(LET_GO_MS + 200)

    def make(self, move: int) -> None:
        """Make a move by hand, as one does who looks at the board."""
        first, second = self.device.match.game.move_cells(move)
        if move & SWAP:
            self.exchange(first, second)
        else:
            self.carry(first, second)
        self.run(LET_GO_MS + 500)

    def begin(self, *buttons: str) -> None:
        """Begin a game from the list of games."""
        self.press("white", *buttons, "white")
        assert self.device.mode_name == "lay"

    def moves(self) -> list[str]:
        return [made.text for made in self.made if made.is_move]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path)
    yield board
    board.close()


START = Switch().cells()


def test_a_game_is_played_without_a_press(board: Board) -> None:
    chance = random.Random(3)
    board.begin()
    board.run(3000)
    assert board.device.mode_name == "lay" and not board.device.match.table
    board.lay(START)
    assert board.device.mode_name == "play"
    game, texts = Switch(), []
    while not game.outcome():
        move = chance.choice(game.legal_moves())
        if game.warning(move):
            continue
        game.push(move)
        texts.append(game.move_text(move))
        board.make(move)
        if len(texts) == 60:
            break
    if board.moves() != texts:
        # The last move may still wait for the next one.
        assert board.moves() == texts[: len(board.moves())] and len(texts) - len(board.moves()) < 3
        board.press("white")
    assert board.moves() == texts
    board.settle()
    logged = board.live.store.current
    assert logged and logged.referee.table.game.position() == game.position()
    origins = {line.json.get("origin") for line in logged.writer.lines}
    assert origins <= {None, "stones", "white"} and "stones" in origins


def test_a_move_against_the_rules_is_refused_and_put_back(board: Board) -> None:
    board.begin()
    board.lay(START)
    game = board.device.match.game
    # Dark has two stones in neither line.
    one, other = next(
        (one, other)
        for one in range(25)
        for other in range(25)
        if (refusal := game.why_not(game.move_between(one, other)))
        and refusal.code == "swap-no-line"
    )
    board.exchange(one, other)
    board.run(LET_GO_MS + 100)
    assert not board.moves() and board.refused == ["swap-no-line"]
    board.exchange(one, other)
    board.run(1000)
    board.make(game.parse_move("a1-c3"))
    # It may be the beginning of a swap, so white is needed, or the next move.
    assert board.device.mode.detail() == "a1-c3~" and not board.moves()
    board.press("white")
    assert board.moves() == ["a1-c3"]


def test_a_last_move_that_is_put_back_is_undone_and_black_undoes_too(board: Board) -> None:
    board.begin()
    board.lay(START)
    game = board.device.match.game
    swap = next(move for move in game.legal_moves() if move & SWAP)
    first, second = game.move_cells(swap)
    board.make(swap)
    assert board.moves() == [game.move_text(swap)]
    before = game.cells()
    # Black, and then the stones: the device waits until they lie as before.
    board.press("black")
    assert board.device.mode_name == "put-right"
    board.run(2000)
    assert board.device.mode_name == "put-right"
    board.exchange(first, second)
    board.run(LET_GO_MS + 200)
    assert board.device.mode_name == "play" and board.device.match.game.cells() == START != before
    # The stones alone, where the other player may not exchange them back.
    board.press("black")
    board.make(board.device.match.game.parse_move("a1-c3"))
    board.press("white")
    board.carry(12, 0)
    board.run(LET_GO_MS + 500)
    assert board.device.match.game.cells() == START and board.device.mode_name == "play"
    assert [made.text for made in board.made][-1] == "undo"


def test_a_cut_in_the_middle_of_a_game_waits_for_the_right_board(board: Board) -> None:
    board.begin()
    board.lay(START)
    game = board.device.match.game
    move = next(move for move in game.legal_moves() if move & SWAP)
    board.make(move)
    right = board.lying
    # Somebody takes a stone while the power is out.
    board.put(24, ".")
    board.restart()
    board.run(2000)
    assert board.device.mode_name == "resume"
    board.put(24, right[24])
    board.run(LET_GO_MS + 200)
    assert board.device.mode_name == "play" and board.device.match.game.cells() == right


def test_a_game_begins_with_the_stones_as_they_lie(board: Board) -> None:
    own = Switch({"layout": "2"}).cells()
    other = own[1:3] + own[0] + own[3:]
    board.begin()
    board.lay(other)
    assert board.device.mode_name == "lay"
    board.press("white")
    assert board.device.mode_name == "play" and board.device.match.game.cells() == other


def test_a_game_that_a_pc_has_begun_begins_with_the_stones_as_they_lie(board: Board) -> None:
    for letters, code in (
        # Too few; connected; and another layout than the one that was asked for.
        (START.replace("b", ".", 1), "stones-differ"),
        ("b" * 12 + "." + "w" * 12, "layout-connected"),
        (START[1:3] + START[0] + START[3:], ""),
    ):
        board.run(2000)
        board.device.begin(board.now_ms, "switch", {"layout": "1"}, ("A", "B"))
        board.device.go_to(board.now_ms, "lay")
        board.lay(letters)
        board.press("white")
        board.run(500)
        assert board.device.mode_name == ("lay" if code else "play"), code
        assert board.refused[-1:] == [code] or not code
    assert board.device.match.game.cells() == letters


def test_black_does_not_undo_the_move_before_one_that_is_not_made(board: Board) -> None:
    board.begin()
    board.lay(START)
    game = board.device.match.game
    board.make(game.parse_move("a1xb1"))
    board.make(game.parse_move("a2-c3"))
    assert board.device.mode.detail() == "a2-c3~" and board.moves() == ["a1xb1"]
    board.press("black")
    board.settle()
    assert board.refused == ["stones-differ"] and board.moves() == ["a1xb1"]
    assert board.device.mode_name == "play"


def test_a_device_that_plays_is_obeyed_stone_by_stone(board: Board) -> None:
    board.begin()
    board.device.begin(0, "switch", {"layout": "1", "device-a": "1"}, ("A", "B"))
    board.device.go_to(0, "lay")
    board.lay(START)
    opponent = board.device.mode.opponent  # type: ignore[attr-defined]
    board.until(lambda: opponent.answer >= 0)
    game = board.device.match.game
    answer, other = opponent.answer, game.legal_moves()[0]
    if other == answer:
        other = game.legal_moves()[1]
    before = board.lying
    board.make(other)
    assert not board.moves()
    board.lay(before)
    board.make(answer)
    if not board.moves():
        board.press("white")
    assert board.moves() == [game.move_text(answer)]


def test_a_free_set_up_is_laid_in_turn_and_a_colour_is_chosen(board: Board) -> None:
    chance = random.Random(2)
    board.press("white", "red", "white")
    # An empty board needs no laying.
    board.run(LET_GO_MS + 100)
    assert board.device.mode_name == "place"
    board.run(LET_GO_MS + 100)
    game = board.device.match.game
    while game.phase == "place":
        move = chance.choice(game.legal_moves())
        text = game.move_text(move)
        cell = game.move_cells(move)[0]
        board.put(cell, text[-1])
        board.run(LET_GO_MS + 100)
        assert board.moves()[-1] == text
        game = board.device.match.game
    assert board.device.mode_name == "place"
    board.put(3, ".")
    board.put(3, game.cells()[3])
    board.press("white")
    assert board.moves()[-1] == "choose " + game.cells()[3] and board.device.mode_name == "play"


def test_the_lights_are_put_right_by_the_stones(board: Board) -> None:
    board.begin()
    board.lay(START)
    board.hold("black")
    board.press("blue", "blue", "white")
    assert board.device.mode_name == "correct"
    other = START[1:3] + START[0] + START[3:]
    board.lay(other)
    board.press("white")
    assert board.device.mode_name == "play" and board.device.match.game.cells() == other
