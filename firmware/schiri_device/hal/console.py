"""The console: where a maker looks when nothing works.

Decides what becomes of an error that nobody expected: it is shown, kept and told once, and the
players go on with a button.  One that comes while the sign is shown, or keeps it from being shown,
begins the device anew; where that has not helped, it stands still and says so.
"""

import gc
from traceback import format_exception

from ..failure import failure_text
from ..ticks import elapsed
from . import chip

REPEAT_MS = 2000
SIGN = "failed"


class Guard:
    """The last resort of the loop."""

    def __init__(self):
        self._untold = ""

    def survive(self, companion, now_ms: int, error) -> None:
        """Let the device show and keep an error.

        Raises: whatever it was, where the players cannot go on like that.
        """
        if companion.mode_name == SIGN:
            raise error
        gc.collect()
        self._untold = "".join(format_exception(error))
        companion.fail(now_ms, failure_text(error, self._untold))

    def tell(self, output) -> None:
        """Print what has failed, behind the lights: a console that nobody reads may stop us."""
        if self._untold and not output.is_fresh:
            untold, self._untold = self._untold, ""
            print(untold)

    def give_up(self, pixels, error) -> None:
        """Begin anew; if that has been tried already, stand still.

        Rule: the watchdog stays awake until all is said, for a console may stop us.
        """
        gc.collect()
        pixels.alarm()
        traceback = "".join(format_exception(error))
        print(traceback)
        chip.restart()
        chip.unwatch()
        complain(failure_text(error, traceback))


def complain(*words) -> None:
    """Say on the console, again and again, what keeps the device from being one."""
    while True:
        print("Schiri:", *words)
        since_ms = chip.ticks_ms()
        while elapsed(chip.ticks_ms(), since_ms) < REPEAT_MS:
            pass
