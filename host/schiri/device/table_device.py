"""The device of a table: how its port is opened and its buttons are pressed.

Decides what a table needs of a device, real or simulated.  Must not know who owns the port, or the
messages.
"""

from typing import Protocol

from schiri_device.builds import Build
from schiri_device.builds.cursor import BUILD as USUAL

from schiri.device.finder import our_ports, serial_numbers
from schiri.device.port import Port, SerialPort
from schiri.device.reports import StonesView
from schiri.errors import HostError

SILENT_MS = 5000


class HandsOnStones(Protocol):
    """Hands that move the stones of a simulated board; see `schiri.simulator.stones`."""

    @property
    def view(self) -> StonesView: ...

    def lift(self, place: str) -> None: ...
    def drop(self, place: str, letter: str = ...) -> None: ...
    def lay(self, letters: str) -> None: ...


class TableDevice:
    """A device of a table.

    Shape: ``build`` is assumed until the device has reported its own; ``silent_ms`` is the longest
    silence of its port, None for a known one; after that the port is closed, and with
    ``tries_others`` the next one is opened.  ``has_board`` says whether people keep a real board as
    the device shows it; else nobody has to confirm that.  ``hands`` move the stones of a simulated
    board that feels them, None for any other board.
    """

    build: Build = USUAL
    has_board = True
    hands: HandsOnStones | None = None
    silent_ms: int | None = None
    tries_others = False

    @property
    def is_plugged(self) -> bool | None:
        """Whether a simulated cable is plugged in, None for a real one."""
        return None

    def plug(self, is_in: bool) -> None:
        """Plug in or pull a simulated cable."""

    def open_port(self) -> Port:
        """Return its open port."""
        raise HostError("no-device")

    def press(self, button: str) -> bool:
        """Press a button; return False if that needs a request over the link."""
        return False

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End."""


class NoDevice(TableDevice):
    """No device: the PC runs the game alone."""

    @property
    def is_plugged(self) -> bool:
        return False


class PortDevice(TableDevice):
    """A device on a port, found again under another name.

    Shape: ``path`` None takes those that are found, one after the other until one answers.
    Rule: the device of a named port is recognised by its serial number on USB.
    """

    silent_ms = SILENT_MS

    def __init__(self, path: str | None, build: Build = USUAL) -> None:
        self.build = build
        self.tries_others = path is None
        self._path = path
        self._number = ""
        # The ports tried so far, if none was named.
        self._tried: set[str] = set()
        # The port that was open before the table started.
        self._opened: Port | None = None

    def open_first(self) -> None:
        """Open the named port; wait for it if another program has it."""
        try:
            self._opened = self.open_port()
        except HostError as error:
            if error.code != "port-busy":
                raise

    def open_port(self) -> Port:
        """Return its open port.

        Raises: HostError (no-device, port-missing, port-busy, port-denied, port-failed).
        """
        port, self._opened = self._opened, None
        if port:
            return port
        if self._path is None:
            return SerialPort(self._next())
        try:
            port = SerialPort(self._path)
        except HostError as error:
            path = self._path_now() if error.code == "port-missing" else None
            if path is None:
                raise
            return SerialPort(path)
        self._number = serial_numbers().get(self._path) or self._number
        return port

    def _next(self) -> str:
        found = our_ports()
        if not found:
            raise HostError("no-device")
        if self._tried.issuperset(found):
            self._tried.clear()
        path = next(each for each in found if each not in self._tried)
        self._tried.add(path)
        return path

    def _path_now(self) -> str | None:
        """Return the present path of the device that was at the path, None if it is gone."""
        found = [path for path, number in serial_numbers().items() if number == self._number]
        return found[0] if self._number and found else None
