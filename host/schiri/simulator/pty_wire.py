"""The simulated device's end of a pseudo-terminal.

Decides how any serial program can talk to it; not on Windows, which has none.
"""

import os
import sys

from schiri.errors import HostError


class PtyWire:
    """A pseudo-terminal whose other end, ``path``, any serial program can open.

    Raises: HostError (no-pseudo-terminals).
    """

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise HostError("no-pseudo-terminals")
        import tty

        # Our own hold on the other end keeps it alive while nobody else has it open.
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)

    def device_reads(self) -> bytes:
        try:
            return os.read(self._ours, 256)
        except BlockingIOError:
            return b""

    def device_writes(self, data: bytes) -> int:
        try:
            return os.write(self._ours, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close both ends."""
        os.close(self._theirs)
        os.close(self._ours)
