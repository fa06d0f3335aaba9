"""Both ends of a wire in one process, with noise on their lines."""

from collections.abc import Callable
from random import Random

from schiri.simulator.lossy_wire import Channel, Noise
from schiri_device.link.session import DEVICE, HOST, Session

STEP_MS = 5


class End:
    """One end: a session, its queue of texts, and what it received and sent.

    Shape: ``asked`` has for each call for a text whether all before it had arrived.
    """

    def __init__(
        self,
        role: str,
        describe: str = "",
        elapsed: Callable[[int, int], int] = lambda now, then: now - then,
    ) -> None:
        self.session = Session(role, lambda: describe, elapsed)
        self.to_say: list[str] = []
        self.heard: list[list[str]] = []
        self.sent: list[str] = []
        self.asked: list[bool] = []

    def pull(self, is_calm: bool) -> str | None:
        self.asked.append(is_calm)
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
    """A device's end and a host's, and the bytes between them."""

    def __init__(self, seed: int = 0) -> None:
        self.device = End(DEVICE, " DEV 0.1.0 cursor 89abcdef 1 0 00000000")
        self.host = End(HOST)
        self.now_ms = 0
        random = Random(seed)
        self._down, self._up = Channel(random), Channel(random)
        self._to_device = b""
        self._to_host = b""

    def make_noise(self, noise: Noise) -> None:
        """Spoil the bytes in this way from now on."""
        self._down.noise = self._up.noise = noise

    def run(self, for_ms: int) -> None:
        """Let time pass."""
        for _ in range(for_ms // STEP_MS):
            self.now_ms += STEP_MS
            to_host = self.device.step(self.now_ms, self._to_device)
            to_device = self.host.step(self.now_ms, self._to_host)
            self._to_device = self._down.pass_on(self.now_ms, to_device)
            self._to_host = self._up.pass_on(self.now_ms, to_host)
