"""Moments as people read them: in their own time zone.

Decides the form.  What is stable, as a log's times, is in UTC and is not touched.
"""

from datetime import datetime, tzinfo


def local_moment(at: str, zone: tzinfo | None = None) -> str:
    """Return the moment of a line in the time of this PC, or of a zone.

    >>> from datetime import timedelta, timezone
    >>> local_moment("2026-01-31T23:04:05.123Z", timezone(timedelta(hours=1)))
    '2026-02-01 00:04:05'
    """
    return datetime.fromisoformat(at).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
