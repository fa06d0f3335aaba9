"""Where the logs lie, and what their files are called.

Decides the folder and the names.  Must not know what is in a log.
"""

import errno
import os
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

from schiri.config import settings
from schiri.errors import HostError, reason_of


def log_folder() -> Path:
    """Return the folder of the logs: ``SCHIRI_LOGS``, what is set, or the user's data folder.

    Raises: HostError (file-unreadable, config-malformed).
    """
    chosen = os.environ.get("SCHIRI_LOGS") or settings().logs
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("schiri", appauthor=False) / "logs"


def require_writable(folder: Path) -> None:
    """Make a folder where it is not there, and raise unless files can be made in it.

    Raises: HostError (file-unwritable).
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise HostError("file-unwritable", path=folder, reason=reason_of(error)) from error


def new_log_path(folder: Path, game: str, at: datetime) -> Path:
    """Return a path for the log of a game that begins now, one that is not taken.

    >>> new_log_path(Path("nowhere"), "switch", datetime(2026, 1, 31, 18, 4, 5)).name
    '2026-01-31-180405-switch.jsonl'
    """
    stem = at.strftime("%Y-%m-%d-%H%M%S-") + game
    paths = (folder / f"{stem}{f'-{number}' * (number > 1)}.jsonl" for number in count(1))
    return next(path for path in paths if not path.exists())
