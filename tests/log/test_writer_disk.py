"""What a log's writer asks of a disk, and in which order; what of a folder is a log."""

import errno
import json
import os
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from schiri.disk import sync, sync_folder
from schiri.errors import HostError
from schiri.events import HintGiven, Made
from schiri.log import writer as module
from schiri.log.finding import first_and_last, having
from schiri.log.lines import FORMAT, read
from schiri.log.stored import read_file
from schiri.log.times import Times
from schiri.log.writer import LogWriter, Sourced, header_of, logs_in, looks_in, never_began
from schiri.referee import Referee
from schiri_device import VERSION
from schiri_engines.registry import RULES_DIGEST

from tests.closing import closed_later
from tests.log.chain import AT_TEXT, clock, forged, header, keep_log, log_of

OPTIONS = Referee("switch").options
HEADER = header_of("switch", OPTIONS, ["Ann", "Ben"])
DISPUTE = Sourced(Made("dispute", "dispute x"))


def writer(path: Path) -> LogWriter:
    return closed_later(LogWriter(path, HEADER, clock))


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is synced, by name: files with how long they are, folders."""
    found: list[str] = []

    def noted(number: int) -> None:
        found.append(f"file {os.fstat(number).st_size}")
        sync(number)

    def noted_folder(folder: Path) -> None:
        found.append(folder.name)
        sync_folder(folder)

    monkeypatch.setattr(module, "sync", noted)
    monkeypatch.setattr(module, "sync_folder", noted_folder)
    return found


def test_names_of_new_folders_are_on_the_disk_as_well(tmp_path: Path, synced: list[str]) -> None:
    path = tmp_path / "one" / "two" / "log"
    writer(path)
    assert sorted(synced[:2]) == sorted([tmp_path.name, "one"])
    assert synced[2:] == ["two", f"file {path.stat().st_size}"]


def test_what_another_program_has_left_unsynced_is_synced(
    tmp_path: Path, synced: list[str]
) -> None:
    size = len(log_of(tmp_path / "log", "a1-c3"))
    synced.clear()
    writer(tmp_path / "log")
    assert synced == [f"file {size}", tmp_path.name]


def test_a_cut_line_is_gone_from_the_disk_before_the_next_is_written(
    tmp_path: Path, synced: list[str]
) -> None:
    path = tmp_path / "log"
    size = len(log_of(path, "a1-c3"))
    path.write_bytes(path.read_bytes() + b'{"n":3')
    opened = writer(path)
    synced.clear()
    # Nothing to write changes nothing.
    opened.append([])
    assert synced == [] and path.stat().st_size > size
    opened.append([DISPUTE])
    assert synced == [f"file {size}", f"file {path.stat().st_size}"]


def test_another_header_is_on_the_disk_with_its_name(tmp_path: Path, synced: list[str]) -> None:
    path = tmp_path / "log"
    opened = writer(path)
    synced.clear()
    opened.replace_header(other := replace(HEADER, seats="uwr"))
    assert synced == [f"file {path.stat().st_size}", tmp_path.name]
    assert opened.header == other == read_file(path).header


def test_a_disk_that_takes_a_byte_at_a_time_takes_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write = tmp_path / "log", os.write
    opened = writer(path)
    monkeypatch.setattr(os, "write", lambda number, data: write(number, data[:1]))
    opened.append([DISPUTE, DISPUTE])
    assert len(read_file(path).lines) == 3


def test_what_the_disk_may_not_have_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    before = log_of(path, "a1-c3")
    opened = writer(path)

    def fail(number: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as failing:
        failing.setattr(module, "sync", fail)
        with pytest.raises(HostError, match="file-unwritable"):
            opened.append([DISPUTE])
    assert path.read_bytes() == before
    opened.append([DISPUTE])
    assert len(read_file(path).lines) == 3


def lengthened(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"{")


def replaced(path: Path) -> None:
    data = path.read_bytes()
    path.rename(path.with_name("moved"))
    path.write_bytes(data)


def gone(path: Path) -> None:
    path.rename(path.with_name("moved"))


@pytest.mark.parametrize("vanish", [lengthened, replaced, gone], ids=lambda each: each.__name__)
@pytest.mark.parametrize("when", ["before", "while"])
def test_into_a_file_that_is_not_ours_any_more_nothing_is_written(
    when: str, vanish: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write = tmp_path / "log", os.write
    opened = writer(path)

    def write_and_vanish(number: int, data: bytes) -> int:
        if when == "before":
            raise AssertionError("it was to be looked at first")
        done = write(number, data)
        vanish(path)
        return done

    if when == "before":
        vanish(path)
    monkeypatch.setattr(os, "write", write_and_vanish)
    with pytest.raises(HostError, match="log-vanished"):
        opened.append([DISPUTE])


# What a line says


def test_a_line_has_its_proof_and_its_times() -> None:
    proof = HintGiven("Ann", 2)
    made = Made("move", "a1-c3", "Ann")
    found = Sourced(made, "SIM:ab:3", Times(7, AT_TEXT, 20), proof).json()
    assert found["proof"] == proof.json()
    assert (found["ms"], found["when"], found["within_ms"]) == (7, AT_TEXT, 20)
    assert Sourced(made).json() == made.json()


def test_options_that_came_later_are_in_no_header_that_does_not_need_them() -> None:
    assert {"hints-a", "device-b"} <= {*OPTIONS} and HEADER.options.keys().isdisjoint(
        {"hints-a", "hints-b", "device-a", "device-b"}
    )
    wanted = header_of("switch", {**OPTIONS, "hints-a": "3"}, ["Ann", "Ben"])
    assert wanted.options["hints-a"] == "3" and "hints-b" not in wanted.options


# What of a folder is a log


def test_each_file_of_a_folder_is_told_as_what_it_is(tmp_path: Path) -> None:
    whole = log_of(tmp_path / "whole.jsonl", "a1-c3")
    (tmp_path / "newer.jsonl").write_bytes(forged([header(format=2)]))
    (tmp_path / "broken.jsonl").write_bytes(b"text\n")
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "endless.jsonl").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "other.txt").write_bytes(whole)
    found = dict(logs_in(tmp_path))
    logs = {path.stem: log for path, log in found.items()}
    assert logs.pop("whole") == read(whole)
    assert logs == dict.fromkeys(("newer", "broken", "empty", "folder", "endless", "pipe"))
    assert dict(looks_in(tmp_path, lambda file: file.read()))[tmp_path / "folder.jsonl"] == b""
    # What is none of those that are looked for is not read through; of none it is known.
    some = {path.stem for path, _ in logs_in(tmp_path, lambda file: b"text" in file.read())}
    assert some == {"broken", "empty", "folder", "endless", "pipe"}


@pytest.mark.parametrize("begins", [b"", b'{"n":1,"at":"', b"\n", b'{"n":1}\n'])
def test_a_large_file_among_the_logs_is_never_in_memory_as_a_whole(
    begins: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.jsonl"
    path.write_bytes(begins)
    os.truncate(path, 1 << 23)
    for name in ("finding", "lines", "writer"):
        monkeypatch.setattr(f"schiri.log.{name}.LONGEST_LINE", 1 << 16)
    monkeypatch.setattr("schiri.log.finding.PIECE", 1 << 16)
    tracemalloc.start()
    try:
        for may_be in (having("mark"), lambda file: first_and_last(file) == ({}, {})):
            found = [log for _, log in logs_in(tmp_path, may_be)]
            assert found in ([], [None]) and not never_began(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_only_a_file_can_be_a_log_that_never_began(tmp_path: Path) -> None:
    cut, pipe = tmp_path / "cut", tmp_path / "pipe"
    cut.write_bytes(b'{"n":1,')
    os.mkfifo(pipe)
    assert never_began(cut)
    for path in (pipe, tmp_path, tmp_path / "missing"):
        assert not never_began(path)
    log_of(tmp_path / "log")
    assert not never_began(tmp_path / "log")
    assert json.loads((tmp_path / "log").read_text())["event"] == "game"


def test_only_the_same_game_goes_on(tmp_path: Path) -> None:
    keep_log(tmp_path / "log", "a1-c3")
    with pytest.raises(HostError, match="log-different"):
        keep_log(tmp_path / "log", options={"layout": "2"})


def test_a_header_says_who_plays_what_with_which_device_and_rules() -> None:
    found = header_of("switch", OPTIONS, ["Ann", "Ben"], "SIM1", "0.1.0", "AB")
    assert (found.format, found.game, found.players) == (FORMAT, "switch", ("Ann", "Ben"))
    assert (found.device, found.firmware, found.seats) == ("SIM1", "0.1.0", "AB")
    assert (found.rules, found.schiri) == (RULES_DIGEST, VERSION)


def test_each_fault_names_the_log(tmp_path: Path) -> None:
    def fault_of(path: Path) -> tuple[str, object]:
        with pytest.raises(HostError) as fault:
            writer(path)
        assert set(fault.value.details) <= {"path", "reason"}
        return fault.value.code, fault.value.details["path"]

    (tmp_path / "file").touch()
    keep_log(tmp_path / "over", "resign Ann")
    keep_log(tmp_path / "other", options={"layout": "2"})
    opened = writer(tmp_path / "open")
    for name, code in (
        *(("over", "log-finished"), ("other", "log-different"), ("open", "log-in-use")),
        *(("file", "log-not-ours"), ("file/log", "file-unwritable")),
    ):
        assert fault_of(tmp_path / name) == (code, tmp_path / name)
    assert fault_of(tmp_path) == ("log-not-ours", tmp_path)
    opened.path.unlink()
    with pytest.raises(HostError) as fault:
        opened.append([DISPUTE])
    assert (fault.value.code, fault.value.details) == ("log-vanished", {"path": opened.path})


def test_a_new_log_is_whole_and_says_when_it_began(tmp_path: Path) -> None:
    opened = closed_later(
        LogWriter(tmp_path / "log", HEADER, clock, "SIM1:ab:1", times=Times(7, AT_TEXT, 20))
    )
    assert opened.header == HEADER and not opened.was_torn
    (line,) = read_file(tmp_path / "log").lines
    assert (line.src, line.times) == ("SIM1:ab:1", Times(7, AT_TEXT, 20))


@pytest.mark.parametrize("name", ["write", "ftruncate"])
def test_what_a_disk_refuses_is_told_with_the_log_and_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write = tmp_path / "log", os.write
    keep_log(path)
    path.write_bytes(path.read_bytes() + b'{"n"' * (name == "ftruncate"))
    opened = writer(path)

    def fail(number: int, *words: bytes) -> None:
        if name == "write":
            write(number, words[0][:5])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as failing:
        failing.setattr(os, name, fail)
        with pytest.raises(HostError, match="file-unwritable") as fault:
            opened.append([DISPUTE])
    assert fault.value.details["path"] == path
    # What has come through of a line goes before the next one, once.
    opened.append([DISPUTE])
    cuts: list[int] = []
    monkeypatch.setattr(os, "ftruncate", lambda number, size: cuts.append(size))
    opened.append([DISPUTE])
    assert len(read_file(path).lines) == 3 and cuts == []


def test_a_file_that_cannot_be_opened_or_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *words: object, **more: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    opened = writer(tmp_path / "log")
    (tmp_path / "cut").write_bytes(b"{")
    monkeypatch.setattr(Path, "open", refuse)
    for act in (lambda: writer(tmp_path / "new"), lambda: opened.replace_header(HEADER)):
        with pytest.raises(HostError, match="file-unwritable") as fault:
            act()
        assert fault.value.details["path"] in (tmp_path / "new", tmp_path / "log")
    monkeypatch.setattr(Path, "open", refuse)
    assert not never_began(tmp_path / "cut")
