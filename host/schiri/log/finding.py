"""Which logs of a folder are worth reading through, told by their bytes.

Decides what a log is not: to read and check every line of 2,000 logs takes many seconds, to look at
their bytes a fraction of one.  What a log is, and whether it is whole, its reader says.  However
large a file is, little more than a line of it is in memory.
"""

import os
from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from schiri.json_object import parse_json
from schiri.log.lines import LONGEST_LINE
from schiri.log.stored import TAIL_BYTES

# Whether a file may be what is looked for.
MayBe = Callable[[BinaryIO], bool]

# So many bytes at a time are looked through.
PIECE = 1 << 20


def having(mark: str) -> MayBe:
    """Return whether a mark stands in a file; so does all in one that has no whole line.

    >>> from io import BytesIO
    >>> may_be = having("DEV1:89abcdef:")
    >>> texts = (b'"DEV1:89abcdef:7"' + bytes([10]), bytes([10]), b"{")
    >>> [may_be(BytesIO(text)) for text in texts]
    [True, False, True]
    """
    return lambda file: has(file, mark) or not has(file, "\n")


def has(file: BinaryIO, mark: str) -> bool:
    """Return whether a mark stands in a file."""
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
    """Return what the first and the last whole line of a file say, {} for what is no line.

    >>> from io import BytesIO
    >>> first_and_last(BytesIO(b'{"n":1}' + bytes([10]) + b'{"n":2}' + bytes([10]) + b'{"n'))
    ({'n': 1}, {'n': 2})
    """
    file.seek(0)
    return _said(file.readline(LONGEST_LINE)), _said(_last(file))


def _last(file: BinaryIO) -> bytes:
    """Return the last whole line of a file, or less of one that is longer than any."""
    size = file.seek(0, os.SEEK_END)
    length = TAIL_BYTES
    while True:
        file.seek(max(0, size - length))
        before, newline, _ = file.read(length).rpartition(b"\n")
        if b"\n" in before or length >= min(size, LONGEST_LINE):
            return before.rpartition(b"\n")[2] + newline
        length *= 2


def _said(line: bytes) -> object:
    try:
        return parse_json(line) if line.endswith(b"\n") else {}
    except ValueError:
        return {}
