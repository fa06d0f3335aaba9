"""Both ends of a wire in one process, with a schedule of what happens to their lines."""

from random import Random

from schiri_device.link.session import DEVICE, HOST, Session


class End:
    """One end: a session, what it wants to say and what it was told."""

    def __init__(self, role: str, describe: str = "") -> None:
        self.session = Session(role, lambda: describe, lambda now, then: now - then)
        self.to_say: list[str] = []
        self.heard: list[list[str]] = []
        self.sent: list[str] = []

    def pull(self, is_calm: bool) -> str | None:
        return self.to_say.pop(0) if self.to_say else None

    def step(self, now_ms: int, data: bytes) -> bytes:
        self.heard += self.session.receive(now_ms, data)
        line = bytes(self.session.send(now_ms, self.pull))
        if line:
            self.sent.append(line.decode().split(" ", 2)[2].rpartition(" *")[0])
        return line

    def heard_of(self, kind: str) -> list[list[str]]:
        return [words for words in self.heard if words[0] == kind]


class Wire:
    """A device's end and a host's, and the bytes between them.

    Shape: ``damage`` takes a line and returns the bytes that arrive instead.
    """

    def __init__(
        self, seed: int = 0, describe: str = " DEV 0.1.0 cursor 89abcdef 1 0 00000000"
    ) -> None:
        self.device = End(DEVICE, describe)
        self.host = End(HOST)
        self.random = Random(seed)
        self.now_ms = 0
        self.loss = 0.0
        self.noise = 0.0
        self._to_device = b""
        self._to_host = b""

    def connect(self, token: str = "t1") -> None:
        """Let the host open its port and greet until both are up."""
        self.host.session.open(self.now_ms, token)
        self.run(100)

    def run(self, for_ms: int, step_ms: int = 5) -> None:
        """Let time pass."""
        for _ in range(for_ms // step_ms):
            self.now_ms += step_ms
            to_host = self.device.step(self.now_ms, self._to_device)
            to_device = self.host.step(self.now_ms, self._to_host)
            self._to_device, self._to_host = self.damage(to_device), self.damage(to_host)

    def damage(self, line: bytes) -> bytes:
        """Lose a line, or change a byte of it, as often as it is set."""
        if not line or self.random.random() < self.loss:
            return b""
        if self.random.random() < self.noise:
            at = self.random.randrange(len(line))
            return line[:at] + bytes((self.random.randrange(256),)) + line[at + 1 :]
        return line
