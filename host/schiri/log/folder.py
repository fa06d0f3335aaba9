"""The folder of the logs: its path, and the names of its files.

Decides which files are logs by their names.  Must not know their contents.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from fnmatch import filter as matching
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

from schiri.config import settings
from schiri.disk import as_host_error, locked, make_folder
from schiri.errors import HostError, reason_of
from schiri.log.lines import LONGEST_LINE, is_cut_header

LOGS = "*.jsonl"


def log_folder() -> Path:
    """Return the folder of the logs: ``SCHIRI_LOGS``, the setting, or the user's data folder."""
    chosen = os.environ.get("SCHIRI_LOGS") or settings().logs
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("schiri", appauthor=False) / "logs"


def require_writable(folder: Path) -> None:
    """Make a folder if it is missing, and raise unless files can be made in it."""
    with as_host_error(folder):
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        make_folder(folder)
        with TemporaryFile(dir=folder):
            pass


def new_log_path(folder: Path, game: str, at: datetime) -> Path:
    """Return an unused path for the log of a game that begins now.

    >>> new_log_path(Path("nowhere"), "switch", datetime(2026, 1, 31, 18, 4, 5)).name
    '2026-01-31-180405-switch.jsonl'
    """
    stem = at.strftime("%Y-%m-%d-%H%M%S-") + game
    paths = (folder / f"{stem}{f'-{number}' * (number > 1)}.jsonl" for number in count(1))
    # Unlike `Path.exists`, this raises no `OSError`.
    return next(path for path in paths if not os.path.exists(path))


def log_paths(folder: Path) -> list[Path]:
    """Return all logs of a folder, copies too, none if the folder is missing.

    Raises: HostError (file-unreadable).
    """
    try:
        # `Path.glob` finds nothing in a folder that cannot be read.
        names = matching(os.listdir(folder), LOGS)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HostError("file-unreadable", path=folder, reason=reason_of(error)) from error
    # Hidden files are no logs: a Mac leaves some beside the files on a foreign disk.
    return [folder / name for name in names if name[0] != "."]


def paths_under(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield these files, and for a folder its logs.

    Raises: HostError (file-unreadable).
    """
    for path in paths:
        # Unlike `Path.is_dir`, this returns False for a path that is too long.
        if os.path.isdir(path):
            yield from log_paths(path)
        else:
            yield path


def never_began(path: Path) -> bool:
    """Return whether a file is a log that was cut in its first line, and so has no game."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                data = file.read(LONGEST_LINE)
            return len(data) < LONGEST_LINE and is_cut_header(data)
    return False


def remove_unbegun(path: Path) -> bool:
    """Remove a log that was cut in its first line; return whether it is removed.

    Rule: without a game, nothing in it was acknowledged. A log that is open in another program is
    just getting its first line.
    """
    # An error here does not stop other logs from being written.
    with suppress(OSError):
        if never_began(path) and (lock := locked(path)):
            try:
                if never_began(path):
                    path.unlink()
                    return True
            finally:
                lock.release()
    return False
