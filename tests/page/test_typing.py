"""What somebody is typing in a real browser, while something happens at the table."""

from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.table.intents import NewGame, Press, Touch

from tests.page.chromium import Chromium
from tests.page.served import LAPTOP, served

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def test_what_is_being_typed_stays_whatever_happens_meanwhile(
    chromium: Chromium, tmp_path: Path
) -> None:
    async def play() -> None:
        async with served(tmp_path, chromium.browser) as table:
            ann = await table.someone(LAPTOP)
            players = ann.page.get_by_label("Players, first begins")
            await players.fill("Xaver Yvonne")
            # A click that is still on its way when somebody types on.
            await ann.page.evaluate("document.querySelectorAll('button.game')[1].click()")
            await players.press_sequentially(" Z")
            await expect(ann.page.locator("button.game").nth(1)).to_have_attribute(
                "aria-pressed", "true"
            )
            await expect(players).to_have_value("Xaver Yvonne Z")
            await table.do(NewGame("switch", ("Ann", "Ben"), {}))
            await table.do(Press("white"))
            await ann.open("End, dispute, put right")
            dispute = ann.page.get_by_label("What is not agreed on")
            await dispute.fill("was that")
            await table.do(Touch("a1"))
            await table.do(Touch("c3"))
            await ann.hears("moves from a1 to c3")
            await expect(dispute).to_have_value("was that")

    chromium.run(play())
