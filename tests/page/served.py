"""A stepped table whose pages a real browser asks for, over the network of this PC.

Time passes for the device as soon as somebody has done something, and where a test lets it: nobody
waits for a device.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser
from schiri.games.race import MOST_OFF_MS
from schiri.page.address import HERE, Address
from schiri.page.server import PageServer
from schiri.table.intents import Answer, Intent
from schiri.table.state import TableState
from schiri.texts import Words

from tests.page.chromium import Chromium
from tests.page.someone import LAPTOP, PATIENCE_MS, PHONE, Scheme, Size, Someone, opened
from tests.table.stepped import SteppedTable


class Served:
    """A stepped table, and the pages that are served of it.

    Shape: ``connections`` are those that the server has.
    """

    def __init__(self, folder: Path, build: str, browser: Browser | None) -> None:
        self.stepped = SteppedTable(folder, build)
        self.server = PageServer(Words("en"), self.stepped.session, None, Address(HERE, 0))
        self.open = AsyncExitStack()
        self.connections: Collection[object] = ()
        self._browser = browser
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

    async def until(self, is_so: Callable[[TableState], object]) -> None:
        """Wait until this is so at the table.

        Rule: what somebody has just done at a page is on its way; no time may pass for the device
        before it is there.
        """
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while not is_so(self.state):
                await asyncio.sleep(0)

    async def do(self, intent: Intent) -> None:
        """Do something at the table, and wait until it is done."""
        answer = self.stepped.session.do(intent)
        while not answer.done():
            await asyncio.sleep(0)
        assert answer.result().is_done, answer.result()

    def device_presses(self, *buttons: str) -> None:
        """Press buttons of the device itself.

        A browser's clock goes on by itself: it may be as far ahead as a view may.
        """
        self.wait(MOST_OFF_MS)
        for button in buttons:
            self.stepped.device.press(button)
            self.wait()

    async def someone(
        self,
        size: Size = LAPTOP,
        scheme: Scheme = "light",
        language: str = "en-GB",
        url: str = "",
    ) -> Someone:
        """Open the page in a browser that begins with nothing."""
        assert self._browser
        opening = opened(self._browser, url or self.server.url, size, scheme, language)
        return await self.open.enter_async_context(opening)


Scene = Callable[[Someone, Served], Awaitable[None]]


def visit(
    chromium: Chromium, folder: Path, *scenes: Scene, size: Size = PHONE, language: str = "en-GB"
) -> None:
    """Open the page of a table in a browser, and do this there, one after the other."""

    async def play() -> None:
        async with served(folder, chromium.browser) as table:
            someone = await table.someone(size, language=language)
            await someone.connected()
            for scene in scenes:
                await scene(someone, table)

    chromium.run(play())


@asynccontextmanager
async def served(
    folder: Path, browser: Browser | None = None, build: str = "cursor"
) -> AsyncIterator[Served]:
    """Serve pages of a table until the block ends, to a browser or to whoever comes."""
    with pytest.MonkeyPatch.context() as patch:
        # Where the pages look for what was played.
        patch.setenv("SCHIRI_LOGS", str(folder / "logs"))
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
    assert table.server.bug is None
