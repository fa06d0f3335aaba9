"""The disk: the system calls that sync data, and one program a file."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from schiri import disk
from schiri.errors import HostError


def numbers_synced(
    monkeypatch: pytest.MonkeyPatch, flush: Callable[[int], object] | None
) -> list[int]:
    """Return the numbers passed to `os.fsync` if ``flush`` is the full sync."""
    synced: list[int] = []
    monkeypatch.setattr(disk, "FULL_SYNC", flush)
    monkeypatch.setattr(os, "fsync", synced.append)
    disk.sync(7)
    return synced


def failing(number: int) -> Callable[[int], None]:
    def fail(file: int) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def test_a_mac_is_asked_for_what_its_disk_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[int] = []
    assert numbers_synced(monkeypatch, flushed.append) == [] and flushed == [7]
    assert numbers_synced(monkeypatch, None) == [7]
    # A volume that cannot be asked is synced all the same; one that fails is not asked twice.
    assert numbers_synced(monkeypatch, failing(errno.ENOTSUP)) == [7]
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        numbers_synced(monkeypatch, failing(errno.EIO))


def test_a_lock_is_no_log_and_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    first = disk.locked(path)
    assert first and disk.locked(path) is None
    (beside,) = tmp_path.iterdir()
    # The lock file cannot be mistaken for a log.
    assert beside.suffix == ".lock" and list(tmp_path.glob("*.jsonl")) == []
    first.release()
    first.release()
    assert list(tmp_path.iterdir()) == [beside]


def test_a_lock_opened_before_its_release_is_not_shared(
    tmp_path: Path,
) -> None:
    fcntl = pytest.importorskip("fcntl")
    first = disk.locked(tmp_path / "log")
    assert first
    (beside,) = tmp_path.iterdir()
    # Another program is between opening the file and locking it.
    late = os.open(beside, os.O_RDWR)
    try:
        first.release()
        fcntl.flock(late, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert disk.locked(tmp_path / "log") is None
    finally:
        os.close(late)
    assert disk.locked(tmp_path / "log")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HostError, match="file-unwritable"), disk.as_host_error(tmp_path):
        disk.locked(tmp_path / "file" / "log")
