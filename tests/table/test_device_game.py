"""The device's game: what is shown of a piece that may lie there, and which answer is whose."""

from pathlib import Path

from schiri.device.reports import Refusal
from schiri.table.device_game import _PendingIntent
from schiri.table.intents import NOT_HERE, Enter, GoOn, NewGame, Press, Touch

from tests.table.stepped import SteppedTable
from tests.table.test_worker import on_device

FREE = NewGame("switch", ("Ann", "Ben"), {"layout": "free"})


def test_a_stone_that_may_lie_there_is_shown_where_the_cursor_is(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, FREE)
    for cell, at in (("c3", 12), ("c3", 12), ("a1", 0), ("e5", 24)):
        on_device(table, Touch(cell))
        state = table.session.state
        assert state.device.status and state.board
        assert state.device.status.detail[:-1] == state.board.picked == cell
        letter = state.device.status.detail[-1]
        assert state.board.letters == "." * at + letter + "." * (24 - at)
        assert state.board.cursor == state.device.status.cursor != ""


def test_of_several_requests_the_first_refusal_is_the_answer() -> None:
    pending = _PendingIntent(3, print, 0)
    for refusal in (Refusal("busy", ""), None, Refusal("no-move", "SW-4")):
        pending.count_answer(refusal)
    assert pending.is_complete and pending.refusal == Refusal("busy", "")


def test_before_a_game_nothing_is_entered_and_who_goes_on_plays_under_their_names(
    tmp_path: Path,
) -> None:
    table = SteppedTable(tmp_path)
    assert on_device(table, Enter("a1-c3")) == NOT_HERE
    names = ("Ann", "Ben")
    on_device(table, NewGame("switch", names, {}), Press("white"), Enter("a1-c3"))
    log = table.session.state.game.log
    on_device(table, NewGame("joggle", ("Cem", "Dan"), {}), Press("white"), Enter("J"))
    answer = on_device(table, GoOn(log))
    table.run(8000)
    assert answer.is_done and table.session.state.game.players == names
    assert table.worker._on_device.recording.recorder.names == {"A": "Ann", "B": "Ben"}
