"""Logs that are removed: moved aside whole, never while they are written, and restored."""

from pathlib import Path

import pytest
from schiri.errors import HostError
from schiri.log.folder import log_paths
from schiri.log.index import index_of
from schiri.log.lines import BrokenLog
from schiri.log.removal import remove_log, removed_folder, restore_log
from schiri.log.stored import read_file

from tests.log.chain import open_log
from tests.log.typed_games import SWITCH, write_log


def test_a_removed_log_is_moved_whole_and_restored(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    data = path.read_bytes()
    removed = remove_log(path)
    assert removed == tmp_path / "removed" / "a.jsonl" and removed.read_bytes() == data
    assert log_paths(tmp_path) == [] and log_paths(removed_folder(tmp_path)) == [removed]
    assert removed.parent.stat().st_mode & 0o77 == 0
    assert restore_log(removed) == path and path.read_bytes() == data
    assert index_of(log_paths(tmp_path)).logs[0].is_finished


def test_a_name_that_is_taken_is_not_overwritten(tmp_path: Path) -> None:
    first = write_log(tmp_path / "a.jsonl", SWITCH)
    remove_log(first)
    second = write_log(tmp_path / "a.jsonl", SWITCH._replace(commands=["a1-c3"]))
    assert remove_log(second).name == "a-2.jsonl"
    write_log(first, SWITCH)
    back = restore_log(removed_folder(tmp_path) / "a-2.jsonl")
    assert back == tmp_path / "a-2.jsonl" and len(read_file(back).lines) == 2
    # A log that somebody has just begun there keeps its name as well.
    remove_log(first)
    open_log(first)
    first.rename(tmp_path / "elsewhere")
    assert restore_log(removed_folder(tmp_path) / "a.jsonl").name == "a-3.jsonl"


def refused(code: str, path: Path) -> None:
    for move in (remove_log, restore_log):
        if code != "log-removed" or move is remove_log:
            with pytest.raises(HostError, match=code):
                move(path)


def test_a_log_that_is_written_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "a.jsonl"
    logged = open_log(path)
    refused("log-open", path)
    assert path.exists()
    logged.writer.close()
    assert remove_log(path).exists()


def test_what_is_no_log_stays_where_it_is(tmp_path: Path) -> None:
    log = write_log(tmp_path / "logs" / "a.jsonl", SWITCH)
    (tmp_path / "logs" / "text.jsonl").write_text("no log\n")
    for move in (remove_log, restore_log):
        with pytest.raises(BrokenLog):
            move(tmp_path / "logs" / "text.jsonl")
    refused("file-unreadable", tmp_path / "logs" / "missing.jsonl")
    refused("log-removed", remove_log(log))
    (tmp_path / "logs" / "link.jsonl").symlink_to(removed_folder(tmp_path / "logs") / "a.jsonl")
    refused("file-unwritable", tmp_path / "logs" / "link.jsonl")


def test_without_a_folder_for_them_no_log_is_removed(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    removed_folder(tmp_path).touch()
    with pytest.raises(HostError, match="file-unwritable"):
        remove_log(path)
    assert path.exists()
