"""Memory that survives resets and restarts, as far as the device uses it."""

from tests.firmware.world import Here


class SleepMemory:
    """The bytes, without slices: a slice would have to be allocated."""

    def __len__(self) -> int:
        return len(Here.world.sleep_memory)

    def __getitem__(self, index: int) -> int:
        assert isinstance(index, int)
        return Here.world.sleep_memory[index]

    def __setitem__(self, index: int, value: int) -> None:
        assert isinstance(index, int) and isinstance(value, int)
        Here.world.sleep_memory[index] = value


sleep_memory = SleepMemory()
