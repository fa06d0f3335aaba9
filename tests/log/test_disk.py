"""The disk: the system calls that sync data, and one program a file."""

import errno
import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from schiri import disk
from schiri.config import change
from schiri.debug_log import DebugLog
from schiri.errors import HostError
from schiri.last_setup import Setup, Setups, remember, setup_path
from schiri.log.folder import require_writable
from schiri.page.access import kept_keys, keys_path
from schiri.recording.device_sync import store_journal
from schiri.simulator.flash import open_flash

from tests.log.chain import keep_log


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


def test_on_a_mac_the_disks_own_cache_is_flushed(monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[int] = []
    assert numbers_synced(monkeypatch, flushed.append) == [] and flushed == [7]
    assert numbers_synced(monkeypatch, None) == [7]
    # A volume that cannot be asked is synced all the same; one that fails is not asked twice.
    assert numbers_synced(monkeypatch, failing(errno.ENOTSUP)) == [7]
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        numbers_synced(monkeypatch, failing(errno.EIO))


def test_a_released_lock_leaves_a_file_that_is_not_listed_as_a_log(tmp_path: Path) -> None:
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


def test_an_unwritable_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HostError, match="file-unwritable"), disk.as_host_error(tmp_path):
        disk.locked(tmp_path / "file" / "log")


def test_a_folder_that_cannot_be_synced_is_accepted_but_a_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM, errno.EINVAL):
        monkeypatch.setattr(os, "fsync", failing(number))
        disk.sync_folder(tmp_path)
        with pytest.raises(OSError, match=os.strerror(number)):
            disk.sync(7)
    monkeypatch.setattr(os, "fsync", failing(errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        disk.sync_folder(tmp_path)


def test_a_file_system_without_locks_is_an_error_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise NotImplementedError

    # The oldest version of the library that is allowed says so.
    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSYS)):
        disk.locked(tmp_path / "log")


@pytest.mark.skipif(os.name != "posix", reason="only these systems have modes")
def test_our_files_are_readable_only_by_their_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("CONFIG", "STATE", "DATA"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    keep_log(tmp_path / "one" / "logs" / "a.jsonl")
    require_writable(tmp_path / "two" / "logs")
    store_journal(tmp_path / "journals", "DEV1", b"")
    open_flash(tmp_path / "devices", "cursor").close()
    remember(setup_path(), Setups(), Setup())
    kept_keys(keys_path())
    change("game", "switch")
    log = DebugLog()
    monkeypatch.setattr("schiri.debug_log.MOST_BYTES", 1)
    for _ in range(3):
        log.emit(logging.LogRecord("", logging.ERROR, "", 0, "bug", None, None))
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert {path for path, mode in modes.items() if mode & 0o077} == set()
    names = "a.jsonl|journal-DEV1-00000000.hex|last.json|page-keys.json|config.toml|debug.log.1"
    assert set(names.split("|")) <= {path.name for path in modes}
