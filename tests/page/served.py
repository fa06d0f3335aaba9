"""A stepped table whose pages a real browser asks for, over the network of this PC.

Time passes for the device as soon as somebody has done something, and where a test lets it: nobody
waits for a device.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Collection
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Literal

from axe_playwright_python.async_playwright import Axe
from nicegui import Client
from nicegui.testing.general import nicegui_reset_globals
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, expect
from schiri.page.address import HERE, Address
from schiri.page.server import PageServer
from schiri.table.intents import Answer, Intent
from schiri.table.state import TableState
from schiri.texts import Words

from tests.table.stepped import SteppedTable

Scheme = Literal["light", "dark"]
# So long a browser may take for whatever is waited for, on a machine that has much to do.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)
# How wide and high a screen is.
PHONE, LAPTOP = (390, 844), (1280, 800)
SMALLEST_PX = 360
# What a finger hits.
TOUCH_PX = 44
# What WCAG 2.2 says at its level AA, and all that it says below that.
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
# What can be touched, and is less than a finger wide or high.
TOO_SMALL = """(least) => [...document.querySelectorAll("button, select, input, summary, a")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => Math.min(box.width, box.height) < least - 0.5)
  .map(([each, box]) => `${each.outerHTML.slice(0, 120)}: ${box.width} x ${box.height}`)"""
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Someone:
    """Somebody at a page: a finger on a phone, or a mouse on a laptop."""

    def __init__(self, page: Page, folder: Path, is_phone: bool) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._folder = folder
        self._is_phone = is_phone
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    async def press(self, *names: str) -> None:
        """Press buttons by what they say, one after the other."""
        for name in names:
            button = self.page.get_by_role("button", name=name, exact=True)
            await self._touch(button.filter(visible=True).first)

    async def touch(self, *cells: str) -> None:
        """Touch cells of the board, one after the other."""
        for cell in cells:
            await self._touch(self.page.locator(f'[data-cell="{cell}"]'))

    async def tries(self, *cells: str) -> None:
        """Touch cells that say that nothing comes of it."""
        for cell in cells:
            place = self.page.locator(f'[data-cell="{cell}"]')
            await expect(place).to_be_disabled()
            await self._touch(place, is_forced=True)

    async def _touch(self, place: Locator, is_forced: bool = False) -> None:
        await (place.tap(force=is_forced) if self._is_phone else place.click(force=is_forced))

    async def begin(self, game: str, label: str, players: str, **options: str) -> None:
        """Begin a game: who plays stands on the line with this label."""
        games = self.page.get_by_role("group", name="Game").get_by_role("button")
        chosen = games.filter(has=self.page.get_by_text(game, exact=True))
        if await chosen.get_attribute("aria-pressed") != "true":
            await self._touch(chosen)
        await expect(chosen).to_have_attribute("aria-pressed", "true")
        await self.write(label, players)
        if options:
            await self.open("House rules")
        for option, value in options.items():
            await self.choose(option, value)
        await self.press("Play")

    async def open(self, summary: str) -> None:
        """Open what is folded."""
        await self._touch(self.page.get_by_text(summary, exact=True))

    async def write(self, label: str, text: str) -> None:
        """Type on the line with a label."""
        await self.page.get_by_label(label, exact=True).fill(text)

    async def choose(self, label: str, value: str) -> None:
        """Choose one of several."""
        await self.page.get_by_role("combobox", name=label).select_option(value)

    async def cell_shows(self, cell: str, *other: str) -> None:
        """Wait until a cell says none of these."""
        place = self.page.locator(f'[data-cell="{cell}"]')
        for text in other:
            await expect(place).not_to_have_attribute("aria-label", re.compile(text))

    async def sees(self, text: str, within: str = "body") -> None:
        """Wait until this is to be seen."""
        seen = self.page.locator(within).get_by_text(text).filter(visible=True)
        await expect(seen.first).to_be_visible()

    async def sees_nothing_of(self, text: str, within: str) -> None:
        """Wait until this is not to be seen."""
        seen = self.page.locator(within).get_by_text(text).filter(visible=True)
        await expect(seen).to_have_count(0)

    async def hears(self, text: str) -> None:
        """Wait until a screen reader says this."""
        await expect(self.page.get_by_role("status")).to_contain_text(text)

    async def sees_no_line(self, label: str) -> None:
        """Wait until there is nothing to type on with this label."""
        await expect(self.page.get_by_label(label, exact=True)).to_have_count(0)

    async def cell_says(self, cell: str, text: str) -> None:
        """Wait until this is what a cell says to whoever does not see it."""
        place = self.page.locator(f'[data-cell="{cell}"]')
        await expect(place).to_have_attribute("aria-label", text)

    async def look(self, name: str) -> None:
        """Keep what is to be seen as a picture, and see that anybody can read and touch it."""
        await self.page.screenshot(path=self._folder / f"{name}.png", full_page=True)
        found = await Axe().run(self.page, options={"runOnly": WCAG, "resultTypes": ["violations"]})
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        assert await self.page.evaluate(TOO_SMALL, TOUCH_PX) == [], name
        size = self.page.viewport_size
        assert size
        if self._is_phone:
            await self.page.set_viewport_size({"width": SMALLEST_PX, "height": size["height"]})
        assert await self.page.evaluate(OVERHANG) <= 0, name
        await self.page.set_viewport_size(size)


class Served:
    """A stepped table, and the pages that are served of it.

    Shape: ``connections`` are those that the server has.
    """

    def __init__(self, folder: Path, build: str, browser: Browser | None) -> None:
        self.stepped = SteppedTable(folder, build)
        self.server = PageServer(Words("en"), self.stepped.session, None, Address(HERE, 0))
        self.open = AsyncExitStack()
        self.connections: Collection[object] = ()
        self._folder, self._browser = folder, browser
        self._do = self.stepped.session.do
        self.stepped.session.do = self._do_and_go_on  # type: ignore[method-assign]

    def _do_and_go_on(self, intent: Intent) -> "Future[Answer]":
        """Do what is wanted; the device then has the time to do it."""
        answer = self._do(intent)

        def go_on() -> None:
            self.wait()
            while not answer.done():
                self.wait()

        asyncio.get_running_loop().call_soon(go_on)
        return answer

    @property
    def state(self) -> TableState:
        """The newest moment."""
        return self.stepped.session.state

    def wait(self, for_ms: int = 300) -> None:
        """Let the device run."""
        self.stepped.run(for_ms)

    async def do(self, intent: Intent) -> None:
        """Do something at the table, and wait until it is done."""
        answer = self.stepped.session.do(intent)
        while not answer.done():
            await asyncio.sleep(0)
        assert answer.result().is_done, answer.result()

    def device_presses(self, *buttons: str) -> None:
        """Press buttons of the device itself."""
        for button in buttons:
            self.stepped.device.press(button)
            self.wait()

    async def someone(
        self,
        size: tuple[int, int] = LAPTOP,
        scheme: Scheme = "light",
        language: str = "en-GB",
        url: str = "",
    ) -> Someone:
        """Open the page in a browser that begins with nothing."""
        assert self._browser
        width, height = size
        is_phone = size == PHONE
        context = await self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=language,
            has_touch=is_phone,
            is_mobile=is_phone,
        )
        context.set_default_timeout(PATIENCE_MS)
        found = Someone(await context.new_page(), self._folder, is_phone)
        await found.page.goto(url or self.server.url)

        async def leave() -> None:
            await context.close()
            assert found.complaints == []

        self.open.push_async_callback(leave)
        return found


@asynccontextmanager
async def served(
    folder: Path, browser: Browser | None = None, build: str = "cursor"
) -> AsyncIterator[Served]:
    """Serve pages of a table until the block ends, to a browser or to whoever comes."""
    with nicegui_reset_globals():
        table = Served(folder, build, browser)
        server = table.server.server()
        table.connections = server.server_state.connections
        serving = asyncio.create_task(server.serve(sockets=[table.server.socket]))
        while not server.started:
            await asyncio.sleep(0)
        table.wait(1500)
        try:
            async with table.open:
                yield table
        finally:
            server.should_exit = True
            await serving
            # NiceGUI would load anew what has made a page.
            Client.page_routes.clear()
    assert table.server.bug is None
