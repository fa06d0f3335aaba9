"""Our ports on each system, and the port of a device that has returned."""

import errno
import os
import sys
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from schiri.device import finder, table_device
from schiri.device.finder import greet, is_there, our_ports
from schiri.device.port import Port, SerialPort
from schiri.device.table_device import PortDevice
from schiri.errors import HostError
from schiri.texts import Words
from schiri_device.builds.cursor import BUILD
from serial import SerialException

DATA, CONSOLE = "CircuitPython CDC2 control", "CircuitPython CDC control"
LISTS = ("serial.tools.list_ports.comports", "adafruit_board_toolkit.circuitpython_serial.comports")


class Ports:
    """The ports of a PC.

    Shape: ``told`` are those that pyserial lists, ``known`` those of CircuitPython with their
    interfaces; ``taken`` are in use by another program; at those in ``answer`` there is a device.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[SimpleNamespace] = []
        self.known: list[SimpleNamespace] = []
        self.taken: set[str] = set()
        self.answer: set[str] = set()
        self.opened: list[str] = []
        monkeypatch.setattr(LISTS[0], lambda: self.told)
        monkeypatch.setattr(LISTS[1], lambda: self.known)
        for place in (finder, table_device):
            monkeypatch.setattr(place, "SerialPort", self.open)
        monkeypatch.setattr(finder, "greet", lambda port, clock: port.path in self.answer or None)

    def open(self, path: str) -> SimpleNamespace:
        self.opened.append(path)
        if path in self.taken:
            raise HostError("port-busy", port=path)
        if path not in [port.device for port in [*self.told, *self.known]]:
            raise HostError("port-missing", port=path)
        return SimpleNamespace(path=path, close=lambda: None)

    def is_there(self) -> bool:
        return is_there(lambda: 0)


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> Ports:
    return Ports(monkeypatch)


def port(device: str, *more: str | None) -> SimpleNamespace:
    names = ("product", "interface", "serial_number")
    return SimpleNamespace(device=device, **dict(zip_longest(names, more)))


def test_on_a_mac_the_interface_number_finds_the_data_port(ports: Ports) -> None:
    ports.told = [port(name, "Schiri", DATA) for name in ("/dev/cu.1", "/dev/cu.3")]
    ports.known = [port("/dev/cu.1", "Schiri", CONSOLE), port("/dev/cu.3", "Schiri", DATA)]
    assert our_ports() == ["/dev/cu.3"] and ports.is_there() and ports.opened == []


def test_on_windows_a_port_is_found_without_a_product_name(ports: Ports) -> None:
    ports.told = [port(f"COM{at}", None, None) for at in (3, 4, 5)]
    ports.known = [port("COM4", None, DATA), port("COM3", None, CONSOLE)]
    assert our_ports() == ["COM4"]
    # Another board with CircuitPython may have such a port. Only a greeting tells them apart.
    assert not ports.is_there()
    ports.answer = {"COM4"}
    assert ports.is_there() and set(ports.opened) == {"COM4"}


def test_a_port_in_use_by_another_program_is_found(ports: Ports) -> None:
    ports.known, ports.taken = [port("COM4", None, DATA)], {"COM4"}
    assert ports.is_there()
    with pytest.raises(HostError, match="port-busy"):
        PortDevice(None, BUILD).open_port()


def test_ports_that_are_silent_are_tried_in_turn(ports: Ports) -> None:
    ports.known = [port("COM4", None, DATA), port("COM6", None, DATA)]
    found = PortDevice(None, BUILD)
    for _ in range(3):
        found.open_port()
    assert ports.opened == ["COM4", "COM6", "COM4"]


def test_a_device_is_found_again_under_another_name(ports: Ports) -> None:
    ports.known = [port("/dev/ttyACM1", "Schiri", DATA, "E66")]
    found = PortDevice("/dev/ttyACM1", BUILD)
    found.open_port()
    ports.known = [port("/dev/ttyACM2", "Schiri", DATA, "E67")]
    with pytest.raises(HostError, match="port-missing"):
        found.open_port()
    ports.known += [port("/dev/ttyACM3", "Schiri", DATA, "E66")]
    ports.opened.clear()
    found.open_port()
    assert ports.opened == ["/dev/ttyACM1", "/dev/ttyACM3"]


def test_a_port_without_a_number_is_waited_for(ports: Ports) -> None:
    ports.known = [port("/dev/ttyACM1", "Schiri", DATA)]
    found = PortDevice("/dev/ttyACM1", BUILD)
    found.open_port()
    ports.known = [port("/dev/ttyACM2", "Schiri", DATA)]
    with pytest.raises(HostError, match="port-missing"):
        found.open_port()


def test_a_silent_port_is_waited_for_between_two_looks() -> None:
    did: list[str] = []

    def read() -> bytes:
        did.append("read")
        return b""

    port = SimpleNamespace(read=read, write=lambda _line: None, wait=lambda: did.append("wait"))
    # Nearly all time passes in waits.
    assert greet(cast(Port, port), lambda: did.count("wait") * 500 + len(did)) is None
    assert did == ["read", "wait"] * did.count("wait")


@pytest.mark.serial
def test_a_port_is_open_once() -> None:
    ours, theirs = os.openpty()
    path = os.ttyname(theirs)
    first = SerialPort(path)
    with pytest.raises(HostError, match="port-busy"):
        SerialPort(path)
    first.write(b"still here")
    assert os.read(ours, 10) == b"still here"
    first.close()
    os.close(ours)
    os.close(theirs)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no group owns a port")
def test_without_permission_the_error_names_the_group_and_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ttyACM0"
    path.touch()

    def refuse(*_: object, **__: object) -> None:
        raise SerialException(errno.EACCES, f"could not open port {path}: Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    group = SimpleNamespace(gr_name="uucp")
    monkeypatch.setattr("grp.getgrgid", {path.stat().st_gid: group}.get)
    for mode, code in ((0o660, "port-denied"), (0o600, "port-busy")):
        path.chmod(mode)
        with pytest.raises(HostError, match=code) as error:
            SerialPort(str(path))
        said = Words("en").error(error.value)
        assert ("sudo usermod -aG uucp" in said) is (mode == 0o660) and error.value.status == 3
