"""Writing a log: the right to append to a file, the use of a disk, and its failures."""

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from schiri import disk
from schiri.disk import locked, sync
from schiri.errors import HostError
from schiri.events import DeviceSettings, EntryMade, HintGiven, Incident
from schiri.languages import LANGUAGES
from schiri.log import writer as module
from schiri.log.folder import never_began
from schiri.log.lines import FORMAT, Times, iso, read
from schiri.log.logged import continue_log
from schiri.log.stored import read_file
from schiri.log.writer import LogWriter, NoLog, PendingLine, header_of
from schiri.referee import Referee
from schiri.texts import Words
from schiri_device import VERSION
from schiri_engines.registry import row_of

from tests.closing import closed_later
from tests.log.chain import (
    AT,
    AT_TEXT,
    chains_of,
    clock,
    event,
    forged,
    header,
    keep_log,
    log_of,
    objects,
    open_log,
)

OPTIONS = Referee("switch").options
HEADER = header_of(Referee("switch", ["Ann", "Ben"]))
DISPUTE = PendingLine(EntryMade("dispute", "dispute x"))


def writer(path: Path, **more: Any) -> LogWriter:
    return closed_later(LogWriter(path, HEADER, clock, **more))


def refuse(number: int) -> None:
    raise OSError(errno.ENOSPC, "ENOSPC")


def refused(path: Path, code: str) -> None:
    """Check that a file is refused and unchanged."""
    before = path.read_bytes()
    with pytest.raises(HostError) as fault:
        keep_log(path, "a1-c3")
    assert (fault.value.code, fault.value.details["path"]) == (code, path)
    assert path.read_bytes() == before


def test_a_move_that_ends_the_game_is_one_write_and_one_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    logged = open_log(path)
    calls: list[str] = []

    def noted(name: str, call: Callable[..., Any], *words: Any) -> Any:
        calls.append(name)
        return call(*words)

    for name in ("write", "fsync"):
        monkeypatch.setattr(os, name, partial(noted, name, getattr(os, name)))
    assert [event.kind for event in logged.command("resign Ann")] == ["resign", "end"]
    assert calls == ["write", "fsync"]
    logged.note(Incident("power"), "DEV1:89abcdef:7")
    assert calls == ["write", "fsync"]
    # A note held back until the undo of an end is written with that undo.
    logged.command("undo")
    assert calls == ["write", "fsync"] * 2
    assert [event["event"] for event in objects(read_file(path))] == [
        "game", "resign", "end", "survived", "undo",
    ]  # fmt: skip


def test_no_line_is_written_before_the_one_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, hours = tmp_path / "log", iter([2, 1, 5, 3, 1, 6])
    times: list[datetime] = []

    def set_back() -> datetime:
        times.append(AT + timedelta(hours=next(hours)))
        return times[-1]

    monkeypatch.setattr("tests.log.test_writer.clock", set_back)
    first = writer(path)
    for number in range(3):
        first.append([PendingLine(EntryMade("dispute", f"dispute {number}"))])
    first.close()
    again = writer(path)
    for number in range(2):
        again.append([PendingLine(EntryMade("dispute", f"dispute {number}"))])
    again.close()
    written = [line.at for line in read_file(path).lines]
    assert written == [iso(AT + timedelta(hours=hour)) for hour in (2, 2, 5, 5, 5, 6)]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EPERM])
def test_a_folder_without_locks_is_reported_with_the_remedy(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def flock(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(HostError, match="folder-without-locks") as error:
        writer(tmp_path / "a.jsonl")
    assert error.value.details["path"] == tmp_path
    for language in LANGUAGES:
        words = Words(language).error(error.value)
        assert str(tmp_path) in words and "schiri config logs" in words


def test_a_last_line_without_its_newline_is_kept_and_completed(tmp_path: Path) -> None:
    path, other = tmp_path / "log", tmp_path / "other"
    whole = log_of(path, "a1-c3", "b1-a1")
    path.write_bytes(whole[:-1])
    opened = writer(path)
    assert not opened.was_torn and len(opened.past) == 3 and path.read_bytes() == whole[:-1]
    opened.append([DISPUTE])
    opened.close()
    assert path.read_bytes() == log_of(other, "a1-c3", "b1-a1", "dispute x")
    # A header alone is a game, and can still be replaced.
    path.write_bytes(log_of(tmp_path / "new")[:-1])
    assert not never_began(path)
    begun = writer(path)
    begun.replace_header(HEADER)
    begun.append([DISPUTE])
    assert path.read_bytes() == log_of(tmp_path / "newer", "dispute x")


@pytest.mark.parametrize("size", range(-2, -160, -11))
def test_a_torn_line_is_dropped_at_the_next_write(tmp_path: Path, size: int) -> None:
    path = tmp_path / "log"
    whole = log_of(path, "a1-c3", "b1-a1")
    path.write_bytes(whole[:size])
    kept = whole[: whole.rindex(b"\n", 0, -1) + 1]
    opened = writer(path)
    assert opened.was_torn and len(opened.past) == 2
    # Nothing was written so far: the program may still find that it is another one's log.
    assert path.read_bytes() == whole[:size]
    opened.append([PendingLine(EntryMade("dispute", "dispute x"))])
    opened.close()
    found = path.read_bytes()
    assert found.startswith(kept) and found[len(kept) :].startswith(b'{"n":3,')
    assert not read(found).torn and read(found).chain == chains_of(found)[-1]


def test_a_finished_game_is_refused_torn_or_not(tmp_path: Path) -> None:
    path = tmp_path / "log"
    finished = log_of(path, "a1-c3", "resign Ann")
    refused(path, "log-finished")
    path.write_bytes(finished + b'{"n":5,"at"')
    refused(path, "log-finished")
    with pytest.raises(HostError, match="log-finished"):
        writer(path)
    # A device may continue: an end can be undone.
    assert len(writer(path, may_be_finished=True).past) == 4


WHOLE = forged([header(), event(2, by="Ann", entry="a1-c3")])
ILLEGAL = forged([header(), event(2, by="Ann", entry="a1-a2")])
FOREIGN = [b"", b"text", b"text\n", b"\x00" * 100, b"{}\n", forged([header()])[:-2]]
FOREIGN += [ILLEGAL, ILLEGAL + b'{"n":3,"at"', WHOLE.replace(b"a1-c3", b"e1-c3"), WHOLE[:-1] + b" "]
OTHERS: list[dict[str, object]] = [{"players": ["Ben", "Ann"]}, {"players": ["Ann", "Cleo"]}]
OTHERS += [{"players": []}, {"options": {}}, {"game": "joggle"}]
OTHERS += [{"options": {"layout": "2", "repetition": "3", "start": "b"}}]
OTHERS += [{"options": {"layout": "1", "repetition": "off", "start": "b"}}]


@pytest.mark.parametrize(
    ("data", "code"),
    [*((data, "log-not-ours") for data in FOREIGN), (forged([header(format=2)]), "log-too-new")]
    + [
        (forged([header(**more)]) + tail, "log-different")
        for more in OTHERS
        for tail in (b"", b'{"n":2,"at"')
    ],
)
def test_files_that_are_no_log_of_this_game_are_refused(
    data: bytes, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    refused(path, code)
    # It is left to others.
    assert locked(path)


def test_paths_that_are_no_files_are_refused(tmp_path: Path) -> None:
    pipe, file, long = tmp_path / "pipe", tmp_path / "file", tmp_path / ("x" * 300)
    os.mkfifo(pipe)
    file.touch()
    null = Path(os.devnull)
    for act, code, paths in (
        (writer, "log-not-ours", (tmp_path, pipe, null)),
        (writer, "file-unwritable", (file / "log", file / "below" / "log", long)),
        (read_file, "file-unreadable", (tmp_path / "missing", tmp_path, long)),
        (read_file, "file-endless", (pipe, null)),
    ):
        for path in paths:
            with pytest.raises(HostError) as fault:
                act(path)
            assert (fault.value.code, fault.value.details["path"]) == (code, path)
            assert not code.startswith("file-un") or fault.value.details["reason"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_game_without_a_log_writes_nothing() -> None:
    log = NoLog(HEADER)
    assert (log.path, log.header) == (Path(os.devnull), HEADER)
    assert (log.past, log.was_torn) == ([], False)
    log.append([DISPUTE])
    log.put_right()
    log.replace_header(replace(HEADER, seats="uwr"))
    log.close()
    assert log.header.seats == "uwr"


def test_a_header_that_cannot_be_replaced_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    log = writer(path)
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", refuse)
        with pytest.raises(HostError, match="file-unwritable"):
            log.replace_header(replace(HEADER, seats="uwr"))
    assert not list(tmp_path.glob("*.new")) and read_file(path).header.seats is None
    log.append([PendingLine(Incident("cable"))])
    log.close()
    assert read_file(path).header.seats is None


@pytest.mark.parametrize("is_there", [False, True])
def test_a_disk_that_is_full_at_once_leaves_no_file_open(
    is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[FileIO] = []

    def remember(path: Path, mode: str) -> FileIO:
        opened.append(disk.open_private(path, mode))
        return opened[-1]

    if is_there:
        writer(tmp_path / "log").close()
    with monkeypatch.context() as full:
        full.setattr(module, "open_private", remember)
        full.setattr(os, "fsync", refuse)
        with pytest.raises(HostError, match="file-unwritable"):
            writer(tmp_path / "log")
    assert opened and all(file.closed for file in opened)
    # Nor does it block others.
    assert writer(tmp_path / "other").past == []


def test_a_log_has_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "log"
    first = open_log(path)
    first.command("a1-c3")
    held = path.read_bytes()
    refused(path, "log-in-use")
    with pytest.raises(HostError, match="log-in-use"):
        continue_log(path, clock)
    # Others may read it meanwhile, and its own writer continues.
    assert len(read_file(path).lines) == 2
    first.command("b1-a1")
    assert path.read_bytes().startswith(held)
    first.writer.close()
    assert len(keep_log(path, "dispute x").writer.past) == 3


def test_writer_and_reader_have_the_same_lines(tmp_path: Path) -> None:
    path = tmp_path / "log"
    new = closed_later(LogWriter(path, HEADER, clock))
    assert new.lines == list(read_file(path).lines) and new.past == []
    new.replace_header(replace(HEADER, seats="BA"))
    assert new.lines == list(read_file(path).lines) and new.lines[0].event == new.header
    new.append(
        [
            PendingLine(DeviceSettings("0104"), "DEV1:89abcdef:7", Times(12)),
            PendingLine(Incident("pc")),
        ]
    )
    new.close()
    again = closed_later(LogWriter(path, new.header, clock))
    again.append([PendingLine(Incident("cable"))])
    assert again.lines == list(read_file(path).lines) and again.past == new.lines
    assert [line.n for line in again.lines] == [1, 2, 3, 4]


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of synced files, with their lengths, and of folders."""
    found: list[str] = []

    def noted(number: int) -> None:
        found.append(f"file {os.fstat(number).st_size}")
        sync(number)

    for place in (module, disk):
        monkeypatch.setattr(place, "sync", noted)
        monkeypatch.setattr(place, "sync_folder", lambda folder: found.append(folder.name))
    return found


def test_new_folders_are_synced(tmp_path: Path, synced: list[str]) -> None:
    path = tmp_path / "one" / "two" / "log"
    writer(path)
    assert sorted(synced[:2]) == sorted([tmp_path.name, "one"])
    assert synced[2:] == ["two", f"file {path.stat().st_size}"]


def test_unsynced_bytes_of_another_program_are_synced(tmp_path: Path, synced: list[str]) -> None:
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
    # An empty list changes nothing.
    opened.append([])
    assert synced == [] and path.stat().st_size > size
    opened.append([DISPUTE])
    assert synced == [f"file {size}", f"file {path.stat().st_size}"]


def test_partial_writes_of_a_byte_are_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write = tmp_path / "log", os.write
    opened = writer(path)
    monkeypatch.setattr(os, "write", lambda number, data: write(number, data[:1]))
    opened.append([DISPUTE, DISPUTE])
    assert len(read_file(path).lines) == 3


def test_a_header_without_events_can_be_replaced(tmp_path: Path, synced: list[str]) -> None:
    path = tmp_path / "log"
    log = writer(path)
    synced.clear()
    log.replace_header(other := replace(HEADER, seats="uwr"))
    assert synced == [f"file {path.stat().st_size}", tmp_path.name]
    assert log.header == other == read_file(path).header
    log.append([PendingLine(Incident("cable"))])
    # After an event the header is fixed.
    log.replace_header(replace(HEADER, seats="ryg"))
    log.close()
    found = read_file(path)
    assert found.header == other and [each.kind for each in found.events[1:]] == ["survived"]
    assert not list(tmp_path.glob("*.new"))


def test_a_failed_write_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    before = log_of(path, "a1-c3")
    opened = writer(path)

    def fail(number: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as failing:
        failing.setattr(module, "sync", fail)
        with pytest.raises(HostError, match="file-unwritable") as fault:
            opened.append([DISPUTE])
    assert fault.value.details["reason"] == "EIO" and path.read_bytes() == before
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
def test_nothing_is_written_to_a_file_that_was_replaced(
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
    with pytest.raises(HostError) as fault:
        opened.append([DISPUTE])
    assert (fault.value.code, fault.value.details) == ("log-vanished", {"path": path})


def test_a_line_has_its_proof_and_its_times() -> None:
    proof = HintGiven("Ann", 2)
    made = EntryMade("move", "a1-c3", "Ann")
    found = PendingLine(made, "SIM:ab:3", Times(7, AT_TEXT, 20), proof).line(3, AT_TEXT).json
    assert found["proof"] == proof.json()
    assert (found["ms"], found["when"], found["within_ms"]) == (7, AT_TEXT, 20)
    plain = PendingLine(made).line(3, AT_TEXT).json
    assert plain == {"n": 3, "at": AT_TEXT, "src": "pc", **made.json()}


def test_newer_options_with_default_values_are_not_in_the_header() -> None:
    assert {"hints-a", "device-b"} <= {*OPTIONS} and HEADER.options.keys().isdisjoint(
        {"hints-a", "hints-b", "device-a", "device-b"}
    )
    wanted = header_of(Referee("switch", ["Ann", "Ben"], {**OPTIONS, "hints-a": "3"}))
    assert wanted.options["hints-a"] == "3" and "hints-b" not in wanted.options


def test_a_header_says_who_plays_what_with_which_device_and_rules() -> None:
    found = header_of(Referee("switch", ["Ann", "Ben"]), "SIM1", "0.1.0", "AB")
    assert (found.format, found.game, found.players) == (FORMAT, "switch", ("Ann", "Ben"))
    assert (found.device, found.firmware, found.seats) == ("SIM1", "0.1.0", "AB")
    assert (found.rules, found.schiri) == (row_of("switch").digest, VERSION)


def test_an_error_while_opening_names_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_folder(_path: Path) -> None:
        raise OSError(errno.EIO, "EIO")

    monkeypatch.setattr(module, "sync_folder", refuse_folder)
    with pytest.raises(HostError, match="file-unwritable") as fault:
        writer(tmp_path / "log")
    assert fault.value.details["path"] == tmp_path / "log"


def test_a_new_log_is_whole_and_says_when_it_began(tmp_path: Path) -> None:
    opened = closed_later(
        LogWriter(tmp_path / "log", HEADER, clock, "SIM1:ab:1", times=Times(7, AT_TEXT, 20))
    )
    assert opened.header == HEADER and not opened.was_torn
    (line,) = read_file(tmp_path / "log").lines
    assert (line.src, line.times) == ("SIM1:ab:1", Times(7, AT_TEXT, 20))


@pytest.mark.parametrize("name", ["write", "ftruncate"])
def test_disk_errors_name_the_log_and_writing_can_continue(
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
    # The written part of a line is removed before the next line, once.
    opened.append([DISPUTE])
    cuts: list[int] = []
    monkeypatch.setattr(os, "ftruncate", lambda number, size: cuts.append(size))
    opened.append([DISPUTE])
    assert len(read_file(path).lines) == 3 and cuts == []


def test_a_file_that_cannot_be_opened_or_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *words: object, **more: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    opened = writer(tmp_path / "log")
    (tmp_path / "cut").write_bytes(b"{")
    monkeypatch.setattr(disk, "open", refuse, raising=False)
    for act in (lambda: writer(tmp_path / "new"), lambda: opened.replace_header(HEADER)):
        with pytest.raises(HostError, match="file-unwritable") as fault:
            act()
        assert fault.value.details["path"] in (tmp_path / "new", tmp_path / "log")
    monkeypatch.setattr(Path, "open", refuse)
    assert not never_began(tmp_path / "cut")
