"""What a simulated device is measured with: the time that its code takes here, and lights.

Decides what is simulated of what a board would take: a chain of pixels takes its own time, and a
press is stamped to the millisecond.  What nothing here stands for, such as memory, has no figure.
"""

import time
from collections.abc import Callable

# Three bytes at 800,000 bits a second.
PIXEL_MS = 0.03
SIMULATED_FIGURES = (("simulated", 1, "-"), ("scan", 1, "ms"))


def cpu_ms() -> float:
    """Return how long this thread has been at work: others on this PC do not count."""
    return time.thread_time_ns() / 1_000_000


class Bench:
    """A clock, and a chain of pixels that takes its time by it.

    >>> bench = Bench(100, lambda: 5.0)
    >>> bench.submit(), bench.show(), bench.show(), bench.clock()
    (None, True, False, 8.0)
    """

    def __init__(self, pixels: int, clock: Callable[[], float]) -> None:
        self._frame_ms = pixels * PIXEL_MS
        self._clock = clock
        self._shown_ms = 0.0
        self._is_waiting = False

    def clock(self) -> float:
        """Return the time, in ms."""
        return self._clock() + self._shown_ms

    def submit(self) -> None:
        """Submit a frame to be shown."""
        self._is_waiting = True

    def show(self) -> bool:
        """Show the frame that waits, if there is one; tell whether there was."""
        if not self._is_waiting:
            return False
        self._is_waiting = False
        self._shown_ms += self._frame_ms
        return True
