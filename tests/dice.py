"""The buttons that roll a die on a device."""

from schiri_device.app.device import Device
from schiri_device.games.dice import Dice


def die_buttons(device: Device) -> list[str]:
    """Return the button of each face, in a mode with a die."""
    mode = device.mode
    assert isinstance(mode, Dice)
    return sorted(mode.FACES)
