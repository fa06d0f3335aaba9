"""A command of ours in its own terminal, and a base class for resources of a block."""

import os
import select
import time
from collections.abc import Mapping, Sequence
from typing import Self

from tests.forks import Fork, started
from tests.patience import PATIENCE_S


class Closing:
    """A resource that is closed at the end of its block."""

    def close(self) -> None:
        """Release the resource."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Terminal:
    """A command, and the terminal that it runs in.

    Shape: ``seen`` is its output so far, or since `forget_before`.
    """

    def __init__(
        self, words: Sequence[str], environment: Mapping[str, str], is_new: bool = False
    ) -> None:
        self.seen = b""
        self.fd, theirs = os.openpty()
        begin = started if is_new else Fork
        self._program = begin(words, environment, [theirs])
        self.pid = self._program.pid
        os.close(theirs)

    def wait_for(self, text: str) -> None:
        """Read until the output contains this text."""
        end = time.monotonic() + PATIENCE_S
        while text.encode() not in self.seen:
            assert self._read(end), f"{text!r} did not come"

    def forget_before(self, text: str) -> None:
        """Drop the output before this text."""
        self.seen = self.seen[self.seen.index(text.encode()) :]

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self.fd, keys.encode())

    def status(self) -> int:
        """Wait for its end and return its exit status."""
        end = time.monotonic() + PATIENCE_S
        while self._read(end):
            pass
        return self.closed()

    def closed(self) -> int:
        """Close the terminal, and return the exit status."""
        os.close(self.fd)
        try:
            return self._program.wait(PATIENCE_S)
        finally:
            self._program.kill()

    def _read(self, end: float) -> bool:
        """Read output that arrives before ``end``; return whether there was any."""
        if not select.select([self.fd], [], [], max(0.0, end - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            # The other end is closed.
            return False
        self.seen += data
        return bool(data)
