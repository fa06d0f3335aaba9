"""What the board's modules lack, and have: ``make check`` reads this with their types.

An ``ignore`` is an error there if those types have its name, so this fails without them.  They
have all methods of `str` and `int`: those that the board lacks are in `subset.py`.
"""

import functools  # type: ignore[import-not-found]
import json
import os
import random
import struct
import time


def absent(numbers: list[int], data: bytes) -> None:
    functools.partial(absent)
    random.shuffle(numbers)  # type: ignore[attr-defined]
    time.perf_counter()  # type: ignore[attr-defined]
    os.path.join("a", "b")  # type: ignore[attr-defined]
    struct.iter_unpack("B", data)  # type: ignore[attr-defined]
    json.dumps(numbers, indent=1)  # type: ignore[call-overload]


def present() -> tuple[int, float]:
    """MicroPython has no such clock."""
    return time.monotonic_ns(), random.uniform(0, 1)
