"""A device on a port that only the page can open: its bytes are relayed.

Decides when the page opens or closes a port.  Must not know how it does so, or the messages.
"""

from __future__ import annotations

from schiri.device.port import Port, PortLost
from schiri.device.table_device import SILENT_MS, TableDevice
from schiri.errors import HostError

# Requests to the page, and its reports.
OPEN, CLOSE = "open", "close"
OPENED, LOST = "opened", "lost"


class RelayedPort:
    """A port that is open in the page."""

    def __init__(self, device: RelayedDevice) -> None:
        self._device = device
        self._received = bytearray()
        self.is_lost = False

    def receive(self, data: bytes) -> None:
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

    Shape: ``sent`` are bytes for the page to write; ``wanted`` is a request to it, or "".
    """

    silent_ms = SILENT_MS
    tries_others = True

    def __init__(self) -> None:
        self.sent = bytearray()
        self.wanted = ""
        self._is_asked = False
        self._port: RelayedPort | None = None

    def open_port(self) -> Port:
        """Return the port, once the page has opened one; until then it is asked to."""
        if self._port is None or self._port.is_lost:
            if not self._is_asked:
                self.ask(OPEN)
                self._is_asked = True
            raise HostError("no-device")
        return self._port

    def ask(self, wanted: str) -> None:
        """Make a request to the page; waiting bytes are dropped."""
        self.wanted, self._port, self._is_asked = wanted, None, False
        self.sent.clear()

    def take_wanted(self) -> str:
        """Return once the request to the page."""
        wanted, self.wanted = self.wanted, ""
        return wanted

    def take_sent(self) -> bytes:
        """Return once the bytes to write."""
        sent = bytes(self.sent)
        self.sent.clear()
        return sent

    def hear(self, event: str, data: bytes) -> None:
        """Take a report of the page: the state of the port, or bytes from it."""
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
