"""The chip: its ticks, id, flash, randomness and watchdog, and how its program restarts.

Decides where the device gets what the simulator on a PC makes up, and how often a failing program
may be restarted before it stops and says so.  It is imported before every compiled module, because
half of one can hang the chip.  So it stays a source file on the drive, like `standstill` and their
packages, and imports none of our modules.
"""

import os
from binascii import hexlify

import microcontroller
import supervisor
from watchdog import WatchDogMode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from digitalio import DigitalInOut
    from nvm import ByteArray

    entropy: Callable[[int], bytes]  # Not str, as CircuitPython's own stub says.

entropy, restart, ticks_ms = os.urandom, supervisor.reload, supervisor.ticks_ms  # type: ignore[assignment, unused-ignore]
# A source only where all modules are.
A_MODULE = "lib/schiri_device/app/device.py"
# Bytes in RAM instead, on a chip without non-volatile memory.
STORE_BYTES = 4096
# The interval of complaints.
REPEAT_MS = 2000
# Longer than anything between two turns of the loop: an erasure takes a tenth of a second, a replay
# of a full journal two.  The chip counts to 8.388 s at most.
WATCHDOG_TIMEOUT_S = 8
# How often the program may be restarted without a press in between.  The count is the first byte of
# a memory that survives resets and restarts and is 0 after power-on; the second byte is the
# progress of the start.
MOST_ATTEMPTS = 3
COUNT, STAGE = 0, 1
BOOTING, LOADING, LIT, RUNNING = 1, 2, 3, 4
try:
    from alarm import sleep_memory
except ImportError:
    # The Pico 2 keeps nothing over a reset: the reset reason shows that it was tried once.
    _is_again = (
        supervisor.runtime.run_reason != supervisor.RunReason.STARTUP
        or microcontroller.cpu.reset_reason == microcontroller.ResetReason.SOFTWARE
    )
    sleep_memory = bytearray((MOST_ATTEMPTS if _is_again else 0, 0))  # type: ignore[assignment]
# Made now: looking up a call of the chip takes memory.
feed = ticks_ms if microcontroller.watchdog is None else microcontroller.watchdog.feed


def identity() -> str:
    """Return the chip's own number as hex digits."""
    return str(hexlify(microcontroller.cpu.uid), "ascii")


def store() -> "ByteArray | bytearray":
    """Return the non-volatile memory."""
    memory = microcontroller.nvm
    return bytearray(b"\xff" * STORE_BYTES) if memory is None else memory


def is_editable() -> bool:
    """Tell whether the modules on the drive are sources, as after `schiri deploy --editable`."""
    try:
        os.stat(A_MODULE)
    except OSError:
        return False
    return True


def watch() -> None:
    """Start the watchdog; from now on `feed` must be called at each turn of the loop.

    Rule: a loop that hangs is reset, and resumes as after a power cut.  Files that a PC writes to
    the drive restart it only if its modules are sources.
    """
    supervisor.runtime.autoreload = is_editable()
    dog = microcontroller.watchdog
    if dog is not None:
        dog.timeout = WATCHDOG_TIMEOUT_S
        dog.mode = WatchDogMode.RESET


def unwatch() -> None:
    """Stop the watchdog: a person at the console takes over."""
    supervisor.runtime.autoreload = True
    if microcontroller.watchdog is not None:
        microcontroller.watchdog.mode = None


def was_reset() -> bool:
    """Tell whether the chip was switched on or reset, not just the program restarted."""
    return supervisor.runtime.run_reason == supervisor.RunReason.STARTUP


def stopped_at() -> int:
    """Return the progress of the last start if the watchdog or an error ended it, else 0."""
    stage = sleep_memory[STAGE]
    if was_bitten():
        return stage or RUNNING
    return stage if sleep_memory[COUNT] else 0


def was_bitten() -> bool:
    """Tell whether the watchdog has reset the chip, without a restart of the program since."""
    reason = microcontroller.cpu.reset_reason
    return was_reset() and reason == microcontroller.ResetReason.WATCHDOG


def note(stage: int) -> None:
    """Note the progress of the start; allocates nothing."""
    sleep_memory[STAGE] = stage
    feed()


def may_try_again() -> bool:
    """Count one more attempt; return whether it may be made. Allocates nothing."""
    count = sleep_memory[COUNT]
    if count >= MOST_ATTEMPTS:
        return False
    sleep_memory[COUNT] = count + 1
    return True


def settle() -> None:
    """Reset the count of attempts: the device works."""
    sleep_memory[COUNT] = 0


def complain(text: str, lamp: "DigitalInOut | None" = None) -> "NoReturn":
    """Repeat on the console why the device does not work."""
    while True:
        print("Schiri:", text)
        if lamp:
            lamp.value = not lamp.value
        since_ms = ticks_ms()
        # The ticks wrap once in six days.
        while 0 <= ticks_ms() - since_ms < REPEAT_MS:
            pass
