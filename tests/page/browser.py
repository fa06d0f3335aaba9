"""Pages of a stepped table with no network: what a browser would be sent is put in as it would.

Each page is checked as it goes: what was put in piece by piece is what the scene is as a whole.
"""

import asyncio
import html
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from schiri.page.access import PLAY, WATCH
from schiri.page.hub import Hub
from schiri.page.regions import drawn
from schiri.page.socket import SocketPage
from schiri.scene.scene import Scene
from schiri.table.state import TableState
from schiri.texts import Words
from starlette.types import Message

from tests.table.stepped import SteppedTable

MARKUP = re.compile(r"<[^>]*>")
# What a history forgets in a browser it forgets on its own; lights are lit one by one.
LIGHT = re.compile(r'(<circle [^>]*fill=")(#[0-9a-f]{6})')


class Tab:
    """A page as a browser has it: its regions, and what was sent and said.

    Shape: ``messages`` are all that came.
    """

    def __init__(self, pages: "Pages", words: Words, may_act: bool) -> None:
        self.words, self.may_act = words, may_act
        self.regions: dict[str, str] = {}
        self.messages: list[dict[str, Any]] = []
        self._pages = pages
        self._sent: asyncio.Queue[str] = asyncio.Queue()
        self.page = SocketPage(pages.hub, words, may_act, pages.game)
        pages.hub.join(self.page, PLAY if may_act else WATCH)
        self._running = asyncio.create_task(self.page.run(self))

    # What a connection does

    async def receive(self) -> Message:
        return {"type": "websocket.receive", "text": await self._sent.get()}

    async def send_text(self, text: str) -> None:
        message = json.loads(text)
        self.messages.append(message)
        for id, put in message.get("put", {}).items():
            if id in self.regions or not self.regions:
                self.regions[id] = put
            elif id.startswith("cell-"):
                old = re.compile(rf'<button id="{re.escape(id)}".*?</button>', re.DOTALL)
                before = self.regions["middle"]
                (found,) = old.finditer(before)
                self.regions["middle"] = before[: found.start()] + put + before[found.end() :]
            else:
                self.regions[id] = put
        if lines := message.get("lines"):
            before, sign, after = self.regions["history"].partition(' tabindex="0">')
            assert sign
            self.regions["history"] = before + sign + "".join(reversed(lines)) + after
        if colours := message.get("lights"):
            lights = iter(colours)
            device = self.regions["device"]
            self.regions["device"] = LIGHT.sub(lambda found: found[1] + next(lights), device)

    async def close(self) -> None:
        """Leave."""
        self._pages.hub.leave(self.page)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    # What somebody does and sees

    @property
    def scene(self) -> Scene:
        """The visible text."""
        return self.page.viewer.scene

    async def send(self, **message: object) -> None:
        """Send as the script of the page does, and let the table do it."""
        await self.hand_over(**message)
        await self._pages.wait()

    async def hand_over(self, **message: object) -> None:
        """Send as the script of the page does."""
        self._sent.put_nowait(json.dumps(message))

    async def press(self, *ids: str) -> None:
        """Press controls, one after the other."""
        for id in ids:
            await self.send(press=id)

    async def touch(self, *cells: str) -> None:
        """Touch cells, one after the other."""
        await self.press(*(f"cell-{cell}" for cell in cells))

    def text(self, *regions: str) -> str:
        """Return what stands in regions, in all of them where none is named."""
        self.check()
        shown = [self.regions[id] for id in regions or self.regions]
        return html.unescape(MARKUP.sub(" ", " ".join(shown)))

    def check(self) -> None:
        """See that what was put in piece by piece is the scene as a whole."""
        if self._running.done():
            self._running.result()
        for id, whole in drawn(self.scene, self.words).items():
            # What is no longer kept of the history is dropped by the browser.
            size = len(whole) - len("</ol>") if id == "history" else None
            assert self.regions[id][:size] == whole[:size], id


class Pages:
    """A stepped table with pages."""

    def __init__(self, folder: Path, build: str, game: str) -> None:
        self.stepped = SteppedTable(folder, build)
        self.hub = Hub(self.stepped.session)
        self.game = game
        self._tabs: list[Tab] = []

    @property
    def state(self) -> TableState:
        """The newest moment."""
        return self.stepped.session.state

    async def wait(self, for_ms: int = 300) -> None:
        """Let what was sent be heard, the device run, and the pages catch up."""
        for _ in range(4):
            await asyncio.sleep(0)
        self.stepped.run(for_ms)
        for _ in range(6):
            await asyncio.sleep(0)

    async def open(self, language: str = "en", may_act: bool = True) -> Tab:
        """Open a page in a browser of its own."""
        tab = Tab(self, Words(language), may_act)
        self._tabs.append(tab)
        await self.wait()
        return tab

    async def close(self) -> None:
        """Close all pages; each is what it should be."""
        for tab in self._tabs:
            if not tab._running.done():
                tab.check()
            await tab.close()
        self.hub.close()


Story = Callable[[Pages], Awaitable[None]]


def with_pages(story: Story, folder: Path, build: str = "cursor", game: str = "") -> None:
    """Play a story at a table with pages."""

    async def play() -> None:
        async with pages_open(folder, build, game) as pages:
            await story(pages)

    asyncio.run(play())


@asynccontextmanager
async def pages_open(folder: Path, build: str, game: str = "") -> AsyncIterator[Pages]:
    """Open a table with pages, in the loop that runs."""
    pages = Pages(folder, build, game)
    pages.hub.start()
    await pages.wait(1500)
    try:
        yield pages
    finally:
        await pages.close()
