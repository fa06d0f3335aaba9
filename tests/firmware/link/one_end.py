"""One end of the wire with a scripted peer: the script sends lines and records the answers.

Commands: ``device`` and ``host`` make a new end, ``up device`` one that has just greeted.  ``hear
SEQ ACK TEXT | ...`` sends it lines, ``late MS SEQ ACK TEXT`` one after a while, ``noise TEXT``
bytes that form no line; ``wait MS`` lets time pass.  ``say TEXT | ...`` queues its own texts, ``say
holds 1..9`` nine of them.  A host does ``open TOKEN``, a device ``close``; ``versions OLDEST
NEWEST`` sets its versions. Below a command are the messages for the application (``<``), the lines
that it sends (``>``, with ``calm`` if all before it had arrived), and its state: ``calm``,
``waits`` for lines under way, or ``full``, when it does not ask for more.  The clock goes
backwards: no end can use a subtraction of its own.
"""

from schiri_device.link.lines import decode, encode
from schiri_device.link.session import DEVICE, HOST

from tests.firmware.link.wire import End


class Script:
    """Answers the commands of a script."""

    def __init__(self) -> None:
        self._begin(DEVICE)

    def __call__(self, command: str) -> list[str]:
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

    def _begin(self, role: str) -> None:
        words = " DEV 0.1.0 cursor" if role == DEVICE else ""
        self.end = End(role, words, lambda now, then: then - now)
        self._now_ms = 0

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
            case "device" | "host":
                self._begin(verb)
            case "up":
                self._begin(rest)
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
            case "wait":
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
