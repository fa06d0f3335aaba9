"""A PC whose lines come from a test or a script, and the device's messages to it.

Commands of a script: ``device EVENT ...`` makes a device with these events, each 16 ms after the
one before, and a PC that greets it; ``greet TOKEN`` greets again.  ``tell TEXT | ...`` sends lines,
in which EPOCH, RUN and CHECK stand for the journal's epoch, the run of the panel and the check of
the journal.  ``wait MS`` lets time pass, ``silent MS`` does so without a sign of the PC.  On the
device ``happens EVENT`` adds an event, ``set ID HEX`` a setting, ``figures TEXT | ...`` adds some
of the meter, ``refuse CODE RULE CELL,...`` lights a refusal, ``push BUTTON`` presses one of the
panel, ``goto MODE`` enters a mode, ``boot MS`` sets the start of its program; ``compact``, ``new``
and ``aside`` make its journal a shorter one, one of another epoch, and one that is set aside.
Commands with ``&`` between them are executed at once. Below a command are all messages then, each
confirmed as it comes, and the state: of the link, the number of events that the PC has on its disk
and of all events, the mode, and why the journal is set aside.
"""

from random import Random
from typing import Any

from schiri.simulator.flash import Flash
from schiri_device.app.device import Device
from schiri_device.link.lines import decode, encode
from schiri_device.pc import ALONE, LINKED, UNSENT
from schiri_device.pc.host_link import HostLink
from schiri_device.pc.messages import check_text
from schiri_device.ticks import later
from schiri_engines.refusals import Refusal
from schiri_engines.registry import row_of

from tests.firmware.journals import done
from tests.firmware.world import CURSOR

NEW = "new switch AB layout=1"


class Pc:
    """A connected PC that collects messages; the test provides its lines and the time."""

    def __init__(self, device: Device | None = None, token: str = "t1", last: Any = None):
        # Any: its content changes between two asserts.
        self.device: Any = device or device_with()
        self.now_ms = 1000
        self.device.host = HostLink(self.device, self.now_ms, 0, last or ("", "", ""))
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


STATES = {ALONE: "alone", LINKED: "linked", UNSENT: "unsent"}


class Script:
    """Answers the commands of a script."""

    def __init__(self) -> None:
        self.pc = Pc()

    def __call__(self, commands: str) -> list[str]:
        """Execute commands, and return their output."""
        before = self.pc.names()
        for command in commands.split(" & "):
            verb, _, rest = command.partition(" ")
            self._do(verb, rest)
        told = self.pc.told()
        for name, value in {**before, **self.pc.names()}.items():
            told = [text.replace(value, name) for text in told]
        pc, journal = self.pc, self.pc.device.journal
        state = f"{STATES[pc.wire.status()]} {pc.wire.acknowledged}/{journal.last}"
        state += f" {pc.device.mode_name} {journal.problem}"
        return [*map(self._shortened, told), state.rstrip()]

    def _shortened(self, text: str) -> str:
        """Return a text without parts that other tests check: colours, and valid bytes."""
        kind, _, rest = text.partition(" ")
        if kind in ("colours", "frame"):
            return kind
        if kind == "bytes":
            place, data = rest.split(" ")
            is_right = data == self.pc.device.journal.raw(int(place), 48).hex()
            return text.replace(data, "RIGHT") if is_right else text
        return text

    def _do(self, verb: str, rest: str) -> None:
        pc, device = self.pc, self.pc.device
        match verb:
            case "device":
                self.pc = Pc(device_with(*rest.split()))
            case "greet":
                pc.greet(rest)
            case "tell":
                pc.tell(*rest.split(" | "))
            case "wait":
                pc.wait(int(rest))
            case "silent":
                pc.now_ms += int(rest)
                pc.wire.receive(pc.now_ms, b"")
            case "happens":
                device.journal.append(rest, None, 16)
            case "set":
                first, values = rest.split()
                device.settings.set(int(first), bytes.fromhex(values))
            case "boot":
                device.match.boot_ms = int(rest)
            case "figures":
                pc.wire.figures = rest.split(" | ")
            case "refuse":
                code, rule, cells = rest.split()
                found = tuple(int(cell) for cell in cells.split(",") if cell != "-")
                pc.wire.report_refusal(Refusal(code, rule, found))
            case "push":
                device.panel.press(pc.now_ms, rest)
            case "goto":
                device.go_to(pc.now_ms, rest)
            case "compact":
                done(device.compacting(pc.now_ms))
            case "new":
                device.start_epoch(pc.now_ms)
            case "aside":
                device.set_journal_aside(pc.now_ms)
            case _:
                raise ValueError(verb)
