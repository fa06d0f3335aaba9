"""An undo of another person's move: asked on that person's view, if one is open."""

from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path

import pytest
from schiri.languages import LANGUAGES
from schiri.prose.answers import refusal_line
from schiri.scene.compose import scene_of
from schiri.scene.participant import WHO, Participant
from schiri.scene.scene import Scene
from schiri.table.intents import (
    SAME_PRESS,
    TOO_LATE,
    UNDO_DECLINED,
    UNDO_UNANSWERED,
    Answer,
    AnswerUndo,
    Enter,
    Intent,
    NewGame,
    Offered,
    Press,
    Sit,
    Undo,
)
from schiri.table.state import UndoAsked
from schiri.table.undo_request import ANSWER_MS
from schiri.texts import Words

from tests.game_now import game_of
from tests.scenes.scripted import PLAYERS
from tests.table.stepped import SteppedTable

ANN, BEN, CEM = 1, 2, 3
NAMES = {ANN: "Ann", BEN: "Ben", CEM: ""}


class SharedTable(SteppedTable):
    """Ann, Ben, and a view that all share, at a game in which Ben has moved last."""

    def __init__(self, folder: Path, game: str = "switch", *moves: str, clock: str = "") -> None:
        super().__init__(folder)
        self.run(500)
        self.session.do(NewGame(game, PLAYERS, {"clock": clock} if clock else {}))
        self.run(3000)
        self.send(Press("white"))
        for move in moves or ("a1-c3", "b1-a1"):
            self.do(Enter(move))
        for view, name in NAMES.items():
            self.do(Sit(view, name))

    def last(self) -> str:
        """Return whose move it is that an undo would undo."""
        return game_of(self.session.state).last_player

    def send(self, intent: Intent, view: int = 0) -> Future[Answer]:
        sent = Offered(intent, self.session.state.moment, False, view, NAMES.get(view, ""))
        future = self.session.do(sent if view else intent)
        self.run(1000)
        return future

    def do(self, intent: Intent) -> None:
        assert self.send(intent).result(0).is_done, intent

    def seen(self, name: str, *, may_act: bool = True) -> Scene:
        person = Participant(Words("en"), datetime(2026, 1, 31, tzinfo=UTC), may_act)
        return scene_of(self.session.state, person.with_pick(WHO, name))

    def asked(self, name: str) -> str:
        rows = [row.label for row in self.seen(name).rows if row.id == "undo-asked"]
        return "".join(rows)


def test_the_person_whose_move_it_is_allows_its_undo(tmp_path: Path) -> None:
    table = SharedTable(tmp_path)
    wanted = table.send(Undo(), ANN)
    assert not wanted.done() and table.session.state.undo == UndoAsked(1, "Ann", "Ben")
    assert [table.asked(name) for name in PLAYERS] == ["", "Ann wants to undo your move."]
    for name, may_act in (("Ann", True), (":", True), ("", False)):
        seen = table.seen(name, may_act=may_act)
        assert "Ben is asked whether the move may be undone." in seen.hint
    # Only Ben can answer, and a second press changes nothing.
    assert table.send(AnswerUndo(1, True), ANN).result(0) == TOO_LATE
    assert table.send(AnswerUndo(2, True), BEN).result(0) == TOO_LATE
    assert table.send(Undo(), ANN).result(0) == SAME_PRESS
    assert table.last() == "Ben"
    action = table.seen("Ben").action_of("undo-yes")
    assert isinstance(action, AnswerUndo)
    assert table.send(action, BEN).result(0).is_done
    table.run(1000)
    assert wanted.result(0).is_done and table.last() == "Ann"
    assert [table.asked(name) for name in PLAYERS] == ["", ""]


@pytest.mark.parametrize("is_allowed", [True, False, None])
def test_a_question_stops_the_clock_of_a_device(tmp_path: Path, is_allowed: bool | None) -> None:
    table = SharedTable(tmp_path, clock="5+3")

    def left() -> int:
        """Return what Ann has left, as a view shows it."""
        clock = game_of(table.session.state).clock
        assert clock and clock.left_ms[0]
        return clock.left_ms[0] if clock.ends_ms is None else clock.ends_ms - table.now_ms

    def mode() -> str:
        return table.device.simulator.device.mode_name

    before = left()
    table.run(2000)
    ran = left()
    assert before - ran == 2000
    wanted = table.send(Undo(), ANN)
    stood = left()
    assert 0 <= ran - stood < 500 and mode() == "pause"
    table.run(9000)
    assert left() == stood and not wanted.done()
    if is_allowed is None:
        table.run(ANSWER_MS)
    else:
        assert table.send(AnswerUndo(1, is_allowed), BEN).result(0).is_done
    table.run(2000)
    assert mode() == "play"
    # After the undo it is Ben's turn again.
    assert table.last() == ("Ann" if is_allowed else "Ben")
    assert 0 < left() < stood if not is_allowed else left() > stood


def test_a_pause_of_the_players_outlasts_a_question(tmp_path: Path) -> None:
    table = SharedTable(tmp_path, clock="5+3")
    device = table.device.simulator.device
    device.go_to(table.now_ms, "pause")
    table.run(500)
    table.send(Undo(), ANN)
    assert table.send(AnswerUndo(1, False), BEN).result(0).is_done
    table.run(1000)
    assert device.mode_name == "pause"


def test_a_card_is_turned_back_only_with_its_players_word(tmp_path: Path) -> None:
    table = SharedTable(tmp_path, "zwoggel", "flip 0,0 red")
    wanted = table.send(Undo(), BEN)
    assert table.asked("Ann") == "Ben wants to undo your move." and not wanted.done()
    assert table.send(AnswerUndo(1, True), ANN).result(0).is_done
    assert wanted.result(0).is_done and not table.last()


def test_an_undo_that_is_not_allowed_or_not_answered_is_refused(tmp_path: Path) -> None:
    table = SharedTable(tmp_path)
    wanted = table.send(Undo(), ANN)
    assert table.send(AnswerUndo(1, False), BEN).result(0).is_done
    assert wanted.result(0) == UNDO_DECLINED and table.last() == "Ben"
    wanted = table.send(Enter("undo"), CEM)
    assert table.asked("Ben") == "Somebody wants to undo your move."
    table.run(ANSWER_MS - 2000)
    assert not wanted.done()
    table.run(2000)
    assert wanted.result(0) == UNDO_UNANSWERED and table.session.state.undo is None
    said = {
        refusal_line(Words(language), answer.refusal)
        for language in LANGUAGES
        for answer in (UNDO_DECLINED, UNDO_UNANSWERED)
        if answer.refusal
    }
    assert len(said) == 2 * len(LANGUAGES) and all("(TA-3)" in text for text in said)


@pytest.mark.parametrize("is_allowed", [True, False])
def test_two_who_ask_at_the_same_time_get_one_answer(tmp_path: Path, is_allowed: bool) -> None:
    table = SharedTable(tmp_path)
    moment = table.session.state.moment
    wanted = [
        table.session.do(Offered(Undo(), moment, True, view, NAMES[view])) for view in (ANN, CEM)
    ]
    table.run(1000)
    # One question, for one undo.
    assert table.session.state.undo == UndoAsked(1, "Ann", "Ben")
    assert table.send(AnswerUndo(1, is_allowed), BEN).result(0).is_done
    table.run(1000)
    answers = [each.result(0) for each in wanted]
    if is_allowed:
        assert answers[0].is_done and answers[1] == SAME_PRESS and table.last() == "Ann"
    else:
        assert answers == [UNDO_DECLINED, UNDO_DECLINED] and table.last() == "Ben"


def test_nobody_is_asked_who_is_not_there(tmp_path: Path) -> None:
    table = SharedTable(tmp_path)
    table.do(Sit(BEN, ""))
    assert table.send(Undo(), ANN).result(0).is_done
    assert table.last() == "Ann"


def test_one_undoes_ones_own_move_and_a_program_any_move_at_once(tmp_path: Path) -> None:
    table = SharedTable(tmp_path)
    assert table.send(Undo(), BEN).result(0).is_done and table.last() == "Ann"
    # The last entry that stands is Ann's: Ben's question goes to her, a program has none.
    asked = table.send(Undo(), BEN)
    assert table.session.state.undo == UndoAsked(1, "Ben", "Ann")
    assert table.send(Undo()).result(0).is_done and table.last() == ""
    assert asked.result(0) == SAME_PRESS and table.session.state.undo is None


def test_a_person_who_goes_allows_it(tmp_path: Path) -> None:
    table = SharedTable(tmp_path)
    wanted = table.send(Undo(), ANN)
    table.do(Sit(BEN, ""))
    table.run(1000)
    assert wanted.result(0).is_done and table.last() == "Ann"


def test_an_open_question_is_answered_at_the_end(tmp_path: Path) -> None:
    table = SharedTable(tmp_path)
    wanted = table.send(Undo(), ANN)
    table.session.close()
    assert not wanted.result(0).is_done
