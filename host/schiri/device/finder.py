"""Finding devices: which ports are ours.

Decides that no foreign port is ever opened unasked, for opening resets many boards.  Ours are
known by the product's name that `boot.py` sets and by the name of the data interface.
"""

from collections.abc import Callable

from schiri.device.client import DeviceClient
from schiri.device.port import Port, PortLost, SerialPort
from schiri.device.reports import Connected, Report, Snapshot, WrongVersion
from schiri.errors import HostError

PRODUCT = "Schiri"
DATA_INTERFACE = "CDC2"
PATIENCE_MS = 1500


def our_ports() -> list[str]:
    """Return the paths of the data ports of our devices, best guess first."""
    from serial.tools.list_ports import comports

    ours = [port for port in comports() if (port.product or "").startswith(PRODUCT)]
    data = [port for port in ours if DATA_INTERFACE in (port.interface or "")]
    # Where the system does not tell interfaces apart, each port of ours is a candidate.
    unnamed = [port for port in ours if not port.interface]
    return [port.device for port in sorted(data or unnamed)]


def port_opener(path: str | None) -> Callable[[], Port]:
    """Return what opens the named port, or else the first that is found to be ours."""

    def open_port() -> Port:
        if path is not None:
            return SerialPort(path)
        found = our_ports()
        if not found:
            raise HostError("no-device")
        return SerialPort(found[0])

    return open_port


def greet(port: Port, clock_ms: Callable[[], int]) -> tuple[Connected, Snapshot | None] | None:
    """Return who answers at an open port and what is on its table, None if nobody does.

    Raises: HostError (version-mismatch).
    """
    client = DeviceClient()
    start = clock_ms()
    client.open(start)
    connected: Connected | None = None
    while (now := clock_ms()) - start < PATIENCE_MS:
        try:
            reports: list[Report] = client.receive(now, port.read())
            while line := client.send(now):
                port.write(line)
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
