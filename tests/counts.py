"""Sample sizes of properties: a sample in `make test`, all cases in `make proof`."""

import os
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, TypeVar

Value = TypeVar("Value")

IS_PROOF = os.environ.get("SCHIRI_PROOF") == "1"
# How many short games one test plays.
BLOCK = 50


def count(sample: int, full: int) -> int:
    """Return the number of examples of a property in this run."""
    return full if IS_PROOF else sample


def some(values: Iterable[Value], sample: int) -> list[Value]:
    """Return all values in the proof, otherwise a number of them, from the first to the last.

    >>> some("abcde", 9)
    ['a', 'b', 'c', 'd', 'e']
    """
    found = list(values)
    if IS_PROOF or len(found) <= sample:
        return found
    return [found[at * (len(found) - 1) // max(1, sample - 1)] for at in range(sample)]


def blocks(sample: int, full: int) -> list[range]:
    """Return the seeds of many short games, some in each test: parts of a proof share the tests.

    >>> blocks(3, 10_000)
    [range(0, 3)]
    """
    size = count(sample, full)
    return [range(first, min(first + BLOCK, size)) for first in range(0, size, BLOCK)]


def combined(*lists: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return every combination of values in the proof, otherwise each value at least once.

    >>> rows = combined("abc", [1, 2])
    >>> ("a", 1) in rows and ("c", 1) in rows
    True
    """
    if IS_PROOF:
        return list(product(*lists))
    most = max(map(len, lists))
    return [tuple(each[at % len(each)] for each in lists) for at in range(most)]
