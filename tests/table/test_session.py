"""A session's promises to views: an answer to each intent, one state for all, a clean end."""

import errno
import os
import threading
import time
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from secrets import randbelow

import pytest
from schiri.device.port import Port
from schiri.device.table_device import NoDevice
from schiri.errors import HostError
from schiri.events import EntryMade
from schiri.games.drehwurm.card_game import RaceView
from schiri.games.zwoggel.card_game import ZwoggelView
from schiri.log.stored import read_file
from schiri.simulator.threaded import SimulatedDevice
from schiri.table.intents import (
    Answer,
    ChooseSpot,
    Enter,
    GoOn,
    LayStones,
    Leave,
    NewGame,
    Plug,
    Press,
    Reconnect,
    ThrowIn,
    Touch,
    Turn,
    Undo,
)
from schiri.table.session import TableSession
from schiri.table.state import TableState
from schiri.table.worker import TableWorker
from schiri_device.builds import NAMES, load
from schiri_engines.registry import names_for

from tests.game_now import board_of, game_of
from tests.patience import PATIENCE_S
from tests.table.stepped import START, SteppedTable

SWITCH = NewGame("switch", ("Ann", "Ben"), {"layout": "1"})
ZWOGGEL = NewGame("zwoggel", ("Ann", "Ben"), {})


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def logs_of(table: SteppedTable) -> list[Path]:
    return sorted((table.folder / "logs").glob("*.jsonl"))


def fault_of(table: SteppedTable) -> HostError | None:
    return table.session.state.fault


def sent(table: SteppedTable, *intents: object, for_ms: int = 400) -> list[Answer]:
    """Send intents at once; return the answer to each."""
    futures = [table.session.do(intent) for intent in intents]  # type: ignore[arg-type]
    table.run(for_ms)
    return [future.result(0) for future in futures]


def test_an_undo_against_the_device_undoes_its_answer_too(table: SteppedTable) -> None:
    sent(table, NewGame("switch", ("Ann", "Schiri"), {"layout": "1", "device-b": "1"}))
    begun = game_of(table.session.state).state
    sent(table, Press("white"), Enter("c1xd1"))
    # The device shows its move. A press confirms that it was made on the board.
    while game_of(table.session.state).state.turn != "Ann":
        sent(table, Press("white"))
    assert sent(table, Undo())[0].is_done
    assert game_of(table.session.state).state == begun and begun.turn == "Ann"
    # Other entries are undone one by one.
    sent(table, Enter("c1xd1"))
    while game_of(table.session.state).state.turn != "Ann":
        sent(table, Press("white"))
    answered = game_of(table.session.state).state
    sent(table, Enter("dispute no"))
    assert sent(table, Undo())[0].is_done and game_of(table.session.state).state == answered
    sent(table, Undo())
    # While the device is to move, the last move is the person's own.
    sent(table, Enter("c1xd1"))
    assert game_of(table.session.state).state.turn == "Schiri"
    assert sent(table, Undo())[0].is_done and game_of(table.session.state).state == begun


def test_each_intent_has_its_own_answer(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"))
    good, bad, none, undone = sent(
        table, Enter("a1-c3"), Enter("a1-c3"), Enter("zzz"), Undo(), for_ms=1500
    )
    assert good.is_done and undone.is_done
    assert bad.refusal and (bad.refusal.code, bad.refusal.rule) == ("move-from-free", "SW-4")
    assert bad.refusal.cells == ("a1",)
    assert none.malformed and none.malformed.found == "zzz"
    # The state for spectators has no refusal.
    assert table.session.state.device.refusal is None


def test_all_views_see_the_same(table: SteppedTable) -> None:
    seen: list[list[TableState]] = [[], []]
    ends = [table.session.watch(each.append) for each in seen]
    sent(table, ZWOGGEL)
    sent(table, Enter("flip 0,0 red"), Enter("flip 1,1 red"), ChooseSpot((2, 1)))
    assert seen[0] == seen[1] and seen[0][-1] is table.session.state
    assert all(state != before for before, state in pairwise(seen[0]))
    ends[0]()
    sent(table, Undo())
    assert len(seen[1]) > len(seen[0])


def test_a_view_that_slept_is_told_what_it_missed(table: SteppedTable) -> None:
    sent(table, ZWOGGEL)
    before = game_of(table.session.state).events.upto
    sent(table, Enter("flip 0,0 red"), Enter("undo"))
    missed = game_of(table.session.state).events.since(before)
    assert [event.kind for event in missed] == ["flip", "undo"]


def test_an_invalid_game_leaves_the_current_one(table: SteppedTable) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    for bad in (
        NewGame("chess", (), {}),
        NewGame("switch", ("Ann", "Ann"), {}),
        NewGame("zwoggel", ("Ann",), {}),
        NewGame("zwoggel", (), {"frame": "9"}),
        GoOn(str(table.folder / "nowhere.jsonl")),
    ):
        (answer,) = sent(table, bad)
        assert not answer.is_done
    state = game_of(table.session.state).state
    assert (state.game, state.turn) == ("zwoggel", "Ann")
    assert sent(table, Undo())[0].is_done


def test_a_full_disk_is_a_part_of_the_state(
    table: SteppedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        (failed,) = sent(table, Enter("flip 1,1 red"))
    assert failed.error and failed.error.code == "file-unwritable"
    assert fault_of(table) is failed.error
    (still,) = sent(table, Undo())
    assert still.error is failed.error
    assert sent(table, Reconnect())[0].is_done
    assert fault_of(table) is None
    # The entry that is not on the disk was not made.
    (path,) = logs_of(table)
    assert [line.entry for line in read_file(path).lines[1:]] == ["flip 0,0 red"]
    assert sent(table, Enter("flip 1,1 red"))[0].is_done


def results(table: SteppedTable) -> tuple[tuple[str, ...], ...]:
    game = game_of(table.session.state)
    assert game.board
    return game.results


def test_results_survive_a_reconnect(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"))
    sent(table, Enter("resign Ann"), for_ms=1000)
    assert results(table) == (("Ben",),)
    sent(table, Reconnect(), for_ms=2000)
    assert results(table) == (("Ben",),)
    # The people at the device are known as well, though its own buttons begin the game.
    sent(table, Press("white"), Press("white"), Press("white"), for_ms=3000)
    sent(table, Enter("resign Ann"), for_ms=1000)
    assert results(table) == (("Ben",), ("Ben",))


def test_a_state_has_the_build_of_the_device(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path, "keys5")
    assert table.session.state.device.build.name == "keys5"
    table.run(300)
    connected = table.session.state.device.connected
    assert connected and connected.build == table.session.state.device.build.name


def test_the_build_is_the_one_that_the_device_says_it_is(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path, "keys5")
    usual = load("cursor")
    assert usual is not None
    table.device.build = usual
    table.restart()
    assert table.session.state.device.build.name == "cursor"
    table.run(300)
    assert table.session.state.device.build.name == "keys5"


def test_an_event_has_the_time_at_which_it_happened(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"), for_ms=3000)
    sent(table, Enter("a1-c3"), for_ms=1000)
    line = read_file(logs_of(table)[0]).lines[-1]
    when = datetime.fromisoformat(str(line.times.when))
    assert abs(table.clock() - timedelta(seconds=1) - when) < timedelta(milliseconds=500)


def test_without_a_device_the_pc_keeps_a_game_on_the_board(tmp_path: Path) -> None:
    worker = TableWorker(NoDevice(), tmp_path, lambda: START, None, lambda _count: 0)
    answers: list[Answer] = []
    worker.carry_out(SWITCH, 0, answers.append)
    worker.step(1)
    began = board_of(worker.state)
    worker.carry_out(Enter("a1-c3"), 2, answers.append)
    worker.step(3)
    state = worker.state
    assert all(answer.is_done for answer in answers) and len(answers) == 2
    assert game_of(state).is_kept_here and began.letters != board_of(state).letters
    assert [event.kind for event in game_of(state).events.items] == ["game", "move"]
    assert game_of(state).number == 1 and not state.device.missing
    worker.end(lambda: 4)
    worker.close()


def test_each_game_that_the_pc_keeps_has_a_number(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"), for_ms=1000)
    assert game_of(table.session.state).number == 0
    for number in (1, 2, 3):
        sent(table, ZWOGGEL)
        assert game_of(table.session.state).number == number


def test_a_device_plays_on_behind_a_full_disk(
    table: SteppedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(table, SWITCH, Press("white"))
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        sent(table, Enter("a1-c3"))
        assert fault_of(table) is not None and table.session.state.device.connected is None
    sent(table, Press("left"), Reconnect(), for_ms=3000)
    (path,) = logs_of(table)
    assert [line.entry for line in read_file(path).lines if line.entry] == ["a1-c3"]
    assert fault_of(table) is None


def test_two_tables_do_not_write_one_log(table: SteppedTable) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    other = SteppedTable(table.folder)
    other.run(300)
    (offer,) = other.session.state.offers
    (answer,) = sent(other, GoOn(offer.log))
    assert answer.error and answer.error.code == "log-in-use"
    assert sent(table, Enter("undo"))[0].is_done
    sent(table, Leave())
    assert sent(other, GoOn(offer.log))[0].is_done
    other.session.close()


def test_a_table_whose_device_is_played_with_elsewhere_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken() -> Port:
        raise HostError("port-busy", port="COM4")

    table = SteppedTable(tmp_path)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(table.device.cable, "open", taken)
        table.run(300)
        missing = table.session.state.device.missing
        assert missing and missing.code == "port-busy"
        (answer,) = sent(table, SWITCH)
        assert answer.error and answer.error.code == "no-device"
        # Cards need no device.
        assert sent(table, ZWOGGEL, Enter("flip 0,0 red"))[1].is_done
    # It connects after the other program has disconnected.
    table.run(1000)
    assert table.session.state.device.connected and table.session.state.device.missing is None
    table.session.close()


def test_setups_are_remembered_for_each_game(table: SteppedTable) -> None:
    sent(table, NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "full"}))
    sent(table, SWITCH)
    table.restart()
    setups = table.session.state.setups
    assert setups.last.game == "switch" and setups.last.players == ("Ann", "Ben")
    assert setups.of("drehwurm", 6).players == ("Ann", "Ben", "Cem")
    assert setups.of("zwoggel", 4).players == ("Ann", "Ben")


def test_the_device_has_its_lights_back_before_it_ends(table: SteppedTable) -> None:
    sent(table, ZWOGGEL)
    assert table.device.simulator.device.mode_name == "panel"
    table.session.close()
    assert table.device.simulator.device.mode_name == "choose"


@pytest.mark.parametrize("build", NAMES)
def test_a_touched_cell_is_that_of_the_board(build: str, tmp_path: Path) -> None:
    """Also if the board is in the middle of a larger grid whose keys have the same names."""
    table = SteppedTable(tmp_path, build)
    table.run(1000)
    sent(table, SWITCH, for_ms=2000)
    if stones := table.session.state.device.stones:
        sent(table, LayStones(stones.wanted))
    sent(table, Press("white"))
    assert sent(table, Touch("a1"), Touch("c3"), for_ms=1000) == [Answer()] * 2
    made = game_of(table.session.state).events.items[-1]
    assert isinstance(made, EntryMade) and made.entry == "a1-c3"


def test_a_device_that_was_left_as_a_panel_is_none_any_more(table: SteppedTable) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    # The program is killed: it did not release the panel.
    table.worker._connection.close()
    table.start()
    assert table.device.simulator.device.mode_name == "panel"
    table.run(4000)
    now = table.session.state.device.status
    assert now and now.mode == "choose"


def test_a_cell_that_is_no_button_is_asked_for(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"))
    (answer,) = sent(table, Touch("b1"))
    assert answer.is_done and game_of(table.session.state).board is not None
    assert table.session.state.device.refusal is not None


def test_a_board_game_without_a_device_leaves_the_cards_alone(table: SteppedTable) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"), Plug(False), for_ms=1000)
    (answer,) = sent(table, SWITCH)
    assert answer.error and answer.error.code == "no-device"
    assert game_of(table.session.state).is_kept_here and sent(table, Undo())[0].is_done


def test_a_game_that_does_not_fit_the_device_is_refused(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path, "keys5")
    table.run(300)
    (answer,) = sent(table, NewGame("joggle", (), {}))
    assert answer.malformed and answer.malformed.code == "unknown-game"
    assert answer.malformed.wanted == " ".join(names_for(5))
    table.session.close()


def test_a_table_that_cannot_go_on_yet_is_not_lost(
    table: SteppedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        sent(table, Enter("flip 1,1 red"))
        before = game_of(table.session.state)
        (answer,) = sent(table, Reconnect())
        assert answer.error is not None and fault_of(table) is answer.error
    # An entry that could not be written is not shown either.
    assert before.cards == game_of(table.session.state).cards and before.is_kept_here
    assert isinstance(before.cards, ZwoggelView) and "red" not in before.cards.field.cards[1, 1]
    assert sent(table, Reconnect())[0].is_done and game_of(table.session.state).is_kept_here


def test_unanswered_requests_are_not_done_later(table: SteppedTable) -> None:
    """A device that hangs is disconnected, though its port stays open."""
    sent(table, SWITCH, Press("white"))
    futures = [table.session.do(Enter(text)) for text in ("a1-c3", "b1-a1", "a2-b1")]
    table.stall(4000)
    errors = [future.result(0).error for future in futures]
    # It is unknown whether the request under way was carried out.
    assert [error and error.code for error in errors] == ["no-answer", "no-device", "no-device"]
    table.run(4000)
    assert table.session.state.device.connected is not None
    # It was, as its event shows.
    assert [event.json().get("entry") for event in game_of(table.session.state).events.items] == [
        None,
        "a1-c3",
    ]


def test_each_request_is_answered(table: SteppedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    sent(table, SWITCH, Press("white"))
    asked = table.session.do(Enter("a1-c3"))
    again = table.session.do(Reconnect())
    table.session.step(table.clock_ms())
    assert again.result(0).is_done and asked.result(0).error
    table.run(2000)
    asked = table.session.do(Undo())
    table.session.step(table.clock_ms())
    late = table.session.do(Undo())
    table.session.step(table.clock_ms())
    # The device hangs at the end.
    monkeypatch.setattr(table.device, "step", lambda _now_ms: False)
    table.session.close()
    error = asked.result(0).error
    assert error and error.code == "no-answer"
    for future in (late, table.session.do(Undo())):
        error = future.result(0).error
        assert error and error.code == "no-device"


def test_a_fault_of_the_log_is_the_answer_to_what_comes_after_it(
    table: SteppedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(table, ZWOGGEL)
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        failed, asked = sent(table, Enter("flip 0,0 red"), Touch("a1"))
    assert failed.error and fault_of(table) is failed.error is asked.error
    # The cards and the cable may be left behind.
    assert all(answer.is_done for answer in sent(table, Plug(False), Leave()))


def test_a_panel_follows_the_build_that_answers(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path, "keys5")
    sent(table, Plug(False))
    sent(table, NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"}), Plug(True))
    table.run(2000)
    for seat in range(3):
        sent(table, ThrowIn(seat))
    for _ in range(2):
        sent(table, Turn("turned"))
    cards = game_of(table.session.state).cards
    assert isinstance(cards, RaceView) and cards.due == "play"
    table.session.close()


def test_refusals_before_the_connection_stay_on_the_device(table: SteppedTable) -> None:
    """The players have seen the lights. A PC that connects later did not cause the refusal."""
    sent(table, SWITCH, Press("white"), for_ms=1000)
    sent(table, Plug(False), for_ms=1000)
    # The stick is on c3, which is free.
    sent(table, Press("press"), Plug(True), for_ms=3000)
    joined = table.session.state
    assert joined.device.connected and joined.device.refusal is None
    sent(table, Press("press"))
    refusal = table.session.state.device.refusal
    assert refusal and refusal.code == "move-from-free"


# With threads


def wait_until(is_so: "threading.Event") -> None:
    assert is_so.wait(PATIENCE_S)


def test_threads_answer_while_the_disk_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = load("cursor")
    assert build is not None
    device = SimulatedDevice(build, seed=1)

    def now_ms() -> int:
        return time.monotonic_ns() // 1_000_000

    def clock() -> datetime:
        return datetime(2026, 1, 31, 18, tzinfo=UTC)

    worker = TableWorker(device, tmp_path / "logs", clock, tmp_path / "last.json", randbelow)
    session = TableSession(device, worker, now_ms)
    session.start()
    assert session.do(ZWOGGEL).result(PATIENCE_S).is_done
    is_stuck, may_go_on = threading.Event(), threading.Event()
    sync = os.fsync

    def slow(number: int) -> None:
        is_stuck.set()
        wait_until(may_go_on)
        sync(number)

    monkeypatch.setattr(os, "fsync", slow)
    waiting: Future[Answer] = session.do(Enter("flip 0,0 red"))
    wait_until(is_stuck)
    # A view reads and sends as usual.
    later = session.do(Undo())
    assert session.state.game is not None and not waiting.done() and not later.done()
    may_go_on.set()
    assert waiting.result(PATIENCE_S).is_done and later.result(PATIENCE_S).is_done
    session.close()
    assert device.simulator.device.mode_name == "choose"
    (path,) = (tmp_path / "logs").glob("*.jsonl")
    assert [line.entry for line in read_file(path).lines[1:]] == ["flip 0,0 red", "undo"]
