"""Actions of players at the site: moves, and saved logs."""

import random
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from playwright.async_api import Locator, Route, expect
from schiri.site.build import sum_of
from schiri_engines.switch.game import Switch

from tests.page.browser_user import BrowserUser
from tests.site.served_site import Visitor

# A person who sees no effect tries again after so long.
AGAIN_MS = 4000


async def saved(user: BrowserUser, press: str, folder: Path) -> Path:
    """Download a file that the page offers."""
    async with user.page.expect_download() as download:
        await user.page.get_by_text(press, exact=True).click()
    path = folder / (await download.value).suggested_filename
    await (await download.value).save_as(path)
    return path


def moves_of(seed: int, most: int) -> list[str]:
    """Return moves of a game of Switch that has not ended by then."""
    game, chance = Switch({"layout": "1", "repetition": "off"}), random.Random(seed)
    found: list[str] = []
    while len(found) < most:
        legal = list(game.legal_moves())
        chance.shuffle(legal)
        for move in legal:
            text = game.move_text(move)
            game.push(move)
            if not game.outcome():
                found.append(text)
                break
            game.pop()
        else:
            # Each move ends it, because of the move before.
            game.pop()
            found.pop()
    return found


def cells_of(move: str) -> list[str]:
    """Return the cells of a move in the form of a log."""
    return re.findall("[a-e][1-5]", move)


async def insist(act: Callable[[], Awaitable[object]], seen: Locator, count: int = 1) -> None:
    """Repeat an action until its effect is visible: it is refused while the plug is out."""
    while await seen.count() != count:
        await act()
        with suppress(AssertionError):
            await expect(seen).to_have_count(count, timeout=AGAIN_MS)


async def in_worker(visitor: Visitor, script: str) -> None:
    """Insert a script before that of the worker, as if it were built so."""
    worker, listed = (visitor.site.folder / name for name in ("worker.js", "files.js"))
    changed = script.encode() + worker.read_bytes()
    old, new = (sum_of("", each).encode() for each in (worker.read_bytes(), changed))
    bodies = {worker.name: changed, listed.name: listed.read_bytes().replace(old, new)}

    async def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        await route.fulfill(body=bodies[name], content_type="text/javascript")

    for name in bodies:
        await visitor.context.route(f"**/{name}", answer)
