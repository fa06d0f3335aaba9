"""The wire to the pixels."""

import digitalio

from tests.firmware.world import Here


def neopixel_write(digitalinout: digitalio.DigitalInOut, buf: bytearray) -> None:
    """Send bytes; this takes as long as on the board."""
    if digitalinout.direction != digitalio.Direction.OUTPUT:
        raise AssertionError("the pin is no output")
    Here.world.send_pixels(bytes(buf))
