"""The time of day, for logs: the one place where it is asked for."""

from datetime import datetime


def local_time() -> datetime:
    """Return the time now, in the zone of this PC."""
    return datetime.now().astimezone()
