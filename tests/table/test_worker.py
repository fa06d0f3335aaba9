"""A worker's frozen state: a setup to offer, a fault, and no new state without news."""

import errno
import os
from datetime import timedelta
from itertools import repeat
from pathlib import Path

import pytest
from schiri.device.connection import REOPEN_MS, Connection
from schiri.device.port import Port
from schiri.device.reports import RefusalReport
from schiri.device.table_device import NoDevice, TableDevice
from schiri.errors import HostError
from schiri.last_setup import Setup
from schiri.log.logged import begin_log
from schiri.log.removal import remove_log
from schiri.log.stored import read_file
from schiri.log.writer import LogWriter
from schiri.recording.device_sync import DeviceSync
from schiri.referee import Referee
from schiri.simulator.stepped import SteppedDevice
from schiri.table import worker as module
from schiri.table.game_controller import HostGame
from schiri.table.intents import (
    NO_DEVICE,
    NOT_HERE,
    Answer,
    Enter,
    GoOn,
    Intent,
    NewGame,
    Offered,
    Press,
    Reconnect,
    RefreshOffers,
    Rematch,
    ThrowIn,
    Turn,
    Undo,
)
from schiri.table.state import Notice
from schiri.table.unfinished import MOST, offers_in
from schiri.table.worker import GOODBYE_MS, TableWorker
from schiri_device.builds import load
from schiri_engines.registry import names_for

from tests.closing import closed_later
from tests.game_now import game_of
from tests.table.stepped import START, SteppedTable

SWITCH = NewGame("switch", ("Ann", "Ben"), {"layout": "2"})
FULL = HostError("file-unwritable", path="a", reason="")


def worker_of(folder: Path, device: TableDevice | None = None, **more: object) -> TableWorker:
    """Return a worker without a file for the last setups, unless one is given."""
    given = {"memory": None, "usual": Setup(("Zoe", "Yan"), "zwoggel"), **more}
    return closed_later(
        TableWorker(device or NoDevice(), folder, lambda: START, draw=lambda count: 0, **given)  # type: ignore[arg-type]
    )


def answer_to(worker: TableWorker, intent: Intent) -> Answer:
    """Return the answer to an intent that is answered at once."""
    answers: list[Answer] = []
    worker.carry_out(intent, 0, answers.append)
    worker.step(0)
    (answer,) = answers
    return answer


def on_device(table: SteppedTable, *intents: Intent) -> Answer:
    """Return the answer to the last of these intents, after the effects of each."""
    table.run(500)
    for intent in intents:
        answer = table.session.do(intent)
        table.run(1500)
    return answer.result(0)


@pytest.mark.parametrize("memory", [None, "last.json"])
def test_before_the_first_game_the_usual_one_is_offered(memory: str | None, tmp_path: Path) -> None:
    worker = worker_of(tmp_path, memory=memory and tmp_path / memory)
    assert worker.state.setups.last.players == ("Zoe", "Yan") and worker.state.offers == ()
    worker.step(0)
    assert worker.state.setups.last.game == "zwoggel"
    # Without a file nothing is remembered.
    answer_to(worker, SWITCH)
    assert worker.state.setups.last.game == ("switch" if memory else "zwoggel")


def test_a_moment_is_new_only_where_something_is(tmp_path: Path) -> None:
    worker = worker_of(tmp_path)
    worker.step(0)
    first = worker.state
    for now_ms in range(3):
        assert not worker.step(now_ms) and worker.state is first
    # A refused intent has changed nothing.
    answer_to(worker, Rematch())
    assert worker.state is first
    answer_to(worker, SWITCH)
    assert worker.state is not first


def test_a_worker_that_fails_says_so_and_does_no_more(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, SWITCH, Press("white"))
    waiting = table.session.do(Enter("a1-c3"))
    table.session.step(table.now_ms)
    before = table.worker.state
    table.worker.fail(FULL)
    state = table.worker.state
    assert state.fault is FULL and state.game == before.game
    assert not waiting.result(0).is_done and not table.worker.step(table.now_ms)
    assert on_device(table, Press("white")).error is FULL


def test_a_device_has_so_long_to_take_its_lights_back(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, NewGame("zwoggel", ("Ann", "Ben"), {}))
    times = iter([table.now_ms + after for after in (0, GOODBYE_MS - 1, GOODBYE_MS)])
    table.worker.end(times.__next__)
    assert list(times) == []


def test_how_long_a_port_may_be_silent_is_the_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, object] = {}

    class Device(NoDevice):
        silent_ms, tries_others = 77, True

    def connect(*words: object, **more: object) -> Connection:
        given.update(more)
        return Connection(*words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "Connection", connect)
    worker_of(tmp_path, Device())
    assert given == {"wants_lights": True, "silent_ms": 77, "tries_others": True}


def test_a_notice_before_any_game_belongs_to_none(tmp_path: Path) -> None:
    worker = worker_of(tmp_path)
    worker._on_device.notices.append(Notice("torn", ("x",)))
    worker.step(0)
    assert worker.state.notices.items == (Notice("torn", ("x",), ("", 0), 0),)


def test_a_game_begins_as_requested(tmp_path: Path) -> None:
    worker = worker_of(tmp_path)
    # A game of teams has four players.
    four = NewGame("joggle", ("A", "B", "C", "D"), {"teams": "on"})
    assert answer_to(worker, four).is_done and game_of(worker.state).players == ("A", "B", "C", "D")
    # The log has the requested path.
    named = NewGame("zwoggel", ("Ann", "Ben"), {}, log=str(tmp_path / "named"))
    assert answer_to(worker, named).is_done and game_of(worker.state).log == str(tmp_path / "named")
    assert answer_to(worker, Rematch()) == NOT_HERE


def test_a_game_that_does_not_fit_the_device_is_named_with_those_that_do(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path, "keys5")
    malformed = on_device(table, NewGame("joggle", ("Ann", "Ben"), {})).malformed
    assert malformed and malformed.found == "joggle"
    assert malformed.wanted == " ".join(names_for(5))


def test_a_table_waits_for_its_device(tmp_path: Path) -> None:
    # A device without a port.
    worker = worker_of(tmp_path, TableDevice())
    worker.step(0)
    missing = worker.state.device.missing
    assert missing and missing.code == "no-device" and worker.state.device.is_plugged is None
    assert answer_to(worker, SWITCH) == NO_DEVICE
    # A game of cards needs no device.
    answer_to(worker, NewGame("zwoggel", ("Ann", "Ben"), {}))
    assert worker.state.device.missing is None


def test_a_moment_has_all_that_is_known_of_the_device(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, SWITCH, Press("white"))
    state = table.session.state
    assert state.device.is_plugged and state.device.lights is not None
    assert state.device.disagreement is None
    assert state.setups.last == Setup(("Ann", "Ben"), "switch", {"layout": "2"})
    # Continuing the current game changes nothing.
    before = game_of(state).events.upto
    assert on_device(table, Enter("a1-c3"), GoOn(game_of(state).log)).is_done
    assert game_of(table.session.state).events.upto == before + 1
    # The list of unfinished games is refreshed when a game of cards begins.
    cards = NewGame("zwoggel", ("Ann", "Ben"), {})
    on_device(table, cards, Enter("flip 0,0 red"))
    assert [each.game for each in table.session.state.offers] == ["switch"]
    on_device(table, cards)
    assert {each.game for each in table.session.state.offers} == {"switch", "zwoggel"}


def test_unfinished_games_are_offered_from_the_start(tmp_path: Path) -> None:
    worker = worker_of(tmp_path)
    answer_to(worker, NewGame("zwoggel", ("Ann", "Ben"), {}))
    worker.close()
    assert [each.game for each in worker_of(tmp_path).state.offers] == ["zwoggel"]


def test_the_latest_games_are_offered_first(tmp_path: Path) -> None:
    for minutes in range(MOST + 1):
        at = repeat(START + timedelta(minutes=minutes))
        begin_log(tmp_path, at.__next__, Referee("zwoggel", ("Ann", "Ben"))).writer.close()
    last = [(offer.last - START) // timedelta(minutes=1) for offer in offers_in(tmp_path)]
    assert last == [*range(MOST, 0, -1)]


def test_the_first_step_shows_the_device(tmp_path: Path) -> None:
    build = load("cursor")
    assert build
    worker = worker_of(tmp_path, SteppedDevice(build))
    assert worker.state.device.is_plugged is None and worker.step(0)
    assert worker.state.device.is_plugged


class QuietPort:
    """A port without input."""

    is_open = True

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        """Ignore the data."""

    def wait(self) -> None:
        """Do nothing: no time passes."""

    def wake(self) -> None:
        """Do nothing: nobody waits."""

    def close(self) -> None:
        self.is_open = False


class QuietDevice(TableDevice):
    """A device that may be silent for a second; ``why`` prevents its port from opening."""

    silent_ms = 1000
    why: HostError | None = None

    def open_port(self) -> Port:
        if self.why:
            raise self.why
        self.port = QuietPort()
        return self.port


def test_a_port_that_says_nothing_is_a_fault_and_no_open_port(tmp_path: Path) -> None:
    device = QuietDevice()
    worker = worker_of(tmp_path, device)
    assert worker.step(0) is True and worker.step(999) is True
    assert worker.step(1000) is False and worker.step(1001) is False and not device.port.is_open
    assert worker.state.fault and worker.state.fault.code == "port-silent"


def test_why_a_port_cannot_be_opened_is_news_each_time_that_it_changes(tmp_path: Path) -> None:
    device = QuietDevice()
    worker = worker_of(tmp_path, device)
    for at, code in enumerate(("port-missing", "port-busy", "port-missing")):
        device.why = HostError(code, port="x")
        assert not worker.step(at * REOPEN_MS) and worker.state.device.missing is device.why


def test_the_state_shows_an_intent_no_later_than_its_answer(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, SWITCH, Press("white"))
    board, answers = game_of(table.worker.state).board, list[Answer]()
    table.worker.carry_out(Enter("a1-c3"), table.now_ms, answers.append)
    for _ in range(20):
        table.run(20)
        if answers:
            break
    assert answers and answers[0].is_done and game_of(table.worker.state).board != board


@pytest.mark.parametrize("how", ["go-on", "reconnect", "rematch"])
def test_a_race_is_timed_however_its_game_was_begun(how: str, tmp_path: Path) -> None:
    worker = worker_of(tmp_path)
    answer_to(worker, NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"}))
    if how == "go-on":
        log = game_of(worker.state).log
        answer_to(worker, NewGame("zwoggel", ("Ann", "Ben"), {}))
        assert answer_to(worker, GoOn(log)).is_done
    elif how == "reconnect":
        assert answer_to(worker, Reconnect()).is_done
    else:
        answer_to(worker, Enter("abandon"))
        assert answer_to(worker, Rematch()).is_done
    assert answer_to(worker, Turn("turned")).is_done and answer_to(worker, ThrowIn(0)).is_done
    assert [each.kind for each in game_of(worker.state).events.items[-2:]] == ["turned", "race"]


def test_a_game_that_was_removed_is_no_longer_offered(tmp_path: Path) -> None:
    worker = worker_of(tmp_path)
    answer_to(worker, NewGame("zwoggel", ("Ann", "Ben"), {}))
    first = game_of(worker.state).log
    answer_to(worker, NewGame("zwoggel", ("Cem", "Dora"), {}))
    assert [each.log for each in worker.state.offers] == [first]
    remove_log(Path(first))
    assert answer_to(worker, RefreshOffers()).is_done
    assert worker.state.offers == ()


def test_a_limit_of_hints_is_the_persons_in_each_rematch(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, SWITCH._replace(options={"layout": "2", "hints-a": "3"}), Press("white"))
    for players, rematch in (
        (("Ann", "Ben"), Press("white")),
        # The device has exchanged the seats: its first person is still Ann.
        (("Ben", "Ann"), Rematch()),
        (("Ann", "Ben"), Rematch()),
        (("Ben", "Ann"), Rematch()),
    ):
        played = game_of(table.session.state)
        assert played.players == players
        header = read_file(Path(played.log)).header
        limited = dict(zip(header.seats or "", players, strict=True))
        allowed = {
            limited[name[-1].upper()]
            for name in ("hints-a", "hints-b")
            if header.options.get(name, "off") == "3"
        }
        assert allowed == {"Ann"}
        on_device(table, Enter("resign " + players[0]), rematch, Press("white"), Press("white"))


def test_a_fault_of_the_log_is_a_moment_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(writer: LogWriter, events: object) -> None:
        raise FULL

    worker = worker_of(tmp_path)
    answer_to(worker, NewGame("zwoggel", ("Ann", "Ben"), {}))
    before = worker.state
    monkeypatch.setattr(LogWriter, "append", refuse)
    assert answer_to(worker, Enter("flip 0,0 red")).error is FULL
    assert worker.state.fault is FULL and worker.state.game == before.game


def test_a_game_is_under_way_until_its_end_and_may_be_undone_where_something_was_done(
    tmp_path: Path,
) -> None:
    worker, found = worker_of(tmp_path), []
    answer_to(worker, NewGame("zwoggel", ("Ann", "Ben"), {}))
    for text in ("set turn Ann", "flip 0,0 red", "undo", "resign Ann"):
        answer_to(worker, Enter(text))
        found.append((game_of(worker.state).is_unfinished, game_of(worker.state).may_undo))
    assert found == [(True, False), (True, True), (True, False), (False, True)]


def test_undo_of_the_next_game_does_not_lead_into_the_game_before(tmp_path: Path) -> None:
    worker = worker_of(tmp_path)
    answer_to(worker, NewGame("drehwurm", ("Ann", "Ben", "Cid"), {"mode": "fast"}))
    found = []
    for text in ("end", "left Ann 0", "left Ben 1", "left Cid 2", "next", "undo", "next", "undo"):
        answer_to(worker, Enter(text))
        found.append(game_of(worker.state).may_undo)
    assert found == [True, True, True, True, True, False, True, False]
    assert answer_to(worker, Undo()).refusal == RefusalReport("nothing-to-undo", "TA-3")


def test_a_card_game_that_gets_no_log_leaves_the_table_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise FULL

    worker, zwoggel = worker_of(tmp_path), NewGame("zwoggel", ("Ann", "Ben"), {})
    answer_to(worker, zwoggel)
    answer_to(worker, Enter("resign Ann"))
    before = worker.state
    monkeypatch.setattr(module, "begin_log", refuse)
    for intent in (zwoggel, Rematch()):
        assert answer_to(worker, intent).error is FULL
        assert worker.state.fault is None and worker.state.game == before.game


def test_a_disagreement_is_in_the_state(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, SWITCH, Press("white"))
    sync = table.worker._on_device.sync
    sync.device = sync.device._replace(disagreement="a1-e5")
    # A press without effect refreshes the state.
    on_device(table, Press("yellow"))
    assert table.session.state.device.disagreement == "a1-e5"


def out_of_files(*_: object) -> None:
    """Fail as a system does in which this program has too many files open."""
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def is_out_of_files(fault: HostError | None) -> bool:
    """Return whether this is how a person learns of that."""
    return fault is not None and (fault.code, fault.details) == (
        "system-failed",
        {"reason": "EMFILE"},
    )


def test_a_game_begins_while_the_folder_cannot_be_searched_for_offers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, zwoggel = worker_of(tmp_path), NewGame("zwoggel", ("Ann", "Ben"), {})
    answer_to(worker, zwoggel)
    for name in ("listdir", "scandir"):
        monkeypatch.setattr(os, name, out_of_files)
    assert answer_to(worker, NewGame("zwoggel", ("Cem", "Dia"), {})).is_done
    assert worker.state.fault is None and game_of(worker.state).players == ("Cem", "Dia")
    assert not [*worker.state.offers]
    # As soon as it can be searched again, it is.
    monkeypatch.undo()
    answer_to(worker, Enter("flip 0,0 red"))
    assert [offer.players for offer in worker.state.offers] == [("Ann", "Ben")]


@pytest.mark.parametrize("part", ["time", "state", "entry"])
def test_an_error_of_the_system_is_a_fault_until_somebody_reconnects(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = worker_of(tmp_path)
    answer_to(worker, NewGame("zwoggel", ("Ann", "Ben"), {}))
    before, flip = worker.state, Enter("flip 0,0 red")
    if part == "entry":
        monkeypatch.setattr(LogWriter, "append", out_of_files)
    else:
        monkeypatch.setattr(HostGame, {"time": "step", "state": "freeze"}[part], out_of_files)
    answer = answer_to(worker, flip)
    assert is_out_of_files(worker.state.fault)
    assert is_out_of_files(answer.error) == (part == "entry")
    assert worker.state.game == before.game
    # What is offered is for the moment with the fault.
    offered = Offered(Reconnect(), worker.state.moment)
    monkeypatch.undo()
    answers: list[Answer] = []
    worker.carry_out(offered, 0, answers.append)
    worker.step(0)
    assert answers[0].is_done and worker.state.fault is None
    if part == "entry":
        assert answer_to(worker, flip).is_done


def test_an_error_of_the_system_at_an_event_of_the_device_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SteppedTable(tmp_path)
    on_device(table, SWITCH, Press("white"))
    with monkeypatch.context() as failing:
        failing.setattr(DeviceSync, "handle", out_of_files)
        table.device.press("right")
        table.run(500)
    assert is_out_of_files(table.session.state.fault)
    assert on_device(table, Reconnect()).is_done and table.session.state.fault is None
    assert on_device(table, Enter("a1-c3")).is_done
