"""Lines: their framing, both numberings, the window, and confirmations."""

import re
import zlib

WINDOW = 8
LONGEST = 160
NUMBERS = 1000
_LINE = re.compile(rb"(\d{1,3}) (\d{1,3}|-) ([ -~]+) \*([0-9a-f]{8})")


def encode(seq: int, ack: int | None, text: str) -> bytes:
    """Return a line: number, confirmation, text, check."""
    body = f"{seq} {'-' if ack is None else ack} {text}".encode("ascii")
    return body + b" *%08x\n" % zlib.crc32(body)


def decode(line: bytes) -> tuple[int, int | None, str] | None:
    """Return the parts of a line without its newline, or None for a damaged line."""
    found = _LINE.fullmatch(line) if len(line) < LONGEST else None
    if found is None or zlib.crc32(line[: line.rindex(b" *")]) != int(found[4], 16):
        return None
    return int(found[1]), None if found[2] == b"-" else int(found[2]), found[3].decode("ascii")


class Lines:
    """Both numberings: sent, confirmed and waiting lines."""

    def __init__(self) -> None:
        self.out = bytearray()
        self._got = b""
        self._said_at = 0
        self.restart()

    def restart(self) -> None:
        """Restart, as `hello` does."""
        self._next, self._last, self._confirm_at = 0, -1, -1
        self.has_gap = False
        self._unconfirmed: list[int] = []
        self._waiting: list[str] = []

    def say(self, text: str) -> None:
        """Send this as soon as there is room; of several `ack` only the newest."""
        if text.startswith("ack "):
            self._waiting = [each for each in self._waiting if not each.startswith("ack ")]
        self._waiting.append(text)

    def send(self, text: str, now: int) -> None:
        """Send a line at once."""
        self.out += encode(self._next, None if self._last < 0 else self._last, text)
        self._unconfirmed.append(self._next)
        self._next = (self._next + 1) % NUMBERS
        self._said_at, self._confirm_at = now, -1

    def flush(self, now: int) -> None:
        """Send lines while there is room, and a `beat` to confirm, or after silence."""
        while self._waiting and len(self._unconfirmed) < WINDOW:
            self.send(self._waiting.pop(0), now)
        if 0 <= self._confirm_at <= now or now - self._said_at >= 1000:
            self.send(f"beat {now % 10**9}", now)

    def receive(self, data: bytes, now: int) -> list[str]:
        """Return the new texts; `hello` and `who` are always new."""
        *lines, rest = (self._got + data).split(b"\n")
        self._got = rest[-LONGEST:]
        texts = []
        for line in filter(None, map(decode, lines)):
            seq, ack, text = line
            word = text.split(" ")[0]
            if word not in ("hello", "who"):
                if self._last < 0 or not 0 < (seq - self._last) % NUMBERS <= NUMBERS // 2:
                    continue
                if ack in self._unconfirmed:
                    del self._unconfirmed[: self._unconfirmed.index(ack) + 1]
                self.has_gap = self.has_gap or (seq - self._last) % NUMBERS > 1
            if word != "who":
                self._last = seq
            if word not in ("who", "beat") and self._confirm_at < 0:
                self._confirm_at = now + 20
            texts.append(text)
        return texts
