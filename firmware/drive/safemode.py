"""Restarts the device after a fault that CircuitPython answers with safe mode.

Decides that it is reset, a few times in a row at most, and goes on as after a power cut.  It stays
in safe mode, where the console says why, if that does not help or a program asked for it.  After a
press of the board's button for safe mode, CircuitPython does not run this file.
"""

import microcontroller
import supervisor
from schiri_device.hal import chip

reason = supervisor.runtime.safe_mode_reason
if reason != supervisor.SafeModeReason.PROGRAMMATIC and chip.may_try_again():
    microcontroller.reset()
