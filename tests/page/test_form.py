"""The form of a new game in a real browser: what begins is in view, and what is wrong beside it."""

from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.texts import Words

from tests.page.chromium import Chromium
from tests.page.served import served
from tests.page.someone import LAPTOP, PHONE, Size, Someone

pytestmark = [pytest.mark.slow, pytest.mark.browser]
# Whether all of the grid is on the screen, and one of its cells has the focus.
AT_THE_BOARD = """() => {
  const grid = document.querySelector(".board .cells")?.getBoundingClientRect();
  const isIn = grid && grid.top >= 0 && grid.bottom <= innerHeight;
  return isIn && document.activeElement.matches(".board .cell");
}"""
# What is wrong with a line that is on the screen with it, just below it.
BESIDE = """(line) => {
  const wrong = document.getElementById(line.getAttribute("aria-describedby"));
  const [above, below] = [line, wrong].map((each) => each.getBoundingClientRect());
  const isIn = above.top >= 0 && below.bottom <= innerHeight;
  return isIn && below.top - above.bottom < 20 && wrong.textContent;
}"""


async def is_led_to(ann: Someone, label: str, text: str) -> None:
    """Wait until a line has the focus, and beside it stands what is wrong with it."""
    line = ann.page.get_by_label(label, exact=True)
    await expect(line).to_be_focused()
    await expect(line).to_have_attribute("aria-invalid", "true")
    assert text in await line.evaluate(BESIDE)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_game_begins_in_view_and_an_error_stands_beside_its_field(
    chromium: Chromium, tmp_path: Path, size: Size
) -> None:
    async def play() -> None:
        async with served(tmp_path, chromium.browser) as table:
            ann = await table.someone(size)
            await ann.begin("Switch", "Players, first begins", "Ann Ben Cem")
            await is_led_to(ann, "Players, first begins", "2")
            assert await ann.page.locator(".problem").filter(visible=True).count() == 1
            # An option of one's own is unfolded for what is wrong with it.
            await ann.begin("Switch", "Players, first begins", "Ann Ben", Layout="ROWS")
            await is_led_to(ann, Words("en").pgettext("own", "ROWS"), "")
            await ann.open("House rules")
            await ann.write("Players, first begins", "Ann Ben Cem")
            await ann.press("Play")
            await is_led_to(ann, "Players, first begins", "2")
            # What is played is in view, however far down the button was.
            for game in ("Joggle", "Zwoggel"):
                await ann.begin(game, "Players, first begins", "Ann Ben")
                await ann.page.wait_for_function(AT_THE_BOARD)
                await ann.ask_anew()
            # What was typed far below stays there with why it is refused, however long it is.
            await ann.press("Back")
            await ann.open("End, dispute, put right")
            await ann.write("A command", "B" * 90)
            await ann.press("Do it")
            command = ann.page.get_by_label("A command", exact=True)
            await expect(command).to_be_focused()
            await expect(command).to_be_in_viewport()
            await expect(command).to_have_value("B" * 90)
            wide = "(each) => each.scrollWidth - each.clientWidth"
            assert await ann.page.locator(".problem").filter(visible=True).evaluate(wide) <= 0

    chromium.run(play())
