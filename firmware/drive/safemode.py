"""Brings the device back after a fault that CircuitPython answers with its safe mode.

Decides that it is reset, a few times in a row at most, and goes on like after a power cut.  It
stays in safe mode, where the console says why, if that does not help or if a program asked for it;
where somebody pressed the board's button for it, CircuitPython does not run this at all.
"""

import microcontroller
import supervisor
from schiri_device.hal import chip

reason = supervisor.runtime.safe_mode_reason
if reason != supervisor.SafeModeReason.PROGRAMMATIC and chip.may_try_again():
    microcontroller.reset()
