"""The card for the table: what each light means, and what each button does.

Decides how the light language and the table of presses are explained to a family: presses that are
the same in all modes come once, at the top.  Must not know other languages: `card_words` has them.
"""

from colorsys import rgb_to_hsv
from functools import partial

from schiri.languages import LANGUAGES, NAMES
from schiri_device.app.device import DIM_AFTER_MS
from schiri_device.lights import language as lights

from hardware.markdown import table
from hardware.pages.card_words import say
from hardware.pages.controls import CONTROLS, EVERYWHERE
from hardware.pages.light_words import NAMED_MARKS, WORDS

HEAD = (
    "**White** says yes. **Black** takes or goes back; hold it for the menu.",
    "**Yellow** asks why not; hold it for a hint.",
    "The stick moves the cursor. In lists, **blue** or right is the next entry, **red** or left "
    "the one before; press the middle to take it.",
    "A *cell* is a key with its light, or the cursor when you press the stick.",
    "After {minutes} minutes the lights go down. The press that wakes them does nothing else.",
)
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
# The name of a colour from this hue on, in degrees.
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
NAMED = {"cell": "a cell", "any": "any other"}


def file_of(language: str) -> str:
    """Return the name of the card in a language.

    >>> file_of("en"), file_of("de")
    ('card.md', 'card.de.md')
    """
    return "card.md" if language == "en" else f"card.{language}.md"


def card(language: str) -> str:
    """Return the card."""
    words = partial(say, language)
    others = [f"[{NAMES[each]}]({file_of(each)})" for each in LANGUAGES if each != language]
    minutes = DIM_AFTER_MS // 60000
    parts = [
        f"# {words('Schiri: lights and buttons')}\n",
        f"{' '.join(others)}\n",
        "\n".join(f"- {words(line).format(minutes=minutes)}" for line in HEAD) + "\n",
        f"## {words('What the lights say')}\n",
        _stones(language),
        table((words("light"), words("it says")), lights_of(language)),
        f"## {words('What the buttons do')}\n",
        table((words("when"), words("press")), presses_of(language)),
    ]
    return "\n".join(parts)


def colour_name(rgb: tuple[int, ...]) -> str:
    """Return what a colour is called, in English.

    >>> colour_name((104, 104, 80)), colour_name((0, 72, 8)), colour_name((0, 0, 0))
    ('white', 'green', 'goes out')
    """
    turn, saturation, value = rgb_to_hsv(*rgb)
    if not value:
        return "goes out"
    if saturation < 0.3:
        return "white"
    return [name for least, name in HUES if least <= 360 * turn][-1]


def _stones(language: str) -> str:
    dark, light = (
        say(language, colour_name(lights.BASES[base])) for base in (lights.DARK, lights.LIGHT)
    )
    line = "Dark stones glow **{dark}**, light stones **{light}**."
    return say(language, line).format(dark=dark, light=light) + "\n"


def lights_of(language: str) -> list[tuple[str, str]]:
    """Return a row for each look, a rhythm in its colours, with all its meanings."""
    colours: dict[tuple[int, str], list[str]] = {}
    for name, rhythm, *rgb in NAMED_MARKS:
        if name in WORDS:
            found = colours.setdefault((rhythm, WORDS[name]), [])
            found.append(say(language, colour_name(tuple(rgb))))
    looks: dict[str, list[str]] = {}
    for (rhythm, words), names in colours.items():
        if rhythm not in RHYTHMS:
            raise KeyError(f"RHYTHMS in hardware/pages/card.py has no name for {rhythm:#06x}")
        look = f"{', '.join(names)} ({say(language, RHYTHMS[rhythm])})"
        looks.setdefault(look, []).append(say(language, words))
    return [(look, "<br>".join(words)) for look, words in looks.items()]


def presses_of(language: str) -> list[tuple[str, str]]:
    """Return a row for the modes in which buttons do the same, more than everywhere."""
    titles: dict[str, list[str]] = {}
    for _, title, presses in CONTROLS:
        done = [each for each in presses if not each[1].startswith("nothing")]
        cells = [
            f"**{_button(language, names, is_alone=len(done) == 1)}** {say(language, words)}"
            for names, words in done
            if (names, words) not in EVERYWHERE
        ]
        if cells:
            titles.setdefault(" · ".join(cells), []).append(say(language, title))
    return [(" / ".join(found), cells) for cells, found in titles.items()]


def _button(language: str, names: tuple[str, ...], is_alone: bool) -> str:
    """Return what is pressed, in words."""
    words = partial(say, language)
    found = []
    for name in names:
        button = name.removeprefix("hold-")
        # The introduction has the stick's presses in lists.
        if button != "press":
            named = "any button" if button == "any" and is_alone else NAMED.get(button, button)
            said = words(named)
            found.append(words("hold {button}").format(button=said) if name != button else said)
    return f" {words('or')} ".join(found)
