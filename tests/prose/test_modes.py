"""What a PC says of the modes of a device: each button that does something, and the way back."""

from pathlib import Path

import pytest
from schiri.languages import LANGUAGES
from schiri.prose import STEPS, TAKE, mode_words
from schiri.table.buttons import BUTTONS
from schiri.table.intents import NewGame, Press
from schiri.texts import Words
from schiri_device.builds.build import COLOURED
from schiri_device.builds.controls import CONTROLS

from tests.each import each
from tests.table.stepped import SteppedTable

# How each language says what no button of a colour is: a press on a field, the stick's ways, a
# button that is held, any button, and a button of any colour; each in one of its forms.
SAID = {
    "en": {
        "cell": ("press",),
        "left": ("left",),
        "right": ("right",),
        "hold": ("held",),
        "any": ("any ", "no button"),
        "colour": ("coloured button",),
    },
    "de": {
        "cell": ("drück",),
        "left": ("links",),
        "right": ("rechts",),
        "hold": ("gehalten",),
        "any": ("jede ", "keine taste"),
        "colour": ("farbige taste",),
    },
    "fr": {
        "cell": ("appuie", "presser"),
        "left": ("gauche",),
        "right": ("droite",),
        "hold": ("maintenu",),
        "any": ("n’importe", "tout autre", "aucun bouton"),
        "colour": ("bouton de couleur",),
    },
}
# White's twin on the stick, and what brings the cursor to a cell: the press on it is named.
IMPLIED = ("press", "move")
# What a mode is at, as a device tells it.
DETAILS = {
    "choose": "switch",
    "options": "2",
    "rules": "repetition=0",
    "put-right": "c3b",
    "menu": "sound=1",
    "ask": "draw",
}


def hint_of(language: str, mode: str, step: str = "") -> str:
    detail = "c3." if f"{mode} {step}" == TAKE else DETAILS.get(mode, "-")
    return mode_words(Words(language), mode, detail, step)


def buttons_of(mode: str) -> list[str]:
    """Return the buttons of a mode, as the table of its controls has them."""
    [controls] = [controls for name, _title, controls in CONTROLS if name == mode]
    return [name for names, _does in controls for name in names if name not in IMPLIED]


def is_named(words: Words, hint: str, button: str) -> bool:
    """Return whether a hint says what a button does."""
    said, told = SAID[words.language], hint.lower()
    held, _, colour = button.rpartition("-")
    if held and not any(form in told for form in said["hold"]):
        return False
    forms = said.get(colour) or (words.pgettext("button", colour),)
    if colour in ("red", "yellow", "green", "blue"):
        forms += said["colour"]
    return any(form in told for form in forms)


@each("language", LANGUAGES)
@each("mode", [name for name, *_ in CONTROLS])
def test_a_hint_names_each_button_that_does_something(mode: str, language: str) -> None:
    words, hint = Words(language), hint_of(language, mode)
    assert [each for each in buttons_of(mode) if not is_named(words, hint, each)] == []


@each("language", LANGUAGES)
@each("step", [*STEPS, TAKE])
def test_the_hint_of_a_step_names_its_buttons_and_the_way_back(step: str, language: str) -> None:
    mode, _, due = step.partition(" ")
    words, hint = Words(language), hint_of(language, mode, due)
    # While a piece is moved no colour is rolled; while all lie, white places none.
    doing = BUTTONS.get(f"{mode} {due}", BUTTONS.get(mode, "")).split()
    named = {"yellow", "black", "hold-black", "hold-white"} & {*doing}
    assert is_named(words, hint, "black") and is_named(words, hint, "hold-black")
    assert [each for each in sorted(named) if not is_named(words, hint, each)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_fits_into_two_lines(language: str) -> None:
    modes = [*(name for name, *_ in CONTROLS), *STEPS, TAKE]
    hints = {mode: hint_of(language, *mode.split()) for mode in modes}
    assert {mode: hint for mode, hint in hints.items() if len(hint) > 158} == {}


def test_a_colour_that_is_not_named_is_found() -> None:
    assert not is_named(Words("en"), "Press where it goes.", "black")
    assert not is_named(Words("en"), "Black takes back.", "hold-black")
    assert all(is_named(Words("en"), " ".join(COLOURED), each) for each in COLOURED)


def test_each_entry_of_the_menu_is_told_in_words_as_it_is_set(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    table.run(500)
    table.session.do(NewGame("switch", ("Ann", "Ben"), {}))
    table.run(3000)

    def press(button: str) -> str:
        table.session.do(Press(button))
        table.run(1000)
        assert table.session.state.now
        return table.session.state.now.detail

    press("white")
    details = [press("hold-black"), *(press("right") for _ in range(10))]
    assert press("left") == "sound=1"
    details.append(press("white"))
    assert len(set(details)) == len(details) == 12, "each is seen once, and one changed"
    for language in LANGUAGES:
        words = Words(language)
        told = [mode_words(words, "menu", detail) for detail in details]
        assert len(set(told)) == len(told)
        assert [text for text in told if "=" in text or "(" in text] == []
    assert "show dark its moves: no" in mode_words(Words("en"), "menu", "moves-b=0")
