"""The stores of devices: what a write does to them, and what it leaves when the power fails.

Decides the model of non-volatile memory.  A chip that programs pages (RP2040) turns bytes that are
all 0xFF into others; any other write erases the whole store and programs its pages again.  A chip
that rewrites (Espressif) keeps the old or the new.  Must not know what a store holds.
"""

from collections.abc import Iterator
from random import Random

STORE_BYTES = 4096
PAGE = 256
BLANK = 0xFF
# In how many ways an erasure is cut while bytes still rise to 0xFF.
RISING = 24


class Flash:
    """The non-volatile memory of a chip that programs pages.

    Shape: ``writes`` counts them, ``erasures`` those for which all of it was erased.

    >>> flash = Flash(16)
    >>> flash[2:4] = b"ab"
    >>> flash[0:4], flash.erasures
    (bytearray(b'\\xff\\xffab'), 0)
    >>> flash[3:4] = b"b"
    >>> flash[0:4], flash.erasures
    (bytearray(b'\\xff\\xffab'), 1)
    """

    def __init__(self, size: int = STORE_BYTES) -> None:
        self.data = bytearray([BLANK]) * size
        self.erasures = self.writes = 0

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, place: slice) -> bytearray:
        return self.data[place]

    def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
        if len(data) != len(self.data[place]):
            raise ValueError(place)
        self.erasures += not self._is_blank(place)
        self.writes += 1
        self.data[place] = data

    def cuts(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield what a power cut leaves in each stage of a write."""
        return (
            self._programming(place, data) if self._is_blank(place) else self._erasing(place, data)
        )

    def _is_blank(self, place: slice) -> bool:
        return all(byte == BLANK for byte in self.data[place])

    def _programming(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield each torn beginning, its last byte half there, and bits all over half there."""
        random = Random(bytes(data))
        for size in range(len(data)):
            torn = data[:size] + bytes((data[size] | random.randrange(256),))
            yield self._with(place.start, torn)
            yield self._with(place.start, bytes(byte | random.randrange(256) for byte in data))

    def _erasing(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield bytes that rise from either end or all over, then pages that come one by one."""
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


class Rewritten(Flash):
    """The non-volatile memory of a chip that rewrites all of it, and keeps the old or the new."""

    def cuts(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield what a power cut leaves: the old, or the new."""
        yield bytes(self.data)
        yield self._with(place.start, data)
