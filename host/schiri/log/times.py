"""When the events of a log happened, as far as it is known.

Decides which keys say so, and which of a log's times is told to people.  Must not know clocks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import tee
from typing import Protocol

from schiri.events import Event, Made
from schiri.json_object import Record
from schiri.log.notes import is_note


@dataclass(frozen=True)
class Times(Record):
    """When a device did something, as far as it is known.

    Shape: the device's own time; the PC's time of the same moment, and how wrong that can be.
    Units: ms since the device was started.
    """

    ms: int | None = None
    when: str | None = None
    within_ms: int | None = None


# Nothing is known but when the line was written.
UNTIMED = Times()
TIMES = tuple(Times.__dataclass_fields__)


def iso(moment: datetime) -> str:
    """Return a moment as it stands in a log.

    >>> iso(datetime(2026, 1, 31, 18, 4, 5, 123999, UTC))
    '2026-01-31T18:04:05.123Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def times_of(at_ms: int, when: datetime | None = None, within_ms: int | None = None) -> Times:
    """Return what a log says of when an event happened."""
    return Times(at_ms, iso(when) if when else None, within_ms)


class Dated(Protocol):
    """A line of a log, as far as it says when something happened."""

    @property
    def at(self) -> str: ...
    @property
    def event(self) -> Event: ...
    @property
    def times(self) -> Times: ...


def happened(lines: Iterable[Dated]) -> Iterator[str]:
    """Yield when each event of a log happened.

    Rule: what an entry brought about happened with it; else, where nothing better is known, it
    was when the line was written.
    """
    last = ""
    for line in lines:
        when = line.times.when or ""
        if when or isinstance(line.event, Made):
            last = when
        yield line.at if is_note(line.event) and not when else last or line.at


def span_of(lines: Iterable[Dated]) -> tuple[datetime, datetime]:
    """Return when a game had its first event and its last that is no note."""
    events, dated = tee(lines)
    first = last = ""
    for line, at in zip(events, happened(dated), strict=True):
        if not is_note(line.event):
            first, last = first or at, at
    return datetime.fromisoformat(first), datetime.fromisoformat(last)
