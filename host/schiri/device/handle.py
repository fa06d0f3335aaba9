"""A device to play with: how its port is opened and its buttons are pressed.

Decides what a table may ask of a device, real or simulated.  Must not know who owns the port, or
what is said over it.
"""

from typing import Protocol

from schiri_device.builds import Build
from schiri_device.builds.cursor import BUILD as USUAL

from schiri.device.finder import PortFinder
from schiri.device.port import Port
from schiri.errors import HostError

SILENT_MS = 5000


class TableDevice(Protocol):
    """A device.

    Shape: ``build`` is what it is until it has said so itself; ``silent_ms`` is how long its port
    may say nothing, None where it is known to be ours, and then it is closed for good, or where it
    ``tries_others`` the next one is opened; ``is_plugged`` tells of a simulated cable, None of a
    real one.
    """

    build: Build
    tries_others: bool
    silent_ms: int | None

    @property
    def is_plugged(self) -> bool | None: ...

    def plug(self, is_in: bool) -> None:
        """Put the plug of a simulated cable in, or pull it."""

    def open_port(self) -> Port:
        """Return its open port.  Raises: HostError."""
        raise NotImplementedError

    def press(self, button: str) -> bool:
        """Press a button; return False where it has to be asked for over the link."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End."""


class NoDevice:
    """No device: the PC alone keeps what is played."""

    build = USUAL
    tries_others = False
    silent_ms: int | None = None
    is_plugged = False

    def plug(self, is_in: bool) -> None:
        """There is no cable."""

    def open_port(self) -> Port:
        raise HostError("no-device")

    def press(self, button: str) -> bool:
        return False

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End."""


class PortDevice:
    """A device on a port.

    Shape: ``path`` None takes those that are found, one after the other until one answers.
    """

    silent_ms: int | None = SILENT_MS
    is_plugged = None

    def __init__(self, path: str | None, build: Build) -> None:
        self.build = build
        self.tries_others = path is None
        self._finder = PortFinder(path)

    def plug(self, is_in: bool) -> None:
        """Leave the cable to whoever holds it."""

    def open_port(self) -> Port:
        return self._finder.open()

    def press(self, button: str) -> bool:
        # A press from afar; the device takes it as one of its own.
        return False

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End."""
