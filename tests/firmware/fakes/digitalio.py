"""Digital pins: the lamp of the board, the chain of pixels, and lines that select."""

import microcontroller

from tests.firmware.world import Here


class Direction:
    """The direction of a pin."""

    INPUT = "input"
    OUTPUT = "output"


class DigitalInOut:
    """A pin that is written or read."""

    def __init__(self, pin: microcontroller.Pin) -> None:
        Here.world.claim(pin.name)  # type: ignore[attr-defined]
        self.pin = pin
        self.direction = Direction.INPUT

    @property
    def value(self) -> bool:
        """Whether it is high."""
        return Here.world.outputs.get(self.pin.name, False)  # type: ignore[attr-defined]

    @value.setter
    def value(self, value: bool) -> None:
        assert self.direction == Direction.OUTPUT
        Here.world.drive(self.pin.name, value)  # type: ignore[attr-defined]

    def deinit(self) -> None:
        """Release the pin."""
        Here.world.claimed.discard(self.pin.name)  # type: ignore[attr-defined]
