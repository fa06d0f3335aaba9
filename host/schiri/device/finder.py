"""Finding devices: our ports, and the new path of one that has come back.

Decides that only data ports of CircuitPython are opened without being named, because opening a port
resets many other boards.  Our ports are known by the product name that `boot.py` sets and by the
name of the data interface; on a system without product names (Windows), a greeting decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from schiri.device.client import DeviceClient
from schiri.device.port import Port, PortLost, SerialPort
from schiri.device.reports import Connected, Report, Snapshot, WrongVersion
from schiri.errors import HostError

if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

PRODUCT = "Schiri"
PATIENCE_MS = 1500


class FoundPorts(NamedTuple):
    """Data ports: those that are certainly ours, and those that need a greeting."""

    ours: Sequence[ListPortInfo]
    doubtful: Sequence[ListPortInfo]


def find_ports() -> FoundPorts:
    from adafruit_board_toolkit import circuitpython_serial
    from serial.tools import list_ports

    def is_ours(port: ListPortInfo) -> bool:
        return (port.product or "").startswith(PRODUCT)

    # pyserial has no interface names on Windows, and on some Macs one name for both ports of a
    # board.
    data = circuitpython_serial.data_comports()
    ours = [port for port in data if is_ours(port)]
    # Without interface names each of our ports is a candidate.
    unnamed = [port for port in list_ports.comports() if is_ours(port) and not port.interface]
    nameless = [port for port in data if not port.product]
    return FoundPorts(ours, [] if ours else unnamed or nameless)


def our_ports() -> list[str]:
    """Return the paths of the data ports that are ours, or else of those that may be."""
    found = find_ports()
    return sorted(port.device for port in found.ours or found.doubtful)


def is_there(clock_ms: Callable[[], int]) -> bool:
    """Return whether one of our devices is connected; greet it if in doubt.

    Rule: a port that another program has open counts, because it may be an open table.
    """
    found = find_ports()
    return bool(found.ours) or any(_may_be_ours(port.device, clock_ms) for port in found.doubtful)


def _may_be_ours(path: str, clock_ms: Callable[[], int]) -> bool:
    try:
        port = SerialPort(path)
    except HostError as error:
        return error.code in ("port-busy", "port-denied")
    try:
        return greet(port, clock_ms) is not None
    except HostError:
        # One of ours, with another version of the protocol.
        return True
    finally:
        port.close()


def serial_numbers() -> dict[str, str]:
    """Return the USB serial number of the device at each path, "" if unknown."""
    return {port.device: port.serial_number or "" for each in find_ports() for port in each}


def greet(port: Port, clock_ms: Callable[[], int]) -> tuple[Connected, Snapshot | None] | None:
    """Return the device that answers at an open port with its game, or None."""
    client = DeviceClient()
    start = clock_ms()
    client.open(start)
    connected: Connected | None = None
    while (now := clock_ms()) - start < PATIENCE_MS:
        try:
            reports: list[Report] = [*client.receive(now, port.read())]
            while line := client.send(now):
                port.write(line)
            port.wait()
        except PortLost:
            return None
        for report in reports:
            if isinstance(report, Connected):
                connected = report
            elif isinstance(report, Snapshot) and connected:
                return connected, report
            elif isinstance(report, WrongVersion):
                raise HostError("version-mismatch", oldest=report.oldest, newest=report.newest)
    return (connected, None) if connected else None
