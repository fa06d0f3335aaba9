"""One end of the wire whose peer is the test: it is told lines, and what it says is read."""

from schiri_device.link.lines import decode, encode
from schiri_device.link.session import DEVICE, NEWEST, OLDEST, Session

Line = tuple[int, int, str]
HELLO = f"hello {OLDEST} {NEWEST} t1"
ANSWER = HELLO + " DEV 0.1.0 cursor"


class OneEnd:
    """A session, what it wants to say, and whether it was calm when it was asked for that.

    Units: times in ms, in a clock that goes backwards, so that no end can do with a subtraction of
    its own.
    """

    def __init__(self, role: str) -> None:
        words = " DEV 0.1.0 cursor" if role == DEVICE else ""
        self.session = Session(role, lambda: words, lambda now, then: then - now)
        self.to_say: list[str] = []
        self.calm: list[bool] = []
        self.now_ms = 0

    def wait(self, for_ms: int) -> list[list[str]]:
        """Let time pass, with nothing on the wire; return the messages that brings."""
        self.now_ms -= for_ms
        return list(self.session.receive(self.now_ms, b""))

    def hear(self, *lines: Line) -> list[list[str]]:
        """Tell it lines, now; return the messages for the application."""
        data = b"".join(encode(*line) for line in lines)
        return list(self.session.receive(self.now_ms, data))

    def says(self) -> list[Line]:
        """Return all that it says now, line by line."""
        said = []
        while line := self.session.send(self.now_ms, self._pull):
            decoded = decode(line.rstrip(b"\n"))
            assert decoded and line.endswith(b"\n")
            said.append(decoded)
            assert len(said) < 100, "it never ends"
        return said

    def _pull(self, is_calm: bool) -> str | None:
        self.calm.append(is_calm)
        return self.to_say.pop(0) if self.to_say else None


def up(role: str) -> OneEnd:
    """Return an end that has just greeted: each has said its line 0 and heard the other's."""
    end = OneEnd(role)
    if role == DEVICE:
        assert end.hear((0, -1, HELLO)) == [["up"]]
        assert end.says() == [(0, 0, ANSWER)]
    else:
        end.session.open(end.now_ms, "t1")
        assert end.says() == [(0, -1, HELLO)]
        assert end.hear((0, 0, ANSWER)) == [["up", "DEV", "0.1.0", "cursor"]]
    end.calm.clear()
    return end
