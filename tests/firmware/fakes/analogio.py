"""Pins that measure a voltage, each behind a multiplexer."""

import microcontroller

from tests.firmware.world import Here

# The converter of a Pico measures at these pins; `feel5` selects with the others.
_MEASURED = ("GP26", "GP27", "GP28")
_SELECTS = ("GP2", "GP3", "GP4", "GP5")


class AnalogIn:
    """A pin that is measured."""

    def __init__(self, pin: microcontroller.Pin) -> None:
        name = pin.name  # type: ignore[attr-defined]
        Here.world.claim(name)
        self._first = _MEASURED.index(name) * 2 ** len(_SELECTS)

    @property
    def value(self) -> int:
        """The count of the sensor on the selected channel."""
        lines = [Here.world.outputs[name] for name in _SELECTS]
        return Here.world.measure(self._first + sum(line << at for at, line in enumerate(lines)))
