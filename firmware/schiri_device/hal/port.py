"""The data port to a PC.

Decides how bytes pass without blocking: CircuitPython would block for ever by default.  Must not
know lines, except their longest length.
"""

import usb_cdc

NOTHING = b""
# The length of a line: bytes that a small buffer does not take wait here.
LINE_BYTES = 160


class Port:
    """The second of the two serial ports that `boot.py` switches on.

    Shape: bytes that did not fit wait here, at most one line.  They stay while no PC listens, so
    that the next one receives whole lines.
    """

    def __init__(self) -> None:
        serial = usb_cdc.data
        # None if `boot.py` did not run; the device plays without a PC.
        self._serial = serial
        self._unsent = NOTHING
        if serial is not None:
            serial.timeout = 0
            serial.write_timeout = 0

    def read(self) -> bytes:
        """Return what has arrived."""
        serial = self._serial
        if serial is None:
            return NOTHING
        waiting = serial.in_waiting
        return serial.read(waiting) if waiting else NOTHING

    def room(self) -> int:
        """Return how many bytes may be written; 0 until all earlier ones are sent."""
        serial = self._serial
        if serial is None or self._unsent or not serial.connected or serial.out_waiting:
            return 0
        return LINE_BYTES

    def write(self, data: bytes) -> None:
        """Send what fits of the waiting bytes and of these."""
        if self._unsent:
            data = self._unsent + data
        serial = self._serial
        if data and serial is not None and serial.connected:
            data = data[serial.write(data) :]
        self._unsent = data
