"""Slow double taps, and what a page says by itself: each is tried in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.table.intents import Enter, NewGame

from tests.game_now import game_of
from tests.page.browser_user import BrowserUser
from tests.page.chromium import Chromium
from tests.page.served_table import Served, visit

pytestmark = pytest.mark.browser

# The times between two taps of somebody who taps slowly, in ms.
GAPS = (150, 300, 450, 600)


def test_a_slow_double_tap_on_a_turning_does_one_thing(chromium: Chromium, tmp_path: Path) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        for gap in GAPS:
            await table.do(NewGame("drehwurm", ("Ann", "Ben", "Cid"), {"mode": "fast"}))
            await expect(user.page.locator("#turned:not([aria-disabled])")).to_be_visible()
            box = await user.page.locator("#turned").bounding_box()
            assert box
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            await user.page.touchscreen.tap(*at)
            table.wait(gap)
            await user.sees("Throw in: press your name.", within="#said")
            # The second tap is at the same place, whatever lies there by now.
            await user.page.touchscreen.tap(*at)
            table.wait(1000)
            await user.page.evaluate("1")
            made = [each.kind for each in game_of(table.state).events.items]
            assert made.count("turned") == 1 and "stands" not in made, (gap, made)
            await table.do(Enter("abandon"))
            # Its page must not be taken for that of the next game.
            await expect(user.page.locator("#turned")).to_have_count(0)

    visit(chromium, tmp_path, play)


def test_a_page_that_opens_says_nothing_to_screen_readers(
    chromium: Chromium, tmp_path: Path
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await table.do(NewGame("zwoggel", ("Ann", "Ben"), {}))
        for command in ("flip 0,0 red", "flip 1,0 red", "place 2,0 2,1 -1,-1", "flip 2,0 red"):
            await table.do(Enter(command))
        await user.hears("Trap!")
        await user.press_id("who-0")
        # Whoever has said who they are says it again, and nothing is read out for it.
        for _ in range(2):
            await user.page.reload()
            await user.connected()
            await expect(user.page.locator("#seats .you")).to_be_visible()
            await expect(user.page.locator("#live p")).to_have_count(0)

    visit(chromium, tmp_path, play)
