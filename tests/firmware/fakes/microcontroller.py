"""The chip: pins, number, flash."""

from typing import Any

import watchdog as watchdog_module

from tests.firmware.world import Here, Reset


class Pin:
    """A pin by its name; the real one cannot be made."""

    def __init__(self, name: str) -> None:
        self.name = name


class ResetReason:
    """The reason of the last reset."""

    POWER_ON = "power on"
    SOFTWARE = "software"
    WATCHDOG = "watchdog"


class Processor:
    """Data of the chip."""

    uid = Here.world.uid

    @property
    def reset_reason(self) -> str:
        """The reason of the last reset."""
        if Here.world.was_bitten:
            return ResetReason.WATCHDOG
        return ResetReason.SOFTWARE if Here.world.was_reset else ResetReason.POWER_ON


class ByteArray:
    """The flash, with only those access methods that the board has."""

    def __init__(self, cells: bytearray) -> None:
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, index: Any) -> Any:
        return self._cells[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice) and len(bytes(value)) != len(self._cells[index]):
            raise ValueError("Slice and value different lengths.")
        self._cells[index] = value


def delay_us(delay: int) -> None:
    """Wait."""
    Here.world.spend(delay)


def reset() -> None:
    """Reset the chip."""
    Here.world.was_reset, Here.world.was_bitten = True, False
    raise Reset


cpu = Processor()
nvm = None if Here.world.memory is None else ByteArray(Here.world.memory)
watchdog = watchdog_module.WatchDogTimer()
