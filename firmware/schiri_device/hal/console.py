"""The console: where a maker looks when nothing works."""

from ..ticks import elapsed
from . import chip

REPEAT_MS = 2000


def complain(*words) -> None:
    """Say on the console, again and again, what keeps the device from being one."""
    while True:
        print("Schiri:", *words)
        since_ms = chip.ticks_ms()
        while elapsed(chip.ticks_ms(), since_ms) < REPEAT_MS:
            pass
