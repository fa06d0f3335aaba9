"""A stepped table that serves its pages to a real browser over the local network.

Time passes for the device after each action and where a test asks for it. No test waits for a
device in real time.
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
from schiri.table.intents import Answer, Intent, Sent
from schiri.table.state import TableState
from schiri.table.worker import CALM_MS
from schiri.texts import Words

from tests.page.browser_user import LAPTOP, PHONE, BrowserUser, Scheme, Size, opened
from tests.page.chromium import Chromium
from tests.patience import PATIENCE_S
from tests.table.stepped import SteppedTable


class Served:
    """A stepped table and the server of its pages.

    Shape: ``connections`` are the open connections of the server.
    """

    def __init__(self, folder: Path, build: str, browser: Browser | None) -> None:
        self.stepped = SteppedTable(folder, build)
        self.server = PageServer(Words("en"), self.stepped.session, None, Address(HERE, 0))
        self.open = AsyncExitStack()
        self.connections: Collection[object] = ()
        self._browser = browser
        # A thread that moves logs sends an intent as well.
        self._loop = asyncio.get_running_loop()
        self._do = self.stepped.session.do
        self.stepped.session.do = self._do_and_go_on  # type: ignore[method-assign]

    def _do_and_go_on(self, intent: Sent) -> "Future[Answer]":
        """Carry out an intent, then give the device time for it."""
        answer = self._do(intent)

        def go_on() -> None:
            self.wait()
            while not answer.done():
                self.wait()
            if self.state.is_opening:
                # A device shows a game a little later than it answers.
                self.wait(CALM_MS)

        self._loop.call_soon_threadsafe(go_on)
        return answer

    @property
    def state(self) -> TableState:
        """The current state of the table."""
        return self.stepped.session.state

    def wait(self, for_ms: int = 300) -> None:
        """Let the device run."""
        self.stepped.run(for_ms)

    async def until(self, is_so: Callable[[TableState], object]) -> None:
        """Wait until the table's state satisfies a condition.

        Rule: an action on a page is still on its way to the table. No time may pass for the device
        until it arrives.
        """
        async with asyncio.timeout(PATIENCE_S):
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

        A browser's clock runs by itself. It may be as far ahead as a view's clock may be.
        """
        self.wait(MOST_OFF_MS)
        for button in buttons:
            self.stepped.device.press(button)
            self.wait()

    async def user(
        self,
        size: Size = LAPTOP,
        scheme: Scheme = "light",
        language: str = "en-GB",
        url: str = "",
    ) -> BrowserUser:
        """Open the page in an empty browser."""
        assert self._browser
        opening = opened(self._browser, url or self.server.url, size, scheme, language)
        return await self.open.enter_async_context(opening)


Scene = Callable[[BrowserUser, Served], Awaitable[None]]


def visit(
    chromium: Chromium, folder: Path, *scenes: Scene, size: Size = PHONE, language: str = "en-GB"
) -> None:
    """Open the page of a table in a browser, and do these things there in order."""

    async def play() -> None:
        async with served(folder, chromium.browser) as table:
            user = await table.user(size, language=language)
            await user.connected()
            for scene in scenes:
                await scene(user, table)

    chromium.run(play())


@asynccontextmanager
async def served(
    folder: Path, browser: Browser | None = None, build: str = "cursor"
) -> AsyncIterator[Served]:
    """Serve the pages of a table until the block ends, to a browser or to any client."""
    with pytest.MonkeyPatch.context() as patch:
        # The folder from which the pages read finished games.
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
