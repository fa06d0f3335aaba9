"""The time of day, for logs: the one place where it is asked for.

Decides nothing else: everybody who needs a time is given a clock.
"""

from datetime import datetime


def local_time() -> datetime:
    """Return the time now, in the zone of this PC."""
    return datetime.now().astimezone()
