"""A device on a port that only the page can open: its bytes are relayed.

Decides when the page opens or closes a port.  Must not know how it does so, or the messages.
"""

from __future__ import annotations

from schiri.device.table_device import SILENT_MS, TableDevice
from schiri.errors import HostError
from schiri.simulator.wires import Cable, CablePort

# Requests to the page, and its reports.
OPEN, CLOSE = "open", "close"
OPENED, LOST = "opened", "lost"


class RelayedPort(CablePort):
    """A port that is open in the page; the page has the device's end of its ``cable``."""

    def __init__(self, device: RelayedDevice) -> None:
        self.cable = Cable()
        super().__init__(self.cable)
        self._device = device

    def close(self) -> None:
        self._device.ask(CLOSE)


class RelayedDevice(TableDevice):
    """A device on one of the ports that the page may open, each tried until one answers.

    Shape: ``wanted`` is a request to the page, or "".
    """

    silent_ms = SILENT_MS
    tries_others = True

    def __init__(self) -> None:
        self.wanted = ""
        self._is_asked = False
        self._port: RelayedPort | None = None

    def open_port(self) -> RelayedPort:
        """Return the port once the page has opened one; until then, request it."""
        if self._port is None or not self._port.cable.is_plugged:
            if not self._is_asked:
                self.ask(OPEN)
                self._is_asked = True
            raise HostError("no-device")
        return self._port

    def ask(self, wanted: str) -> None:
        """Make a request to the page; waiting bytes are dropped."""
        self.wanted, self._port, self._is_asked = wanted, None, False

    def take_wanted(self) -> str:
        """Return the request to the page, and clear it."""
        wanted, self.wanted = self.wanted, ""
        return wanted

    def take_sent(self) -> bytes:
        """Return the bytes to write, and clear them."""
        return self._port.cable.device_reads() if self._port else b""

    def receive(self, event: str, data: bytes) -> None:
        """Receive a report of the page: the state of the port, or bytes from it."""
        if event == OPENED:
            self._port, self._is_asked = RelayedPort(self), False
        elif event == LOST:
            self._is_asked = False
            if self._port:
                self._port.cable.pull()
        elif self._port:
            self._port.cable.device_writes(data)

    def stop(self) -> None:
        self.ask(CLOSE)
