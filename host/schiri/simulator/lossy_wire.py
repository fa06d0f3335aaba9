"""A lossy wire: it can be cut after any byte, and it garbles, loses and delays bytes.

Decides what happens to bytes in transit.  Must not know why, or when the next fault is due.
"""

from collections import deque
from math import log
from random import Random
from typing import NamedTuple

from schiri.simulator.wires import Cable, CableEnd


class Noise(NamedTuple):
    """The error rates of a wire.

    Shape: wrong bytes of 1,000, and lost lines of 1,000.
    Units: each line waits up to ``jitter_ms``.
    """

    wrong_permille: int = 0
    lost_permille: int = 0
    jitter_ms: int = 0


QUIET = Noise()


class Channel:
    """One direction of a wire: delays bytes, and may change or lose them."""

    def __init__(self, random: Random) -> None:
        self.noise = QUIET
        self._random = random
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._is_losing = False
        self._is_new_line = True

    def pass_on(self, now_ms: int, data: bytes) -> bytes:
        """Add bytes; return those that come out now, in the same order."""
        if data and self.noise is not QUIET:
            data = self._spoil(data)
        if not self._waiting and not (data and self.noise.jitter_ms):
            return data
        if data:
            # A waiting byte delays all bytes after it.
            due_ms = now_ms + self._random.randrange(self.noise.jitter_ms + 1)
            self._waiting.append((due_ms, data))
        out = b""
        while self._waiting and self._waiting[0][0] <= now_ms:
            out += self._waiting.popleft()[1]
        return out

    def clear(self) -> None:
        self._waiting.clear()
        self._is_new_line = True

    def _spoil(self, data: bytes) -> bytes:
        random, noise = self._random, self.noise
        out = bytearray()
        while data:
            line, newline, data = data.partition(b"\n")
            if self._is_new_line:
                self._is_losing = random.random() * 1000 < noise.lost_permille
            self._is_new_line = bool(newline)
            if not self._is_losing:
                out += self._garbled(line + newline)
        return bytes(out)

    def _garbled(self, line: bytes) -> bytes:
        if not self.noise.wrong_permille:
            return line
        out, share, at = bytearray(line), self.noise.wrong_permille / 1000, -1
        while True:
            # The distance from one wrong byte to the next, each byte being wrong with equal
            # probability.
            at += 1 if share >= 1 else 1 + int(log(1 - self._random.random()) / log(1 - share))
            if at >= len(out):
                return bytes(out)
            out[at] ^= self._random.randrange(1, 256)


class LossyWire:
    """The device's end of a lossy wire.

    Shape: ``is_plugged`` says whether bytes pass; ``passed`` counts them, both ways.  On a `Cable`
    the host notices the pull; any other wire only falls silent.

    >>> cable = Cable()
    >>> wire, port = LossyWire(cable), cable.open()
    >>> wire.pull_after(4)
    >>> port.write(b"to the device")
    >>> wire.device_reads(), wire.is_plugged
    (b'to t', False)
    """

    def __init__(self, wire: CableEnd, seed: int = 0) -> None:
        self.is_plugged = True
        self.passed = 0
        self._wire = wire
        self._now_ms = 0
        # The count of bytes at which the plug is pulled, -1 for never.
        self._pull_at = -1
        self._unsent = b""
        random = Random(f"wire {seed}")
        self._to_device = Channel(random)
        self._to_host = Channel(random)

    def step(self, now_ms: int) -> None:
        """Set the time, and pass on delayed bytes."""
        self._now_ms = now_ms
        if self.is_plugged and not self._unsent:
            self._unsent = self._to_host.pass_on(now_ms, b"")
        self._send()

    def make_noise(self, noise: Noise) -> None:
        self._to_device.noise = self._to_host.noise = noise

    def pull_after(self, count: int) -> None:
        """Pull the plug after a number of further bytes in either direction."""
        self._pull_at = self.passed + count
        self._count(0)

    def pull(self) -> None:
        """Pull the plug: bytes in transit are lost."""
        self.is_plugged = False
        self._pull_at = -1
        self._unsent = b""
        self._to_device.clear()
        self._to_host.clear()
        if isinstance(self._wire, Cable):
            self._wire.pull()

    def plug(self) -> None:
        # Bytes sent into an unplugged cable are lost.
        self._wire.device_reads()
        self.is_plugged = True
        if isinstance(self._wire, Cable):
            self._wire.plug()

    def device_reads(self) -> bytes:
        data = self._wire.device_reads()
        if not self.is_plugged:
            return b""
        data = self._through(self._to_device.pass_on(self._now_ms, data))
        self._count(len(data))
        return data

    def device_writes(self, data: bytes) -> int:
        if self._unsent:
            return 0
        if self.is_plugged:
            self._unsent = self._to_host.pass_on(self._now_ms, data)
            self._send()
        return len(data)

    def _send(self) -> None:
        """Send bytes from the wire to the host, as far as they fit."""
        if self._unsent:
            taken = self._wire.device_writes(self._through(self._unsent))
            self._unsent = self._unsent[taken:]
            self._count(taken)

    def _through(self, data: bytes) -> bytes:
        return data if self._pull_at < 0 else data[: self._pull_at - self.passed]

    def _count(self, more: int) -> None:
        self.passed += more
        if self.passed == self._pull_at:
            self.pull()
