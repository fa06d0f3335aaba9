"""The limit of a turn on a page: the page counts down by itself, and is told once when it is up."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.page.live import TONES
from schiri.picture.lights import light_colours
from schiri.scene.viewer import LATE
from schiri.table.intents import Enter, NewGame, Press

from tests.game_now import game_of
from tests.page.browser import Pages, with_pages
from tests.page.browser_user import BrowserUser
from tests.page.chromium import Chromium
from tests.page.served_table import Served, visit

# The colours of the lights that a page shows.
FILLS = """() => [
  ...document.querySelectorAll("#lights circle")
].map((each) => each.getAttribute("fill"))"""


def colours(table: Served) -> list[str]:
    """Return the colours of the device's lights now."""
    device = table.state.device
    assert device.lights
    return [*light_colours(device.build, device.lights.colours)]


def test_a_page_reminds_once_a_turn_by_a_banner_and_a_tone(tmp_path: Path) -> None:
    async def story(pages: Pages) -> None:
        tab = await pages.open("de")
        pages.stepped.session.do(NewGame("zwoggel", ("Mia", "Ben"), {"clock": "+30"}))
        await pages.wait(1000)
        (ends,) = re.findall(r'data-ends="(\d+)"', tab.regions["seats"])
        sent = len(tab.messages)
        await pages.wait(28_000)
        # No message while it runs.
        assert len(tab.messages) == sent and int(ends) > pages.stepped.now_ms
        await pages.wait(2000)
        late = "Mia, die Zeit für diesen Zug ist um."
        (message,) = tab.messages[sent:]
        assert message["say"] == [late] and message["tones"] == [[*tone] for tone in TONES[LATE]]
        assert late in tab.text("banner") and late in tab.text("turn")
        assert "data-ends" not in tab.regions["seats"] and "0,0" in tab.text("seats")
        await pages.wait(60_000)
        assert len(tab.messages) == sent + 1
        pages.stepped.session.do(Enter("flip 0,0 red"))
        await pages.wait()
        assert tab.text("banner") == "" and late not in tab.text("turn")

    with_pages(story, tmp_path)


def test_the_start_form_offers_it(tmp_path: Path) -> None:
    async def story(pages: Pages) -> None:
        tab = await pages.open("en")
        await tab.press("ask", "game-zwoggel")
        values = {"player-0": "Mia", "player-1": "Ben", "option-clock": "SEC", "own-clock": "45"}
        await tab.send(submit="start", values=values)
        wrong = "A plus and the seconds for each turn, such as +45"
        assert f"Enter this: {wrong}" in tab.text("forms")
        await tab.send(submit="start", values={**values, "own-clock": "+45"})
        game = game_of(pages.state)
        assert game.options["clock"] == "+45" and game.clock

    with_pages(story, tmp_path, game="zwoggel")


@pytest.mark.browser
def test_a_browser_shows_the_reminder_and_the_lights_that_it_looks_at(
    chromium: Chromium, tmp_path: Path
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await table.do(NewGame("zwoggel", ("Mia", "Ben"), {"clock": "+30"}))
        clock = user.page.locator("#seats .clock[data-ends]")
        await expect(clock).to_be_visible()
        table.wait(30_000)
        await user.sees("Mia, the time for this turn is up.", within="#turn .goal")
        await expect(user.page.locator("#banner .is-late")).to_be_attached()
        await expect(clock).to_have_count(0)
        await user.hears("Mia, the time for this turn is up.")
        # The lights of another game, which blink, come with the drawer.
        await table.do(NewGame("switch", ("Mia", "Ben"), {}))
        await table.do(Press("white"))
        await table.do(Enter("a1-c3"))
        await expect(user.page.locator("#cell-c3 .a-b")).to_be_attached()
        assert await user.page.evaluate(FILLS) != colours(table)
        await user.page.locator("#drawer summary").click()
        await user.page.wait_for_function(
            f"""(each) => ({FILLS})().join() === each""", arg=",".join(colours(table))
        )

    visit(chromium, tmp_path, play)
