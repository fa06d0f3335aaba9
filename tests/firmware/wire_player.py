"""Plays scripts of the wire: the lines that one end hears and says.

``end ROLE`` begins with one end of the link alone, ``up ROLE`` with one that has just greeted;
``device EVENT ...`` with a whole device, with these events in its journal, each 16 ms after the one
before, and a PC that greets it.

``hear TEXT | ...`` sends it lines.  An end is told their numbers, ``SEQ ACK`` before each text; for
a device, EPOCH, RUN and CHECK stand for the journal's epoch, the run of the panel and the check of
the journal.  ``silent MS`` lets time pass without a line, ``wait MS`` with signs of life.

An end: ``late MS SEQ ACK TEXT`` is a line after a while, ``noise TEXT`` bytes that form no line.
``say TEXT | ...`` queues its own texts, ``say holds 1..9`` nine of them.  A host does ``open
TOKEN``, a device ``close``; ``versions OLDEST NEWEST`` sets its versions. Below a command are the
messages for the application (``<``), the lines that it sends (``>``, with ``calm`` if all before it
had arrived), and its state: ``calm``, ``waits`` for lines under way, or ``full``, when it does not
ask for more.  The clock goes backwards: no end can use a subtraction of its own.

A device: ``greet TOKEN`` greets again; ``happens EVENT`` adds an event, ``set ID HEX`` a setting,
``figures TEXT | ...`` adds some of the meter, ``refuse CODE RULE CELL,...`` lights a refusal,
``press BUTTON`` presses one of the panel, ``goto MODE`` enters a mode, ``boot MS`` sets the start
of its program; ``compact``, ``epoch`` and ``aside`` make its journal a shorter one, one of another
epoch, and one that is set aside.  Commands with ``&`` between them are executed at once. Below a
command are all messages then, each confirmed as it comes, and the state: of the link, the number of
events that the PC has on its disk and of all events, the mode, and why the journal is set aside.
"""

from typing import Any

from schiri_device.link.lines import decode, encode
from schiri_device.link.session import DEVICE, HOST
from schiri_device.pc import ALONE, LINKED, UNSENT
from schiri_engines.refusals import Refusal

from tests.firmware.journals import done
from tests.firmware.link.wire import End
from tests.firmware.pc.scripted_pc import Pc, device_with

STATES = {ALONE: "alone", LINKED: "linked", UNSENT: "unsent"}


class WirePlayer:
    """Executes the commands of a script. The first one makes an end, or a device."""

    def __init__(self) -> None:
        self.stage: Any = None

    def __call__(self, command: str) -> list[str]:
        """Execute a command, and return its output."""
        verb, *words = command.split()
        if verb in ("end", "up"):
            self.stage = EndStage(*words)
        elif verb == "device":
            self.stage = PcStage(*words)
        told: list[str] = self.stage.do(command)
        return told


class EndStage:
    """One end of the link, whose other end is the script."""

    def __init__(self, role: str) -> None:
        words = " DEV 0.1.0 cursor" if role == DEVICE else ""
        self.end = End(role, words, lambda now, then: then - now)
        self._now_ms = 0

    def do(self, command: str) -> list[str]:
        """Execute a command, and return its output."""
        verb, _, rest = command.partition(" ")
        self.end.heard.clear()
        self._do(verb, rest)
        told = ["< " + " ".join(words) for words in self.end.heard]
        while line := self._line():
            told.append("> " + line)
            assert len(told) < 100, "it never ends"
        session = self.end.session
        asked = {(): "", (True,): " calm", (False,): " waits"}[tuple(self.end.asked)]
        if session.state == "up" and not asked:
            asked = " full"
        return [*told, f"{session.state} {session.token}{asked}"]

    def _line(self) -> str:
        """Return the end's next line, or "", and whether it was calm."""
        asked = self.end.asked
        asked.clear()
        data = self.end.session.send(self._now_ms, self.end.pull)
        if not data:
            return ""
        decoded = decode(data.rstrip(b"\n"))
        assert decoded and data.endswith(b"\n")
        is_calm = asked == [True] and not decoded[2].startswith("beat ")
        return " ".join(str(part) for part in decoded) + "  (calm)" * is_calm

    def _receive(self, data: bytes) -> None:
        self.end.heard += self.end.session.receive(self._now_ms, data)

    def _do(self, verb: str, rest: str) -> None:
        session = self.end.session
        match verb:
            case "end":
                pass
            case "up":
                if rest == HOST:
                    self._do("open", "t1")
                    self._line()
                words = " DEV 0.1.0 cursor" if rest == HOST else ""
                self._do("hear", f"0 {0 if rest == HOST else -1} hello 2 2 t1{words}")
                self.end.heard.clear()
            case "open":
                session.open(self._now_ms, rest)
            case "close":
                session.close()
            case "versions":
                session.oldest, session.newest = map(int, rest.split())
            case "hear":
                lines = [line.split(" ", 2) for line in rest.split(" | ")]
                self._receive(
                    b"".join(encode(int(seq), int(ack), text) for seq, ack, text in lines)
                )
            case "noise":
                self._receive(rest.replace("\\n", "\n").encode())
            case "silent":
                self._now_ms -= int(rest)
                self._receive(b"")
            case "late":
                for_ms, _, line = rest.partition(" ")
                self._now_ms -= int(for_ms)
                self._do("hear", line)
            case "say":
                for text in rest.split(" | "):
                    words, dots, last = text.partition("..")
                    kind, _, first = words.partition(" ")
                    numbers = range(int(first), int(last) + 1) if dots else ()
                    self.end.to_say += [f"{kind} {at}" for at in numbers] if dots else [text]
            case _:
                raise ValueError(verb)


class PcStage:
    """A whole device, and a PC whose lines are those of the script."""

    def __init__(self, *events: str) -> None:
        self.pc = Pc(device_with(*events))

    def do(self, commands: str) -> list[str]:
        """Execute commands, and return their output."""
        before = self.pc.names()
        for command in commands.split(" & "):
            verb, _, rest = command.partition(" ")
            self._do(verb, rest)
        told = self.pc.told()
        for name, value in {**before, **self.pc.names()}.items():
            told = [text.replace(value, name) for text in told]
        pc, journal = self.pc, self.pc.device.journal
        state = f"{STATES[pc.wire.link_state()]} {pc.wire.acknowledged}/{journal.last}"
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
                pass
            case "greet":
                pc.greet(rest)
            case "hear":
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
                pc.wire.refusal = Refusal(code, rule, found)
            case "press":
                device.panel.press(pc.now_ms, rest)
            case "goto":
                device.go_to(pc.now_ms, rest)
            case "compact":
                done(device.compacting(pc.now_ms))
            case "epoch":
                device.start_epoch(pc.now_ms)
            case "aside":
                device.set_journal_aside(pc.now_ms)
            case _:
                raise ValueError(verb)
