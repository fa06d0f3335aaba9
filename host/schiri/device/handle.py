"""A device at work on this PC: what a screen or a command may do with it.

Decides that one thread owns the port.  Whoever shows the table reads the `LiveTable` and speaks to
the device through here.
"""

from typing import Protocol

from schiri.device.connection import Handler, Link, LinkThread
from schiri.device.finder import port_opener
from schiri.errors import Fault

SILENT_MS = 5000


class Hub(Protocol):
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
    def fault(self) -> Fault | None:
        """What has ended the link, or keeps it from being opened."""


class RealDevice:
    """A device on a port.

    Shape: ``path`` None takes the first that is found.
    """

    def __init__(self, path: str | None, handle: Handler) -> None:
        self._link = Link(port_opener(path), handle, wants_lights=True, silent_ms=SILENT_MS)
        self._thread = LinkThread(self._link)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._thread.stop()

    def ask(self, text: str) -> None:
        self._link.ask(text)

    def press(self, button: str) -> None:
        # A press from afar; the device takes it as one of its own.
        self._link.ask(f"press {button}")

    @property
    def fault(self) -> Fault | None:
        return self._thread.error or self._link.fault
