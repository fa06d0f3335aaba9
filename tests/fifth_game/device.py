"""Noughts and crosses on the device: the choice of the starter, and its glyph.

Decides how the game is offered and shown.  Must not know its rules.
"""

from schiri_device.games import DeviceAdapter


class NoughtsOnDevice(DeviceAdapter):
    """Noughts and crosses: one press marks a cell."""

    PRESETS = ("start=b", "start=w")
    GLYPHS = "noughts #.#.. .#.## #.### ...##"


ADAPTER = NoughtsOnDevice()
