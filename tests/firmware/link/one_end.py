"""One end of the wire with a scripted peer: the script sends lines and records the answers.

Commands: ``device`` and ``host`` make a new end, ``up device`` one that has just greeted.  ``hear
SEQ ACK TEXT | ...`` sends it lines, ``late MS SEQ ACK TEXT`` one after a while, ``noise TEXT``
bytes that form no line; ``wait MS`` lets time pass.  ``say TEXT | ...`` queues its own texts, ``say
holds 1..9`` nine of them.  A host does ``open TOKEN``, a device ``close``; ``versions OLDEST
NEWEST`` sets its versions. Below a command are the messages for the application (``<``), the lines
that it sends (``>``, with ``calm`` if all before it had arrived), and its state: ``calm``,
``waits`` for lines under way, or ``full``, when it does not ask for more.
"""

from schiri_device.link.lines import decode, encode
from schiri_device.link.session import DEVICE, Session


class OneEnd:
    """A session and its queue of texts.

    Units: times in ms, in a clock that goes backwards, so that no end can use a subtraction of its
    own.
    """

    def __init__(self, role: str) -> None:
        words = " DEV 0.1.0 cursor" if role == DEVICE else ""
        self.session = Session(role, lambda: words, lambda now, then: then - now)
        self.to_say: list[str] = []
        self.asked: list[bool] = []
        self.now_ms = 0

    def hear(self, data: bytes) -> list[str]:
        """Receive bytes; return the messages for the application."""
        return [" ".join(words) for words in self.session.receive(self.now_ms, data)]

    def line(self) -> str:
        """Return its next line, or "", and whether it was calm."""
        self.asked.clear()
        data = self.session.send(self.now_ms, self._pull)
        if not data:
            return ""
        decoded = decode(data.rstrip(b"\n"))
        assert decoded and data.endswith(b"\n")
        is_calm = self.asked == [True] and not decoded[2].startswith("beat ")
        return " ".join(str(part) for part in decoded) + "  (calm)" * is_calm

    def _pull(self, is_calm: bool) -> str | None:
        self.asked.append(is_calm)
        return self.to_say.pop(0) if self.to_say else None


class Script:
    """Answers the commands of a script."""

    def __init__(self) -> None:
        self.end = OneEnd(DEVICE)

    def __call__(self, command: str) -> list[str]:
        """Execute a command, and return its output."""
        verb, _, rest = command.partition(" ")
        told = getattr(self, "do_" + verb)(rest) or []
        told = ["< " + text for text in told]
        while line := self.end.line():
            told.append("> " + line)
            assert len(told) < 100, "it never ends"
        session = self.end.session
        asked = {(): "", (True,): " calm", (False,): " waits"}[tuple(self.end.asked)]
        if session.state == "up" and not asked:
            asked = " full"
        return [*told, f"{session.state} {session.token}{asked}"]

    def do_device(self, rest: str) -> None:
        self.end = OneEnd("device")

    def do_host(self, rest: str) -> None:
        self.end = OneEnd("host")

    def do_up(self, role: str) -> None:
        self.end = OneEnd(role)
        if role == DEVICE:
            self.do_hear("0 -1 hello 2 2 t1")
        else:
            self.do_open("t1")
            self.end.line()
            self.do_hear("0 0 hello 2 2 t1 DEV 0.1.0 cursor")

    def do_open(self, token: str) -> None:
        self.end.session.open(self.end.now_ms, token)

    def do_close(self, rest: str) -> None:
        self.end.session.close()

    def do_versions(self, rest: str) -> None:
        oldest, newest = rest.split()
        self.end.session.oldest, self.end.session.newest = int(oldest), int(newest)

    def do_hear(self, rest: str) -> list[str]:
        data = b""
        for line in rest.split(" | "):
            seq, ack, text = line.split(" ", 2)
            data += encode(int(seq), int(ack), text)
        return self.end.hear(data)

    def do_noise(self, rest: str) -> list[str]:
        return self.end.hear(rest.replace("\\n", "\n").encode())

    def do_wait(self, rest: str) -> list[str]:
        self.end.now_ms -= int(rest)
        return self.end.hear(b"")

    def do_late(self, rest: str) -> list[str]:
        for_ms, _, line = rest.partition(" ")
        self.end.now_ms -= int(for_ms)
        return self.do_hear(line)

    def do_say(self, rest: str) -> None:
        for text in rest.split(" | "):
            words, dots, last = text.partition("..")
            if dots:
                kind, _, first = words.partition(" ")
                self.end.to_say += [f"{kind} {at}" for at in range(int(first), int(last) + 1)]
            else:
                self.end.to_say.append(text)
