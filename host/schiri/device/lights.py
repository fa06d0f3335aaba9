"""The lights of a device, read from its messages.

Decides how letters become colours again: exactly those that the pixels are sent.
"""

from schiri.device.reports import Lights

Rgb = tuple[int, int, int]


class LightsReader:
    """Puts colours and frames together."""

    def __init__(self) -> None:
        self._brightness = ""
        self._colours: dict[str, Rgb] = {}

    def read(self, words: list[str]) -> Lights | None:
        """Read a ``colours`` or ``frame`` message; return the lights of a frame if they are known.

        >>> reader = LightsReader()
        >>> reader.read(["colours", "3", "0", "000000ff8040"])
        >>> reader.read(["frame", "3", "1/2", "01"]).colours
        [(0, 0, 0), (127, 64, 32)]
        """
        if len(words) != 4 or not all(words):
            return None
        kind, brightness, third, fourth = words
        if kind == "colours":
            if brightness != self._brightness:
                self._brightness, self._colours = brightness, {}
            self._learn(third, fourth)
            return None
        is_known = brightness == self._brightness and set(fourth) <= set(self._colours)
        scale, _, total = third.partition("/")
        if not is_known or not (scale.isdigit() and total.isdigit() and int(total)):
            return None
        share, whole = int(scale), int(total)
        if share > whole:
            return None
        return Lights([_scaled(self._colours[letter], share, whole) for letter in fourth])

    def _learn(self, first: str, hexes: str) -> None:
        try:
            values = bytes.fromhex(hexes)
        except ValueError:
            return
        for at in range(0, len(values) - 2, 3):
            red, green, blue = values[at : at + 3]
            self._colours[chr(ord(first[0]) + at // 3)] = (red, green, blue)


def _scaled(colour: Rgb, share: int, whole: int) -> Rgb:
    red, green, blue = (value * share // whole for value in colour)
    return red, green, blue
