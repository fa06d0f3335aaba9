"""The stores of devices: the effect of a write, and its remains after a power cut.

Decides the model of non-volatile memory.  A chip that programs pages (RP2040) turns bytes that are
all 0xFF into others; any other write erases the whole store and programs its pages again.  A store
in a file survives the program.  Must not know the contents of a store.
"""

import os
from collections.abc import Iterator
from io import FileIO
from itertools import islice
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import TYPE_CHECKING

from schiri.disk import as_host_error, locked, make_folder, open_private

if TYPE_CHECKING:
    from filelock import FileLock

STORE_BYTES = 4096
PAGE = 256
BLANK = 0xFF
# In how many stages an erase is cut while bytes still rise to 0xFF.
RISING = 24


class PowerCut(BaseException):
    """The simulated power has failed: the device's code must not catch this."""


class Flash:
    """The non-volatile memory of a chip that programs pages.

    Shape: ``writes`` counts the writes, ``erasures`` those that erased everything.

    >>> flash = Flash(16)
    >>> flash[2:4] = b"ab"
    >>> flash[0:4], flash.erasures
    (bytearray(b'\\xff\\xffab'), 0)
    >>> flash[3:4] = b"b"
    >>> flash[0:4], flash.erasures
    (bytearray(b'\\xff\\xffab'), 1)
    >>> flash.cut_at(1, 4)
    >>> flash[4:7] = b"abc"
    Traceback (most recent call last):
    schiri.simulator.flash.PowerCut
    >>> flash[4:6]
    bytearray(b'ab')
    """

    def __init__(self, size: int = STORE_BYTES) -> None:
        self.data = bytearray([BLANK]) * size
        self.erasures = self.writes = 0
        # The number of writes until the power cut, 0 for none, and the stage of that write.
        self._cut_in = self._stage = 0

    def cut_at(self, write: int, stage: int) -> None:
        """Cut the power in this write, counted from 1, and in this stage of it."""
        self._cut_in, self._stage = write, stage

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, place: slice) -> bytearray:
        return self.data[place]

    def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
        if len(data) != len(self.data[place]):
            raise ValueError(place)
        is_cut = self._cut_in == 1
        self._cut_in = max(self._cut_in - 1, 0)
        remains = list(islice(self.cuts(place, bytes(data)), self._stage + 1)) if is_cut else []
        if len(remains) > self._stage:
            self.data[:] = remains[-1]
            raise PowerCut
        self.erasures += not self._is_blank(place)
        self.writes += 1
        self.data[place] = data
        # A write with fewer stages is complete.
        if is_cut:
            raise PowerCut

    def cuts(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield the remains of a write after a power cut in each stage."""
        remains = self._programming if self._is_blank(place) else self._erasing
        return remains(place, data)

    def _is_blank(self, place: slice) -> bool:
        return all(byte == BLANK for byte in self.data[place])

    def _programming(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield torn prefixes, with the last byte half written, and bits half written all over."""
        random = Random(self._with(place.start, data))
        for size in range(len(data)):
            torn = data[:size] + bytes((data[size] | random.randrange(256),))
            yield self._with(place.start, torn)
            yield self._with(place.start, bytes(byte | random.randrange(256) for byte in data))

    def _erasing(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield bytes that rise from either end or all over, then pages programmed one by one."""
        old, size = bytes(self.data), len(self.data)
        random = Random(old)
        for stage in range(RISING):
            risen = size * (stage // 3 + 1) // (RISING // 3)
            if stage % 3 == 0:
                yield bytes([BLANK]) * risen + old[risen:]
            elif stage % 3 == 1:
                yield old[: size - risen] + bytes([BLANK]) * risen
            else:
                yield bytes(byte | random.randrange(256) for byte in old)
        whole = self._with(place.start, data)
        for done in range(0, size, PAGE):
            torn = bytes(byte | random.randrange(256) for byte in whole[done : done + PAGE])
            for begun in (b"", torn):
                yield (whole[:done] + begun).ljust(size, bytes([BLANK]))

    def _with(self, start: int, data: bytes) -> bytes:
        return bytes(self.data[:start]) + data + bytes(self.data[start + len(data) :])


SUFFIX = ".journal"


class FlashFile(Flash):
    """A store in a file.

    Shape: ``device`` is the id of its device, from the file's name.
    """

    def __init__(self, file: FileIO, lock: "FileLock", device: str) -> None:
        super().__init__()
        self.device = device
        self._file, self._lock = file, lock
        kept = file.read(STORE_BYTES)
        self.data[: len(kept)] = kept
        # Unwritten bytes are blank, not a hole in the file.
        file.write(self.data[len(kept) :])

    def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
        super().__setitem__(place, data)
        os.lseek(self._file.fileno(), place.start or 0, os.SEEK_SET)
        os.write(self._file.fileno(), data)

    def close(self) -> None:
        self._file.close()
        self._lock.release()


def open_flash(folder: Path, build: str, new: str = "") -> FlashFile:
    """Return the store of the first unused device of this build, or a new one.

    Shape: ``new`` is the id of the new one, "" for any.
    """
    with as_host_error(folder):
        make_folder(folder)
        for path in sorted(folder.glob(f"{build}-*{SUFFIX}")):
            if lock := locked(path):
                device = path.stem.removeprefix(f"{build}-")
                return FlashFile(path.open("r+b", buffering=0), lock, device)
        while True:
            device = new or f"SIM{token_hex(2)}"
            path = folder / f"{build}-{device}{SUFFIX}"
            # Locked before it exists: a program that starts at the same moment would take it.
            if lock := locked(path):
                return FlashFile(open_private(path, "w+b"), lock, device)
