"""What a visit to the site costs: what is sent, and how long it takes until a move can be made."""

import asyncio
import re
import tempfile
import time
from pathlib import Path

from playwright.async_api import BrowserContext, expect

from tests.page.chromium import Chromium, why_no_chromium
from tests.page.someone import Someone
from tests.site.served import Site, served, why_no_site

# Bytes and seconds that are wanted on two quiet cores, and how often it is tried.
MOST_BYTES, FIRST_S, AGAIN_S = 9_000_000, 4.5, 3.0
ROUNDS = 3


async def first_move(context: BrowserContext, url: str) -> float:
    """Return how long it takes from asking for the page to a move that may be made."""
    start = time.monotonic()
    someone = Someone(await context.new_page(), False, "light")
    await someone.page.goto(url)
    await someone.connected()
    if await someone.page.locator("body.start").count():
        await someone.begin("Switch", "Ann", "Ben")
    # A game without a move is laid once more, another one goes on.
    ready = someone.page.get_by_role("button", name=re.compile("^(Begin|Go on)$"))
    await ready.first.click()
    await expect(someone.page.locator('[id="cell-a1"]')).to_be_enabled()
    await someone.sees("is to move.")
    took = time.monotonic() - start
    await someone.page.locator("body[data-offline]").wait_for()
    await someone.page.close()
    return took


async def visit(chromium: Chromium, site: Site) -> tuple[float, float]:
    async with await chromium.browser.new_context() as context:
        return await first_move(context, site.url), await first_move(context, site.url)


def main() -> None:
    if why := why_no_chromium() or why_no_site():
        print(f"site: {why}")
        return
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "site") as site:
        chromium = Chromium()
        found = []
        for _ in range(ROUNDS):
            sent = len(site.sent)
            found.append(chromium.run(asyncio.wait_for(visit(chromium, site), 600)))
            size = sum(size for _path, size in site.sent[sent:])
        chromium.close()
    first, again = (min(times) for times in zip(*found))
    print(f"site, first visit and the files for no network: {size:,} bytes (bar: {MOST_BYTES:,})")
    print(f"site, to the first legal move: {first:.1f} s (bar: {FIRST_S})")
    print(f"site, again: {again:.1f} s (bar: {AGAIN_S})")


if __name__ == "__main__":
    main()
