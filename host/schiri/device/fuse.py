"""A fuse before a store: the power fails in the midst of a write, as it was told to.

Decides what a write leaves that was cut.  Must not know what the store holds.
"""

from typing import Any, Protocol


class Store(Protocol):
    """A mutable sequence of bytes that reads and writes slices: what a device keeps things in."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: Any, /) -> Any: ...

    def __setitem__(self, place: Any, data: Any, /) -> None: ...


class PowerCut(BaseException):
    """The power has failed under the device: no code of its own sees that, or lives on."""


class Fuse:
    """A store like the one behind it, until it blows.

    >>> fuse = Fuse(bytearray(4))
    >>> fuse.blow_in(1, 2)
    >>> fuse[0:3] = b"abc"
    Traceback (most recent call last):
    schiri.device.fuse.PowerCut
    >>> fuse[0:4]
    bytearray(b'ab\\x00\\x00')
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writes = 0
        self._keep = 0

    def blow_in(self, write: int, keep_bytes: int) -> None:
        """Let the power fail in this write from now on, the next is 1; keep so much of it."""
        self._writes, self._keep = write, keep_bytes

    def __len__(self) -> int:
        return len(self._store)

    def __getitem__(self, place: Any) -> Any:
        return self._store[place]

    def __setitem__(self, place: slice, data: bytes) -> None:
        if self._writes:
            self._writes -= 1
            if not self._writes:
                first = place.start
                kept = data[: self._keep]
                if kept:
                    self._store[first : first + len(kept)] = kept
                raise PowerCut
        self._store[place] = data
