"""Focus, marks and errors are visible at a contrast of 3:1, and without colour.

A sample checks one of each kind of field.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.style import Style
from schiri.scene.marks import MARKS
from schiri.terminal.dialogs import Quit
from schiri.terminal.form import StartForm
from schiri.terminal.grid import CARDS, FIELDS, PIECE_COLOURS, WOOD, sign_colour
from schiri.terminal.lights import CAP_COLOURS
from schiri.terminal.widgets import ProblemLine
from textual.color import Color
from textual.widget import Widget
from textual.widgets import Select

from tests.counts import IS_PROOF
from tests.terminal.seat import ZWOGGEL, Seat, at_the_table

# Least contrast by WCAG 2.2 for signs and for the focus.
ENOUGH = 3
OF_TEXT = 4.5


def luminance(colour: Color) -> float:
    """Return the relative luminance, as WCAG defines it."""
    parts = [part / 255 for part in (colour.r, colour.g, colour.b)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color | str, other: Color | str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted(luminance(Color.parse(each)) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


class Cell(NamedTuple):
    """One place of the terminal, as it is drawn."""

    sign: str
    front: Color
    back: Color
    is_reverse: bool
    is_underlined: bool


def cells_of(seat: Seat) -> dict[tuple[int, int], Cell]:
    """Return the contents of the screen, by column and line."""
    cells: dict[tuple[int, int], Cell] = {}
    for y, strip in enumerate(seat.app.screen._compositor.render_strips()):
        x = 0
        for text, style, _ in strip:
            assert style is not None
            for sign in text:
                cells[x, y] = Cell(sign, *look_of(style))
                x += 1
    return cells


@cache
def look_of(style: Style) -> tuple[Color, Color, bool, bool]:
    """Return the visible colours, and whether it is reverse and underlined."""
    # A blank may have no colour.
    told = [each.triplet for each in (style.color, style.bgcolor) if each and each.triplet]
    front, back = Color(*told[0]), Color(*told[-1])
    if style.reverse:
        front, back = back, front
    return front, back, bool(style.reverse), bool(style.underline)


def shows(before: Cell, after: Cell) -> bool:
    """Return whether this place shows a change, even without colour."""
    if before.is_reverse != after.is_reverse:
        return contrast(before.back, after.back) >= ENOUGH
    is_sign = before.sign != after.sign or before.is_underlined != after.is_underlined
    return is_sign and contrast(after.front, after.back) >= ENOUGH


async def check_focus(seat: Seat, widgets: list[Widget]) -> None:
    """Check that each of these shows its focus."""
    screen = seat.app.screen
    screen.set_focus(None)
    await seat.wait(0)
    before = cells_of(seat)
    for widget in widgets:
        screen.set_focus(widget)
        await seat.wait(0)
        after = cells_of(seat)
        line = range(widget.region.y, widget.region.bottom)
        changed = [at for at in after if at[1] in line and shows(before[at], after[at])]
        assert changed, widget
        # These lines, with the focus on another widget, are the state without focus.
        before = after


@pytest.mark.parametrize("no_color", ["", "1"])
def test_errors_and_focus_are_visible(
    no_color: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)

    async def play(seat: Seat) -> None:
        await seat.type("flip 9")
        check_problem(seat)
        await seat.press("n")
        start = seat.app.screen
        assert isinstance(start, StartForm)
        fields = [each for each in start.query("*") if each.focusable and each.display]
        fields = [each for each in fields if each.region.height == 1]
        if no_color or not IS_PROOF:
            # One of each kind: they share the style sheet.
            fields = list({type(each): each for each in fields}.values())
        await check_focus(seat, fields)
        # The choices of an open list.
        game = start.query_one("#game", Select)
        start.set_focus(game)
        await seat.press("enter")
        (before, after) = (cells_of(seat), await pressed(seat, "down"))
        assert any(shows(before[at], after[at]) for at in after)
        await seat.press("escape", "escape", "q")
        assert isinstance(seat.app.screen, Quit)
        await check_focus(seat, list(seat.app.screen.query("Button")))

    at_the_table(play, tmp_path, ZWOGGEL, pace_ms=0)


def check_problem(seat: Seat) -> None:
    """Check that the error sign and its text are visible."""
    problem = seat.app.table.query_one(ProblemLine).region
    cells = cells_of(seat)
    sign, words = cells[problem.x, problem.y], cells[problem.x + 2, problem.y]
    assert sign.sign == "!" and sign.is_reverse
    assert contrast(sign.back, words.back) >= ENOUGH
    assert contrast(sign.front, sign.back) >= ENOUGH
    assert contrast(words.front, words.back) >= OF_TEXT


async def pressed(seat: Seat, key: str) -> dict[tuple[int, int], Cell]:
    """Return the screen after a key."""
    await seat.press(key)
    return cells_of(seat)


# A single sign takes the place of a card: there is no piece on its ground.
AROUND = [mark.ground for mark in MARKS.values() if len(mark.sign) == 2 and mark.ground]
INSTEAD = [mark.ground for mark in MARKS.values() if len(mark.sign) == 1]
GROUNDS = [*WOOD, *FIELDS.values(), *AROUND]


@pytest.mark.parametrize(
    "ground", sorted({*GROUNDS, *INSTEAD, *(card[2] for card in CARDS.values())})
)
def test_cursor_and_marks_have_enough_contrast_on_every_ground(ground: str) -> None:
    assert contrast(sign_colour(ground), ground) >= ENOUGH


def test_pieces_and_cards_have_enough_contrast_on_their_grounds() -> None:
    for ground in GROUNDS:
        for piece in "bw":
            assert contrast(PIECE_COLOURS[piece], ground) >= ENOUGH, (piece, ground)
    for sign, front, ground in CARDS.values():
        assert contrast(front, ground) >= ENOUGH, sign


def test_labels_have_enough_contrast_on_the_colours_of_keys() -> None:
    for colour, (front, back) in CAP_COLOURS.items():
        assert contrast(front, back) >= OF_TEXT, colour
