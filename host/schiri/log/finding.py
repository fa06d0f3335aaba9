"""Which logs of a folder are worth reading through, told by their bytes.

Decides what a log is not: to read and check every line of 2,000 logs takes many seconds, to look at
their bytes a fraction of one.  What a log is, and whether it is whole, its reader says.
"""

import json
from collections.abc import Callable

# Whether a file may be what is looked for.
MayBe = Callable[[bytes], bool]


def having(mark: str) -> MayBe:
    """Return whether a mark stands in a file; so does all in one that has no whole line.

    >>> may_be = having("DEV1:89abcdef:")
    >>> [may_be(data) for data in (b'"DEV1:89abcdef:7"' + bytes([10]), bytes([10]), b"{")]
    [True, False, True]
    """
    found = mark.encode()
    return lambda data: found in data or b"\n" not in data


def first_and_last(data: bytes) -> tuple[object, object]:
    """Return what the first and the last whole line of a file say, {} for what is no line.

    >>> first_and_last(b'{"n":1}' + bytes([10]) + b'{"n":2}' + bytes([10]) + b'{"n')
    ({'n': 1}, {'n': 2})
    """
    end = data.rfind(b"\n")
    return _said(data[: data.find(b"\n")]), _said(data[data.rfind(b"\n", 0, end) + 1 : end])


def _said(line: bytes) -> object:
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said
