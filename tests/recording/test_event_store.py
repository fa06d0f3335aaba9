"""A device's events become logs, each in its order; events without a game are not recorded."""

from pathlib import Path

import pytest
from schiri.errors import HostError
from schiri.events import EntryMade, HintGiven, Incident
from schiri.log.annotations import missing_in, settings_in
from schiri.log.lines import Log, Times, read
from schiri.log.removal import remove_log
from schiri.log.stored import read_file
from schiri.recording.event_store import Disagreement, EventSource, EventStore
from schiri.recording.restore import restore_requests
from schiri.table.unfinished import offers_in

from tests.closing import alone_in
from tests.log.chain import clock, event, forged, header, objects, typed

ORIGIN = EventSource("SIM1234", "89abcdef", "0.1.0")
NEW = "new switch AB layout=1 repetition=3 start=b"
BOARD = "/".join(["YBYBYBYB", "GRGRGRGR"] * 4)
NAMES = {"A": "Ann", "B": "Ben"}


def event_store(folder: Path) -> EventStore:
    return alone_in(folder, EventStore(folder, clock, NAMES))


def logs_in(folder: Path) -> list[list[str]]:
    """Return the entries of each log."""
    logs = [read_file(path) for path in sorted(folder.glob("*.jsonl"))]
    return [[each["entry"] for each in objects(log) if "entry" in each] for log in logs]


def test_without_a_device_there_is_no_game(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    assert kept.current is None and kept.progress.durable == 0 and kept.letters == ()
    with pytest.raises(AssertionError):
        kept.record(1, NEW)


def test_events_go_into_one_log_a_game(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    assert kept.go_on(ORIGIN) == 0
    texts = [NEW, "a1-c3", "resign A", NEW.replace("AB", "BA"), "a1-c3", "dispute caf\\xe9"]
    for number, text in enumerate(texts, 1):
        kept.record(number, text)
    assert logs_in(tmp_path) == [["a1-c3", "dispute café"], ["a1-c3", "resign Ann"]]
    first, second = (
        objects(read_file(path)) for path in sorted(tmp_path.glob("*.jsonl"), reverse=True)
    )
    assert (first[0]["device"], first[0]["firmware"]) == ("SIM1234", "0.1.0")
    assert first[0]["players"] == ["Ann", "Ben"] and second[0]["players"] == ["Ben", "Ann"]
    assert [each["src"] for each in first] == [*(f"SIM1234:89abcdef:{n}" for n in (1, 2, 3)), "pc"]
    # After a restart it continues with the next event.
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == len(texts)
    again.record(len(texts) + 1, "b1-a1")
    assert logs_in(tmp_path)[0] == ["a1-c3", "dispute café", "b1-a1"]


@pytest.mark.parametrize(
    "text",
    ["new", "new ", "new x", "new chess AB", "new switch A", "new switch ABC", "new switch AA"]
    + ["new joggle ABC", "new switch AB layout", "new switch AB layout=9", "new switch AB x=1"]
    + ["new  switch AB", "new switch A:", "new switch AB layout=bbbbb/bbbbb/bb.ww/wwwww/wwwww"],
)
def test_a_game_that_cannot_begin_is_a_disagreement(tmp_path: Path, text: str) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    with pytest.raises(Disagreement) as no:
        kept.record(1, text)
    assert str(no.value) == text and list(tmp_path.glob("*.jsonl")) == []


@pytest.mark.parametrize(
    "text",
    ["a1-a2", "nonsense", "", "undo", "resign C", "resign Ann", "dispute", "set turn C"]
    + ["dispute \\x1b[2J", "dispute a\\u202eb", "dispute a\\nb"],
)
def test_events_against_the_rules_are_a_disagreement(tmp_path: Path, text: str) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    kept.record(1, NEW)
    with pytest.raises(Disagreement) as no:
        kept.record(2, text)
    assert str(no.value) == text
    # Later events are not recorded either: the log has no gap.
    with pytest.raises(Disagreement) as later:
        kept.record(3, "a1-c3")
    assert str(later.value) == "a1-c3" and logs_in(tmp_path) == [[]]
    # A new game is recorded, and the log before it notes the rejected events as missing.
    kept.record(4, NEW)
    kept.record(5, "a1-c3")
    assert logs_in(tmp_path) == [["a1-c3"], []]
    events = [event for path in tmp_path.glob("*.jsonl") for event in objects(read_file(path))]
    assert [(note.first, note.last) for note in missing_in(typed(events))] == [(2, 3)]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "text", ["\\x", "\\q", "\\ud800", "\\N{nonsense}", "a\\", "\\x20", "caf\u00e9"]
)
def test_an_unknown_escape_is_a_plain_backslash(text: str, tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    kept.record(1, NEW)
    kept.record(2, f"dispute {text}")
    assert logs_in(tmp_path) == [[f"dispute {text}"]]


def test_an_event_without_a_game_is_a_disagreement(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    with pytest.raises(Disagreement) as no:
        kept.record(1, "a1-c3")
    assert str(no.value) == "a1-c3"


def test_events_and_notes_have_source_times_and_roller(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    # Before the first game there is no log for a note.
    assert kept.record(1, "resume", Times(1)) == [] and kept.progress.durable == 1
    told = ["new joggle AB goal=1R", "rolled G", "a1", "R", "resume", "failed memory at x"]
    found = [kept.record(number, text, Times(number)) for number, text in enumerate(told, 2)]
    assert found[1:] == [
        [EntryMade("roll", "G", "Ann", "device")],
        [EntryMade("move", "a1", "Ann")],
        [EntryMade("roll", "R", "Ben", "die")],
        [Incident("power")],
        [Incident("error", "memory at x")],
    ]
    (path,) = tmp_path.glob("*.jsonl")
    events = objects(read_file(path))
    assert [each["src"] for each in events] == [ORIGIN.source(number) for number in range(2, 8)]
    assert [each["ms"] for each in events] == [2, 3, 4, 5, 6, 7]


def test_other_files_in_the_folder_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "text.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "newer.jsonl").write_bytes(forged([header(format=2)]))
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "missing")
    assert event_store(tmp_path).go_on(ORIGIN) == 0


@pytest.mark.parametrize("more", [{"game": "chess"}, {"players": ["Ann"]}, {"options": {"x": "y"}}])
def test_a_log_of_this_device_without_a_valid_game_is_an_error(
    tmp_path: Path, more: dict[str, object]
) -> None:
    of_device = {**header(**more), "src": ORIGIN.source(1), "seats": "AB"}
    (tmp_path / "log.jsonl").write_bytes(forged([of_device]))
    with pytest.raises(HostError) as error:
        event_store(tmp_path).go_on(ORIGIN)
    assert error.value.code == "log-not-ours"


def test_a_torn_log_continues_after_its_last_whole_event(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    for number, text in enumerate([NEW, "a1-c3", "b1-a1"], 1):
        kept.record(number, text)
    (path,) = tmp_path.glob("*.jsonl")
    path.write_bytes(path.read_bytes()[:-9])
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 2 and again.torn == [path]
    again.record(3, "b1-a1")
    assert logs_in(tmp_path) == [["a1-c3", "b1-a1"]] and not read(path.read_bytes()).torn


def test_a_log_that_never_began_is_removed_and_named(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    kept.record(1, NEW)
    (path,) = tmp_path.glob("*.jsonl")
    path.write_bytes(path.read_bytes()[:-9])
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 0 and again.torn == [path] and not path.exists()


def test_an_end_is_undone_after_a_restart(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    for number, text in enumerate([NEW, "a1-c3", "resign A"], 1):
        kept.record(number, text)
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 3
    again.record(4, "undo")
    assert logs_in(tmp_path) == [["a1-c3", "resign Ann", "undo"]]


def test_a_removed_game_is_not_reported_again_and_goes_on_where_it_lies(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    for number, text in enumerate([NEW, "a1-c3"], 1):
        kept.record(number, text)
    kept.close()
    (path,) = tmp_path.glob("*.jsonl")
    removed = remove_log(path)
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 2
    again.record(3, "b1-a1")
    assert logs_in(removed.parent) == [["a1-c3", "b1-a1"]] and logs_in(tmp_path) == []


def test_an_event_of_pc_and_device_in_one_log_is_read(tmp_path: Path) -> None:
    mixed = [header(), event(2, by="Ann", entry="a1-c3"), event(3, "dispute", entry="dispute x")]
    mixed[1]["src"], mixed[2]["src"] = ORIGIN.source(4), "pc"
    (tmp_path / "log.jsonl").write_bytes(forged(mixed))
    kept = event_store(tmp_path)
    assert kept.go_on(ORIGIN) == 4
    with pytest.raises(Disagreement):
        kept.record(5, "hints 1 2")
    # The header does not give the device's letters for its people.
    assert kept.current and kept.letters == ()


def test_a_repeated_event_counts_once(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    for number, text in enumerate([NEW, "a1-c3"], 1):
        assert kept.record(number, text)
        assert kept.record(number, text) == []
    assert kept.record(1, NEW) == [] and logs_in(tmp_path) == [["a1-c3"]]


def test_only_events_on_the_disk_are_acknowledged(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    assert (kept.go_on(ORIGIN), kept.progress.durable) == (0, 0)
    texts = [NEW, "a1-c3", "resign A", "score 0 1 0 0", "resume", "score 0 1 0 0", "undo"]
    found = []
    for number, text in enumerate([*texts, f"board {BOARD}", "new joggle AB board=own"], 1):
        kept.record(number, text)
        found.append(kept.progress.durable)
    # Notes after the end of a game are logged with the undo of that end.
    assert found == [1, 2, 3, 4, 4, 4, 7, 7, 9]
    assert kept.go_on(ORIGIN) == 9
    assert event_store(tmp_path).go_on(ORIGIN) == 9


def test_settings_are_noted_once(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    kept.set_settings("0104")
    kept.record(1, NEW)
    kept.set_settings("0104")
    again = event_store(tmp_path)
    again.go_on(ORIGIN)
    again.set_settings("0104")
    again.set_settings("0103")
    (log,) = (read_file(path) for path in tmp_path.glob("*.jsonl"))
    assert settings_in(log.events) == ["0104", "0103"]
    # The settings of one device do not apply to another.
    again.go_on(ORIGIN._replace(device="SIM5678"))
    again.record(1, NEW)
    assert again.current and settings_in(read_file(again.current.writer.path).events) == []


def test_a_disagreement_is_noted_once_the_game_is_known(
    tmp_path: Path,
) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    kept.record(1, NEW)
    for number, text in enumerate(("a1-e5", "c3-a1"), 2):
        with pytest.raises(Disagreement):
            kept.record(number, text)
    kept.record(4, f"board {BOARD}")
    # The game of this move is still unknown.
    assert kept.record(5, "a1-c3") == []
    kept.record(6, "new switch BA layout=2")
    kept.record(7, "a1-c3")
    logs = (objects(read_file(path)) for path in tmp_path.glob("*.jsonl"))
    first, second = sorted(logs, key=lambda log: "entry" in log[-1])
    notes = [(note.first, note.last) for note in missing_in(typed([*first, *second]))]
    assert notes == [(2, 5)] and second[-1]["entry"] == "a1-c3"
    with pytest.raises(Disagreement):
        kept.record(8, "a1-c3")
    kept.lose(12)
    kept.record(13, NEW)
    events = [event for path in tmp_path.glob("*.jsonl") for event in objects(read_file(path))]
    notes = [(note.first, note.last) for note in missing_in(typed(events))]
    assert sorted(notes) == [(2, 5), (8, 12)]


def test_two_games_of_equal_epochs_are_both_recorded(tmp_path: Path) -> None:
    """Epochs are drawn from 32 bits: a device that has lost its journal may draw an old one
    again.
    """
    first = event_store(tmp_path)
    first.go_on(ORIGIN, 0)
    for number, text in enumerate([NEW, "a1-c3", "b1-a1", "resign A"], 1):
        first.record(number, text)
    # It has made two events in this epoch: the four logged ones belong to another.
    second = event_store(tmp_path)
    assert second.go_on(ORIGIN, 2) == 0 and second.current is None and second.progress.durable == 0
    for number, text in enumerate([NEW, "e5-c3"], 1):
        assert second.record(number, text)
    assert sorted(logs_in(tmp_path)) == [["a1-c3", "b1-a1", "resign Ann"], ["e5-c3"]]
    # A new program continues the current game, whether it is the longer one or not.
    third = event_store(tmp_path)
    assert third.go_on(ORIGIN, 2) == 2 and third.record(3, "d5-e5")
    # The same holds after a compaction.
    texts = [f"checkpoint {ORIGIN.epoch} 1", NEW, "undo"]
    found = [third.record(number, text) for number, text in enumerate(texts, 4)]
    assert found[:2] == [[], []]
    assert sorted(logs_in(tmp_path)) == [
        ["a1-c3", "b1-a1", "resign Ann"],
        ["e5-c3", "d5-e5", "undo"],
    ]
    longer = event_store(tmp_path)
    assert longer.go_on(ORIGIN, 6) == 6


def test_an_epoch_with_fewer_events_than_known_is_requested_from_the_start(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN, 2)
    for number, text in enumerate([NEW, "a1-c3"], 1):
        kept.record(number, text)
    assert kept.go_on(ORIGIN, 2) == 2 and kept.go_on(ORIGIN, 5) == 2
    assert kept.go_on(ORIGIN, 1) == 0 and kept.progress.durable == 0


def test_logs_of_other_epochs_are_not_read_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        kept = event_store(tmp_path)
        kept.go_on(ORIGIN._replace(epoch=f"{number:08x}"))
        kept.record(1, NEW)
    through: list[Path] = []

    def noted(path: Path) -> Log:
        through.append(path)
        return read_file(path)

    monkeypatch.setattr("schiri.log.index.read_file", noted)
    assert event_store(tmp_path).go_on(ORIGIN) == 0 and through == []
    assert event_store(tmp_path).go_on(ORIGIN._replace(epoch="00000001")) == 1
    assert through and all(b":00000001:" in path.read_bytes() for path in through)
    through.clear()
    assert offers_in(tmp_path) == () and through == []


def test_a_log_is_closed_when_another_game_is_continued(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    files = []
    for number in (1, 2):
        kept.record(number, NEW)
        assert kept.current
        files.append(kept.current.writer._file)
    assert [file.closed for file in files] == [True, False]
    kept.leave()
    assert all(file.closed for file in files)


def test_hints_are_recorded_once_and_restored(tmp_path: Path) -> None:
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    told = [NEW.replace("AB", "BA") + " hints-a=2 hints-b=free", "a1-c3", "hints 1 0", "undo"]
    found = [kept.record(number, text, Times(number)) for number, text in enumerate(told, 1)]
    assert kept.current and [line.times.ms for line in kept.current.writer.lines] == [1, 2, 3, 4]
    assert found[2] == [HintGiven("Ann", 1)] and kept.progress.durable == 4
    # A checkpoint repeats it, and the device continues from there, also with another PC.
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 4
    assert again.record(5, "checkpoint 89abcdef 1") == again.record(6, told[0]) == []
    assert again.record(7, "hints 1 0") == [HintGiven("Ann", 1)] and again.progress.durable == 7
    assert again.record(8, "hints 1 1") == [HintGiven("Ben", 1)]
    assert again.record(9, "hints 1 2") == [HintGiven("Ben", 2)]
    # After lost events each changed count is noted once.
    assert again.record(10, "hints 2 3") == [HintGiven("Ben", 3), HintGiven("Ann", 2)][::-1]
    assert again.record(11, "hints 2 3") == [HintGiven("Ben", 3)]
    with pytest.raises(Disagreement) as no:
        again.record(12, "hints x 3")
    assert str(no.value) == "hints x 3"
    *_, new, turn, position, hints = restore_requests(tmp_path, ORIGIN.device, "00000000")
    assert new.startswith("restore 89abcdef 11 switch BA hints-a=2 hints-b=free")
    assert turn == "set turn B" and position.startswith("set position ")
    assert hints == "hints 2 3"


def test_a_named_log_is_used_for_the_next_game_only(tmp_path: Path) -> None:
    kept, named = event_store(tmp_path), tmp_path / "named" / "log.jsonl"
    kept.go_on(ORIGIN)
    paths = []
    for number, log in enumerate((named, None, named), 1):
        kept.next_log = log
        kept.record(number, NEW)
        assert kept.current
        paths.append(kept.current.writer.path)
    # The existing file is another game's.
    assert paths[0] == named and len({*paths}) == 3
    assert all(path.parent == tmp_path for path in paths[1:])
