"""A device's events become logs, each in its order; what makes no game is not recorded."""

from pathlib import Path

import pytest
from schiri.faults import Fault
from schiri.log.lines import read
from schiri.log.recorder import Disagreement, Origin, Recorder
from schiri.log.writer import read_file

from tests.log.chain import clock, event, forged, header

ORIGIN = Origin("SIM1234", "ab12", "0.1.0")
NEW = "new switch AB layout=1 repetition=3 start=b"
NAMES = {"A": "Ann", "B": "Ben"}


def recorder(folder: Path) -> Recorder:
    return Recorder(folder, clock, NAMES)


def logs_in(folder: Path) -> list[list[str]]:
    """Return the entries of each log."""
    logs = [read_file(path) for path in sorted(folder.iterdir())]
    return [[each["entry"] for each in log.events if "entry" in each] for log in logs]


def test_events_go_into_one_log_a_game(tmp_path: Path) -> None:
    kept = recorder(tmp_path)
    assert kept.go_on(ORIGIN) == 0
    texts = [NEW, "a1-c3", "resign A", NEW.replace("AB", "BA"), "a1-c3", "dispute caf\\xe9"]
    for number, text in enumerate(texts, 1):
        kept.take(number, text)
    assert logs_in(tmp_path) == [["a1-c3", "dispute café"], ["a1-c3", "resign Ann"]]
    first, second = (read_file(path).events for path in sorted(tmp_path.iterdir(), reverse=True))
    assert first[0]["players"] == ["Ann", "Ben"] and second[0]["players"] == ["Ben", "Ann"]
    assert [each["src"] for each in first] == [*(f"SIM1234:ab12:{n}" for n in (1, 2, 3)), "pc"]
    # After a restart it goes on with the event after the last one.
    again = recorder(tmp_path)
    assert again.go_on(ORIGIN) == len(texts)
    again.take(len(texts) + 1, "b1-a1")
    assert logs_in(tmp_path)[0] == ["a1-c3", "dispute café", "b1-a1"]


@pytest.mark.parametrize(
    "text",
    ["new", "new ", "new x", "new chess AB", "new switch A", "new switch ABC", "new switch AA"]
    + ["new joggle ABC", "new switch AB layout", "new switch AB layout=9", "new switch AB x=1"]
    + ["new  switch AB", "new switch A:", "new switch AB layout=bbbbb/bbbbb/bb.ww/wwwww/wwwww"],
)
def test_a_game_that_cannot_begin_is_a_disagreement(tmp_path: Path, text: str) -> None:
    kept = recorder(tmp_path)
    kept.go_on(ORIGIN)
    with pytest.raises(Disagreement) as no:
        kept.take(1, text)
    assert no.value.text == text and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    ["a1-a2", "nonsense", "", "undo", "resign C", "resign Ann", "dispute", "set turn C"],
)
def test_what_our_rules_refuse_is_a_disagreement(tmp_path: Path, text: str) -> None:
    kept = recorder(tmp_path)
    kept.go_on(ORIGIN)
    kept.take(1, NEW)
    with pytest.raises(Disagreement) as no:
        kept.take(2, text)
    assert no.value.text == text
    # What follows it is not recorded either: the log has no gap.
    with pytest.raises(Disagreement):
        kept.take(3, "a1-c3")
    assert logs_in(tmp_path) == [[]]
    # A new game is one.
    kept.take(4, NEW)
    kept.take(5, "a1-c3")
    assert logs_in(tmp_path) == [["a1-c3"], []]


@pytest.mark.parametrize("text", ["\\x", "\\ud800", "\\N{nonsense}", "a\\", "\\x20", "caf\u00e9"])
def test_a_backslash_that_means_nothing_is_one(text: str, tmp_path: Path) -> None:
    kept = recorder(tmp_path)
    kept.go_on(ORIGIN)
    kept.take(1, NEW)
    kept.take(2, f"dispute {text}")
    assert logs_in(tmp_path) == [[f"dispute {text}"]]


def test_an_event_without_a_game_is_a_disagreement(tmp_path: Path) -> None:
    kept = recorder(tmp_path)
    kept.go_on(ORIGIN)
    with pytest.raises(Disagreement):
        kept.take(1, "a1-c3")


def test_other_files_in_the_folder_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "text.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "newer.jsonl").write_bytes(forged([header(format=2)]))
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "missing")
    assert recorder(tmp_path).go_on(ORIGIN) == 0


@pytest.mark.parametrize("more", [{"game": "chess"}, {"players": ["Ann"]}, {"options": {"x": "y"}}])
def test_a_log_of_ours_that_is_no_game_is_told(tmp_path: Path, more: dict[str, object]) -> None:
    of_device = {**header(**more), "src": ORIGIN.source(1), "seats": "AB"}
    (tmp_path / "log.jsonl").write_bytes(forged([of_device]))
    with pytest.raises(Fault) as fault:
        recorder(tmp_path).go_on(ORIGIN)
    assert fault.value.code == "log-not-ours"


def test_a_torn_log_goes_on_after_its_last_whole_event(tmp_path: Path) -> None:
    kept = recorder(tmp_path)
    kept.go_on(ORIGIN)
    for number, text in enumerate([NEW, "a1-c3", "b1-a1"], 1):
        kept.take(number, text)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-9])
    again = recorder(tmp_path)
    assert again.go_on(ORIGIN) == 2 and again.torn == [path]
    again.take(3, "b1-a1")
    assert logs_in(tmp_path) == [["a1-c3", "b1-a1"]] and not read(path.read_bytes()).torn


def test_an_event_of_pc_and_device_in_one_log_is_read(tmp_path: Path) -> None:
    mixed = [header(), event(2, by="Ann", entry="a1-c3"), event(3, "dispute", entry="dispute x")]
    mixed[1]["src"], mixed[2]["src"] = ORIGIN.source(4), "pc"
    (tmp_path / "log.jsonl").write_bytes(forged(mixed))
    assert recorder(tmp_path).go_on(ORIGIN) == 4
