"""Installs a plan so that an interruption at any moment leaves a working program or none.

Decides the order.  First everything new is written under names that CircuitPython does not load,
and read back: until then the old program is intact.  Then `code.py` is removed, which switches the
old program off; stale files go, new ones get their names, and `code.py` comes last.  A device that
is unplugged in between does nothing, instead of running a mixture, until the installation is
repeated. Contents are on the medium before a name points to them, and nothing is written to a drive
that has vanished.
"""

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from schiri.deploy.modules import PROGRAM
from schiri.deploy.plan import MANIFEST, NEW, Plan
from schiri.disk import sync, sync_folder
from schiri.errors import HostError, reason_of

# More than any board's drive has.
LARGEST = 4 << 20


class Volume:
    """The files below a folder; paths are relative to it, with slashes.

    Rule: only plain files in plain folders are touched, because a link leads out of the drive.
    Raises: OSError, from every method; HostError (drive-strange) where a path is a link, a pipe, a
    folder, or too large.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._touched: set[Path] = set()

    def names(self) -> list[str]:
        found = []
        for folder, _, files in os.walk(self.root):
            found += [(Path(folder) / name).relative_to(self.root).as_posix() for name in files]
        return sorted(found)

    def read(self, path: str) -> bytes | None:
        """Return a file's content, None if there is no such file."""
        try:
            with self._plain(path).open("rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            self._require_root()
            return None

    def write(self, path: str, content: bytes) -> None:
        """Write a file to the medium itself, so that it is not read from the PC's cache."""
        target = self._plain(path)
        self._make_folder(target.parent)
        with target.open("wb") as file:
            file.write(content)
            file.flush()
            sync(file.fileno())
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        self._touched.add(target.parent)

    def rename(self, old: str, new: str) -> None:
        """Rename a file within its folder; an existing file of the new name is replaced."""
        target = self._within(new)
        os.replace(self._within(old), target)
        self._touched.add(target.parent)

    def remove(self, path: str) -> None:
        """Remove a file if it exists, and the folders that this leaves empty."""
        self._require_root()
        target = self._within(path)
        folder = target.parent
        target.unlink(missing_ok=True)
        while folder != self.root and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent
        self._touched.add(folder)

    def sync(self) -> None:
        """Wait until the names are on the medium as well."""
        folders, self._touched = self._touched, set()
        for folder in sorted(folders):
            if folder.is_dir():
                sync_folder(folder)
        self._require_root()

    def _plain(self, path: str) -> Path:
        """Return the full path of a file; raise if it exists and is not a plain file."""
        target = self._within(path)
        with suppress(FileNotFoundError, NotADirectoryError):
            found = os.lstat(target)
            if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
                raise HostError("drive-strange", path=target)
        return target

    def _within(self, path: str) -> Path:
        """Return the full path of a name; raise if a folder above it is a link."""
        *above, _root = Path(path).parents
        for folder in above:
            if (self.root / folder).is_symlink():
                raise HostError("drive-strange", path=self.root / folder)
        return self.root / path

    def _make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        if folder == self.root:
            self._require_root()
        self._make_folder(folder.parent)
        folder.mkdir()
        self._touched.add(folder.parent)

    def _require_root(self) -> None:
        # The system removes the folder of a drive that was pulled: do not create it again.
        if not self.root.is_dir():
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), str(self.root))


READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
FULL = (errno.ENOSPC, errno.EDQUOT)


def install(volume: Volume, plan: Plan, report: Callable[[str], None]) -> None:
    """Carry out a plan; ``report`` is called for each file that is written.

    Raises: HostError (drive-read-only, drive-full, drive-gone, drive-differs: the old program is
    unchanged; deploy-unfinished: the drive has no program until this is repeated).
    """
    try:
        for path in plan.left:
            volume.remove(path)
        _write_new(volume, plan, report)
    except (OSError, KeyboardInterrupt, HostError) as error:
        with suppress(OSError):
            for path in plan.written:
                volume.remove(path + NEW)
        if isinstance(error, OSError):
            raise drive_error(volume, error, plan) from error
        raise
    if not (plan.written or plan.removed):
        return
    try:
        _switch(volume, plan)
    except (OSError, KeyboardInterrupt) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "interrupted"
        raise HostError("deploy-unfinished", path=volume.root, reason=reason) from error


def drive_error(volume: Volume, error: OSError, plan: Plan | None = None) -> HostError:
    """Return the error about a drive whose program is unchanged."""
    if error.errno in READ_ONLY:
        return HostError("drive-read-only", path=volume.root)
    if error.errno in FULL and plan:
        size = sum(len(plan.wanted[path]) for path in plan.written)
        return HostError("drive-full", path=volume.root, kilobytes=size // 1024 + 1)
    return HostError("drive-gone", path=volume.root, reason=reason_of(error))


def _write_new(volume: Volume, plan: Plan, report: Callable[[str], None]) -> None:
    for path in plan.written:
        report(path)
        volume.write(path + NEW, plan.wanted[path])
    volume.sync()
    for path in plan.written:
        if volume.read(path + NEW) != plan.wanted[path]:
            raise HostError("drive-differs", path=volume.root / path)


def _switch(volume: Volume, plan: Plan) -> None:
    if PROGRAM in plan.written:
        volume.remove(PROGRAM)
    else:
        volume.rename(PROGRAM, PROGRAM + NEW)
    volume.sync()
    for path in plan.removed:
        volume.remove(path)
    # Remove them before the new manifest, which does not name them; then write it first.
    volume.sync()
    for path in sorted(plan.written, key=lambda path: path != MANIFEST):
        if path != PROGRAM:
            volume.rename(path + NEW, path)
    volume.sync()
    volume.rename(PROGRAM + NEW, PROGRAM)
    volume.sync()
