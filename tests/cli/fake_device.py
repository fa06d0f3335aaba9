"""A device on a pseudo-terminal, written from PROTOCOL.md only, with just the parts tests need."""

import os
import select
import threading
from collections.abc import Sequence
from importlib import import_module
from typing import Self
from zlib import crc32

from schiri_engines.registry import row_of

from tests.programs import Closing

ROUND_S = 0.02
RULES = row_of("switch").digest


def line_of(number: int, heard: str, text: str) -> bytes:
    body = f"{number} {heard} {text}".encode()
    return body + b" *%08x\n" % crc32(body)


class FakeDevice(Closing):
    """A device that sends a given greeting and then some events.

    Shape: ``says`` contains ``{token}`` at the place of the token; "" means that it stays silent.
    ``aside`` are the bytes of a journal that it has set aside.
    """

    HELLO = f"hello 2 2 {{token}} FAKE01 0.1.0 cursor 89abcdef 1 {{last}} {RULES}"

    def __init__(
        self,
        says: str = HELLO,
        events: Sequence[str] = (),
        noise: bytes = b"",
        game: str = "",
        aside: bytes = b"",
    ) -> None:
        self._says = says
        self._events = events
        self._noise = noise
        self._game = game
        self._aside = aside
        self._number = 0
        self._heard = "-"
        self._ours, self._theirs = os.openpty()
        # Windows has no module `tty`. It reads the tests marked `serial`, but does not run them.
        import_module("tty").setraw(self._theirs)
        self.path = os.ttyname(self._theirs)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def close(self) -> None:
        self._stop.set()
        # This wakes the thread, so that it need not wait for input.
        os.write(self._theirs, b"\n")
        self._thread.join()
        os.close(self._theirs)
        os.close(self._ours)

    def _run(self) -> None:
        received = b""
        while not self._stop.is_set():
            if self._noise:
                os.write(self._ours, self._noise)
            if select.select([self._ours], [], [], ROUND_S)[0]:
                received += os.read(self._ours, 4096)
            if self._stop.is_set():
                return
            *lines, received = received.split(b"\n")
            for line in lines:
                self._answer(line.decode().split(" "))

    def _answer(self, words: list[str]) -> None:
        self._heard = words[0]
        if words[2] == "hello":
            self._number = 0
            if self._says:
                last = len(self._events)
                self._send(self._says.format(token=words[5], last=last))
                self._send(f"snap 0 1 {last} {self._game}" if self._game else f"snap 0 0 {last}")
            if self._aside:
                self._send(f"aside rules {len(self._aside)} {crc32(self._aside):08x}")
        elif words[2] == "bytes":
            at = int(words[3])
            self._send(f"bytes {at} {self._aside[at : at + 48].hex()}")
        elif words[2] == "stored":
            self._aside = b""
        elif words[2] == "again":
            for number, text in enumerate(self._events, 1):
                if number >= int(words[4]):
                    self._send(f"event {number} {number * 1000} {text}")

    def _send(self, text: str) -> None:
        os.write(self._ours, line_of(self._number, self._heard, text))
        self._number += 1
