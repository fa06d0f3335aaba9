"""Memory that survives resets and restarts, as far as the device uses it."""

from typing import overload

from tests.firmware.world import Here


class SleepMemory:
    """The bytes, without slices: a slice would have to be allocated."""

    def __len__(self) -> int:
        return len(Here.world.sleep_memory)

    @overload
    def __getitem__(self, index: slice) -> bytearray: ...

    @overload
    def __getitem__(self, index: int) -> int: ...

    def __getitem__(self, index: int | slice) -> int | bytearray:
        assert isinstance(index, int)
        return Here.world.sleep_memory[index]

    @overload
    def __setitem__(self, index: slice, value: bytes) -> None: ...

    @overload
    def __setitem__(self, index: int, value: int) -> None: ...

    def __setitem__(self, index: int | slice, value: int | bytes) -> None:
        assert isinstance(index, int) and isinstance(value, int)
        Here.world.sleep_memory[index] = value


sleep_memory = SleepMemory()
