"""The wires of the simulated device: a cable within one process, and a pseudo-terminal.

Decides how the device is reached; there are no pseudo-terminals on Windows.  Must not know threads:
each end may be in one of its own.
"""

from __future__ import annotations

import os
import sys
from typing import Protocol

from schiri.device.port import PortLost
from schiri.errors import HostError


class CableEnd(Protocol):
    """The device's end of a cable."""

    def device_reads(self) -> bytes:
        """Return the bytes that have arrived."""

    def device_writes(self, data: bytes) -> int:
        """Send what fits and return how much that was."""


class Cable:
    """Both ends of a cable, with a plug that can be pulled.

    >>> cable = Cable()
    >>> port = cable.open()
    >>> port.write(b"to the device")
    >>> cable.device_reads()
    b'to the device'
    """

    def __init__(self) -> None:
        self.is_plugged = True
        # How often it was pulled; a port that was open at that time stays lost.
        self.pulls = 0
        self._to_device = bytearray()
        self._to_host = bytearray()

    def open(self) -> CablePort:
        """Return the host's end."""
        if not self.is_plugged:
            raise HostError("no-device")
        self._to_device.clear()
        self._to_host.clear()
        return CablePort(self)

    def pull(self) -> None:
        """Pull the plug: bytes to the device are lost; the host reads what has arrived."""
        self.is_plugged = False
        self.pulls += 1
        self._to_device.clear()

    def plug(self) -> None:
        self.is_plugged = True

    # One thread reads while another writes; each operation of a bytearray holds the interpreter's
    # lock.

    def device_reads(self) -> bytes:
        return _drain(self._to_device)

    def device_writes(self, data: bytes) -> int:
        if self.is_plugged and data:
            self._to_host.extend(data)
        return len(data)

    def host_reads(self) -> bytes:
        return _drain(self._to_host)

    def host_writes(self, data: bytes) -> None:
        self._to_device.extend(data)

    def wait(self) -> None:
        """Wait a moment for bytes at the host's end, if the device has its own thread."""

    def wake(self) -> None:
        """End the wait at the host's end."""


class CablePort:
    """The host's end of a cable, until the plug is pulled."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._pulls = cable.pulls

    def read(self) -> bytes:
        data = self._cable.host_reads()
        if not data:
            self._check()
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._cable.host_writes(data)

    def wait(self) -> None:
        self._cable.wait()

    def _check(self) -> None:
        if self._pulls != self._cable.pulls:
            raise PortLost("unplugged")

    def wake(self) -> None:
        self._cable.wake()

    def close(self) -> None:
        pass


def _drain(queue: bytearray) -> bytes:
    taken = bytes(queue)
    del queue[: len(taken)]
    return taken


class PtyWire:
    """A pseudo-terminal whose other end, ``path``, any serial program can open.

    Raises: HostError (no-pseudo-terminals).
    """

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise HostError("no-pseudo-terminals")
        import tty

        # Keep the other end open, so that it stays alive without a reader.
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
        os.close(self._theirs)
        os.close(self._ours)
