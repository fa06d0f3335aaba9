"""The index of logs: their first and last lines, which are the same game, and whose events they
have.

Decides when a file is read again: when its size or modification time has changed.  Must
not know words.
"""

import os
from array import array
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from schiri.disk import open_to_read
from schiri.errors import HostError, reason_of
from schiri.events import Header, Missing
from schiri.log.annotations import missing_in
from schiri.log.folder import log_paths
from schiri.log.lines import (
    LONGEST_LINE,
    BrokenLog,
    Line,
    LineReader,
    Log,
    is_chained,
    is_whole,
    line_alone,
)
from schiri.log.stored import opened, read_file
from schiri.names import person_of

# How many bytes at the end of a log are searched first for its last line; a shorter log has its
# whole chain checked.
TAIL_BYTES = 1 << 12
# The most results that are cached, of each kind.
CACHED = 4096


class File(NamedTuple):
    """A file in one version: a changed file is another value."""

    path: Path
    size: int
    changed: int


class IndexedLog(NamedTuple):
    """A log by its first and its last line; the lines between are at most hashed.

    Shape: ``chain`` is that of the last line.
    """

    file: File
    header: Header
    began: str
    last: Line
    chain: str

    @property
    def path(self) -> Path:
        return self.file.path

    @property
    def is_finished(self) -> bool:
        return self.last.event.kind == "end"

    def read(self) -> Log | None:
        """Return the whole log, None if it is damaged or cannot be read."""
        with suppress(BrokenLog, HostError):
            return read_file(self.path)
        return None

    def has(self, mark: str) -> bool:
        """Return whether a line has a text, False if the file cannot be read."""
        with suppress(HostError):
            return _has(self.file, mark)
        return False

    def contains(self, began: str, n: int, chain: str) -> bool:
        """Return whether this log, if it is not damaged, has all lines of one that began then and
        has this chain at its last line.
        """
        with suppress(HostError):
            return self.began == began and self.last.n >= n and _has_line(self.file, n, chain)
        return False


class UnreadFile(NamedTuple):
    """A file that cannot be read as a log, and why."""

    path: Path
    why: BrokenLog | HostError


class LogFilter(NamedTuple):
    """A filter for logs; None or empty matches all.

    Shape: all ``players`` must have played, in any spelling of their names; ``since`` has a time
    zone.
    """

    game: str | None = None
    players: tuple[str, ...] = ()
    since: datetime | None = None
    over: bool | None = None

    def has(self, log: IndexedLog) -> bool:
        there = {*map(person_of, log.header.players)}
        return (
            self.game in (None, log.header.game)
            and all(person_of(name) in there for name in self.players)
            and (self.since is None or datetime.fromisoformat(log.began) >= self.since)
            and self.over in (None, log.is_finished)
        )


EVERYTHING = LogFilter()


class LoggedNumbers(NamedTuple):
    """The events of devices in a log.

    Shape: ``numbers`` are by device and epoch, as in "DEV1:89abcdef"; ``last`` is the origin of the
    last one.  ``missing`` are the notes of lost events; ``is_cut`` means that they are the last.
    """

    numbers: Mapping[str, Sequence[int]]
    last: str
    missing: Sequence[Missing]
    is_cut: bool


class LogIndex(NamedTuple):
    """The logs among some files in the order of their games, and the files that are not logs.

    Rule: a log that begins another is the same game, at an earlier time: the longest counts, and of
    equal ones the one with the shortest name.
    """

    logs: list[IndexedLog]
    unread: list[UnreadFile]

    def numbers_of(self, origin: str) -> Iterator[tuple[Path, LoggedNumbers]]:
        """Yield each log that may have events of a device and epoch, and the numbers in it."""
        for log in self.logs:
            if log.has(f"{origin}:"):
                with suppress(HostError):
                    if found := _numbers(log.file):
                        yield log.path, found


def index_of(paths: Iterable[Path]) -> LogIndex:
    """Return the index of these files."""
    logs, unread = list[IndexedLog](), list[UnreadFile]()
    # A copy comes behind its original, which has the shorter name.
    for path in sorted(set(paths), key=lambda path: (len(path.name), path)):
        try:
            found = look(file_of(path))
        except HostError as error:
            found = UnreadFile(path, error)
        if isinstance(found, IndexedLog):
            logs.append(found)
        else:
            unread.append(found)
    games = sorted(_one_a_game(logs), key=lambda log: (log.began, log.path))
    return LogIndex(games, sorted(unread, key=lambda file: file.path))


def index_in(*folders: Path) -> LogIndex:
    """Return the index of the logs of folders, without those that are none or not for this user.

    Shape: a current game must not stop because earlier ones cannot be read.
    Raises: HostError (file-unreadable), if the folder may soon be readable again: taken for empty,
    a game of a device would get a second log.
    """
    paths: list[Path] = []
    for folder in folders:
        try:
            paths += log_paths(folder)
        except HostError as error:
            if not isinstance(error.__cause__, NotADirectoryError | PermissionError):
                raise
    return index_of(paths)


def file_of(path: Path) -> File:
    """Raises: HostError (file-unreadable)."""
    try:
        found = path.stat()
    except OSError as error:
        raise HostError("file-unreadable", path=path, reason=reason_of(error)) from error
    return File(path, found.st_size, found.st_mtime_ns)


def _one_a_game(logs: Iterable[IndexedLog]) -> Iterator[IndexedLog]:
    alike: dict[str, list[IndexedLog]] = defaultdict(list)
    for log in logs:
        alike[log.began].append(log)
    for copies in alike.values():
        longest = sorted(copies, key=lambda log: (log.last.n, log.file.size), reverse=True)
        for at, log in enumerate(longest):
            of = log.began, log.last.n, log.chain
            if not any(other.contains(*of) for other in longest[:at]):
                yield log


@lru_cache(CACHED)
def look(file: File) -> IndexedLog | UnreadFile:
    """Return the index entry of a file, from its first and last line.

    Rule: if one of them is wrong, all lines are read, to say which is wrong and why.
    Raises: HostError (as `read_file`); it may be readable the next time.
    """
    try:
        return _look(file)
    except BrokenLog as broken:
        # These have lines of the file.
        broken.__context__ = broken.__cause__ = None
        return UnreadFile(file.path, broken.with_traceback(None))


def _look(file: File) -> IndexedLog:
    with opened(file.path) as stream:
        reader = LineReader(stream)
        lines = iter(reader)
        first = next(lines)
        at = stream.tell()
        assert isinstance(first.event, Header)
        found = partial(IndexedLog, file, first.event, first.times.when or first.at)
        size = stream.seek(0, os.SEEK_END)
        with suppress(BrokenLog):
            line, rest = _last_line(stream, size)
            if is_whole(rest):
                line, rest = rest, b""
            last, chain = line_alone(line.removesuffix(b"\n"), first)
            stream.seek(0)
            if size > TAIL_BYTES or (not rest and is_chained(stream.read(size))):
                return found(last, chain)
        stream.seek(at)
        (last,) = deque(lines, 1) or [first]
        return found(last, reader.chain)


def _last_line(stream: BinaryIO, size: int) -> tuple[bytes, bytes]:
    """Return the last line of a file with a newline, or a part of an overlong one, and the bytes
    behind it.
    """
    length = TAIL_BYTES
    while True:
        stream.seek(max(0, size - length))
        before, newline, rest = stream.read(length).rpartition(b"\n")
        if b"\n" in before or length >= min(size, LONGEST_LINE):
            return before.rpartition(b"\n")[2] + newline, rest
        length *= 2


@lru_cache(CACHED)
def _has_line(file: File, n: int, chain: str) -> bool:
    """Return whether a log, which is not damaged, has this chain at its line of this number."""
    with suppress(BrokenLog), opened(file.path) as stream:
        reader = LineReader(stream)
        return [reader.chain for line in reader if line.n == n] == [chain]
    return False


@lru_cache(CACHED)
def _has(file: File, mark: str) -> bool:
    with open_to_read(file.path) as stream:
        lines = iter(partial(stream.readline, LONGEST_LINE), b"")
        return any(mark.encode() in line for line in lines)


@lru_cache(CACHED)
def _numbers(file: File) -> LoggedNumbers | None:
    """Return the numbers in a log, None for one that is damaged."""
    with suppress(BrokenLog):
        return numbers_in(read_file(file.path).lines)
    return None


def numbers_in(lines: Iterable[Line]) -> LoggedNumbers:
    """Return the numbers of devices' events in the lines of a log."""
    # The numbers of thousands of games are cached.
    numbers: dict[str, array[int]] = defaultdict(lambda: array("Q"))
    missing, last, is_cut = list[Missing](), "", False
    for line in lines:
        lost = missing_in([line.event])
        missing += lost
        if line.src != "pc":
            last, _, number = line.src.rpartition(":")
            numbers[last].append(int(number))
        if lost or line.src != "pc":
            is_cut = bool(lost)
    return LoggedNumbers(numbers, last, missing, is_cut)
