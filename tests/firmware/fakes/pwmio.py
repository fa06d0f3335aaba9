"""The pin of the piezo."""

import microcontroller

from tests.firmware.world import Here


class PWMOut:
    """A square wave on a pin."""

    def __init__(
        self,
        pin: microcontroller.Pin,
        *,
        duty_cycle: int = 0,
        frequency: int = 500,
        variable_frequency: bool = False,
    ) -> None:
        Here.world.claim(pin.name)  # type: ignore[attr-defined]
        self._duty_cycle = duty_cycle
        self._frequency = frequency
        self._is_variable = variable_frequency

    @property
    def duty_cycle(self) -> int:
        """The high part of each wave, out of 65536."""
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, value: int) -> None:
        if not 0 <= value <= 0xFFFF:
            raise ValueError("duty_cycle must be 0-65535")
        self._duty_cycle = value
        self._tell()

    @property
    def frequency(self) -> int:
        """The pitch in Hz."""
        return self._frequency

    @frequency.setter
    def frequency(self, value: int) -> None:
        if not self._is_variable:
            raise AttributeError("PWM frequency not writable when variable_frequency is False")
        if value <= 0:
            raise ValueError("Invalid PWM frequency")
        self._frequency = value
        self._tell()

    def _tell(self) -> None:
        Here.world.sound(self._frequency if self._duty_cycle else 0)
