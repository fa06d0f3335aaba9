"""The folder of the logs: its path, the names of its files, and filters.

Decides which files are one game, the order of logs, and the summary of a log.  Must not know words
or devices.
"""

import errno
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from fnmatch import filter as matching
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple, TypeVar

from schiri.config import settings
from schiri.disk import as_host_error, is_endless, locked, make_folder
from schiri.errors import HostError, reason_of
from schiri.events import End
from schiri.json_object import Record
from schiri.log.lines import LONGEST_LINE, BrokenLog, Log, is_cut_header
from schiri.log.stored import first_line, has, is_beginning, look_at, read_if_log
from schiri.names import person_of

T = TypeVar("T")
# A quick check on a file's bytes before it is parsed: to parse 2,000 logs takes many seconds.
MayBe = Callable[[BinaryIO], bool]
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
    """Return a path for the log of a game that begins now, one that is not taken.

    >>> new_log_path(Path("nowhere"), "switch", datetime(2026, 1, 31, 18, 4, 5)).name
    '2026-01-31-180405-switch.jsonl'
    """
    stem = at.strftime("%Y-%m-%d-%H%M%S-") + game
    paths = (folder / f"{stem}{f'-{number}' * (number > 1)}.jsonl" for number in count(1))
    # Unlike `Path.exists`, this raises no error of the system.
    return next(path for path in paths if not os.path.exists(path))


class LogFile(NamedTuple):
    """A log and its path."""

    path: Path
    log: Log


class UnreadFile(NamedTuple):
    """A file that cannot be read as a log, and why."""

    path: Path
    why: BrokenLog | HostError


class Summary(Record):
    """The summary of a log, as in ``schiri log list --json``."""

    file: str
    game: str
    players: tuple[str, ...]
    began: str
    over: bool
    winner: tuple[str, ...]
    events: int


class LogFilter(NamedTuple):
    """A filter for logs; None or empty matches all.

    Shape: all ``players`` must have played, however their names are spelled; ``since`` has its
    time zone.
    """

    game: str | None = None
    players: tuple[str, ...] = ()
    since: datetime | None = None
    over: bool | None = None

    def has(self, log: Summary) -> bool:
        there = {*map(person_of, log.players)}
        return (
            self.game in (None, log.game)
            and all(person_of(name) in there for name in self.players)
            and (self.since is None or datetime.fromisoformat(log.began) >= self.since)
            and self.over in (None, log.over)
        )


EVERYTHING = LogFilter()


def read_all(
    paths: Iterable[Path], asked: LogFilter = EVERYTHING
) -> tuple[list[LogFile], list[UnreadFile]]:
    """Return the logs among these files that match, in the order of their games, and the files that
    are no logs.

    Rule: a game is one log, as in `one_a_game`; only their ends are read, reading on finds errors
    between.
    """
    files, unread = [], []
    for path in sorted(one_a_game(sorted(paths, key=_by_name))):
        try:
            files.append(LogFile(path, look_at(path)))
        except (BrokenLog, HostError) as error:
            unread.append(UnreadFile(path, error))
    chosen = [each for each in files if asked.has(summary_of(each))]
    return sorted(chosen, key=lambda each: each.log.began), unread


def log_paths(folder: Path) -> list[Path]:
    """Return all logs of a folder, copies too, none if the folder is missing.

    Raises: HostError (file-unreadable).
    """
    try:
        return _paths_in(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HostError("file-unreadable", path=folder, reason=reason_of(error)) from error


def _paths_in(folder: Path) -> list[Path]:
    """Return the files with names of logs, a copy behind its original.

    Raises: OSError.
    Shape: hidden files are no logs: a Mac leaves some beside the files on a foreign disk.
    """
    # `Path.glob` finds nothing in a folder that cannot be read.
    found = [folder / name for name in matching(os.listdir(folder), LOGS) if name[0] != "."]
    return sorted(found, key=_by_name)


def _by_name(path: Path) -> tuple[int, Path]:
    """Return a key that sorts a copy behind its original, which has the shorter name."""
    return len(path.name), path


def one_a_game(paths: Iterable[Path]) -> list[Path]:
    """Return these files without those that are the beginning of another, or equal to one before.

    Rule: a log that begins another is the same game, at an earlier time: the longest counts.
    """
    found = list(dict.fromkeys(paths))
    alike: dict[bytes, list[Path]] = defaultdict(list)
    for path in found:
        if line := first_line(path):
            alike[line].append(path)
    copies: set[Path] = set()
    for games in alike.values():
        # Most games have one file: it need not be opened again.
        longest = sorted(games, key=_size_of, reverse=True) if games[1:] else games
        for at, path in enumerate(longest):
            # A damaged file stands for no other.
            if any(is_beginning(path, each) and read_if_log(each) for each in longest[:at]):
                copies.add(path)
    return [path for path in found if path not in copies]


def _size_of(path: Path) -> int:
    """Return the size of a file, 0 if it is gone by now."""
    with suppress(OSError):
        return os.path.getsize(path)
    return 0


def paths_under(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield these files, and the logs of those of them that are folders.

    Raises: HostError (file-unreadable).
    """
    for path in paths:
        # Unlike `Path.is_dir`, this returns False for a path that is too long.
        if os.path.isdir(path):
            yield from log_paths(path)
        else:
            yield path


def summary_of(file: LogFile) -> Summary:
    header, last = file.log.header, file.log.lines[-1].event
    return Summary(
        file.path.name,
        header.game,
        header.players,
        file.log.began,
        file.log.is_finished,
        last.winner if isinstance(last, End) else (),
        len(file.log.lines),
    )


def having(mark: str) -> MayBe:
    """Return whether a file contains a mark; a file without a whole line matches all marks.

    >>> from io import BytesIO
    >>> may_be = having("DEV1:89abcdef:")
    >>> texts = (b'"DEV1:89abcdef:7"' + bytes([10]), bytes([10]), b"{")
    >>> [may_be(BytesIO(text)) for text in texts]
    [True, False, True]
    """
    return lambda file: has(file, mark) or not has(file, "\n")


def read_logs(folder: Path, may_be: MayBe = bool) -> Iterator[tuple[Path, Log | None]]:
    """Yield each log of a folder with its path, None for a file that is no log.

    Shape: files for which ``may_be`` is false are left out without reading them.
    """
    for path, is_meant in look_into(
        folder, lambda file: may_be(file) or not file.seek(0, os.SEEK_END)
    ):
        if is_meant:
            yield path, read_if_log(path)


def look_into(folder: Path, look: Callable[[BinaryIO], T]) -> Iterator[tuple[Path, T]]:
    """Yield the result of a look at the log of each game of a folder, with its path.

    Shape: an unreadable file looks like an empty one, and so does a folder that is none, or not for
    this user: a game that is played must not stop because those before it cannot be looked at.
    Raises: HostError (file-unreadable), if the folder may soon be readable again: taken for empty,
    a game of a device would get a second log.
    """
    try:
        paths = log_paths(folder)
    except HostError as error:
        if isinstance(error.__cause__, NotADirectoryError | PermissionError):
            return
        raise
    for path in one_a_game(paths):
        try:
            with BytesIO() if is_endless(path) else path.open("rb") as file:
                found = look(file)
        except OSError:
            found = look(BytesIO())
        yield path, found


def never_began(path: Path) -> bool:
    """Return whether a file is a log that was cut in its first line, so that no game is in it."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                data = file.read(LONGEST_LINE)
            return len(data) < LONGEST_LINE and is_cut_header(data)
    return False


def remove_unbegun(path: Path) -> bool:
    """Remove a log that was cut in its first line; return whether it is removed.

    Rule: without a game nothing of it was acknowledged.  A log that is open in another program is
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
