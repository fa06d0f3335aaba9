"""The card for the table: what each light means, and what each button does.

Decides how the light language and the table of presses are put into words for a family.
"""

from colorsys import rgb_to_hsv

from schiri_device.app.device import DIM_AFTER_MS
from schiri_device.builds.controls import CONTROLS
from schiri_device.lights import language as say
from schiri_device.lights.words import NAMED_MARKS, WORDS

from hardware.markdown import table

HEAD = """\
# Schiri: lights and buttons

**White** says yes. **Black** takes back; hold it for the menu. **Yellow** asks why not, or a hint.
A *cell* is a key with its light, or where the stick stands as you press it. *Left*, *middle* and
*right* are the stick, or a key on that side. After {minutes} minutes the lights go down; the press
that wakes them does nothing else.
"""
RHYTHMS = {
    0xFFFF: "steady",
    0xFF00: "slow",
    0xF0F0: "blinks",
    0xCCCC: "flickers",
    0x8888: "ticks",
    0xC000: "a short flash",
    0xF000: "a long flash",
    0xCC00: "two flashes",
    0xCCC0: "three flashes",
    0xFFFC: "winks",
    0xFCFC: "winks twice as often",
    0xFFF0: "long, with a pause",
}
PLACES = (
    ("On the board", "picked move swap last cause due full careful hint won drawn cursor"),
    ("Fields of Joggle, after a roll", "field-red field-green field-blue field-yellow"),
    ("Setting up, putting right, the end", "put take seat ask score alarm"),
    (
        "Around the board; without a rim in the free field",
        "turn-dark turn-light counter-dark counter-light again-dark again-light "
        "repeat linked unsent",
    ),
    ("Signs of the menu", "glyph value"),
)
# What a colour is called from this hue on, in degrees.
HUES = (
    (0, "red"),
    (8, "red-orange"),
    (20, "orange"),
    (38, "gold"),
    (60, "yellow"),
    (80, "green"),
    (140, "sea green"),
    (165, "cyan"),
    (200, "blue"),
    (250, "violet"),
    (290, "pink"),
    (340, "red"),
)
PRESSES = {"cell": "a cell", "move": "stick", "press": "middle", "any": "any other"}
COLUMNS = ("black", "white", "yellow", "cell")


def card() -> str:
    """Return the card."""
    parts = [
        HEAD.format(minutes=DIM_AFTER_MS // 60000),
        "## What the lights say\n",
        _stones(),
        _lights(),
        *_presses(),
    ]
    return "\n".join(parts)


def colour_name(rgb: tuple[int, ...]) -> str:
    """Return what a colour is called.

    >>> colour_name((104, 104, 80)), colour_name((0, 72, 8)), colour_name((0, 0, 0))
    ('white', 'green', 'goes out')
    """
    turn, saturation, value = rgb_to_hsv(*rgb)
    if not value:
        return "goes out"
    if saturation < 0.3:
        return "white"
    return [name for least, name in HUES if least <= 360 * turn][-1]


def course(rhythm: int) -> str:
    """Return how a rhythm goes for two seconds.

    >>> course(0xF0F0)
    '####....####....'
    """
    return f"{rhythm:016b}".replace("1", "#").replace("0", ".")


def _stones() -> str:
    dark, light = (colour_name(say.BASES[base]) for base in (say.DARK, say.LIGHT))
    return (
        f"Dark stones glow **{dark}**, light stones **{light}**; all else comes over them. "
        "Sixteen signs are two seconds.\n"
    )


def _lights() -> str:
    marks = {name: (rhythm, rgb, WORDS.get(name, "")) for name, rhythm, *rgb in NAMED_MARKS}
    rows = []
    for place, names in PLACES:
        rows.append((f"**{place}**", "", "", ""))
        for name in names.split():
            rhythm, rgb, words = marks[name]
            rows.append((words, colour_name(tuple(rgb)), RHYTHMS[rhythm], f"`{course(rhythm)}`"))
    return table(("it says", "colour", "how", "two seconds"), rows)


def _presses() -> list[str]:
    rows = []
    for _, title, presses in CONTROLS:
        if presses[0][1].startswith("nothing"):
            # Where no button does anything there is nothing to look up.
            continue
        cells: dict[str, list[str]] = {column: [] for column in (*COLUMNS, "besides")}
        for names, words in presses:
            column = next((name for name in names if name in COLUMNS), "besides")
            if names[0].startswith("hold-"):
                cells[names[0].removeprefix("hold-")].append(f"*hold:* {words}")
                continue
            rest = [PRESSES.get(name, name) for name in names if name != column]
            if column == "besides":
                cells[column].append(f"{' or '.join(rest)}: {words}")
            else:
                cells[column].append(words + (f" ({', '.join(rest)}, too)" if rest else ""))
        rows.append((f"**{title}**", *("; ".join(cells[column]) for column in cells)))
    return ["## What the buttons do\n", table(("", *COLUMNS[:3], "a cell", "besides"), rows)]
