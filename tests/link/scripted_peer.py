"""A peer, and lines written by hand from PROTOCOL.md: no device is needed."""

from schiri.device.client import DeviceClient
from schiri.device.reports import Report
from schiri_device.link.lines import Splitter, encode

EPOCH = "89abcdef"
# An invalid epoch: no message of such a device is accepted.
UNKNOWN = "x9abcdef"


class Talk:
    """A peer, and a device whose lines a test writes.

    Shape: ``said`` are the texts of the peer that the test has not taken yet, without beats,
    greetings and questions for clock and snapshot; ``everything`` are all of its texts so far.
    """

    RULES = "00000000"

    def __init__(
        self, epoch: str = EPOCH, first: int = 1, last: int = 0, wants_lights: bool = False
    ) -> None:
        self.client = DeviceClient(wants_lights)
        self.now_ms = 0
        self.said: list[str] = []
        self.everything: list[str] = []
        self.greetings = 0
        self._splitter = Splitter()
        self._seq = 0
        self.client.open(0)
        self._hear()
        self.reports = self.greet(epoch, first, last)

    def greet(self, epoch: str = EPOCH, first: int = 1, last: int = 0) -> list[Report]:
        return self.greet_with(f"DEV1 0.1.0 cursor {epoch} {first} {last} {self.RULES}")

    def greet_with(self, words: str, versions: str = "2 2") -> list[Report]:
        self._seq = 0
        token = [text for text in self.everything if text.startswith("hello ")][-1].split(" ")[3]
        return self.tell(f"hello {versions} {token} {words}")

    def greet_again(self, epoch: str = EPOCH, first: int = 1, last: int = 0) -> list[Report]:
        return self.tell("who") + self.greet(epoch, first, last)

    def tell(self, *texts: str) -> list[Report]:
        reports: list[Report] = []
        for text in texts:
            reports += self.client.receive(self.now_ms, encode(self._seq, -1, text))
            self._seq = (self._seq + 1) % 1000
            self._hear()
        return reports

    def wait(self, for_ms: int) -> list[str]:
        """Let time pass in which the device only sends beats; return the peer's texts."""
        until = self.now_ms + for_ms
        while self.now_ms < until:
            self.now_ms = min(self.now_ms + 500, until)
            self.tell("beat 1")
        return self.take()

    def take(self) -> list[str]:
        self._hear()
        said, self.said = self.said, []
        return said

    def _hear(self) -> None:
        while line := self.client.send(self.now_ms):
            for seq, _, text in self._splitter.feed(line):
                self.everything.append(text)
                if text.split(" ")[0] not in ("hello", "beat", "clock", "snapshot"):
                    self.said.append(text)
                self.greetings += text.startswith("hello ")
                # All its lines arrive.
                if text.split(" ")[0] != "hello":
                    self.client._session._confirmed = seq
