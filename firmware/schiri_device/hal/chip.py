"""The chip: its pins, ticks, id, flash, randomness and watchdog, and how its program restarts.

Decides where the device gets from what the simulator on a PC makes up, and how often a program
that fails may be started again before it stands still and says so.  It comes before every module
that is compiled, for half of one can make the chip stand still: so it stays a source on the drive,
as `standstill` does and the packages that they are in, and imports none of ours.
"""

from binascii import hexlify
from os import urandom as entropy

import board
import microcontroller
import supervisor
from supervisor import reload as restart
from supervisor import ticks_ms
from watchdog import WatchDogMode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from digitalio import DigitalInOut
    from nvm import ByteArray

# Where a chip has no non-volatile memory, this much is kept until it is switched off.
STORE_BYTES = 4096
# How often it is said what is wrong.
REPEAT_MS = 2000
# Longer than anything between two turns of the loop: an erasure takes a tenth of a second, a replay
# of a full journal two.  The chip can count no farther than 8.388 s.
WATCHDOG_TIMEOUT_S = 8
# How often the program may be started again with no button pressed in between.  The count is the
# first byte of memory that resets and restarts keep, and that is 0 after power-on; the second byte
# is how far the program has come.
MOST_ATTEMPTS = 3
COUNT, STAGE = 0, 1
BOOTING, LOADING, LIT, RUNNING = 1, 2, 3, 4
try:
    from alarm import sleep_memory
except ImportError:
    # The Pico 2 keeps nothing over a reset: how it was started tells that it was tried once.
    _is_again = (
        supervisor.runtime.run_reason != supervisor.RunReason.STARTUP
        or microcontroller.cpu.reset_reason == microcontroller.ResetReason.SOFTWARE
    )
    sleep_memory = bytearray((MOST_ATTEMPTS if _is_again else 0, 0))  # type: ignore[assignment]
# Made now: to ask a chip for one of its calls takes memory.
feed = ticks_ms if microcontroller.watchdog is None else microcontroller.watchdog.feed


def pins(names: tuple[str, ...]) -> "tuple[microcontroller.Pin, ...]":
    """Return the pins of these names, which a build has from its board's `board` module."""
    return tuple([getattr(board, name) for name in names])


def identity() -> str:
    """Return the chip's own number as hex digits."""
    return str(hexlify(microcontroller.cpu.uid), "ascii")


def store() -> "ByteArray | bytearray":
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


def stopped_at() -> int:
    """Return how far the last start came that the watchdog ended, or an error; else 0."""
    stage = sleep_memory[STAGE]
    if was_bitten():
        return stage or RUNNING
    return stage if sleep_memory[COUNT] and stage < RUNNING else 0


def was_bitten() -> bool:
    """Tell whether the watchdog has reset the chip, since when the program was not restarted."""
    reason = microcontroller.cpu.reset_reason
    return was_reset() and reason == microcontroller.ResetReason.WATCHDOG


def note(stage: int) -> None:
    """Note how far the program has come; nothing is allocated."""
    sleep_memory[STAGE] = stage
    feed()


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


def complain(text: str, lamp: "DigitalInOut | None" = None) -> "NoReturn":
    """Say on the console, again and again, what keeps the device from being one."""
    while True:
        print("Schiri:", text)
        if lamp:
            lamp.value = not lamp.value
        since_ms = ticks_ms()
        # It wraps once in six days.
        while 0 <= ticks_ms() - since_ms < REPEAT_MS:
            pass


__all__ = [
    "entropy",
    "feed",
    "identity",
    "pins",
    "restart",
    "store",
    "ticks_ms",
    "unwatch",
    "watch",
]
