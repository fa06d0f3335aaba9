"""The form of a new game in a browser: its fields keep their places, and errors come first."""

from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.languages import LANGUAGES
from schiri.scene import part_of
from schiri.table.intents import Enter, NewGame
from schiri_engines.registry import names

from tests.counts import some
from tests.page.browser_user import LAPTOP, PHONE, BrowserUser, Size
from tests.page.chromium import Chromium
from tests.page.served_table import Served, visit

pytestmark = pytest.mark.browser

PLAYERS = "Ann", "Ben"
LEAST_PX = 120
SIZES = [(360, 740), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]
# The smaller windows of a phone, in which no choice may be cut.
NARROW = [(390, 844), (844, 390)]
# The choices that are wider than their field, beside its arrow.
CUT = """() => [...document.querySelectorAll("#start select")].flatMap((field) => {
  const style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const words = field.clientWidth ? [...field.options].map((option) => option.text) : [];
  return words.filter((text) => pen.measureText(text).width > room - 20);
})"""
# The horizontal place and the width of each field.
PLACES = """(all) => all.map((each) => {
  const { x, width } = each.getBoundingClientRect();
  return [each.id, Math.round(x), Math.round(width)];
})"""


async def places(user: BrowserUser) -> object:
    fields = user.page.locator(".field").filter(visible=True)
    return await fields.evaluate_all(PLACES)


async def learns(user: BrowserUser, table: Served) -> None:
    """Unfold how each game is played with one touch: three pictures, each with its sentence."""
    summary = user.page.locator("#start-guide > summary")
    for game in names():
        await user.press_game(game)
        if not await user.page.locator("#start-guide").evaluate("(guide) => guide.open"):
            await summary.click()
        steps = user.page.locator("#start-guide li")
        await expect(steps).to_have_count(3)
        for at in range(3):
            picture = steps.nth(at).locator("img")
            await picture.scroll_into_view_if_needed()
            await expect(picture).to_have_js_property("complete", True)
            await expect(picture).not_to_have_js_property("naturalWidth", 0)
            await expect(steps.nth(at)).to_have_text(part_of(game).guide[at].text)
        await user.look(f"guide-{game}")


async def stays(user: BrowserUser, table: Served) -> None:
    """Type a name twice beside a custom layout: the error is at the name, and nothing moves."""
    await user.press_game("switch")
    await user.page.locator("#start-option-layout").select_option("ROWS")
    await expect(user.page.locator("#start-own-layout")).to_be_visible()
    name = await user.page.locator("#start-player-1").bounding_box()
    assert name and name["width"] > LEAST_PX, name
    before = await places(user)
    # Who types no name is called by the number that stands in the empty field.
    second = user.page.locator("#start-player-1")
    await expect(second).to_have_value("")
    await expect(second).to_have_attribute("placeholder", "Player 2")
    await user.page.locator("#start-player-0").fill("Ann")
    await second.fill("ann")
    await user.press("Play")
    await expect(user.page.locator("#start-player-1-field .problem")).to_be_visible()
    assert await places(user) == before
    await user.look("form")


async def asks(user: BrowserUser, table: Served) -> None:
    """Type an invalid number during a game: the error is immediate, and no question is asked."""
    await table.do(NewGame("zwoggel", PLAYERS, {}))
    await table.do(Enter("flip 0,0 red"))
    await user.press("New game")
    await user.press_game("drehwurm")
    await user.open("House rules")
    await user.page.locator("#start-own-lockout-ms").fill("soon")
    await user.press("Play")
    await user.sees("Enter a number from 0 to 60000.", within="#start-own-lockout-ms-field")
    await expect(user.page.locator("#question")).to_be_hidden()
    await user.page.locator("#start-own-lockout-ms").fill("500")
    await user.press("Play")
    await user.agree()
    await expect(user.page.locator("body.table")).to_be_attached()


async def hurries(user: BrowserUser, table: Served) -> None:
    """Type what a hen ate while somebody else enters it: the numbers are not the next player's."""
    await table.do(NewGame("drehwurm", ("Ann", "Ben", "Cid"), {"mode": "fast"}))
    fold = user.page.locator("#fold-eaten")
    name, _, _said = (await fold.locator("summary").inner_text()).partition(":")
    await user.open(f"{name}: a hen ate a pile")
    await user.page.locator("#eaten-own").fill("4")
    await table.do(Enter(f"ate {name} y 1 0 0"))
    await expect(fold.locator("summary")).not_to_contain_text(name)
    await expect(fold).not_to_have_attribute("open", "")
    await expect(user.page.locator("#eaten-own")).to_have_value("0")


@pytest.mark.parametrize("size", some(SIZES, 3), ids=str)
@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_a_game_is_begun_without_scrolling(
    chromium: Chromium, tmp_path: Path, language: str, size: Size
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        for game in names():
            await user.press_game(game)
            begin = user.page.locator("#start button.strong")
            await expect(begin).to_be_in_viewport(ratio=1)
            await expect(user.page.locator("#start-player-0")).to_be_in_viewport(ratio=1)

    visit(chromium, tmp_path, play, size=size, language=language)


@pytest.mark.parametrize("size", some(NARROW, 2), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_choice_is_cut_on_a_phone(
    chromium: Chromium, tmp_path: Path, language: str, size: Size
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        for game in names():
            await user.press_game(game)
            await user.page.locator("#start-rules").evaluate("(rules) => { rules.open = true; }")
            assert await user.page.evaluate(CUT) == [], (game, language, size)

    visit(chromium, tmp_path, play, size=size, language=language)


@pytest.mark.parametrize("size", some([PHONE, LAPTOP], 1), ids=str)
def test_how_a_game_is_played_is_one_touch_away(
    chromium: Chromium, tmp_path: Path, size: Size
) -> None:
    visit(chromium, tmp_path, learns, size=size)


@pytest.mark.parametrize("size", some([PHONE, LAPTOP], 1), ids=str)
def test_errors_stand_at_their_fields(chromium: Chromium, tmp_path: Path, size: Size) -> None:
    visit(chromium, tmp_path, stays, asks, hurries, size=size)
