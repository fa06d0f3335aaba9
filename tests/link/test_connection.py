"""The link of a PC: when a port is opened, the order within a round, and its end."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from schiri.debug_log import LOGGER
from schiri.device.client import DeviceClient
from schiri.device.connection import Connection
from schiri.device.port import Port, PortLost
from schiri.device.reports import DeviceStatus, Lost, Report
from schiri.errors import HostError

MISSING = HostError("port-missing", port="p")
FULL = HostError("file-unwritable", path="log", reason="full")


class Surroundings:
    """The surroundings of a link, and the calls to them, in order.

    Shape: calls named in ``fails`` raise from now on.
    """

    def __init__(self, **how: Any) -> None:
        self.did: list[tuple[object, ...]] = []
        self.fails: dict[str, Exception] = {}
        self.to_send: list[bytes] = []
        self.to_read: list[bytes] = []
        self.reports: list[Report] = []
        self.is_up = False
        self.connection = Connection(self.open_port, **how)
        self.connection.client = cast(DeviceClient, self)

    def poll(self, now_ms: int) -> bool:
        """Do one round; earlier calls are dropped."""
        self.did = []
        for report in self.connection.poll(now_ms):
            self._do("handle", report)
        return self.connection.is_open

    def _do(self, *what: object) -> None:
        self.did.append(what)
        if what[0] in self.fails:
            raise self.fails[str(what[0])]

    # The ports of a system

    def open_port(self) -> Port:
        self._do("open port")
        return SimpleNamespace(
            read=self.read, wait=self.wait, write=self.write, close=self.close_port
        )

    def read(self) -> bytes:
        self._do("read")
        return self.to_read.pop(0) if self.to_read else b""

    def wait(self) -> None:
        self._do("wait")

    def write(self, data: bytes) -> None:
        self._do("write", data)

    def close_port(self) -> None:
        self._do("close port")

    # The peer

    def open(self, now_ms: int) -> None:
        self._do("greet", now_ms)

    def close(self) -> None:
        self._do("forget")

    def receive(self, now_ms: int, data: bytes) -> list[Report]:
        self._do("receive", now_ms, data)
        reports, self.reports = self.reports, []
        return reports

    def send(self, now_ms: int) -> bytes:
        self._do("send", now_ms)
        return self.to_send.pop(0) if self.to_send else b""


def test_a_poll_opens_reads_handles_and_sends_in_order() -> None:
    around = Surroundings()
    around.to_send, around.to_read = [b"one", b"two"], [b"back"]
    assert around.poll(7) is True
    assert around.did == [
        ("open port",),
        ("greet", 7),
        ("read",),
        ("receive", 7, b"back"),
        ("send", 7),
        ("write", b"one"),
        ("send", 7),
        ("write", b"two"),
        ("send", 7),
    ]
    # Reports are handled once.
    first, second = DeviceStatus("play", "-", "-"), DeviceStatus("menu", "-", "-")
    around.reports = [first, second]
    assert around.poll(9) is True
    assert around.did == [
        ("read",),
        ("receive", 9, b""),
        ("handle", first),
        ("handle", second),
        ("send", 9),
    ]
    around.poll(10)
    assert around.did == [("read",), ("receive", 10, b""), ("send", 10)]
    assert around.connection.error is None


def test_a_port_that_cannot_be_opened_is_tried_each_half_second() -> None:
    around = Surroundings()
    around.fails["open port"] = MISSING
    assert around.poll(100) is False and around.did == [("open port",)]
    for now in range(100, 1600, 500):
        assert around.poll(now + 499) is False and around.did == []
        assert around.connection.error is MISSING
        assert around.poll(now + 500) is False and around.did == [("open port",)]
    around.fails.clear()
    assert around.poll(2099) is False and around.connection.error is MISSING
    assert around.did == []
    assert (around.poll(2100), around.connection.error) == (True, None)
    assert around.did[:2] == [("open port",), ("greet", 2100)]


@pytest.mark.parametrize("where", ["read", "write"])
def test_a_lost_port_is_closed_reported_and_opened_again(where: str) -> None:
    around = Surroundings()
    around.poll(0)
    around.to_send = [b"line", b"next"]
    around.fails[where] = PortLost("unplugged")
    assert around.poll(10) is False
    assert around.did[-3:] == [("close port",), ("forget",), ("handle", Lost("unplugged"))]
    assert (("send", 10) in around.did) == (where == "write")
    assert around.connection.error is None
    around.fails.clear()
    assert around.poll(509) is False and around.did == []
    assert around.poll(510) is True and around.did[:2] == [("open port",), ("greet", 510)]


def test_a_port_that_is_lost_while_it_is_waited_for_is_reported_and_opened_again() -> None:
    around = Surroundings()
    around.poll(0)
    around.fails["wait"] = PortLost("unplugged")
    around.connection.wait()
    # Reading such a port may go on without an error.
    assert around.poll(10) is False
    assert around.did == [("close port",), ("forget",), ("handle", Lost("unplugged"))]
    around.fails.clear()
    assert around.poll(510) is True


def test_bytes_of_a_lost_port_are_dropped() -> None:
    around = Surroundings()
    around.to_read = [b"half a li"]
    around.poll(0)
    around.connection.close()
    around.poll(10)
    assert around.did[:4] == [("open port",), ("greet", 10), ("read",), ("receive", 10, b"")]


def test_a_closed_connection_has_closed_its_port() -> None:
    around = Surroundings()
    assert around.connection.error is None
    around.connection.close()
    assert around.did == []
    around.poll(0)
    around.did = []
    around.connection.close()
    around.connection.close()
    assert around.did == [("close port",)]


def test_an_error_of_a_handler_ends_the_round() -> None:
    around = Surroundings()
    around.poll(0)
    around.to_read = [b"now"]
    around.reports = [DeviceStatus("menu", "-", "-")]
    around.fails["handle"] = FULL
    with pytest.raises(HostError) as raised:
        around.poll(1)
    assert raised.value is FULL and ("send", 1) not in around.did
    # Handled bytes are not handled again.
    around.fails.clear()
    around.poll(2)
    assert around.did[:2] == [("read",), ("receive", 2, b"")]


def test_a_silent_port_is_not_ours() -> None:
    around = Surroundings(silent_ms=2000)
    around.fails["open port"] = MISSING
    around.poll(0)
    around.fails.clear()
    assert around.poll(5000) is True
    # The time counts from the opening of the port. Other bytes do not extend it.
    around.to_read = [b"boot: ok\n"]
    assert around.poll(6999) is True
    with pytest.raises(HostError) as raised:
        around.poll(7000)
    assert raised.value.code == "port-silent" and raised.value.status == 3


def test_a_device_that_has_answered_once_is_waited_for() -> None:
    around = Surroundings(silent_ms=2000)
    around.poll(0)
    around.is_up = True
    around.poll(1999)
    around.is_up = False
    assert around.poll(2000) is True and around.poll(90_000) is True
    around.fails["read"] = PortLost("unplugged")
    around.poll(90_001)
    around.fails.clear()
    assert around.poll(91_000) is True and around.poll(99_000) is True


def test_a_silent_port_that_was_found_does_not_end_the_search() -> None:
    around = Surroundings(silent_ms=2000, tries_others=True)
    around.poll(0)
    assert around.poll(2000) is False and ("close port",) in around.did
    error = around.connection.error
    assert error and error.code == "port-silent"
    assert around.poll(2499) is False and around.poll(2500) is True
    around.is_up = True
    around.poll(2600)
    around.is_up = False
    assert around.poll(90_000) is True
    # The next port has to answer as well.
    around.fails["read"] = PortLost("unplugged")
    around.poll(90_001)
    around.fails.clear()
    assert around.poll(91_000) is True and around.poll(93_000) is False


def test_a_known_port_may_be_silent() -> None:
    around = Surroundings()
    assert around.poll(0) is True and around.poll(10_000_000) is True


def test_lights_are_requested_if_they_are_wanted() -> None:
    around = Surroundings()
    assert Connection(around.open_port).client.wants_lights is False
    assert Connection(around.open_port, wants_lights=True).client.wants_lights is True


def test_each_line_of_the_link_is_in_the_debug_log(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(LOGGER, "debug", lambda form, data: lines.append(form % (data,)))
    around = Surroundings()
    around.to_send, around.to_read = [b"one"], [b"back"]
    around.poll(0)
    around.poll(1)
    assert lines == ["< b'back'", "> b'one'"]
