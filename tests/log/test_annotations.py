"""Notes: events around a log, which are in it but not part of the game."""

from pathlib import Path
from typing import Any

import pytest
from schiri.events import DeviceSettings, FalseStart, Incident, Missing, SeatsChosen, TooEarly
from schiri.log.annotations import is_note, missing_in, survived_in
from schiri.log.lines import BrokenLog, read
from schiri.log.replay import Replay, referee_of, replay
from schiri.log.stored import read_file
from schiri.recording.event_store import EventStore

from tests.closing import closed_later
from tests.log.chain import event, forged, header, keep_log, objects, open_log, typed
from tests.recording.test_event_store import NEW, ORIGIN, event_store

Event = dict[str, Any]

DEVICE = "SIM1234:ab12"
MISSING: Event = dict(Missing("ab12", 1, 2).json())


def noted(n: int, note: Event, src: str = "pc") -> Event:
    return {**event(n), **note, "src": src}


def moved(n: int, entry: str, number: int, by: str = "Ann") -> Event:
    return {**event(n, by=by, entry=entry), "src": f"{DEVICE}:{number}"}


def code_of(*events: Event) -> str:
    try:
        log = read(forged([header(), *events]))
        replay(log.lines, referee_of(log.header))
    except BrokenLog as broken:
        return broken.code
    return "ok"


def test_a_note_is_no_part_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "log"
    logged = keep_log(path, "a1-c3")
    again = open_log(path)
    for note in (
        Incident("cable"),
        Missing("ab12", 2, 3),
        DeviceSettings("ff01"),
        SeatsChosen("uw"),
        TooEarly("Ann"),
        FalseStart("Ann"),
    ):
        assert again.note(note) == [note]
    again.command("b1-a1")
    again.writer.close()
    log = read_file(path)
    assert [each.kind for each in log.events if is_note(each)] == [
        "survived",
        "missing",
        "settings",
        "seats",
        "too-early",
        "false-start",
    ]
    referee = referee_of(log.header)
    played = Replay(referee)
    assert [played.follow(line) for line in log.lines] == log.lines and not played.due
    assert referee.state() == again.referee.state() == keep_log(path).referee.state()
    assert logged.referee.command("b1-a1") and logged.referee.state() == referee.state()


def test_the_last_line_of_a_finished_game_is_its_end(tmp_path: Path) -> None:
    path = tmp_path / "log"
    logged = open_log(path)
    logged.command("resign Ann")
    assert logged.note(Incident("cable")) == []
    # A device's numbered note is logged once the game continues.
    assert logged.note(Incident("power"), f"{DEVICE}:7") == []
    assert read_file(path).is_finished
    for number, text in ((8, "undo"), (9, "a1-c3")):
        logged.apply([logged.referee.table.parse(text)], f"{DEVICE}:{number}")
    assert logged.note(Incident("error"), f"{DEVICE}:10") == [Incident("error")]
    logged.writer.close()
    events = objects(read_file(path))[3:]
    assert [each["src"].rpartition(":")[2] for each in events] == ["7", "8", "9", "10"]
    assert survived_in(typed(events)) == {"power": 1, "error": 1}
    assert keep_log(path).referee.state().turn == "Ben"


@pytest.mark.parametrize(
    ("note", "code"),
    [({"event": "survived"}, "log-bad-field"), ({"event": "survived", "what": []}, "log-bad-field")]
    + [({"event": "survived", "what": "flood"}, "log-bad-field")]
    + [({"event": "settings", "kept": kept}, "log-bad-field") for kept in (None, 5, "xy", "AB")]
    + [({"event": "missing", "first": 1, "last": 2}, "log-bad-field")]
    + [({"event": "seats", "seats": seats}, "log-bad-field") for seats in (None, "", "rr", "rx")]
    + [
        ({**MISSING, "first": first, "last": last}, "log-bad-field")
        for first, last in ((0, 1), (2, 1), (True, 2), (1, "2"))
    ]
    + [({**MISSING, "epoch": 5}, "log-bad-field")]
    + [({"event": "survived", "what": "pc", "entry": "a1-c3"}, "log-disagrees")]
    + [({"event": "survived", "what": "pc", "entry": "x"}, "log-refused")],
)
def test_malformed_notes_are_found(note: Event, code: str) -> None:
    assert code_of(noted(2, note)) == code


def test_no_note_may_follow_an_entry_before_its_result() -> None:
    resign = event(2, "resign", entry="resign Ann")
    end = event(4, "end", winner=["Ben"], rule="SW-11")
    assert code_of(resign, noted(3, Incident("pc").json()), end) == "log-disagrees"
    assert code_of(noted(2, Incident("pc").json()), {**resign, "n": 3}, end) == "ok"


@pytest.mark.parametrize(
    ("first", "last", "then", "code"),
    [(2, 4, 5, "ok"), (2, 2, 3, "ok"), (2, 4, 4, "log-device-gap"), (2, 4, 6, "log-device-gap")]
    + [(3, 4, 5, "log-device-gap"), (1, 4, 5, "log-device-gap"), (3, 4, 2, "ok")],
)
def test_events_noted_as_missing_are_no_gap(first: int, last: int, then: int, code: str) -> None:
    events = [moved(2, "a1-c3", 1), noted(3, Missing("ab12", first, last).json())]
    assert code_of(*events, moved(4, "b1-a1", then, "Ben")) == code
    # A note of another epoch does not help here. Two or more numbers may belong to a checkpoint.
    events[1] = noted(3, Missing("cd34", first, last).json())
    assert (code_of(*events, moved(4, "b1-a1", then, "Ben")) == "ok") is (then != 3)
    assert len(missing_in(typed(events))) == 1


@pytest.mark.parametrize("unlogged", range(7))
def test_numbers_missing_from_a_log_must_be_those_of_a_checkpoint(unlogged: int) -> None:
    events = [moved(2, "a1-c3", 1), moved(3, "b1-a1", 2 + unlogged, "Ben")]
    assert (code_of(*events) == "ok") is (unlogged in (0, 2, 3, 4))
    # Only the score is reported before a device restarts. Then the game continues ...
    events[1] = noted(3, Incident("power").json(), f"{DEVICE}:{2 + unlogged}")
    assert (code_of(*events) == "ok") is (unlogged < 5)
    # ... or its end is undone.
    end = {**event(3, "end", winner=["Ben"], rule="SW-11")}
    events = [moved(2, "resign Ann", 1), end, moved(4, "undo", 2 + unlogged)]
    del events[0]["by"], events[2]["by"]
    events[0]["event"], events[2]["event"] = "resign", "undo"
    assert (code_of(*events) == "ok") is (unlogged < 5)


def test_a_torn_log_of_a_finished_game_is_repaired_at_once(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    kept.record(1, NEW)
    kept.record(2, "resign A")
    (path,) = tmp_path.glob("*.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":4,"at')
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 2 and again.torn == [path]
    assert path.read_bytes() == whole


def test_a_log_that_was_cut_in_its_first_line_is_removed(tmp_path: Path) -> None:
    first = forged([header()]).replace(b'": ', b'":').replace(b', "', b',"')
    for size in range(len(first) - 1):
        path = tmp_path / "2026-01-31-180405-switch.jsonl"
        path.write_bytes(first[:size])
        again = event_store(tmp_path)
        assert again.go_on(ORIGIN) == 0 and again.torn == [path] and not path.exists()


@pytest.mark.parametrize("data", [b"x", b'{"n":2', b'{"n":1,"at":"\n', b"{}", b"\n", b"\0"])
def test_files_of_other_programs_are_not_changed(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "diary.jsonl"
    path.write_bytes(data)
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 0 and again.torn == [] and path.read_bytes() == data


def test_a_cut_log_that_cannot_be_removed_stops_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError

    taken = closed_later(EventStore(tmp_path, event_store(tmp_path).clock))
    for name in ("2026-01-31-180405-switch", "2026-01-31-180405-switch-2"):
        (tmp_path / f"{name}.jsonl").touch()
    monkeypatch.setattr(Path, "unlink", refuse)
    assert taken.go_on(ORIGIN) == 0 and taken.torn == []
    taken.record(1, NEW)
    assert (tmp_path / "2026-01-31-180405-switch-3.jsonl").stat().st_size > 0
