"""Wall-clock time for logs, and a monotonic clock.

Code that needs a time gets a clock as an argument.
"""

import time
from datetime import datetime


def local_time() -> datetime:
    """Return the time now, in the zone of this PC."""
    return datetime.now().astimezone()


def now_ms() -> int:
    """Return the time of a monotonic clock."""
    return time.monotonic_ns() // 1_000_000
