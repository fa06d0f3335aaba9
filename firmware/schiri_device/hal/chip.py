"""The chip: its ticks, id, flash, randomness and watchdog, and how its program restarts.

Decides where the device gets what the simulator on a PC makes up, and how a program that cannot go
on says so.  It is imported before every compiled module, because half of one can hang the chip.  So
it stays a source file on the drive, like `last_failure` and their packages, and imports none of our
modules.
"""

import os
from binascii import hexlify

import microcontroller
import supervisor
from watchdog import WatchDogMode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn, Protocol

    from digitalio import DigitalInOut
    from nvm import ByteArray

    from ..ticks import Edge

    class Buttons(Protocol):
        """What has buttons: `buttons.Buttons` or `tiles.Tiles`."""

        def read(self) -> Sequence[Edge]: ...

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


def last_reset() -> str:
    """Return the reason of the reset that ended the last run, "" if none did.

    The watchdog resets a program that hangs, and `safemode.py` the chip after a fault.
    """
    reason = microcontroller.cpu.reset_reason
    reasons = microcontroller.ResetReason
    return str(reason) if was_reset() and reason in (reasons.WATCHDOG, reasons.SOFTWARE) else ""


def complain(
    text: str, lamp: "DigitalInOut | None" = None, buttons: "Buttons | None" = None
) -> "NoReturn":
    """Repeat on the console why the device does not work; a pressed button restarts the program.

    A file that a PC writes restarts it, too.
    """
    unwatch()
    while True:
        print("Schiri:", text)
        if lamp:
            lamp.value = not lamp.value
        since_ms = ticks_ms()
        # The ticks wrap once in six days.
        while 0 <= ticks_ms() - since_ms < REPEAT_MS:
            if buttons and _is_pressed(buttons):
                restart()


def _is_pressed(buttons: "Buttons") -> bool:
    """Tell whether a button was pressed since the last call; allocates nothing itself."""
    try:
        for edge in buttons.read():
            if edge.pressed:
                return True
    except OSError:
        # A tile is lost, which it says once; the others go on.
        pass
    return False
