"""Resets the device after a fault that CircuitPython answers with safe mode.

Decides which faults: those that a running program meets.  After the reset `code.py` says so and
waits for a button, so that a fault in each start makes no circle of resets.  For other reasons it
stays in safe mode, where the console names them.  After a press of the board's button for safe
mode, CircuitPython does not run this file.
"""

import microcontroller
import supervisor

reason, reasons = supervisor.runtime.safe_mode_reason, supervisor.SafeModeReason
if reason in (reasons.BROWNOUT, reasons.HARD_FAULT, reasons.STACK_OVERFLOW, reasons.WATCHDOG):
    microcontroller.reset()
