"""Who may go on with a log file, and what happens when the disk does not take it."""

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
from schiri.disk import Lock
from schiri.errors import HostError
from schiri.events import Made, Settings, Survived
from schiri.log.lines import read
from schiri.log.stored import read_file
from schiri.log.times import Times, iso
from schiri.log.writer import LogWriter, Sourced, header_of
from schiri.referee import Referee

from tests.closing import closed_later
from tests.log.chain import (
    AT,
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

HEADER = header_of("switch", Referee("switch").options, ["Ann", "Ben"])


def writer(path: Path, may_be_finished: bool = False) -> LogWriter:
    return closed_later(LogWriter(path, HEADER, clock, may_be_finished=may_be_finished))


def refuse(number: int) -> None:
    raise OSError(errno.ENOSPC, "ENOSPC")


def refused(path: Path, code: str) -> None:
    """Assert that a file is refused, and left as it was."""
    before = path.read_bytes()
    with pytest.raises(HostError) as fault:
        keep_log(path, "a1-c3")
    assert fault.value.code == code
    assert path.read_bytes() == before


def test_a_new_file_begins_with_its_header(tmp_path: Path) -> None:
    path = tmp_path / "not" / "yet" / "there.jsonl"
    writer(path).close()
    log = read_file(path)
    assert [event["event"] for event in objects(log)] == ["game"]
    assert not log.torn and not log.is_finished


def test_every_event_is_on_the_disk_before_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    synced: list[int] = []

    def fsync(number: int) -> None:
        if os.fstat(number).st_ino == path.stat().st_ino:
            synced.append(path.stat().st_size)
        else:
            # Without its name in the folder nobody would find it.
            assert os.fstat(number).st_ino == tmp_path.stat().st_ino and not synced
            named.append(number)

    named: list[int] = []
    monkeypatch.setattr(os, "fsync", fsync)
    logged = open_log(path)
    assert len(named) == 1
    for count, command in enumerate(["a1-c3", "undo", "dispute x"], 2):
        logged.command(command)
        assert len(synced) == count and synced[-1] == path.stat().st_size
    assert synced == sorted(set(synced)) and len(named) == 1


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
    logged.note(Survived("power"), "DEV1:89abcdef:7")
    assert calls == ["write", "fsync"]
    # What was held back until the end is undone goes with what undoes it.
    logged.command("undo")
    assert calls == ["write", "fsync"] * 2
    assert [event["event"] for event in objects(read_file(path))] == [
        "game", "resign", "end", "survived", "undo",
    ]  # fmt: skip


def test_an_unfinished_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "log"
    first = keep_log(path, "a1-c3", "b1-a1").referee.state()
    before = path.read_bytes()
    again = keep_log(path)
    assert again.referee.state() == first and path.read_bytes() == before
    keep_log(path, "c3-b1")
    assert path.read_bytes().startswith(before)
    assert read_file(path).chain == chains_of(path.read_bytes())[-1]
    assert len(read_file(path).lines) == 4


def test_no_line_is_written_before_the_one_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, hours = tmp_path / "log", iter([2, 5, 3, 1, 6])
    times: list[datetime] = []

    def set_back() -> datetime:
        times.append(AT + timedelta(hours=next(hours)))
        return times[-1]

    monkeypatch.setattr("tests.log.test_writer.clock", set_back)
    first = writer(path)
    for number in range(2):
        first.append([Sourced(Made("dispute", f"dispute {number}"))])
    first.close()
    again = writer(path)
    for number in range(2):
        again.append([Sourced(Made("dispute", f"dispute {number}"))])
    again.close()
    written = [line.at for line in read_file(path).lines]
    assert written == [iso(AT + timedelta(hours=hour)) for hour in (2, 5, 5, 5, 6)]


@pytest.mark.parametrize("size", range(-1, -160, -11))
def test_a_torn_line_is_left_out_once_the_game_goes_on(tmp_path: Path, size: int) -> None:
    path = tmp_path / "log"
    whole = log_of(path, "a1-c3", "b1-a1")
    path.write_bytes(whole[:size])
    kept = whole[: whole.rindex(b"\n", 0, -1) + 1]
    opened = writer(path)
    assert opened.was_torn and len(opened.past) == 2
    # So far nothing was written: whoever opened it may find that it is not theirs.
    assert path.read_bytes() == whole[:size]
    opened.append([Sourced(Made("dispute", "dispute x"))])
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
    # A device goes on all the same: an end can be undone.
    assert len(writer(path, may_be_finished=True).past) == 4


@pytest.mark.parametrize(
    "more",
    [{"players": ["Ben", "Ann"]}, {"players": ["Ann", "Cleo"]}, {"players": []}]
    + [{"options": {"layout": "2", "repetition": "3", "start": "b"}}, {"options": {}}]
    + [{"options": {"layout": "1", "repetition": "off", "start": "b"}}, {"game": "joggle"}],
    ids=repr,
)
@pytest.mark.parametrize("tail", [b"", b'{"n":2,"at"'])
def test_another_game_is_refused(tmp_path: Path, more: dict[str, object], tail: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(forged([header(**more)]) + tail)
    refused(path, "log-different")


@pytest.mark.parametrize(
    "data", [b"", b"text", b"text\n", b"\x00" * 100, b"{}\n", forged([header()])[:-1]]
)
def test_what_is_no_log_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "log"
    path.write_bytes(data)
    refused(path, "log-not-ours")


@pytest.mark.parametrize("tail", [b"", b'{"n":3,"at"'])
def test_a_log_whose_game_breaks_the_rules_is_refused(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "log"
    illegal = event(2, by="Ann", entry="a1-a2")
    path.write_bytes(forged([header(), illegal]) + tail)
    refused(path, "log-not-ours")


def test_a_changed_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    whole = log_of(path, "a1-c3")
    path.write_bytes(whole.replace(b"a1-c3", b"e1-c3"))
    refused(path, "log-not-ours")
    path.write_bytes(whole[:-1] + b" ")
    refused(path, "log-not-ours")


def test_a_newer_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(forged([header(format=2)]))
    refused(path, "log-too-new")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe, Path(os.devnull)):
        with pytest.raises(HostError) as fault:
            writer(path)
        assert fault.value.code == "log-not-ours"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for path in (file / "log", file / "below" / "log", tmp_path / ("x" * 300)):
        with pytest.raises(HostError) as fault:
            writer(path)
        assert fault.value.code == "file-unwritable" and fault.value.details["reason"]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path, tmp_path / ("x" * 300)):
        with pytest.raises(HostError) as fault:
            read_file(path)
        assert fault.value.code == "file-unreadable" and fault.value.details["reason"]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path(os.devnull), pipe):
        with pytest.raises(HostError) as fault:
            read_file(path)
        assert fault.value.code == "file-endless"


def test_a_full_disk_is_told_and_the_log_stays_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    keep_log(path, "a1-c3")
    logged = open_log(path)

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", refuse)
        with pytest.raises(HostError) as fault:
            logged.command("b1-a1")
    assert fault.value.code == "file-unwritable"
    assert fault.value.details["reason"] == "ENOSPC"
    logged.writer.close()
    # Whatever has reached the disk is good, and the game goes on from there.
    assert read_file(path).chain == chains_of(path.read_bytes())[-1]
    keep_log(path, "dispute x")
    assert not read_file(path).torn


def test_another_header_takes_the_place_of_one_that_stands_alone(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = writer(path)
    log.replace_header(replace(HEADER, seats="uwr"))
    log.append([Sourced(Survived("cable"))])
    # To what has happened nothing is changed.
    log.replace_header(replace(HEADER, seats="ryg"))
    log.close()
    found = read_file(path)
    assert found.header.seats == "uwr" and [each.kind for each in found.events[1:]] == ["survived"]
    assert not list(tmp_path.glob("*.new"))


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
    log.append([Sourced(Survived("cable"))])
    log.close()
    assert read_file(path).header.seats is None


@pytest.mark.parametrize("is_there", [False, True])
def test_where_the_disk_is_full_at_once_no_file_is_left_open(
    is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[FileIO] = []

    def remember(path: Path, *how: str, **more: int) -> FileIO:
        opened.append(open_file(path, *how, **more))
        return opened[-1]

    if is_there:
        writer(tmp_path / "log").close()
    open_file: Callable[..., FileIO] = Path.open
    with monkeypatch.context() as full:
        full.setattr(Path, "open", remember)
        full.setattr(os, "fsync", refuse)
        with pytest.raises(HostError, match="file-unwritable"):
            writer(tmp_path / "log")
    assert opened and all(file.closed for file in opened)
    # Nor does it keep others from it.
    assert writer(tmp_path / "other").past == []


def test_one_writer_at_a_time_has_a_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    first = open_log(path)
    first.command("a1-c3")
    held = path.read_bytes()
    refused(path, "log-in-use")
    # It may be read meanwhile, and its own writer goes on.
    assert len(read_file(path).lines) == 2
    first.command("b1-a1")
    assert path.read_bytes().startswith(held)
    first.writer.close()
    assert len(keep_log(path, "dispute x").writer.past) == 3


@pytest.mark.parametrize("code", ["log-different", "log-not-ours", "log-finished"])
def test_a_log_that_is_refused_is_left_to_others(code: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    log_of(path, *["resign Ann"] * (code == "log-finished"))
    if code == "log-not-ours":
        path.write_bytes(b"text")
    with pytest.raises(HostError, match=code):
        open_log(path, {"layout": "2"} if code == "log-different" else None)
    assert Lock(path).is_ours


def test_whoever_writes_knows_the_lines_as_whoever_reads(tmp_path: Path) -> None:
    path = tmp_path / "log"
    new = closed_later(LogWriter(path, HEADER, clock))
    assert new.lines == list(read_file(path).lines) and new.past == []
    new.replace_header(replace(HEADER, seats="BA"))
    assert new.lines == list(read_file(path).lines) and new.lines[0].event == new.header
    new.append([Sourced(Settings("0104"), "DEV1:89abcdef:7", Times(12)), Sourced(Survived("pc"))])
    new.close()
    again = closed_later(LogWriter(path, new.header, clock))
    again.append([Sourced(Survived("cable"))])
    assert again.lines == list(read_file(path).lines) and again.past == new.lines
    assert [line.n for line in again.lines] == [1, 2, 3, 4]
