"""A history: values in their order, the last of which can be undone.

Decides how they lie in memory: in pieces, none of which needs much room in one, for on a device a
list that doubles finds none after an hour.  Must not know what the values are.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Generic, TypeVar

    T = TypeVar("T")
else:
    # At run time there are no types: `Generic[T]` is a plain base class.
    T = 0
    Generic = {T: object}

# So many values make a piece: an even number, for the parity of all is that of the last piece.
PIECE = 32


class History(Generic[T]):
    """A stack of values that never needs much memory in one piece.

    Shape: ``last`` is the piece that grows, which whoever is in a hurry may append to and pop from:
    `stow` is due before a value where it has PIECE of them, `unstow` where it has none.

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
        """Take the last value back."""
        self.unstow()
        return self.last.pop()

    def stow(self) -> "list[T]":
        """Put the last piece, which is full, to the others; return the one that grows now."""
        self._full.append(self.last)
        self.last = []
        return self.last

    def unstow(self) -> bool:
        """Get a piece back where the last one has no value; tell whether there is a value now."""
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
        """Return how often a value is there; allocates nothing."""
        found = self.last.count(value)
        for piece in self._full:
            found += piece.count(value)
        return found
