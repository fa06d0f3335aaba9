"""The legend: its holes match the buttons, and its words match the effects of presses."""

from functools import cache
from itertools import combinations

import pytest
from schiri.languages import LANGUAGES
from schiri_device.builds import COLOURED
from schiri_device.link.modes import MODES, NEXT, PREVIOUS, presses_in

from hardware.case.legend import FONT, SAYS, ButtonLabel, labels, sheet
from hardware.case.measures import mm
from hardware.case.places import CASES, places_of
from hardware.generate import FOLDER, legends

# Largest width of a letter in the usual sans-serif fonts.
LETTER = 0.6 * FONT
LEGENDS = cache(legends)
every = pytest.mark.parametrize("language", LANGUAGES)
with_case = pytest.mark.parametrize("name", CASES)


def boxes(label: ButtonLabel) -> list[tuple[float, float, float, float]]:
    """Return the boxes of a label's lines: left, top, right, bottom."""
    halves = [(y, len(text) * LETTER / 2) for y, text in label.lines]
    return [(label.x - half, y - 0.75 * FONT, label.x + half, y + 0.2 * FONT) for y, half in halves]


def test_the_words_are_what_the_table_of_presses_says() -> None:
    pressed = {name for mode in MODES for name in presses_in(mode)}
    assert set(SAYS) == {*COLOURED, "press"}
    for name, (does, held) in SAYS.items():
        assert bool(held) == (f"hold-{name}" in pressed), name
        assert bool(does) == (name != "green")
    assert "red" in PREVIOUS[0] and "blue" in NEXT[0]


@with_case
def test_the_holes_are_where_the_buttons_are(name: str) -> None:
    places = places_of(name)
    found = {label.name: label for label in labels(places, "en")}
    coloured = [button for button in places.buttons if button in COLOURED]
    assert set(found) == {*coloured, *({"press"} & set(places.buttons))}
    wide, high = sheet(places)
    for label in found.values():
        x, y = places.buttons[label.name]
        # Seen from the front: the middle of the sheet is the middle of their board; y points down.
        assert label.x - wide / 2 == pytest.approx(x - places.controls[0])
        assert label.y - high / 2 == pytest.approx(places.controls[1] - y)
    assert found["red"].radius == mm("button cap") / 2 + mm("loose")


@with_case
def test_the_legend_lies_on_the_bezel_below_its_opening(name: str) -> None:
    places = places_of(name)
    wide, high = sheet(places)
    left, bottom, right, _ = places.inner
    x, y = places.controls
    assert left < x - wide / 2 < x + wide / 2 < right
    assert bottom < y - high / 2
    assert y + high / 2 < -places.opening


@every
@with_case
def test_nothing_on_it_touches_anything_else(name: str, language: str) -> None:
    places = places_of(name)
    wide, high = sheet(places)
    found = labels(places, language)
    texts = [(label, box) for label in found for box in boxes(label)]
    for _, (left, top, right, bottom) in texts:
        assert 0.5 < left < right < wide - 0.5
        assert 0.5 < top < bottom < high - 0.5
        for label in found:
            # Distance from the middle of the hole to the text.
            across = max(left - label.x, label.x - right, 0)
            along = max(top - label.y, label.y - bottom, 0)
            assert across**2 + along**2 > label.radius**2
    for (_, one), (_, other) in combinations(texts, 2):
        is_beside = one[2] < other[0] or other[2] < one[0]
        assert is_beside or one[3] <= other[1] or other[3] <= one[1]


def test_the_legends_in_the_folder_are_made_from_the_data() -> None:
    for file, expected in LEGENDS().items():
        text = (FOLDER / file).read_text(encoding="utf-8")
        assert text == expected, f"run `make hardware`: {file}"
