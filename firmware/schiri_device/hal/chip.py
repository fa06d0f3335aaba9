"""The chip: its ticks, its id, its flash, its randomness and its watchdog.

Decides where the device gets from what the simulator on a PC makes up, and how it begins anew.
"""

from binascii import hexlify
from os import urandom as entropy

import microcontroller
import supervisor
from supervisor import ticks_ms
from watchdog import WatchDogMode

# Where a chip has no non-volatile memory, this much is kept until it is switched off.
STORE_BYTES = 4096
# Longer than anything the loop does: loading a game takes a second, an erasure a tenth of one.
# The chip can count no farther than 8.388 s.
PATIENCE_S = 8


def identity() -> str:
    """Return the chip's own number as hex digits."""
    return str(hexlify(microcontroller.cpu.uid), "ascii")


def store():
    """Return the non-volatile memory."""
    memory = microcontroller.nvm
    return bytearray(b"\xff" * STORE_BYTES) if memory is None else memory


def watch():
    """Let nothing end a game; return what the loop must call at each turn.

    A loop that stands still is reset, and goes on like after a power cut.  A PC that merely looks
    at the drive may write to it.
    """
    supervisor.runtime.autoreload = False
    dog = microcontroller.watchdog
    if dog is None:
        return ticks_ms
    dog.timeout = PATIENCE_S
    dog.mode = WatchDogMode.RESET
    return dog.feed


def unwatch() -> None:
    """Leave it all to whoever is at the console, or saves a file."""
    supervisor.runtime.autoreload = True
    if microcontroller.watchdog is not None:
        microcontroller.watchdog.mode = None


def restart() -> None:
    """Begin anew, once: what has just begun anew and fails again would do so for ever."""
    if supervisor.runtime.run_reason != supervisor.RunReason.SUPERVISOR_RELOAD:
        supervisor.reload()


__all__ = ["entropy", "identity", "restart", "store", "ticks_ms", "unwatch", "watch"]
