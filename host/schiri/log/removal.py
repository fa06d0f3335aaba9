"""Logs that somebody has removed: moved into a folder beside the others, and never erased.

Decides when a log may be moved.  Must not know why.
"""

import errno
import os
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from schiri.disk import as_host_error, locked, make_folder, sync_folder
from schiri.errors import HostError
from schiri.log.stored import read_unchanged

REMOVED = "removed"


def removed_folder(folder: Path) -> Path:
    """Return the folder of the logs that were removed from this one."""
    return folder / REMOVED


def remove_log(path: Path) -> Path:
    """Move a log to the removed ones; return its new path.

    Raises: HostError (log-removed, log-open, file-unreadable, file-unwritable), BrokenLog, if it
    does not begin as a log.
    """
    if path.absolute().parent.name == REMOVED:
        raise HostError("log-removed", path=path)
    return _move(path, removed_folder(path.parent))


def restore_log(path: Path) -> Path:
    """Move a removed log back to the others; return its new path.

    Raises: HostError (log-open, file-unreadable, file-unwritable), BrokenLog, as `remove_log`.
    """
    return _move(path, path.absolute().parent.parent)


def _move(path: Path, folder: Path) -> Path:
    read_unchanged(path, 0)
    with as_host_error(path), ExitStack() as held:
        if path.is_symlink():
            # Elsewhere it may lead nowhere.
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        made = make_folder(folder)
        # Whoever writes a log has its lock.
        if not (lock := locked(path)):
            raise HostError("log-open", path=path)
        held.callback(lock.release)
        to = _free_path(folder, path, held)
        os.rename(path, to)
        for each in (folder, path.parent, *(new.parent for new in made)):
            sync_folder(each)
    return to


def _free_path(folder: Path, path: Path, held: ExitStack) -> Path:
    """Return a path for a log in another folder, and hold its lock: nobody begins a log there."""
    for number in count(1):
        to = folder / f"{path.stem}{f'-{number}' * (number > 1)}{path.suffix}"
        if not os.path.lexists(to) and (lock := locked(to)):
            held.callback(lock.release)
            if not os.path.lexists(to):
                return to
    raise AssertionError
