"""What a journal asks of the memory that it is kept in, as types alone: no device loads this."""

from typing import Protocol


class Store(Protocol):
    """Non-volatile memory: a sequence of bytes that reads and writes slices."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: slice) -> bytearray: ...
    def __setitem__(self, place: slice, data: bytes | bytearray) -> None: ...
