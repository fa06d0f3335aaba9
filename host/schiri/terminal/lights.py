"""The device's lights, the stones among them, and the colours of its buttons.

Decides how they look on a screen.  Must not know the meaning of a light.
"""

from colorsys import rgb_to_hsv
from functools import lru_cache

from rich.style import Style
from rich.text import Text
from schiri_device.builds import Build

from schiri.device.reports import Lights
from schiri.picture.lights import screen_colour
from schiri.scene.scene import StoneBoard
from schiri.terminal.widgets import QuietStatic

# The signs of stones, those without colour, and the colours of the others.
STONES, PLAIN = {"b": "●", "w": "●", "": " "}, {"b": "●", "w": "○", "": " "}
STONE_COLOURS = {"b": "#a0714c", "w": "#fff3d9", "": "#000000"}
CURSOR = ("▶", "◀")


class LightsPanel(QuietStatic):
    """The grid of lights of a build; a stone lies between the two halves of its light.

    Shape: ``cursor`` is the number of the field under the cursor, from the top left one on.
    """

    DEFAULT_CSS = "LightsPanel { width: auto; height: auto; background: #101010; padding: 0 1; }"

    def __init__(self, build: Build) -> None:
        super().__init__(" ")
        self.build = build
        self._shown: object = None
        self._length = 0
        self.cursor = build.size**2 // 2

    def move(self, way: str) -> None:
        """Move the cursor a step."""
        size = self.build.size
        right, down = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[way]
        row, column = divmod(self.cursor, size)
        row, column = (max(0, min(size - 1, at)) for at in (row + down, column + right))
        self.cursor = row * size + column

    def show(self, lights: Lights | None, stones: StoneBoard | None = None) -> None:
        """Show the lights; unknown ones are dark."""
        shown = (self.build, lights, stones, self.cursor)
        if shown == self._shown:
            return
        self._shown = shown
        size, order = self.build.size, self.build.order
        text = Text(no_wrap=True)
        brightest = max(map(max, lights.colours), default=0) if lights else 0
        unknown = [(0, 0, 0)] * size * size
        colours = lights.colours if lights and len(lights.colours) == len(unknown) else unknown
        for row in reversed(range(size)):
            for at in order[row * size : (row + 1) * size]:
                sign = light_sign(colours[at], brightest) if self.app.no_color else "██"
                style = _style(screen_colour(colours[at]))
                if stones:
                    self._add_field(text, stones, sign, style)
                else:
                    text.append(sign, style).append(" ")
            if row:
                text.append("\n")
        was, self._length = self._length, text.cell_len
        self.update(text, layout=was != self._length)

    def _add_field(self, text: Text, stones: StoneBoard, sign: str, style: Style) -> None:
        """Append a light with the stone that lies on it, the next one from the top left on."""
        at = len(text.plain.replace("\n", "")) // 4
        letter = stones.fields[at].icon.name
        left, right = CURSOR if at == self.cursor else (sign[0], sign[1])
        around = _style(STONE_COLOURS["w"]) if at == self.cursor else style
        stone = (PLAIN if self.app.no_color else STONES)[letter]
        text.append(left, around).append(stone, _style(STONE_COLOURS[letter]))
        text.append(right, around).append(" ")


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
