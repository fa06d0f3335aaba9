"""A history: values in order; the last can be undone.

Decides how they are stored: in pieces of fixed size.  A list that doubles would fail on a device,
whose heap is fragmented after an hour.  Must not know what the values are.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Generic, TypeVar

    T = TypeVar("T")
else:
    # A device has no `typing`: at run time `Generic[T]` is a plain base class.
    T = 0
    Generic = {T: object}

# Values in a piece. It is even, so that the length of the last piece has the parity of all.
PIECE = 32


class History(Generic[T]):
    """A stack of values that never needs much memory in one piece.

    Shape: ``last`` is the piece that grows.  Fast code may append to it and pop from it directly:
    call `stow` first if it has PIECE values, `unstow` if it is empty.

    >>> past = History(range(100))
    >>> past.pop(), len(past), past[-1], past[40], past.count(7), list(past)[:2]
    (99, 99, 98, 40, 1, [0, 1])
    """

    def __init__(self, values: "Iterable[T]" = ()):
        self.last: list[T] = []
        self._full: list[list[T]] = []
        for value in values:
            self.append(value)

    def append(self, value: "T") -> None:
        """Add a value."""
        last = self.last
        if len(last) == PIECE:
            last = self.stow()
        last.append(value)

    def pop(self) -> "T":
        """Remove the last value and return it."""
        self.unstow()
        return self.last.pop()

    def stow(self) -> "list[T]":
        """Store the last piece, which is full; return a new one to append to."""
        self._full.append(self.last)
        self.last = []
        return self.last

    def unstow(self) -> bool:
        """Restore the piece before an empty last one; return whether there is a value."""
        if not self.last and self._full:
            self.last = self._full.pop()
        return bool(self.last)

    def __len__(self) -> int:
        return len(self._full) * PIECE + len(self.last)

    def __getitem__(self, at: int) -> "T":
        if at < 0:
            at += len(self)
        piece = at // PIECE
        return (self._full[piece] if piece < len(self._full) else self.last)[at % PIECE]

    def __iter__(self) -> "Iterator[T]":
        for piece in self._full:
            yield from piece
        yield from self.last

    def count(self, value: "T") -> int:
        """Return how often a value occurs; allocates nothing."""
        found = self.last.count(value)
        for piece in self._full:
            found += piece.count(value)
        return found
