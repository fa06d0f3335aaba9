"""The files of a drive: how they are read and written so that they are there after a pull.

Decides that content is on the medium before a name points to it, and that nothing is ever written
beside a drive that has vanished.  Must not know which files there are.
"""

import errno
import os
from pathlib import Path

from schiri.disk import sync, sync_folder


class Volume:
    """The files below a folder; paths are relative to it, with slashes.

    Raises: OSError, from every method.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._touched: set[Path] = set()

    def names(self) -> list[str]:
        """Return the path of every file."""
        found = []
        for folder, _, files in os.walk(self.root):
            found += [(Path(folder) / name).relative_to(self.root).as_posix() for name in files]
        return sorted(found)

    def read(self, path: str) -> bytes | None:
        """Return a file's content, None where there is no such file."""
        try:
            return (self.root / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            self._require_root()
            return None

    def write(self, path: str, content: bytes) -> None:
        """Write a file to the medium itself, so that reading it does not read the PC's memory."""
        target = self.root / path
        self._make_folder(target.parent)
        with target.open("wb") as file:
            file.write(content)
            file.flush()
            sync(file.fileno())
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        self._touched.add(target.parent)

    def rename(self, old: str, new: str) -> None:
        """Give a file another name in its folder; a file that has this name is replaced."""
        os.replace(self.root / old, self.root / new)
        self._touched.add((self.root / new).parent)

    def remove(self, path: str) -> None:
        """Remove a file if it is there, and the folders that this leaves empty."""
        self._require_root()
        folder = (self.root / path).parent
        (self.root / path).unlink(missing_ok=True)
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

    def _make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        if folder == self.root:
            self._require_root()
        self._make_folder(folder.parent)
        folder.mkdir()
        self._touched.add(folder.parent)

    def _require_root(self) -> None:
        # Where a drive was pulled a system removes its folder; we must not make it anew.
        if not self.root.is_dir():
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), str(self.root))
