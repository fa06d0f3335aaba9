"""The cost of a visit to the site: bytes, the time to the first move, and from press to picture."""

import asyncio
import tempfile
import time
from pathlib import Path

from playwright.async_api import BrowserContext, expect

from tests.browsers.installed import why_no_browser
from tests.page.browser_user import BrowserUser
from tests.page.chromium import Chromium
from tests.site.served_site import Site, served, why_no_site

# Limits in bytes and seconds on two quiet cores, and the number of rounds.
MOST_BYTES, FIRST_S, AGAIN_S = 9_000_000, 4.5, 3.0
ROUNDS = 3
# Limit from a press to its picture in ms, at the 99th percentile, and the number of presses.
MOST_MS, PRESSES = 100, 200
# Presses a cell, and returns the milliseconds until the frame with the change.
PRESS = """async (id) => {
  const start = performance.now();
  const changed = new Promise((resolve) =>
    new MutationObserver(resolve).observe(
      document.getElementById("middle"), { childList: true, subtree: true }));
  document.getElementById(id).click();
  await changed;
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""


async def first_move(context: BrowserContext, url: str) -> tuple[float, list[float]]:
    """Return the time from the request of the page to the first possible move, and press times.

    Shape: seconds, and milliseconds from press to picture of picking a stone and dropping it again.
    """
    start = time.monotonic()
    user = BrowserUser(await context.new_page(), False, "light")
    await user.page.goto(url)
    await user.connected()
    if await user.page.locator("body.start").count():
        await user.begin("Switch", "Ann", "Ben")
    await expect(user.page.locator('[id="cell-a1"]')).to_be_enabled()
    await user.sees("is to move.")
    took = time.monotonic() - start
    await user.page.locator("body[data-offline]").wait_for()
    presses = [await user.page.evaluate(PRESS, "cell-a1") for _ in range(PRESSES)]
    await user.page.close()
    return took, presses


async def visit(chromium: Chromium, site: Site) -> tuple[float, float, list[float]]:
    async with await chromium.browser.new_context() as context:
        first, _presses = await first_move(context, site.url)
        again, presses = await first_move(context, site.url)
        return first, again, presses


def main() -> None:
    if why := why_no_browser() or why_no_site():
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
    first, again = (min(each[at] for each in found) for at in (0, 1))
    presses = sorted(ms for each in found for ms in each[2])
    print(f"site, first visit and the files for no network: {size:,} bytes (bar: {MOST_BYTES:,})")
    print(f"site, to the first legal move: {first:.1f} s (bar: {FIRST_S})")
    print(f"site, again: {again:.1f} s (bar: {AGAIN_S})")
    middle, late = presses[len(presses) // 2], presses[len(presses) * 99 // 100]
    print(f"site, press to picture: {middle:.0f} ms median, {late:.0f} ms p99 (bar: {MOST_MS})")


if __name__ == "__main__":
    main()
