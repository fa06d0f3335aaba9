"""The legend of the buttons: a sheet to print at its real size and lay around them.

Decides the words beside each button; they say in short what the table of presses says.  Must not
know other languages' words, which `card_words` has, or where the buttons are, which the case has.
Units: millimetres.
"""

from html import escape
from typing import NamedTuple

from schiri.texts import Words
from schiri_device.builds import Build

from hardware.case.measures import mm
from hardware.case.places import CONTROL_HOLES, CasePlaces
from hardware.pages.card_words import say

# The sheet is this much larger than the board of the buttons.
EDGE = 2.0
FONT, LINE, GAP = 2.0, 2.3, 0.9
# The length of the scale line in mm: it shows whether the page was printed at its real size.
SCALE = 50
BELOW = 9.0
# The effects of a press and of a hold of each button, "" if the mode decides.
SAYS = {
    "red": ("the one before", ""),
    "yellow": ("why not?", "hint"),
    "green": ("", ""),
    "blue": ("the next one", ""),
    "white": ("yes", "roll"),
    "black": ("back", "menu"),
    "press": ("move, press", ""),
}
# A button, then its effect.
AFTER = "{name}: {does}"
PRINT = "{length} mm: print at 100 %, cut along the lines"


class ButtonLabel(NamedTuple):
    """A button on the sheet: the middle and the radius of its hole, and each line with its place.

    Shape: of two rows the upper one has its lines above the holes.
    """

    name: str
    x: float
    y: float
    radius: float
    lines: tuple[tuple[float, str], ...]


def sheet(places: CasePlaces) -> tuple[float, float]:
    """Return how wide and high the sheet is."""
    across, along = (holes * mm("raster") for holes in CONTROL_HOLES)
    return across + 2 * EDGE, along + 2 * EDGE


def labels(places: CasePlaces, language: str) -> list[ButtonLabel]:
    """Return the buttons of a build that are beside its field, seen from the front, y downwards."""
    wide, high = sheet(places)
    left, top = places.controls[0] - wide / 2, places.controls[1] + high / 2
    found = []
    for name in SAYS:
        if name not in places.buttons:
            continue
        x, y = places.buttons[name][0] - left, top - places.buttons[name][1]
        cap = mm("stick cap") / 2 + mm("stick travel") if name == "press" else mm("button cap") / 2
        radius, texts = cap + mm("loose"), _texts(places.build, name, language)
        first = y + radius + GAP + FONT * 0.75
        if y < high / 2 - LINE:
            first = y - radius - GAP - LINE * (len(texts) - 1)
        lines = tuple((first + LINE * at, text) for at, text in enumerate(texts))
        found.append(ButtonLabel(name, x, y, radius, lines))
    return found


def _texts(build: Build, name: str, language: str) -> list[str]:
    """Return the texts of a button: its colour, and the effects of a press and of a hold."""
    press, held = (words and say(language, words) for words in SAYS[name])
    # The game with a die needs the larger board.
    held = "" if name == "white" and not build.has_rim else held
    colour = "" if name == "press" else Words(language).pgettext("button", name)

    def line(button: str, does: str) -> str:
        after = say(language, AFTER)
        return after.format(name=button, does=does) if button and does else button or does

    first = line(colour, press)
    return [first, line(say(language, "hold"), held)] if held else [first]


def legend(places: CasePlaces, language: str) -> str:
    """Return the legend of a build as SVG."""
    wide, high = sheet(places)
    line = 'fill="none" stroke="#000000" stroke-width="0.15"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" '
        f'height="{high + BELOW:.2f}mm" viewBox="0 0 {wide:.2f} {high + BELOW:.2f}" '
        f'font-family="sans-serif" font-size="{FONT}" lang="{language}">',
        f"<title>{places.build.name}</title>",
        f'<rect width="{wide:.2f}" height="{high + BELOW:.2f}" fill="#ffffff"/>',
        f'<rect x="0.1" y="0.1" width="{wide - 0.2:.2f}" height="{high - 0.2:.2f}" rx="2" {line}/>',
    ]
    for label in labels(places, language):
        at = f'cx="{label.x:.2f}" cy="{label.y:.2f}"'
        parts.append(f'<circle {at} r="{label.radius:.2f}" {line}/>')
        parts += [
            f'<text x="{label.x:.2f}" y="{y:.2f}" text-anchor="middle">{escape(text)}</text>'
            for y, text in label.lines
        ]
    middle, begin = high + 3.5, (wide - SCALE) / 2
    parts += [
        f'<path d="M{begin:.2f} {middle - 1}v2M{begin:.2f} {middle}h{SCALE}m0 -1v2" {line}/>',
        f'<text x="{wide / 2:.2f}" y="{middle + 3.5}" text-anchor="middle">'
        f"{escape(say(language, PRINT).format(length=SCALE))}</text>",
    ]
    return "\n".join([*parts, "</svg>\n"])
