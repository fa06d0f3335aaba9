"""The disk: written data survives a power failure, a file has one writer at a time, and other users
of this PC cannot read it.

Decides how to ask each system for that, and how its errors become ours.  Must not know the files.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from schiri.errors import HostError, reason_of

if TYPE_CHECKING:
    # Needed only for locks.
    from filelock import FileLock

# Errors of a folder that cannot be synced, although files can be made in it.
CANNOT_SYNC = (
    *(errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EACCES, errno.EPERM),
)
# Errors of a disk that cannot flush its own cache.
CANNOT_FLUSH = (errno.EINVAL, errno.ENOTSUP, errno.ENOTTY)


def _full_sync() -> Callable[[int], object] | None:
    """Return the call by which a Mac flushes the disk's own cache, which `os.fsync` does not."""
    if sys.platform == "darwin":
        import fcntl

        return lambda number: fcntl.fcntl(number, fcntl.F_FULLFSYNC)
    return None


FULL_SYNC = _full_sync()


@contextmanager
def as_host_error(path: Path) -> Iterator[None]:
    """Turn an error of the system into ours.

    Raises: HostError (file-unwritable).
    """
    try:
        yield
    except OSError as error:
        raise HostError("file-unwritable", path=path, reason=reason_of(error)) from error


@contextmanager
def open_to_read(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading.

    Raises: HostError (file-unreadable, file-endless), also for reads in the block.
    """
    try:
        if is_endless(path):
            raise HostError("file-endless", path=path)
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise HostError("file-unreadable", path=path, reason=reason_of(error)) from error


def is_endless(path: Path) -> bool:
    """Return whether reading it may block or never end: a device, a pipe, a socket.

    >>> is_endless(Path(os.devnull)), is_endless(Path(os.curdir))
    (True, False)
    """
    mode = os.stat(path).st_mode
    # The system refuses to open a folder.
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def private(path: str, flags: int) -> int:
    """Open a file, as an ``opener`` of `open`; only this user can read a new one."""
    return os.open(path, flags, 0o600)


def open_private(path: Path, mode: str) -> FileIO:
    """Return an open file without a buffer; only this user can read a new one."""
    return open(path, mode, buffering=0, opener=private)  # type: ignore[return-value]


def make_folder(folder: Path) -> list[Path]:
    """Make a folder and its parents, readable only by this user; return the new ones.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as above:
    ...     made = make_folder(Path(above) / "one" / "two"), make_folder(Path(above))
    >>> [[path.name for path in each] for each in made]
    [['one', 'two'], []]
    """
    missing = [*takewhile(lambda each: not each.is_dir(), (folder, *folder.parents))]
    for each in reversed(missing):
        each.mkdir(0o700, exist_ok=True)
    return missing[::-1]


def sync(number: int) -> None:
    """Wait until the disk has the data of the open file with this descriptor."""
    if FULL_SYNC:
        try:
            FULL_SYNC(number)
        except OSError as error:
            if error.errno not in CANNOT_FLUSH:
                raise
        else:
            return
    os.fsync(number)


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder, on systems that can be asked for that."""
    if os.name != "posix":
        return
    try:
        number = os.open(folder, os.O_RDONLY)
        try:
            sync(number)
        finally:
            os.close(number)
    except OSError as error:
        if error.errno not in CANNOT_SYNC:
            raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically, with its folder, and wait until the disk has it.

    Rule: other users cannot read it.
    """
    make_folder(path.parent)
    beside = path.with_name(f".{path.name}.new")
    try:
        with open(beside, "wb", opener=private) as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def locked(path: Path) -> FileLock | None:
    """Lock a file, which need not exist; return the lock, None if another program has it.

    Raises: OSError, also for a file system without locks.
    Shape: it is held until it is released or this program ends.  The lock is a file beside it, so
    that the file itself can be read on every system.  The lock file stays: if it were deleted, one
    program could hold the deleted file and another a new one.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     first, second = (locked(Path(folder) / "log") for _ in range(2))
    ...     first.release()
    ...     first is None, second is None, locked(Path(folder) / "log") is None
    (False, True, False)
    """
    from filelock import FileLock, Timeout

    beside = path.with_name(f".{path.name}.lock")
    lock = FileLock(beside, timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    except NotImplementedError as error:
        # Some versions of the library report it in this way.
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS)) from error
    return lock
