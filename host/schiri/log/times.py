"""When the events of a log happened, as far as it is known.

Decides which keys say so, and which of a log's times is told to people.  Must not know clocks.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from schiri.events import Event
from schiri.log.notes import is_note

# The device's own time; the PC's time of the same moment, and how wrong that can be.
TIMES = ("ms", "when", "within_ms")


def iso(moment: datetime) -> str:
    """Return a moment as it stands in a log.

    >>> iso(datetime(2026, 1, 31, 18, 4, 5, 123999, UTC))
    '2026-01-31T18:04:05.123Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def times_of(at_ms: int, when: datetime | None = None, within_ms: int | None = None) -> Event:
    """Return an event's own keys that say when it happened."""
    known = (at_ms, when and iso(when), within_ms)
    return {key: value for key, value in zip(TIMES, known, strict=True) if value is not None}


def happened(events: Iterable[Event]) -> list[str]:
    """Return when each event of a log happened.

    Rule: what an entry brought about happened with it; else, where nothing better is known, it
    was when the line was written.

    >>> entry = {"at": "later", "when": "then", "event": "move", "entry": "a1-c3"}
    >>> end = {"at": "later", "event": "end"}
    >>> happened([entry, end, {"at": "last", "entry": "undo", "event": "undo"}])
    ['then', 'then', 'last']
    """
    told: list[str] = []
    last = ""
    for event in events:
        if "entry" in event or "when" in event:
            last = event.get("when", "")
        told.append(event["at"] if is_note(event) and "when" not in event else last or event["at"])
    return told
