"""A port: bytes to and from a device.

Decides how the errors of pyserial and of operating systems become one: `PortLost`.
"""

import os
import stat
import sys
from contextlib import suppress
from typing import Protocol

from schiri.errors import HostError, reason_of

# How long the owner of a port blocks while it waits for bytes.
WAIT_S = 0.02
WRITE_S = 0.5


class PortLost(Exception):
    """An open port has failed, usually because it was unplugged."""


class Port(Protocol):
    """Bytes to and from a device."""

    def read(self) -> bytes:
        """Return the bytes that have arrived, without waiting; raises PortLost."""

    def wait(self) -> None:
        """Wait a moment for bytes; raises PortLost."""

    def write(self, data: bytes) -> None:
        """Send all of it; raises PortLost."""

    def wake(self) -> None:
        """End a wait at once; any thread may call this."""

    def close(self) -> None:
        """Close the port."""


class SerialPort:
    """A serial port by its path.

    Raises: HostError (port-missing, port-busy, port-denied, port-failed).
    """

    def __init__(self, path: str, wait_s: float = WAIT_S) -> None:
        import serial

        try:
            self._serial = serial.serial_for_url(
                path, timeout=wait_s, write_timeout=WRITE_S, exclusive=True
            )
        except serial.SerialException as error:
            raise _error_of(path, error) from error
        except (OSError, ValueError) as error:
            raise HostError("port-failed", port=path, reason=_reason_of(error)) from error
        # Depending on the system, a port that goes away raises any of these.
        self._lost = (serial.SerialException, OSError, TypeError)
        # The byte that ended a wait: pyserial cannot wait without reading.
        self._first = b""

    def read(self) -> bytes:
        try:
            data, self._first = self._first + self._serial.read(self._serial.in_waiting), b""
        except self._lost as error:
            raise PortLost(str(error)) from error
        return data

    def wait(self) -> None:
        try:
            self._first += self._serial.read(1)
        except self._lost as error:
            raise PortLost(str(error)) from error

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except self._lost as error:
            raise PortLost(str(error)) from error

    def wake(self) -> None:
        # A port behind a URL has no such call and reads on for a moment; one that goes away
        # meanwhile wakes its reader by that.
        if cancel := getattr(self._serial, "cancel_read", None):
            with suppress(*self._lost):
                cancel()

    def close(self) -> None:
        self._serial.close()


def _error_of(path: str, error: OSError) -> HostError:
    import errno

    text = str(error)
    if error.errno == errno.ENOENT or "FileNotFoundError" in text:
        return HostError("port-missing", port=path)
    if error.errno == errno.EACCES and (group := _group_of(path)):
        return HostError("port-denied", port=path, group=group)
    if error.errno in (errno.EBUSY, errno.EACCES, errno.EAGAIN) or "lock" in text:
        return HostError("port-busy", port=path)
    return HostError("port-failed", port=path, reason=_reason_of(error))


def _group_of(path: str) -> str:
    """Return the group that may use a port, "" if the system has none.

    Shape: it differs between Linux distributions.
    """
    if sys.platform == "linux":
        import grp

        with suppress(OSError, KeyError):
            found = os.stat(path)
            if found.st_mode & stat.S_IWGRP:
                return grp.getgrgid(found.st_gid).gr_name
    return ""


def _reason_of(error: Exception) -> str:
    """Return why a port cannot be used; an error without errno: not a serial port."""
    if isinstance(error, OSError) and error.errno:
        return reason_of(error)
    return "no-serial-port"
