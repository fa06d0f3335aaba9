"""Switches on the port for a PC and tells it who we are; runs once, after each power-on.

Decides how the device shows on USB: a PC finds it by a product that begins with "Schiri", and its
data port by CircuitPython's own name for it, "CircuitPython CDC2 control" or "... data".
"""

import supervisor
import usb_cdc

# The console stays: it says what is wrong, and CIRCUITPY can be repaired through it.
usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification("Schiri", "Schiri referee for tabletop games")
