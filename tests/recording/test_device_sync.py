"""Reports of a device and their results: acknowledgements, disagreements, state, and times."""

import errno
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from schiri.device.reports import (
    NOBODY,
    DeviceStatus,
    Gone,
    Lights,
    Lost,
    RefusalReport,
    SetAside,
    WrongVersion,
)
from schiri.errors import HostError
from schiri.events import EntryMade
from schiri.log.annotations import missing_in, settings_in, survived_in
from schiri.log.lines import TIMES, iso
from schiri.log.stored import read_file
from schiri.recording.device_sync import DeviceSync, crc_of, store_journal
from schiri.referee import Referee
from schiri_engines.registry import row_of

from tests.games import BOARDS
from tests.link.scripted_peer import EPOCH
from tests.link.test_set_aside import CRC, DATA, pull
from tests.log.chain import AT, objects
from tests.recording.recorded_talk import RecordedTalk
from tests.recording.test_checkpoints import begun
from tests.recording.test_event_store import BOARD, NEW, ORIGIN, event_store

OTHER = "01234567"
# The device's clock when the link is opened, and the precision known to the PC.
OPENED_MS = 5000
WITHIN_MS = 20


def playing(folder: Path, *texts: str) -> RecordedTalk:
    """Return a table after these events."""
    talk = RecordedTalk(folder, last=len(texts))
    talk.tell_events(1, *texts)
    talk.take()
    return talk


def test_events_are_acknowledged_when_they_are_on_the_disk(tmp_path: Path) -> None:
    talk = RecordedTalk(tmp_path, last=9)
    assert talk.take() == [f"again {EPOCH} 1"]
    talk.tell_events(1, f"board {BOARD}")
    assert talk.take() == []
    talk.tell_events(2, "new joggle AB board=own", "rolled R")
    assert talk.take() == [f"ack {EPOCH} 2", f"ack {EPOCH} 3"]
    talk.tell_events(4, "resign A", "resume")
    assert talk.take() == [f"ack {EPOCH} 4"]
    # After a new greeting, events that are not on the disk are not acknowledged.
    talk.greet_again(last=9)
    assert talk.take() == [f"again {EPOCH} 6", f"ack {EPOCH} 4"]


def test_lost_events_are_acknowledged_after_their_note_is_on_the_disk(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW, "a1-c3")
    assert talk.tell("gone 3 9") == [Gone(3, 9)] and talk.take() == []
    talk.tell_events(10, f"checkpoint {EPOCH} 1")
    assert talk.take() == [f"ack {EPOCH} 9"]
    talk.tell_events(11, NEW)
    assert talk.take() == [f"ack {EPOCH} 11"]
    (path,) = tmp_path.glob("*.jsonl")
    assert [note.last for note in missing_in(read_file(path).events)] == [9]
    assert talk.live.device.disagreement is None


@pytest.mark.parametrize(("move", "differs"), [("a1-c3", False), ("c1-c3", True)])
def test_device_and_referee_that_differ_are_found(tmp_path: Path, move: str, differs: bool) -> None:
    talk = playing(tmp_path, NEW, "a1-c3")
    talk.greet_again(last=2)
    talk.tell(f"snap 0 2 2 {NEW}", f"snap 1 2 2 moves {move}")
    assert bool(talk.live.device.disagreement) is differs


@pytest.mark.parametrize(("move", "differs"), [("b1-a1", False), ("a2-a1", True)])
def test_a_snapshot_is_compared_once_all_its_events_have_arrived(
    tmp_path: Path, move: str, differs: bool
) -> None:
    talk = playing(tmp_path, NEW)
    talk.greet_again(last=3)
    talk.tell(f"snap 0 2 3 {NEW}", f"snap 1 2 3 moves a1-c3,{move}")
    talk.tell_events(2, "a1-c3")
    found = [talk.live.device.disagreement]
    talk.tell_events(3, "b1-a1")
    found.append(talk.live.device.disagreement)
    assert [bool(each) for each in found] == [False, differs]


def test_a_move_after_lost_events_is_no_disagreement(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell("gone 2 2")
    talk.tell_events(3, "a1-c3")
    assert talk.live.device.disagreement is None and talk.take() == []
    talk.tell_events(4, NEW)
    assert talk.take() == [f"ack {EPOCH} 4"]
    notes = [missing_in(read_file(path).events) for path in tmp_path.glob("*.jsonl")]
    assert sorted((note.first, note.last) for found in notes for note in found) == [(2, 3)]


def test_a_snapshot_from_before_a_greeting_is_not_compared(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell(f"snap 0 1 2 {NEW}", "snap 1 1 2 moves c1-c3")
    talk.greet_again(last=2)
    talk.tell_events(2, "a1-c3")
    assert talk.live.device.disagreement is None


def test_an_epoch_with_fewer_events_than_known_is_a_new_one(tmp_path: Path) -> None:
    playing(tmp_path, NEW, "a1-c3")
    assert RecordedTalk(tmp_path, last=1).take() == [f"again {EPOCH} 1"]


def test_snapshots_are_not_compared_after_lost_events(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.greet_again(last=2)
    talk.tell("gone 2 2", f"snap 0 2 2 {NEW}", "snap 1 2 2 moves a1-c3")
    assert talk.live.device.disagreement is None


@pytest.mark.parametrize("told", [f"snap 0 1 1 {NEW}", "snap 0 0 2"])
def test_an_old_or_empty_snapshot_is_not_compared(tmp_path: Path, told: str) -> None:
    talk = playing(tmp_path, NEW, "a1-c3")
    talk.tell(told)
    assert talk.live.device.disagreement is None


def test_a_game_of_which_we_have_no_log_is_not_compared(tmp_path: Path) -> None:
    talk = playing(tmp_path, "resume")
    talk.tell(f"snap 0 1 1 {NEW}")
    assert talk.live.referee is None and talk.live.device.disagreement is None


@pytest.mark.parametrize(("rolled", "differs"), [("R", False), ("G", True)])
def test_a_game_on_the_painted_board_is_compared_on_it(
    tmp_path: Path, rolled: str, differs: bool
) -> None:
    new = "new joggle BA board=own goal=2S"
    talk = playing(tmp_path, f"board {BOARD}", new, "rolled R")
    talk.tell(f"snap 0 2 3 {new}", f"snap 1 2 3 entry {rolled}")
    assert bool(talk.live.device.disagreement) is differs


@pytest.mark.parametrize("began", ["new joggle AB board=own", "new switch AB layout", "x"])
def test_a_game_unknown_to_our_rules_is_a_disagreement(tmp_path: Path, began: str) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell(f"snap 0 1 1 {began}")
    assert talk.live.device.disagreement == began


def test_a_repeated_greeting_of_another_epoch_is_another_journal(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW, "a1-c3")
    talk.greet_again(OTHER, last=1)
    assert talk.take() == [f"again {OTHER} 1"]
    assert talk.live.referee is None
    talk.tell_events(1, NEW)
    assert talk.take() == [f"ack {OTHER} 1"]
    assert len(list(tmp_path.glob("*.jsonl"))) == 2
    talk.greet_again(last=2)
    assert talk.take() == [f"again {EPOCH} 3", f"ack {EPOCH} 2"]


def test_the_device_gets_an_answer_to_its_own_requests_only(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.client.ask("undo")
    assert talk.answer("nothing-to-undo TA-1 -") == "undo"
    talk.client.ask("undo")
    assert talk.answer("busy - -") == "undo"
    # The answer is for the requester. It is no refusal that the device shows in its lights.
    assert talk.live.device.refusal is None and talk.wait(3000) == []


# A journal set aside


def set_aside(folder: Path) -> RecordedTalk:
    talk = RecordedTalk(folder, "-")
    assert talk.take() == []
    talk.tell("snap 0 0 0", f"aside broken {len(DATA)} {CRC}")
    assert talk.take() == ["bytes 0"]
    return talk


def test_a_set_aside_journal_is_synced_before_the_device_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[os.stat_result] = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.fstat(number)))
    talk = set_aside(tmp_path / "logs")
    path = tmp_path / "logs" / f"journal-DEV1-{CRC}.hex"
    (report,) = pull(talk)
    assert report == SetAside("broken", DATA) and talk.told[-1] == report
    assert talk.live.set_aside == ("broken", path)
    assert [bytes.fromhex(line) for line in path.read_text().splitlines()] == [
        DATA[at : at + 32] for at in range(0, len(DATA), 32)
    ]
    assert [each.st_ino for each in synced] == [path.stat().st_ino, path.parent.stat().st_ino]
    assert synced[0].st_size == path.stat().st_size
    assert talk.take()[-1] == f"stored {CRC}"
    # A journal that was set aside has no game to restore or show.
    assert talk.live.referee is None
    talk.greet_again(OTHER)
    assert talk.take() == [f"again {OTHER} 1"]


def test_a_full_disk_stores_no_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = set_aside(tmp_path)

    def refuse(number: int) -> None:
        raise OSError(errno.ENOSPC, "ENOSPC")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(HostError) as error:
        pull(talk)
    assert error.value.code == "file-unwritable"
    assert error.value.details["reason"] == "ENOSPC"
    assert talk.said_of("stored") == [] and talk.wait(3000) == []


def test_the_name_of_a_device_is_no_path(tmp_path: Path) -> None:
    talk = RecordedTalk(tmp_path, "-")
    assert talk.live.device.connected
    named = talk.live.device.connected._replace(device="../../x")
    talk.live.device = talk.live.device._replace(connected=named)
    talk.tell(f"aside device {len(DATA)} {CRC}")
    pull(talk)
    assert [path.name for path in tmp_path.glob("journal-*")] == [f"journal-______x-{CRC}.hex"]


def test_a_journal_is_stored_as_lines_of_hex_in_a_new_folder(tmp_path: Path) -> None:
    path = store_journal(tmp_path / "a" / "b", "DEV1", bytes(range(40)))
    assert path.parent == tmp_path / "a" / "b"
    first, second = bytes(range(32)).hex(), bytes(range(32, 40)).hex()
    assert path.read_bytes() == f"{first}\n{second}\n".encode()
    with pytest.raises(HostError) as raised:
        store_journal(path, "DEV1", b"x")
    assert raised.value.code == "file-unwritable"
    assert raised.value.details["path"] == path / f"journal-DEV1-{crc_of(b'x')}.hex"


def test_while_a_journal_is_set_aside_there_is_no_game(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW, "a1-c3")
    talk.greet_again("-")
    assert talk.live.referee is None and talk.live.device.connected
    talk.tell("snap 0 0 2")
    assert talk.take() == []


def test_a_pulled_cable_is_noted_in_the_continued_game(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW, "a1-c3")
    talk.handle(Lost("unplugged"))
    talk.greet_again(last=2)
    (path,) = tmp_path.glob("*.jsonl")
    assert survived_in(read_file(path).events) == {"cable": 1}
    # A second greeting over the same cable is no second cut, and another game has none.
    assert talk.live.device.connected
    talk.handle(talk.live.device.connected)
    talk.greet_again(OTHER)
    assert survived_in(read_file(path).events) == {"cable": 1}


def test_a_silent_device_is_not_noted_as_a_pulled_cable(tmp_path: Path) -> None:
    """A slow or sleeping PC hears nothing of it for three seconds."""
    talk = playing(tmp_path, NEW, "a1-c3")

    def fall_silent() -> None:
        talk.now_ms += 3000
        (report,) = talk.client.receive(talk.now_ms, b"")
        talk.handle(report)
        assert report == Lost("silent")
        talk.take()

    fall_silent()
    talk.greet(last=2)
    (path,) = tmp_path.glob("*.jsonl")
    assert talk.live.device.connected and survived_in(read_file(path).events) == {}
    # If the port disappears during the silence, the cable was pulled.
    fall_silent()
    talk.handle(Lost("unplugged"))
    talk.greet(last=2)
    assert survived_in(read_file(path).events) == {"cable": 1}


def test_a_restarted_device_is_not_noted_as_a_pulled_cable(tmp_path: Path) -> None:
    """It restarts for another game, and after a compaction of its journal."""
    talk = playing(tmp_path, NEW, "a1-c3")
    talk.greet_again(last=2)
    (path,) = tmp_path.glob("*.jsonl")
    assert survived_in(read_file(path).events) == {}


def test_a_restart_that_closes_the_port_is_not_noted_as_a_pulled_cable(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW, "a1-c3")
    talk.tell("who")
    talk.handle(Lost("unplugged"))
    talk.greet(last=2)
    (path,) = tmp_path.glob("*.jsonl")
    assert survived_in(read_file(path).events) == {}


def test_a_restarted_program_is_noted_in_the_continued_game(tmp_path: Path) -> None:
    playing(tmp_path, NEW, "a1-c3")
    talk = RecordedTalk(tmp_path, last=2)
    assert talk.take() == [f"again {EPOCH} 3", f"ack {EPOCH} 2"]
    (path,) = tmp_path.glob("*.jsonl")
    assert survived_in(read_file(path).events) == {"pc": 1}
    # The same holds if another device restarted just before.
    begun(tmp_path / "other", NEW, "a1-c3", origin=ORIGIN._replace(device="DEV2"))
    talk = playing(tmp_path / "other", NEW)
    assert talk.live.device.connected
    other = talk.live.device.connected._replace(device="DEV2", last=2)
    talk.tell("who")
    talk.handle(other)
    found = [read_file(path) for path in (tmp_path / "other").glob("*.jsonl")]
    assert {log.header.device: survived_in(log.events) for log in found} == {
        "DEV1": {},
        "DEV2": {"pc": 1},
    }


def test_a_log_has_the_device_its_firmware_and_its_settings(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell("settings 0104")
    (path,) = tmp_path.glob("*.jsonl")
    log = read_file(path)
    assert (log.lines[0].src, log.header.firmware) == (f"DEV1:{EPOCH}:1", "0.1.0")
    assert settings_in(log.events) == ["0104"]


def test_nothing_is_known_before_a_device_answers(tmp_path: Path) -> None:
    talk = RecordedTalk(tmp_path)
    live = DeviceSync(event_store(tmp_path), talk.client)
    live.handle(Lost("unplugged"), talk.client.received_ms)
    assert live.device == NOBODY and live.referee is None
    assert live.results == {}


def test_the_state_and_lights_of_the_device_can_be_read(tmp_path: Path) -> None:
    talk = RecordedTalk(tmp_path)
    assert talk.live.device.connected == talk.client.connected
    talk.tell("now play a1 b2", "colours 1 0 ff8040", "frame 1 1/1 00")
    assert talk.live.device.status == DeviceStatus("play", "a1", "b2")
    assert talk.live.device.lights == Lights([(255, 128, 64)] * 2)
    talk.handle(Lost("unplugged"))
    assert talk.live.device.connected is None


def test_watchers_get_each_report_and_its_events(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    reports = talk.tell("event 2 20 a1-c3")
    assert talk.told[-1:] == reports
    assert talk.came == [EntryMade("move", "a1-c3", "Ann")]
    (path,) = tmp_path.glob("*.jsonl")
    assert read_file(path).lines[-1].times.ms == 20
    reports = talk.tell("now play a1 b2")
    assert talk.told[-1:] == reports and talk.came == []


def test_a_refusal_shown_by_the_device_lasts_until_the_next_event(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell("refused bad-jump SW-4 a1")
    assert talk.live.device.refusal == RefusalReport("bad-jump", "SW-4", ("a1",))
    talk.tell("now play a1 b2")
    assert talk.live.device.refusal
    talk.tell_events(2, "a1-c3")
    assert talk.live.device.refusal is None


def test_a_disagreement_is_shown_and_not_acknowledged(tmp_path: Path) -> None:
    talk = playing(tmp_path, NEW)
    talk.tell_events(2, "a1-a2")
    assert talk.live.device.disagreement == "a1-a2" and talk.came == [] and talk.take() == []


def test_the_results_have_each_games_winner_and_follow_an_undo(
    tmp_path: Path,
) -> None:
    talk = playing(tmp_path, NEW, "resign A")
    names = Referee("switch", ["Ben", "Ann"])
    assert talk.live.results_of(names) == (("Ben",),)
    talk.tell_events(3, "undo")
    assert talk.live.results_of(names) == ()
    talk.tell_events(4, "resign A", NEW.replace("AB", "BA"), "resign A", NEW, "resign B", NEW)
    # A new recording of the same device continues the results.
    again = DeviceSync(talk.live.store, talk.client, results=talk.live.results)
    for each in (talk.live, again):
        assert each.results_of(names) == (("Ben",), ("Ben",), ("Ann",))
    assert talk.live.results_of(Referee("switch", ["Cid", "Ann"])) == ()
    # Other options are another match, and end the one before.
    other = (
        NEW.replace("layout=1", "layout=2 hints-a=1"),
        NEW.replace("layout=1", "layout=2 hints-b=1"),
    )
    talk.tell_events(10, other[0], "resign A")
    assert talk.live.results_of(names) == ()
    talk.tell_events(12, other[1].replace("AB", "BA"), "resign A", NEW)
    options = {"layout": "2", "hints-a": "1"}
    assert talk.live.results_of(Referee("switch", ["Ann", "Ben"], options)) == (("Ben",), ("Ben",))
    assert talk.live.results_of(names) == ()


def test_a_device_of_another_protocol_is_an_error(tmp_path: Path) -> None:
    talk = RecordedTalk(tmp_path)
    with pytest.raises(HostError) as error:
        talk.handle(WrongVersion(3, 4))
    assert error.value.code == "version-mismatch"
    assert error.value.details == {"oldest": 3, "newest": 4}


def test_a_device_of_other_rules_is_an_error(tmp_path: Path) -> None:
    talk = RecordedTalk(tmp_path)
    talk.take()
    # The device may have any of our board games in memory, but no game of cards.
    for name in BOARDS:
        talk.RULES = row_of(name).digest
        talk.greet_again(last=3)
        assert talk.live.device.connected
    talk.take()
    talk.RULES = row_of("zwoggel").digest
    with pytest.raises(HostError) as error:
        talk.greet_again(last=3)
    assert (error.value.code, error.value.details) == ("rules-differ", {"firmware": "0.1.0"})
    assert talk.live.device.connected is None and talk.take() == []


def talking(folder: Path, last: int) -> RecordedTalk:
    """Return a table at a device whose clock is known."""
    talk = RecordedTalk(folder, last=last)
    talk.tell(f"clock 1 {OPENED_MS} -")
    return talk


def times_in(folder: Path) -> list[dict[str, Any]]:
    """Return the times of each event that a device has reported."""
    (path,) = folder.glob("*.jsonl")
    events = [event for event in objects(read_file(path)) if event["src"] != "pc"]
    return [{key: event[key] for key in TIMES if key in event} for event in events]


def known(at_ms: int, moved: timedelta = timedelta()) -> dict[str, Any]:
    """Return the times of an event at a known moment."""
    when = AT + moved + timedelta(milliseconds=at_ms - OPENED_MS)
    return {"ms": at_ms, "when": iso(when), "within_ms": WITHIN_MS}


def test_an_event_is_logged_with_the_time_of_day_at_which_it_happened(tmp_path: Path) -> None:
    talk = talking(tmp_path, 2)
    talk.tell(f"event 1 4000 {NEW}")
    talk.now_ms = 1500
    talk.tell("event 2 6400 a1-c3")
    assert times_in(tmp_path) == [known(4000), known(6400)]


def test_with_an_unknown_clock_only_the_devices_own_time_is_logged(tmp_path: Path) -> None:
    talk = RecordedTalk(tmp_path, last=1)
    talk.tell(f"event 1 4000 {NEW}")
    assert times_in(tmp_path) == [{"ms": 4000}]


def test_slow_writing_does_not_change_the_logged_times(tmp_path: Path) -> None:
    talk = talking(tmp_path, 2)
    talk.tell(f"event 1 4000 {NEW}")
    talk.moved = timedelta(milliseconds=400)
    talk.tell("event 2 4500 a1-c3")
    assert times_in(tmp_path) == [known(4000), known(4500)]


@pytest.mark.parametrize(
    ("moved_ms", "is_known"),
    [(0, True), (1000, True), (-1000, True), (1001, False), (-1001, False), (3_600_000, False)],
)
def test_events_sent_while_the_pc_clock_was_set_have_no_time(
    tmp_path: Path, moved_ms: int, is_known: bool
) -> None:
    talk = talking(tmp_path, 4)
    talk.now_ms = 1000
    talk.tell(f"event 1 6000 {NEW}")
    talk.moved = moved = timedelta(milliseconds=moved_ms)
    talk.now_ms = 3000
    # Both arrived together, after the clock was set.
    talk.tell("event 2 7500 a1-c3", "event 3 7600 b1-a1")
    talk.now_ms = 3100
    talk.tell("event 4 8000 undo")
    ours = [known(at_ms, moved) if is_known else {"ms": at_ms} for at_ms in (7500, 7600)]
    assert times_in(tmp_path) == [known(6000), *ours, known(8000, moved)]
