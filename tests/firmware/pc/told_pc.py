"""A PC whose lines the test says, and what a device tells it."""

from random import Random
from typing import Any

from schiri.simulator.flash import Flash
from schiri_device.app.device import Device
from schiri_device.builds import load
from schiri_device.link.lines import decode, encode
from schiri_device.pc.host_link import HostLink

NEW = "new switch AB layout=1"


class Pc:
    """A PC that is there, and keeps what it is told: the test says its lines and the time."""

    def __init__(self, device: Device | None = None, token: str = "t1", last: Any = None):
        # Any: what it holds changes between two looks at it.
        self.device: Any = device or device_with()
        self.now_ms = 1000
        self.device.host = HostLink(self.device, self.now_ms, 0, last or ("", "", ""))
        self.wire: Any = self.device.host
        self._heard = -1
        self.greet(token)

    def greet(self, token: str = "t1") -> None:
        """Greet, and leave the answer to be read."""
        self._seq = 0
        self._say(f"hello 2 2 {token}")

    def tell(self, *texts: str) -> None:
        """Say these lines, now."""
        for text in texts:
            self._say(text)

    def told(self, for_ms: int = 0) -> list[str]:
        """Let time pass and return all that is told then, each line confirmed as it comes."""
        self.wait(for_ms)
        found = []
        while text := self.line():
            found.append(text)
            self.tell("beat 0")
            assert len(found) < 100, "it never ends"
        return found

    def line(self) -> str:
        """Return the next line that is told now, which is not confirmed; beats tell nothing."""
        while data := self.wire.send(self.now_ms):
            decoded = decode(data.rstrip(b"\n"))
            assert decoded
            self._heard = decoded[0]
            if not decoded[2].startswith("beat "):
                return str(decoded[2])
        return ""

    def wait(self, for_ms: int) -> None:
        """Let time pass, in which it stays alive."""
        self.now_ms += for_ms
        self._say("beat 0")

    def _say(self, text: str) -> None:
        self.wire.receive(self.now_ms, encode(self._seq, self._heard, text))
        self._seq += 1


def device_with(*events: str) -> Device:
    """Return a device with these events in its journal."""
    build = load("cursor")
    assert build is not None
    device = Device(build, Flash(), Random(1).randbytes, ("TEST", "1"), 0)
    for event in events:
        device.journal.append(event, None, 16)
    return device


def up(*events: str) -> Pc:
    """Return a PC that has been told all that comes first."""
    pc = Pc(device_with(*events))
    pc.told()
    return pc


def epoch(pc: Pc) -> str:
    """Return the epoch of the device's journal."""
    return str(pc.device.journal.epoch)


def placed(pc: Pc, number: int = 1) -> list[str]:
    """Say from which event on to tell, and return what is told."""
    pc.tell(f"again {epoch(pc)} {number}")
    return pc.told()


def event(number: int) -> str:
    """Return how the event of this number is told: each is 16 ms after the one before."""
    return f"event {number} {16 * number} resume"


def with_panel() -> Pc:
    """Return a PC that has asked for a panel, and was told that it is there."""
    pc = up()
    pc.tell("ask 1 panel new", "lights")
    assert "answer 1 ok" in pc.told()
    pc.tell(f"edges {pc.device.panel.run} 1")
    return pc
