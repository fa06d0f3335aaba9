"""A device on a port that only the page can open: its bytes are handed back and forth.

Decides when the page is asked to open or close a port.  Must not know how it does so, or what is
said over it.
"""

from __future__ import annotations

from schiri.device.port import Port, PortLost
from schiri.device.table_device import SILENT_MS, TableDevice
from schiri.errors import HostError

# What the page is asked for, and what it says has happened.
OPEN, CLOSE = "open", "close"
OPENED, LOST = "opened", "lost"


class RelayedPort:
    """A port that is open in the page."""

    def __init__(self, device: RelayedDevice) -> None:
        self._device = device
        self._received = bytearray()
        self.is_lost = False

    def receive(self, data: bytes) -> None:
        """Take what has arrived."""
        self._received += data

    def read(self) -> bytes:
        data = bytes(self._received)
        self._received.clear()
        if not data and self.is_lost:
            raise PortLost("unplugged")
        return data

    def write(self, data: bytes) -> None:
        if self.is_lost:
            raise PortLost("unplugged")
        self._device.sent += data

    def wake(self) -> None:
        """Nothing waits here."""

    def close(self) -> None:
        self._device.ask(CLOSE)


class RelayedDevice(TableDevice):
    """A device on one of the ports that the page may open, each tried until one answers.

    Shape: ``sent`` is what the page is to write; ``wanted`` what it is to do, "" for nothing.
    """

    silent_ms = SILENT_MS
    tries_others = True

    def __init__(self) -> None:
        self.sent = bytearray()
        self.wanted = ""
        self._is_asked = False
        self._port: RelayedPort | None = None

    def open_port(self) -> Port:
        """Return the port, once the page has opened one; until then it is asked to.

        Raises: HostError (no-device).
        """
        if self._port is None or self._port.is_lost:
            if not self._is_asked:
                self.ask(OPEN)
                self._is_asked = True
            raise HostError("no-device")
        return self._port

    def ask(self, wanted: str) -> None:
        """Ask the page for something; what was to be written before is of no use then."""
        self.wanted, self._port, self._is_asked = wanted, None, False
        self.sent.clear()

    def take_wanted(self) -> str:
        """Return once what the page is asked for."""
        wanted, self.wanted = self.wanted, ""
        return wanted

    def take_sent(self) -> bytes:
        """Return once what is to be written."""
        sent = bytes(self.sent)
        self.sent.clear()
        return sent

    def hear(self, event: str, data: bytes) -> None:
        """Hear what has become of the port, or what has arrived there."""
        if event == OPENED:
            self._port, self._is_asked = RelayedPort(self), False
        elif event == LOST:
            self._is_asked = False
            if self._port:
                self._port.is_lost = True
        elif self._port:
            self._port.receive(data)

    def stop(self) -> None:
        self.ask(CLOSE)
