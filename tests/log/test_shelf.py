"""A folder's logs as a device's table opens them: which go on, and which never began."""

from pathlib import Path

import pytest
from schiri.errors import HostError
from schiri.log.shelf import Shelf
from schiri.log.writer import LogWriter

from tests.closing import closed_later
from tests.log.chain import clock, keep_log, log_of, open_log

CUT = b'{"n":1,"at":"2026'
MARK = "SIM1:89abcdef:"


def looked_through(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the files that a shelf finds, and those that it says were cut."""
    shelf = Shelf(folder, clock)
    return sorted(path for path, _ in shelf.logs(MARK)), shelf.torn


@pytest.mark.parametrize("data", [b"", CUT])
def test_a_log_that_was_cut_in_its_first_line_goes(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    assert looked_through(tmp_path) == ([path], [path]) and not path.exists()


@pytest.mark.parametrize("data", [b"", CUT])
def test_a_log_that_another_program_is_just_beginning_stays(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"

    def write(writer: LogWriter, lines: bytes) -> None:
        # The file is open, and its first line is on its way.
        path.write_bytes(data)
        assert looked_through(tmp_path) == ([path], [])
        path.write_bytes(b"")
        wrote(writer, lines)

    wrote = LogWriter._write
    monkeypatch.setattr(LogWriter, "_write", write)
    opened = closed_later(open_log(path).writer)
    assert opened.header.game == "switch" and path.read_bytes().count(b"\n") == 1


def test_a_log_that_began_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"")
    shelf = Shelf(tmp_path, clock)
    found = shelf.logs(MARK)

    def files(folder: Path, may_be: object) -> list[tuple[Path, None]]:
        # It was looked at before, and is written since.
        path.unlink()
        keep_log(path)
        return [(path, None)]

    monkeypatch.setattr("schiri.log.shelf.logs_in", files)
    assert list(found) == [(path, None)] and shelf.torn == [] and path.exists()


def test_a_log_that_another_program_has_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = open_log(path)
    with pytest.raises(HostError, match="log-in-use"):
        Shelf(tmp_path, clock).reopen(path)
    first.writer.close()
    closed_later(Shelf(tmp_path, clock).reopen(path).writer)


def test_a_cut_last_line_goes_as_the_log_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    whole = log_of(path, "a1-c3")
    path.write_bytes(whole + CUT)
    shelf = Shelf(tmp_path, clock)
    closed_later(shelf.reopen(path).writer)
    assert path.read_bytes() == whole and shelf.torn == [path]
