"""A device at work on this PC: what a screen or a command may do with it.

Decides that one thread owns the port.  Whoever shows the table reads the `LiveTable` and speaks to
the device through here.
"""

from typing import Protocol

from schiri.device.connection import Connection, ConnectionThread, Handler
from schiri.device.finder import port_opener
from schiri.errors import HostError

SILENT_MS = 5000


class DeviceHandle(Protocol):
    """A device, real or simulated."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End, and let go of everything."""

    def ask(self, text: str) -> None:
        """Ask the device for something, over the link."""

    def press(self, button: str) -> None:
        """Press one of the device's buttons."""

    @property
    def error(self) -> HostError | None:
        """What has ended the link, or keeps it from being opened."""


class RealDevice:
    """A device on a port.

    Shape: ``path`` None takes the first that is found.
    """

    def __init__(self, path: str | None, handle: Handler) -> None:
        self._connection = Connection(
            port_opener(path), handle, wants_lights=True, silent_ms=SILENT_MS
        )
        self._thread = ConnectionThread(self._connection)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._thread.stop()

    def ask(self, text: str) -> None:
        self._connection.ask(text)

    def press(self, button: str) -> None:
        # A press from afar; the device takes it as one of its own.
        self._connection.ask(f"press {button}")

    @property
    def error(self) -> HostError | None:
        return self._thread.error or self._connection.error
