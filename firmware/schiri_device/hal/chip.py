"""The chip: its ticks, its id, its flash and its randomness.

Decides where the device gets from what the simulator on a PC makes up.
"""

from binascii import hexlify
from os import urandom as entropy

import microcontroller
from supervisor import ticks_ms

# Where a chip has no non-volatile memory, this much is kept until it is switched off.
STORE_BYTES = 4096


def identity() -> str:
    """Return the chip's own number as hex digits."""
    return str(hexlify(microcontroller.cpu.uid), "ascii")


def store():
    """Return the non-volatile memory."""
    memory = microcontroller.nvm
    return bytearray(b"\xff" * STORE_BYTES) if memory is None else memory


__all__ = ["entropy", "identity", "store", "ticks_ms"]
