"""The chip: its pins, ticks, id, flash, randomness and watchdog, and how its program restarts.

Decides where the device gets from what the simulator on a PC makes up, and how often a program
that fails may be started again before it stands still and says so.
"""

from binascii import hexlify
from os import urandom as entropy

import board
import microcontroller
import supervisor
from supervisor import ticks_ms
from watchdog import WatchDogMode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .protocols import Memory

# Where a chip has no non-volatile memory, this much is kept until it is switched off.
STORE_BYTES = 4096
# Longer than anything between two turns of the loop: an erasure takes a tenth of a second, a replay
# of a full journal two.  The chip can count no farther than 8.388 s.
WATCHDOG_TIMEOUT_S = 8
# How often the program may be started again with no button pressed in between.  The count is the
# first byte of memory that resets and restarts keep, and that is 0 after power-on.
MOST_ATTEMPTS = 3
COUNT = 0
try:
    from alarm import sleep_memory
except ImportError:
    # The Pico 2 keeps nothing over a reset: how it was started tells that it was tried once.
    _is_again = (
        supervisor.runtime.run_reason != supervisor.RunReason.STARTUP
        or microcontroller.cpu.reset_reason == microcontroller.ResetReason.SOFTWARE
    )
    sleep_memory = bytearray((MOST_ATTEMPTS if _is_again else 0,))  # type: ignore[assignment]
# Made now: to ask a chip for one of its calls takes memory.
feed = ticks_ms if microcontroller.watchdog is None else microcontroller.watchdog.feed


def pins(names: tuple[str, ...]) -> "tuple[microcontroller.Pin, ...]":
    """Return the pins of these names, which a build has from its board's `board` module."""
    return tuple([getattr(board, name) for name in names])


def identity() -> str:
    """Return the chip's own number as hex digits."""
    return str(hexlify(microcontroller.cpu.uid), "ascii")


def store() -> "Memory":
    """Return the non-volatile memory."""
    memory = microcontroller.nvm
    return bytearray(b"\xff" * STORE_BYTES) if memory is None else memory


def watch() -> None:
    """Start the watchdog; from now on `feed` must be called at each turn of the loop.

    Rule: a loop that stands still is reset, and resumes like after a power cut.  Files that a PC
    writes to the drive restart nothing.  Nothing is allocated.
    """
    supervisor.runtime.autoreload = False
    dog = microcontroller.watchdog
    if dog is not None:
        dog.timeout = WATCHDOG_TIMEOUT_S
        dog.mode = WatchDogMode.RESET


def unwatch() -> None:
    """Stop the watchdog: whoever is at the console, or saves a file, takes over."""
    supervisor.runtime.autoreload = True
    if microcontroller.watchdog is not None:
        microcontroller.watchdog.mode = None


def was_reset() -> bool:
    """Tell whether the chip was switched on or reset, not just the program restarted."""
    return supervisor.runtime.run_reason == supervisor.RunReason.STARTUP


def may_try_again() -> bool:
    """Count one more attempt and tell whether it may be made; nothing is allocated."""
    count = sleep_memory[COUNT]
    if count >= MOST_ATTEMPTS:
        return False
    sleep_memory[COUNT] = count + 1
    return True


def settle() -> None:
    """Forget the attempts that were made: the device works."""
    sleep_memory[COUNT] = 0


def restart() -> None:
    """Start the program anew; USB stays up."""
    supervisor.reload()


__all__ = ["entropy", "feed", "identity", "pins", "store", "ticks_ms", "unwatch", "watch"]
