"""The device's lights, and the colours of its buttons.

Decides how they look on a screen.  Must not know the meaning of a light.
"""

from colorsys import rgb_to_hsv
from functools import lru_cache

from rich.style import Style
from rich.text import Text
from schiri_device.builds import Build

from schiri.device.reports import Lights
from schiri.picture.lights import screen_colour
from schiri.terminal.widgets import QuietStatic


class LightsPanel(QuietStatic):
    """The grid of lights of a build."""

    DEFAULT_CSS = "LightsPanel { width: auto; height: auto; background: #101010; padding: 0 1; }"

    def __init__(self, build: Build) -> None:
        super().__init__(" ")
        self.build = build
        self._shown: tuple[Build, Lights | None] | None = None

    def show(self, lights: Lights | None) -> None:
        """Show the lights; unknown ones are dark."""
        before, self._shown = self._shown, (self.build, lights)
        if self._shown == before:
            return
        size, order = self.build.size, self.build.order
        text = Text(no_wrap=True)
        brightest = max(map(max, lights.colours), default=0) if lights else 0
        unknown = [(0, 0, 0)] * size * size
        colours = lights.colours if lights and len(lights.colours) == len(unknown) else unknown
        for row in reversed(range(size)):
            for at in order[row * size : (row + 1) * size]:
                sign = light_sign(colours[at], brightest) if self.app.no_color else "██"
                text.append(sign, _style(screen_colour(colours[at]))).append(" ")
            if row:
                text.append("\n")
        self.update(text, layout=before is None or size != before[0].size)


# The upper hue, in degrees, of each letter.
HUES = ((6, "r"), (40, "o"), (75, "y"), (160, "g"), (200, "c"), (260, "b"), (345, "p"), (361, "r"))


def light_sign(rgb: tuple[int, int, int], brightest: int) -> str:
    """Return the sign of a light without colour: its letter, a capital if it is bright.

    Shape: ``brightest`` is the greatest value of all lights.

    >>> light_sign((0, 0, 0), 90), light_sign((90, 0, 0), 90), light_sign((0, 30, 0), 90)
    ('··', 'RR', 'gg')
    >>> light_sign((104, 104, 80), 104), light_sign((40, 8, 0), 104), light_sign((0, 0, 24), 104)
    ('WW', 'oo', 'bb')
    """
    hue, saturation, value = rgb_to_hsv(*rgb)
    if not value:
        return "··"
    letter = next(letter for upto, letter in HUES if hue * 360 < upto) if saturation > 0.4 else "w"
    return 2 * (letter.upper() if 2 * value > brightest else letter)


@lru_cache
def _style(colour: str) -> Style:
    return Style(color=colour, bgcolor="#101010")


# The colours of the caps: foreground and background.
CAP_COLOURS = {
    "red": ("#ffffff", "#b02020"),
    "yellow": ("#000000", "#e0c020"),
    "green": ("#ffffff", "#208040"),
    "blue": ("#ffffff", "#2050b0"),
    "white": ("#000000", "#f0f0f0"),
    "black": ("#ffffff", "#303030"),
}
