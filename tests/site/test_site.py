"""The site in a real browser, with only static files: games by taps, and saved games."""

import asyncio
import os
import random
import re
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.log.stored import read_file
from schiri_device import VERSION
from schiri_engines.registry import row_of

from tests.cli.command import typed
from tests.counts import count, some
from tests.page.browser_user import BrowserUser
from tests.page.chromium import Chromium
from tests.patience import PATIENCE_S
from tests.site.served_site import Site, Visitor, served
from tests.site.site_actions import cells_of, in_worker, moves_of, saved

pytestmark = pytest.mark.browser

# Age of a version when the next one arrives, in seconds.
AGE_S = 100_000
# Most bytes of a first visit.
MOST_BYTES = 9_000_000
Story = Callable[[Visitor, Path], Awaitable[None]]
# Looks for a new version until it is there or is not whole.
UPDATE = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  await found.update();
  await new Promise((done) => {
    const { installing } = found;
    if (!installing) return done();
    installing.onstatechange = () => installing.state === "installing" || done();
  });
}"""
# A page that fails when it is requested.
BREAKS = """
const { parse } = JSON;
let isBroken = false;
addEventListener("message", ({ data }) => (isBroken = Boolean(data.address?.includes("broken"))));
JSON.parse = (text) => {
  if (isBroken) throw new Error("broken");
  return parse(text);
};
"""
# A phone shares text files, but no zip files.
SHARING = """
Navigator.prototype.canShare = ({ files }) => files.length > 0;
Navigator.prototype.share = async ({ files: [file] }) => {
  if (!navigator.userActivation.isActive) throw new DOMException("late", "NotAllowedError");
  if (file.type !== "text/plain") throw new DOMException("no such file", "NotAllowedError");
  [document.body.dataset.sent, document.body.dataset.name] = [await file.text(), file.name];
};
"""


async def move(user: BrowserUser, count: int, *cells: str) -> None:
    """Make a move, and wait until this many are shown."""
    await user.touch(*cells)
    await expect(user.page.locator("#lines > li.move")).to_have_count(count)


async def evening(visitor: Visitor, folder: Path) -> None:
    """Play Switch, lose the network in mid-game, and download its log."""
    before = len(visitor.site.sent)
    ann = await visitor.open()
    fetched = dict(visitor.site.sent[before:])
    assert sum(fetched.values()) <= MOST_BYTES
    # The rules' digests are shown for comparing two versions, and hidden by default.
    await ann.open(f"Schiri {VERSION}")
    await ann.sees(f"Switch {row_of('switch').digest}", within="#site")
    await ann.look("site-start")
    await ann.begin("Switch", "Ann", "Ben")
    await move(ann, 1, "c1", "d1")
    await move(ann, 2, "a4", "b4")
    # A refusal names its rule, as in every view.
    await ann.sees("Ann (dark) is to move.")
    await ann.touch("c3")
    await ann.sees_refusal()
    await visitor.offline(ann)
    # The table is in this tab: no network, no loss.
    await ann.page.wait_for_function("!navigator.onLine")
    await expect(ann.page.locator("#gone")).to_be_hidden()
    await ann.page.reload()
    await visitor.ready(ann)
    await ann.sees("Tap a stone, then where it goes.")
    await ann.sees("Ann (dark) is to move.")
    await move(ann, 3, "e5", "c3")
    await move(ann, 4, "e2", "b2")
    await ann.touch("d4", "d3")
    # A losing move brings a warning, but is allowed.
    await ann.sees_refusal()
    await ann.press("Play it anyway")
    await ann.sees("Ben wins!")
    await ann.look("site-over")
    await ann.page.goto(f"{visitor.site.url}#/games")
    await ann.sees("1 game", within="main")
    await ann.look("site-games")
    await ann.follow("Ann")
    log = await saved(ann, "Save this game, to add it again", folder)
    assert typed("log", "verify", str(log)).out.startswith("ok ")
    assert read_file(log).header.players == ("Ann", "Ben")
    # A game is added once, and a file that is no log is reported.
    changed = folder / "changed.jsonl"
    changed.write_bytes(log.read_bytes().replace(b"Ann", b"Eve"))
    await ann.page.goto(f"{visitor.site.url}#/games")
    await ann.page.locator("input[type=file]").set_input_files([log, changed])
    await ann.sees("changed.jsonl is no game of Schiri, or it is damaged")


async def tabs(visitor: Visitor, folder: Path) -> None:
    """Watch in another tab, in its own language, and take over after the first one is closed."""
    ann = await visitor.open()
    await ann.begin("Switch", "Ann", "Ben")
    ben = await visitor.open("#/?language=fr")
    await ben.sees("La table est ouverte dans un autre onglet.")
    await ann.touch("c1", "d1")
    await ben.hears("Ann échange c1 et d1")
    await ben.tries("d4")
    await ann.page.close()
    await expect(ben.page.locator("#site .told")).to_have_count(0)
    # The table of this tab begins with a device that starts, as the page says until then.
    await ben.sees("Touche un pion, puis sa destination.")
    await ben.touch("a4", "b4")
    await ben.hears("Ben échange a4 et b4")


async def cards(visitor: Visitor, folder: Path) -> None:
    """Play Zwoggel, and leave in mid-game: it is shown when the page is opened again.

    Remove and replay a game.
    """
    ann = await visitor.open()
    await ann.begin("Zwoggel", "Ann", "Ben")
    for cell in ("0,0", "1,1"):
        await ann.touch(cell)
        await ann.press("red")
        await ann.cell_shows(cell, "face down", "picked")
    await ann.page.close()
    ann = await visitor.open()
    for place in ("-1,-1", "2,2", "-1,-2"):
        await ann.touch(place)
        await ann.cell_shows(place, "nothing$", "may be laid")
    await ann.begin("Drehwurm", "Ann", "Ben", "Cem", mode="full")
    await ann.sees("yellow")
    # The game on the table stays; another one can be removed, restored, and plays by itself.
    page = ann.page
    await page.goto(f"{visitor.site.url}#/games")
    await ann.follow("Drehwurm")
    await page.get_by_role("button", name="Remove this game").click()
    await ann.sees("This game is still open at a table")
    await ann.follow("Games")
    await ann.follow("Zwoggel")
    await page.get_by_role("button", name="Remove this game").click()
    await ann.sees("They do not count")
    await page.get_by_role("button", name="Restore").click()
    await ann.follow("Zwoggel")
    play = page.locator("[data-play]")
    await play.click()
    await ann.sees("Step 0 of 3")
    await expect(play).to_have_text("Stop")
    await ann.sees("Step 3 of 3")
    await expect(play).to_have_text("Play by itself")
    await expect(play).to_be_focused()


async def dice(visitor: Visitor, folder: Path) -> None:
    """Play Joggle until a side has won."""
    ann = await visitor.open()
    await ann.begin("Joggle", "Ann", "Ben")
    for cell in ("a1", "a8", "b1", "c8", "c1", "e8", "a2", "g8", "b2", "b6", "c2"):
        await ann.rolled("joggle")
        await ann.sees("Tap a marked field", within=".hint")
        await ann.touch(cell)
        await ann.cell_shows(cell, "free")
    await ann.sees("Ann wins!")
    await ann.page.goto(f"{visitor.site.url}#/statistics")
    await ann.sees("Who wins")


async def shown(ann: BrowserUser) -> int:
    """Return the number of moves shown."""
    return await ann.page.locator("#lines > li.move").count()


async def opened_anew(visitor: Visitor, ann: BrowserUser, version: str) -> BrowserUser:
    """Close the last page and open another one, until it is of this version.

    Rule: a browser begins with the new one after the last page has gone, but says not when.
    """
    async with asyncio.timeout(PATIENCE_S):
        while await ann.page.evaluate("SITE.version") != version:
            await ann.page.close()
            ann = await visitor.open()
    return ann


async def update(visitor: Visitor, folder: Path) -> None:
    """Open the site after a new version has arrived, twice."""
    # A browser treats a file as fresh for a tenth of its age.
    long_ago = time.time() - AGE_S
    newer = folder / "site"
    shutil.copytree(visitor.site.folder, newer)
    os.utime(newer / "files.js", (long_ago, long_ago))
    with served(newer) as site:
        browser = visitor.context.browser
        assert browser
        async with site.browser(browser) as again:
            ann = await again.open()
            await expect(ann.page.locator("body[data-offline]")).to_be_attached()
            script = newer / "files.js"
            version = re.findall('"(schiri-[0-9a-f]+)"', script.read_text())[0]
            script.write_text(script.read_text().replace(version, "schiri-0"))
            await ann.page.reload()
            await again.ready(ann)
            # The update is reported; the open page stays unchanged.
            await ann.sees("A new version is available.", within="#site")
            assert await ann.page.evaluate("SITE.version") == version
            ann = await opened_anew(again, ann, "schiri-0")
            await again.offline(ann)
            await ann.page.reload()
            await again.ready(ann)
            assert await ann.page.evaluate("caches.keys()") == ["schiri-0"]
            # The next one is used at once; it comes when it is uploaded whole.
            await again.context.set_offline(False)
            style = newer / "site.css"
            rules = style.read_bytes()
            script.write_text(script.read_text().replace("schiri-0", "schiri-1"))
            style.write_bytes(rules[:9])
            os.utime(style, (time.time() + 10,) * 2)
            await ann.page.evaluate(UPDATE)
            await expect(ann.page.get_by_text("A new version is available.")).to_have_count(0)
            style.write_bytes(rules)
            os.utime(style, (time.time() + 20,) * 2)
            await ann.page.evaluate(UPDATE)
            await ann.press("Use it now")
            await expect(ann.page.get_by_text("A new version is available.")).to_have_count(0)
            await again.ready(ann)
            assert await ann.page.evaluate("SITE.version") == "schiri-1"


async def lost_way(visitor: Visitor, folder: Path) -> None:
    """Follow invalid addresses, and open a page that fails."""
    await in_worker(visitor, BREAKS)
    ann = await visitor.open()
    await ann.begin("Switch", "Ann", "Ben")
    await move(ann, 1, "c1", "d1")
    for address in ("#//[x", "#/games/%ff?%", "#/site/", "#?", "##", "#/rules/[x"):
        await ann.page.goto(visitor.site.url + address)
        await expect(ann.page.locator("#main")).to_be_visible()
    await expect(ann.page.locator("#site[data-why]")).to_have_count(0)
    await ann.page.goto(f"{visitor.site.url}#/games?broken")
    await ann.page.get_by_text("Something went wrong.").wait_for()
    # Only that page failed: the table continues.
    ann.complaints.clear()
    await ann.press("Load again")
    await visitor.ready(ann)
    await ann.sees("Tap a stone, then where it goes.")
    await move(ann, 2, "a4", "b4")


async def send(visitor: Visitor, folder: Path) -> None:
    """Send a log from a phone, and all logs where zip files cannot be shared."""
    await visitor.context.add_init_script(SHARING)
    ann = await visitor.open()
    await ann.begin("Switch", "Ann", "Ben")
    await move(ann, 1, "c1", "d1")
    await ann.page.goto(f"{visitor.site.url}#/games")
    assert (await saved(ann, "Share", folder)).name == "games.zip"
    await ann.follow("Ann")
    log = await saved(ann, "Save this game, to add it again", folder)
    await ann.press("Share")
    sent = ann.page.locator("body[data-sent]")
    await expect(sent).to_have_attribute("data-sent", log.read_text())
    await expect(sent).to_have_attribute("data-name", f"{log.name}.txt")


async def deaths(visitor: Visitor, folder: Path) -> None:
    """Kill the tab at random moments: the moves shown are saved."""
    chance, kills = random.Random(27), 0
    ann = await visitor.open()
    await ann.open("House rules")
    await ann.begin("Switch", "Ann", "Ben", repetition="off")
    moves = moves_of(1, count(6, 100))
    while (at := await shown(ann)) < len(moves):
        await expect(ann.page.locator(".cells > .cell").first).to_be_enabled()
        await ann.touch(*cells_of(moves[at]))
        if chance.random() < 0.1:
            await ann.page.wait_for_timeout(chance.randrange(120))
            seen = await shown(ann)
            await ann.page.close()
            ann, kills = await visitor.open(), kills + 1
            # The game is shown after the device has restored it.
            await ann.sees("Tap a stone, then where it goes.")
            assert await shown(ann) >= seen
        else:
            await expect(ann.page.locator("#lines > li.move")).to_have_count(at + 1)
    assert kills
    await ann.page.goto(f"{visitor.site.url}#/games")
    await ann.follow("Ann")
    log = await saved(ann, "Save this game, to add it again", folder)
    assert typed("log", "verify", str(log)).out.startswith("ok ")
    assert [line.entry for line in read_file(log).lines if line.entry] == moves


STORIES: dict[str, Story] = {
    each.__name__: each for each in (evening, lost_way, tabs, cards, dice, update, send, deaths)
}


@pytest.mark.parametrize("story", some(STORIES, 1))
def test_people_play_on_the_site_without_a_server(
    story: str, site: Site, chromium: Chromium, tmp_path: Path
) -> None:
    async def visit() -> None:
        async with site.browser(chromium.browser) as visitor:
            await STORIES[story](visitor, tmp_path)

    chromium.run(visit())
