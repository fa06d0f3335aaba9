"""Where the time of a press goes, from the browser's message to the page's new HTML.

The parts of the way are stamped by wrapping their methods in the server's process; the times are of
one clock for all processes of this machine.
"""

import time
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import pairwise
from statistics import median
from typing import Any

from schiri.log.writer import LogWriter
from schiri.page.live import Page
from schiri.page.patches import PageCache
from schiri.simulator.threaded import WaitingCable
from schiri.table.worker import TableWorker

Stamp = tuple[float, str]
# The parts of the way in their order, and the stamp that ends each of them.
WAY = (
    ("socket from the browser", "received"),
    ("page to table", "carried out"),
    ("device", "written"),
    ("line", "reported"),
    ("log", "logged"),
    ("worker", "published"),
    ("table to page", "asked"),
    ("scene", "composed"),
    ("HTML", "drawn"),
    ("socket to the browser", ""),
)
STAMPS: list[Stamp] = []


def stamp(owner: type, method: str, name: str, *, is_begin: bool = False) -> None:
    """Stamp the end of each call of a method, or its beginning."""
    wrapped: Callable[..., Any] = getattr(owner, method)

    @wraps(wrapped)
    def stamped(*given: Any, **more: Any) -> Any:
        if is_begin:
            STAMPS.append((time.perf_counter(), name))
        found = wrapped(*given, **more)
        if not is_begin:
            STAMPS.append((time.perf_counter(), name))
        return found

    setattr(owner, method, stamped)


def stamp_all() -> None:
    """Stamp the whole way, in this process."""
    stamp(Page, "receive", "received", is_begin=True)
    stamp(TableWorker, "_carry_out", "carried out")
    stamp(WaitingCable, "device_writes", "written")
    stamp(TableWorker, "_receive", "reported", is_begin=True)
    stamp(LogWriter, "append", "logged")
    stamp(TableWorker, "_publish", "published")
    stamp(Page, "message", "asked", is_begin=True)
    stamp(PageCache, "scene_of", "composed")
    stamp(PageCache, "patch_of", "drawn")


def parts_of(stamps: Sequence[Stamp], start: float, end: float) -> dict[str, float]:
    """Return the ms of each part of one press.

    Shape: seen from the end, the last stamp of each kind counts; a part without one took no time.
    """
    ends, until = [end], end
    for _, name in reversed(WAY[:-1]):
        known = (at for at, what in reversed(stamps) if what == name and start <= at <= until)
        until = next(known, until)
        ends.append(until)
    ends = [start, *reversed(ends)]
    spans = (after - before for before, after in pairwise(ends))
    return {part: span * 1000 for (part, _), span in zip(WAY, spans, strict=True)}


def show(stamps: Sequence[Stamp], times: Sequence[tuple[float, float]]) -> None:
    """Print the median of each part, in the order of the way."""
    found = [parts_of(stamps, start, end) for start, end in times]
    for part, _ in WAY:
        print(f"{f'  {part}:':30}{median(each[part] for each in found):6.1f} ms median")
