"""Logs in files, read and checked completely.

Decides how much of a log stays in memory: a large one is read again each time its lines are used.
Must not know the meaning of events.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, overload

from schiri.disk import open_to_read
from schiri.errors import HostError
from schiri.log.lines import BrokenLog, Line, LineReader, Log, NewerLog, log_of

# Logs up to this size, thousands of moves, stay in memory with all their lines.
IN_MEMORY = 1 << 20


@dataclass(eq=False)
class StoredLines(Sequence[Line]):
    """The lines of a log in a file, read and checked each time they are used.

    Shape: ``first`` and ``last`` are known without reading.
    """

    path: Path
    first: Line
    last: Line

    def __len__(self) -> int:
        return self.last.n

    def __iter__(self) -> Iterator[Line]:
        with opened(self.path) as file:
            # Lines written since then do not belong to it.
            yield from islice(LineReader(file), len(self))

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | Sequence[Line]:
        if isinstance(at, slice):
            return list(self)[at]
        place = range(len(self))[at]
        if place == len(self) - 1:
            return self.last
        return next(islice(self, place, None)) if place else self.first


def read_file(path: Path, check: Callable[[Iterable[Line]], Iterable[Line]] = iter) -> Log:
    """Return the log in a file, read to its end.

    Shape: ``check`` passes on each line as it is read, or raises `BrokenLog`.
    Raises: HostError (file-unreadable, file-endless, log-too-new), BrokenLog.
    """
    with opened(path) as file:
        reader = LineReader(file)
        lines: Sequence[Line]
        if os.fstat(file.fileno()).st_size <= IN_MEMORY:
            lines = list(check(reader))
        else:
            every = iter(check(reader))
            first = next(every)
            (last,) = deque(every, 1) or [first]
            lines = StoredLines(path, first, last)
    return log_of(lines, reader.size, reader.chain, reader.torn)


def read_unchanged(path: Path, most: int) -> bytes:
    """Return the bytes of a file that begins as a log, up to a limit.

    Raises: as `read_file`, for the first line.
    """
    with opened(path) as file:
        next(iter(LineReader(file)))
        file.seek(0)
        return file.read(most)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a log for reading.

    Raises: HostError (file-unreadable, file-endless; log-too-new, from the block).
    """
    try:
        with open_to_read(path) as file:
            yield file
    except NewerLog as newer:
        raise HostError("log-too-new", path=path, format=newer.format) from newer


@contextmanager
def going_on(path: Path) -> Iterator[None]:
    """Read a log whose game is to continue; a broken one is not ours.

    Raises: HostError (log-not-ours).
    """
    try:
        yield
    except BrokenLog as broken:
        raise HostError("log-not-ours", path=path) from broken
