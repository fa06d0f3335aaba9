"""The boards that each build fits, by CircuitPython's names.

Decides nothing else.  A PC reads it, a device never.
"""

from . import NAMES

# The Raspberry Pi Pico and the Pico 2, which have the same pins.
PICOS = ("raspberry_pi_pico", "raspberry_pi_pico2")
BOARDS_OF = dict.fromkeys(NAMES, PICOS)
