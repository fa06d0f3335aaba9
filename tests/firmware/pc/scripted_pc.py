"""A PC whose lines come from a test or a script, and the device's messages to it."""

from random import Random
from typing import Any

from schiri.simulator.flash import Flash
from schiri_device.app.device import Device
from schiri_device.link.lines import decode, encode
from schiri_device.pc.host_link import HostLink
from schiri_device.pc.messages import check_text
from schiri_device.ticks import later
from schiri_engines.registry import row_of

from tests.firmware.world import CURSOR

NEW = "new switch AB layout=1"


class Pc:
    """A connected PC that collects messages; the test provides its lines and the time."""

    def __init__(self, device: Device | None = None, token: str = "t1"):
        # Any: its content changes between two asserts.
        self.device: Any = device or device_with()
        self.now_ms = 1000
        self.device.host = HostLink(self.device, self.now_ms)
        self.wire: Any = self.device.host
        self._heard = -1
        self.greet(token)

    def greet(self, token: str = "t1") -> None:
        """Greet, and leave the answer unread."""
        self._seq = 0
        self.tell(f"hello 2 2 {token}")

    def tell(self, *texts: str) -> None:
        """Send these lines now, with values in the place of their names."""
        for text in texts:
            line = text
            for name, value in self.names().items():
                line = line.replace(name, value)
            self.wire.receive(self.now_ms, encode(self._seq, self._heard, line))
            self._seq += 1

    def names(self) -> dict[str, str]:
        """Return the values, by name, that change with the rules or from device to device."""
        device = self.device
        names = {"CHECK": check_text(device.journal), "RULES": row_of(device.match.loaded).digest}
        if device.journal.epoch != "-":
            names["EPOCH"] = device.journal.epoch
        if device.panel:
            names["RUN"] = device.panel.run
        return names

    def told(self, for_ms: int = 0) -> list[str]:
        """Let time pass and return all messages, each confirmed as it comes."""
        self.wait(for_ms)
        found = []
        while text := self.line():
            found.append(text)
            if text == "who":
                # To every line it answers by asking for a greeting again.
                break
            self.tell("beat 0")
            assert len(found) < 100, "it never ends"
        return found

    def line(self) -> str:
        """Return the next message, without a confirmation; beats are skipped."""
        while data := self.wire.send(self.now_ms):
            decoded = decode(data.rstrip(b"\n"))
            assert decoded
            self._heard = decoded[0]
            if not decoded[2].startswith("beat "):
                return str(decoded[2])
        return ""

    def wait(self, for_ms: int) -> None:
        """Let time pass, in which it stays connected."""
        self.now_ms = later(self.now_ms, for_ms)
        self.tell("beat 0")


def device_with(*events: str) -> Device:
    """Return a device with these events in its journal."""
    device = Device(CURSOR, Flash(), Random(1).randbytes, ("TEST", "1"), 0)
    for event in events:
        device.journal.append(event, None, 16)
    return device


def up(*events: str) -> Pc:
    """Return a PC that has received all first messages."""
    pc = Pc(device_with(*events))
    pc.told()
    return pc


def with_panel() -> Pc:
    """Return a PC that has asked for a panel, and has received the answer."""
    pc = up()
    pc.tell("ask 1 panel new", "lights")
    assert "answer 1 ok" in pc.told()
    pc.tell("edges RUN 1")
    pc.told()
    return pc
