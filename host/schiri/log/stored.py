"""Logs in files: read and checked as a whole, or only at both ends.

Decides what of a log stays in memory: a large one is read again each time its lines are used.  Must
not know the meaning of events.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, overload

from schiri.disk import open_to_read
from schiri.errors import HostError
from schiri.json_object import parse_json
from schiri.log.lines import (
    LONGEST_LINE,
    BrokenLog,
    Line,
    LineReader,
    Log,
    NewerLog,
    is_whole,
    line_alone,
    log_of,
)

# Logs up to this size, which is thousands of moves, stay in memory with all their lines.
IN_MEMORY = 1 << 20
# The bytes at the end of a log in which its last line is searched first; a shorter log is read as
# a whole.
TAIL_BYTES = 1 << 12
# The size of a block in the search for a mark.
PIECE = 1 << 20


@dataclass(eq=False)
class StoredLines(Sequence[Line]):
    """The lines of a log in a file, read whenever they are asked for, and checked each time.

    Shape: ``first`` and ``last`` are known without that.
    """

    path: Path
    first: Line
    last: Line

    def __len__(self) -> int:
        return self.last.n

    def __iter__(self) -> Iterator[Line]:
        with _opened(self.path) as file:
            # Lines that were written since then do not belong to it.
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
    """Return the log in a file, read through to its end.

    Shape: ``check`` hands on each line as it is read, or raises `BrokenLog`.
    Raises: HostError (file-unreadable, file-endless, log-too-new), BrokenLog.
    """
    with _opened(path) as file:
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


def read_if_log(path: Path) -> Log | None:
    """Return the log in a file, None for a file that is no log or cannot be read."""
    try:
        return read_file(path)
    except (BrokenLog, HostError):
        return None


def read_own(path: Path) -> Log:
    """Return the log of a game that shall go on.

    Raises: HostError (log-not-ours, and as `read_file`).
    """
    try:
        return read_file(path)
    except BrokenLog as broken:
        raise HostError("log-not-ours", path=path) from broken


def look_at(path: Path) -> Log:
    """Return the log in a file by its first and its last line; the lines between are read later.

    Rule: if one of them is wrong, all are read, to say which line is wrong and why.
    """
    with _opened(path) as file, suppress(BrokenLog):
        size = os.fstat(file.fileno()).st_size
        if size > TAIL_BYTES:
            first = next(iter(LineReader(file)))
            line, rest = _last(file)
            if is_whole(rest):
                line, rest = rest, b""
            last, chain = line_alone(line.removesuffix(b"\n"), first)
            return log_of(StoredLines(path, first, last), size - len(rest), chain, bool(rest))
    return read_file(path)


def read_unchanged(path: Path, most: int) -> bytes:
    """Return the bytes of a file that begins as a log, up to so many.

    Raises: as `read_file`, for the first line.
    """
    with _opened(path) as file:
        next(iter(LineReader(file)))
        file.seek(0)
        return file.read(most)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with open_to_read(path) as file:
            yield file
    except NewerLog as newer:
        raise HostError("log-too-new", path=path, format=newer.format) from newer


def has(file: BinaryIO, mark: str) -> bool:
    found, before = mark.encode(), b""
    file.seek(0)
    for piece in iter(partial(file.read, PIECE), b""):
        before += piece
        if found in before:
            return True
        # It may begin in one piece and end in the next.
        before = before[-len(found) :]
    return False


def first_and_last(file: BinaryIO) -> tuple[object, object]:
    """Return the objects of the first and the last whole line of a file, {} for no valid line.

    >>> from io import BytesIO
    >>> first_and_last(BytesIO(b'{"n":1}' + bytes([10]) + b'{"n":2}' + bytes([10]) + b'{"n'))
    ({'n': 1}, {'n': 2})
    """
    file.seek(0)
    first = file.readline(LONGEST_LINE)
    last, rest = _last(file)
    return _said(first), _said(rest if is_whole(rest) else last)


def first_line(path: Path) -> bytes:
    """Return the first line of a file, without its newline, or b"" if it has no whole one."""
    with suppress(HostError), open_to_read(path) as file:
        line = file.readline(LONGEST_LINE)
        if line.endswith(b"\n") or is_whole(line):
            return line.removesuffix(b"\n")
    return b""


def is_beginning(path: Path, other: Path) -> bool:
    """Return whether the whole lines of a file begin another."""
    with suppress(HostError), open_to_read(path) as file, open_to_read(other) as longer:
        _, rest = _last(file)
        left = file.seek(0, os.SEEK_END) - (0 if is_whole(rest) else len(rest))
        file.seek(0)
        while left > 0 and (piece := file.read(min(PIECE, left))) == longer.read(len(piece)):
            left -= len(piece)
        return not left
    return False


def _last(file: BinaryIO) -> tuple[bytes, bytes]:
    """Return the last line of a file with a newline, or less of one that is longer than any, and
    what is behind it.
    """
    size = file.seek(0, os.SEEK_END)
    length = TAIL_BYTES
    while True:
        file.seek(max(0, size - length))
        before, newline, rest = file.read(length).rpartition(b"\n")
        if b"\n" in before or length >= min(size, LONGEST_LINE):
            return before.rpartition(b"\n")[2] + newline, rest
        length *= 2


def _said(line: bytes) -> object:
    try:
        return parse_json(line) if line.endswith(b"\n") or is_whole(line) else {}
    except ValueError:
        return {}
