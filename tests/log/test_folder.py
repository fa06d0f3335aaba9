"""The folder of logs: the matching ones, their order, those to continue, and empty ones."""

import errno
import json
import os
import tracemalloc
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from zipfile import ZipFile

import pytest
from filelock import FileLock
from schiri.cli.log import summary_json
from schiri.disk import locked
from schiri.errors import HostError
from schiri.log.folder import log_paths, never_began, new_log_path, paths_under, remove_unbegun
from schiri.log.index import EVERYTHING, IndexedLog, LogFilter, index_in, index_of
from schiri.log.lines import read
from schiri.log.logged import continue_log
from schiri.log.stored import opened
from schiri.log.writer import LogWriter
from schiri.page.logs.library import LogLibrary
from schiri.site.exchange import all_games, take_in
from schiri.table.unfinished import offers_in
from schiri.texts import Words

from tests.closing import closed_later
from tests.log.chain import AT, AT_TEXT, clock, forged, header, keep_log, log_of, open_log
from tests.log.typed_games import RACES, SWITCH, write_log

CUT = b'{"n":1,"at":"2026'


def kept(path: Path, *commands: str) -> IndexedLog:
    log_of(path, *commands)
    (found,) = index_of([path]).logs
    return found


def test_logs_come_in_the_order_in_which_their_games_began(tmp_path: Path) -> None:
    for name, day in (("b", 2), ("a", 3), ("c", 1)):
        write_log(tmp_path / f"{name}.jsonl", SWITCH, lambda day=day: AT + timedelta(day))  # type: ignore[misc]
    (tmp_path / "0.jsonl").write_text("no log\n")
    (tmp_path / "notes.txt").touch()
    found, unread = index_of(paths_under([tmp_path]))
    assert [each.path.name for each in found] == ["c.jsonl", "b.jsonl", "a.jsonl"]
    assert [each.path.name for each in unread] == ["0.jsonl"]
    # A file that is named is one of them in any case.
    assert len([*paths_under([tmp_path, tmp_path / "notes.txt"])]) == 5


def test_logs_are_filtered_by_players_result_and_date(tmp_path: Path) -> None:
    over = kept(tmp_path / "a", "draw")
    going = kept(tmp_path / "b", "a1-c3")
    began = datetime.fromisoformat(AT_TEXT)
    for names, is_meant in ((("ann",), 1), (("Ben", "ANN"), 1), (("An",), 0), (("Ann", "Cem"), 0)):
        assert LogFilter(players=names).has(over) == is_meant
    # A name of a former log may not be composed.
    zoe = replace(over.header, players=("Zoe\u0308", "Ben"))
    assert LogFilter(players=("ZOË",)).has(over._replace(header=zoe))
    for since, is_meant in ((began, 1), (began + timedelta(seconds=1), 0)):
        assert LogFilter(since=since).has(over) == is_meant
    for game, is_meant in (("switch", 1), ("joggle", 0)):
        assert LogFilter(game=game).has(over) == is_meant
    assert EVERYTHING.has(over) and EVERYTHING.has(going)
    unfinished, finished = LogFilter(over=False), LogFilter(over=True)
    assert unfinished.has(going) and not unfinished.has(over)
    assert finished.has(over) and not finished.has(going)


def test_a_summary_has_players_result_and_times(tmp_path: Path) -> None:
    assert summary_json(kept(tmp_path / "a.jsonl", "a1-c3", "resign Ben")) == {
        "file": "a.jsonl",
        "game": "switch",
        "players": ("Ann", "Ben"),
        "began": AT_TEXT,
        "over": True,
        "winner": ("Ann",),
        "events": 4,
    }
    write_log(tmp_path / "races", RACES)
    (races,) = index_of([tmp_path / "races"]).logs
    found = summary_json(races)
    assert (found["over"], found["winner"]) == (True, ())


@pytest.mark.parametrize("data", [b"", CUT])
def test_a_log_that_another_program_is_beginning_is_not_removed(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"

    def write(writer: LogWriter, lines: bytes) -> None:
        # The file is open, and its first line is not written yet.
        path.write_bytes(data)
        assert not remove_unbegun(path)
        path.write_bytes(b"")
        wrote(writer, lines)

    wrote = LogWriter._write
    monkeypatch.setattr(LogWriter, "_write", write)
    opened = closed_later(open_log(path).writer)
    assert opened.header.game == "switch" and path.read_bytes().count(b"\n") == 1


def test_a_log_that_has_begun_since_the_check_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"")

    def lock(of: Path) -> FileLock | None:
        # It has been written since it was looked at.
        path.unlink()
        keep_log(path)
        return locked(of)

    monkeypatch.setattr("schiri.log.folder.locked", lock)
    assert not remove_unbegun(path) and path.exists()


def test_a_cut_last_line_goes_as_the_log_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    whole = log_of(path, "a1-c3")
    path.write_bytes(whole + CUT)
    assert closed_later(continue_log(path, clock).writer).was_torn
    assert path.read_bytes() == whole


def test_each_file_in_a_folder_of_logs_is_listed_by_its_kind(tmp_path: Path) -> None:
    whole = log_of(tmp_path / "whole.jsonl", "a1-c3")
    (tmp_path / "newer.jsonl").write_bytes(forged([header(format=2)]))
    (tmp_path / "broken.jsonl").write_bytes(b"text\n")
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "endless.jsonl").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "other.txt").write_bytes(whole)
    found = index_in(tmp_path)
    (log,) = found.logs
    assert (log.path.stem, log.read()) == ("whole", read(whole))
    assert {each.path.stem: getattr(each.why, "code", "") for each in found.unread} == {
        "newer": "log-too-new",
        "broken": "log-not-json",
        "empty": "log-empty",
        "folder": "file-unreadable",
        "endless": "file-endless",
        "pipe": "file-endless",
    }


def test_a_copied_log_is_never_listed_as_a_second_game(tmp_path: Path) -> None:
    folder, added, said = tmp_path / "logs", tmp_path / "added", list[str]()
    folder.mkdir()
    data = write_log(tmp_path / "game.jsonl", RACES).read_bytes()
    lines = data.splitlines(keepends=True)
    running = b"".join(lines[:-3])
    for name, copy in {
        # The same game when it had begun, while it ran, and cut by a crash.
        "2026-game.jsonl": lines[0],
        "2026-game-conflict.jsonl": running,
        "2026-game-cut.jsonl": running + lines[-3][:9],
        "whole.jsonl": data,
        "whole (1).jsonl": data,
        "open.jsonl": data[:-1],
        "shorter.jsonl": running,
    }.items():
        (folder / name).write_bytes(copy)
        said.append(take_in(added, name, copy, Words("en")))
    new, known = "Games added: 1.", "Here already: 1."
    assert said == [new, new, known, new, known, known, known]
    # A Mac leaves it beside a file on a stick.
    (folder / "._2026-game.jsonl").write_bytes(b"\0\5\x16\7")
    for each in (folder, added):
        ((found,), unread) = index_of(paths_under([each, each / "2026-game.jsonl"]))
        assert found.is_finished and unread == []
        # Of equal files the one that is no copy by its name.
        assert LogLibrary(each).games().games == [found] and found.path == each / "whole.jsonl"
        assert offers_in(each) == ()
        with ZipFile(BytesIO(all_games(each).body)) as packed:
            assert packed.namelist() == ["whole.jsonl"]
    # Games that went on in two ways are two, and one that is damaged stands for no other.
    other = write_log(tmp_path / "other.jsonl", RACES._replace(commands=["turned", "abandon"]))
    damaged = data + b"{}\n"
    for name, copy in (("other.jsonl", other.read_bytes()), ("damaged.jsonl", damaged)):
        (folder / name).write_bytes(copy)
    found_all, unread = index_in(folder)
    assert len(found_all) == 2 and [each.path.name for each in unread] == ["damaged.jsonl"]


def test_only_files_that_have_changed_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, copy = (tmp_path / f"{name}.jsonl" for name in ("a", "b", "copy"))
    copy.write_bytes(log_of(a, "a1-c3"))
    log_of(b, "c1-c3")
    (tmp_path / "broken.jsonl").write_bytes(b"no log\n")
    opens: list[Path] = []

    def noted(path: Path) -> AbstractContextManager[BinaryIO]:
        opens.append(path)
        return opened(path)

    monkeypatch.setattr("schiri.log.index.opened", noted)
    before = index_in(tmp_path)
    assert [log.path for log in before.logs] == [a, b] and {a, b, copy} < {*opens}
    opens.clear()
    assert index_in(tmp_path) == before and opens == []
    with b.open("ab") as file:
        file.write(b"{}\n")
    assert [log.path for log in index_in(tmp_path).logs] == [a] and {*opens} == {b}


@pytest.mark.parametrize("begins", [b"", b'{"n":1,"at":"', b"\n", b'{"n":1}\n'])
def test_a_large_file_among_the_logs_is_never_in_memory_as_a_whole(
    begins: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.jsonl"
    path.write_bytes(begins)
    os.truncate(path, 1 << 23)
    for name in ("folder", "index", "lines"):
        monkeypatch.setattr(f"schiri.log.{name}.LONGEST_LINE", 1 << 16)
    tracemalloc.start()
    try:
        ((), (_unread,)) = index_in(tmp_path)
        assert not never_began(path)
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


def test_an_unreadable_folder_is_an_error_only_when_its_logs_are_listed(tmp_path: Path) -> None:
    no_folder = tmp_path / "logs"
    no_folder.write_text("")
    assert index_in(no_folder) == ([], [])
    with pytest.raises(HostError, match="file-unreadable"):
        log_paths(no_folder)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO])
def test_a_temporarily_unreadable_folder_does_not_count_as_empty(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    log_of(tmp_path / "a.jsonl")
    for name in ("listdir", "scandir"):
        monkeypatch.setattr(os, name, refuse)
    for read_all_of in (log_paths, index_in):
        with pytest.raises(HostError) as refused:
            read_all_of(tmp_path)
        reason = errno.errorcode[number]
        assert refused.value.code == "file-unreadable"
        assert refused.value.details == {"path": tmp_path, "reason": reason}


def test_a_folder_that_this_user_may_not_read_ends_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    log_of(tmp_path / "a.jsonl")
    for name in ("listdir", "scandir"):
        monkeypatch.setattr(os, name, refuse)
    assert index_in(tmp_path) == ([], [])


def test_a_file_that_goes_while_a_folder_is_read_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def refuse(path: Path) -> Iterator[BinaryIO]:
        if path not in opens:
            opens.append(path)
        else:
            raise HostError("file-unreadable", path=path, reason="ENOENT")
        with opened(path) as file:
            yield file

    opens: list[Path] = []
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    log_of(paths[0])
    paths[1].write_bytes(paths[0].read_bytes())
    monkeypatch.setattr("schiri.log.index.opened", refuse)
    # Both were looked at before one went: no copy is known.
    assert [log.path for log in index_of(paths).logs] == paths
    # Once it is readable again, it counts.
    opens.clear()
    assert [log.path for log in index_of(paths).logs] == paths[:1]


def test_a_path_that_cannot_be_checked_counts_as_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "stat", refuse)
    assert new_log_path(tmp_path, "switch", AT).parent == tmp_path
