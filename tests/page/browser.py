"""Pages of a stepped table without a network: patches are applied as a browser applies them.

Each page is checked on the way: the patched regions equal a fresh rendering of the scene.
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
from schiri.page.broadcaster import Broadcaster
from schiri.page.regions import drawn
from schiri.page.socket import SocketPage
from schiri.scene.scene import Scene
from schiri.table.state import TableState
from schiri.texts import Words
from starlette.types import Message

from tests.table.stepped import SteppedTable

MARKUP = re.compile(r"<[^>]*>")
# A browser drops old history lines itself. Lights are set one at a time.
LIGHT = re.compile(r'(<circle [^>]*fill=")(#[0-9a-f]{6})')


class Tab:
    """A page as a browser holds it: its regions and the messages it has received.

    Shape: ``messages`` are all messages received so far.
    """

    def __init__(self, pages: "Pages", words: Words, may_act: bool) -> None:
        self.words, self.may_act = words, may_act
        self.regions: dict[str, str] = {}
        self.messages: list[dict[str, Any]] = []
        self._pages = pages
        self._shown: int | None = None
        self._sent: asyncio.Queue[str] = asyncio.Queue()
        # Its drawer is open.
        self._sent.put_nowait(json.dumps({"drawer": True}))
        self.page = SocketPage(pages.broadcaster, words, may_act, pages.game)
        pages.broadcaster.join(self.page, PLAY if may_act else WATCH)
        self._running = asyncio.create_task(self.page.run(self))

    # The connection, as the page sees it

    async def receive(self) -> Message:
        return {"type": "websocket.receive", "text": await self._sent.get()}

    async def send_text(self, text: str) -> None:
        message = json.loads(text)
        self.messages.append(message)
        self._shown = message.get("scene", self._shown)
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
            # Around the stones of a board that feels them.
            region = "stones" if self.regions["stones"] else "device"
            drawn_before = self.regions[region]
            self.regions[region] = LIGHT.sub(lambda found: found[1] + next(lights), drawn_before)

    async def close(self) -> None:
        """Leave the broadcaster, and end the page."""
        self._pages.broadcaster.leave(self.page)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    # The actions and the view of a person

    @property
    def scene(self) -> Scene:
        """The visible text."""
        return self.page.viewer.scene

    async def send(self, **message: object) -> None:
        """Send a message as the page's script does, and let the table handle it."""
        await self.hand_over(**message)
        await self._pages.wait()

    async def hand_over(self, **message: object) -> None:
        """Send a message as the page's script does, about the scene that it shows."""
        self._sent.put_nowait(json.dumps({"scene": self._shown, **message}))

    async def press(self, *ids: str) -> None:
        """Press controls in order."""
        for id in ids:
            await self.send(press=id)

    async def touch(self, *cells: str) -> None:
        """Touch cells in order."""
        await self.press(*(f"cell-{cell}" for cell in cells))

    def text(self, *regions: str) -> str:
        """Return the text of the given regions, or of all regions."""
        self.check()
        shown = [self.regions[id] for id in regions or self.regions]
        return html.unescape(MARKUP.sub(" ", " ".join(shown)))

    def check(self) -> None:
        """Check that the patched regions equal a fresh rendering of the scene."""
        if self._running.done():
            self._running.result()
        for id, whole in drawn(self.scene, self.words).items():
            # The browser drops old history lines.
            size = len(whole) - len("</ol>") if id == "history" else None
            assert self.regions[id][:size] == whole[:size], id


class Pages:
    """A stepped table with pages."""

    def __init__(self, folder: Path, build: str, game: str) -> None:
        self.stepped = SteppedTable(folder, build)
        self.broadcaster = Broadcaster(self.stepped.session)
        self.game = game
        self._tabs: list[Tab] = []

    @property
    def state(self) -> TableState:
        """The current state of the table."""
        return self.stepped.session.state

    async def wait(self, for_ms: int = 300) -> None:
        """Handle what was sent, run the device, and update the pages."""
        for _ in range(4):
            await asyncio.sleep(0)
        self.stepped.run(for_ms)
        for _ in range(6):
            await asyncio.sleep(0)

    async def open(self, language: str = "en", may_act: bool = True) -> Tab:
        """Open a page in its own browser."""
        tab = Tab(self, Words(language), may_act)
        self._tabs.append(tab)
        await self.wait()
        return tab

    async def close(self) -> None:
        """Check and close all pages."""
        for tab in self._tabs:
            if not tab._running.done():
                tab.check()
            await tab.close()
        self.broadcaster.close()


Story = Callable[[Pages], Awaitable[None]]


def with_pages(story: Story, folder: Path, build: str = "cursor", game: str = "") -> None:
    """Run a story at a table with pages."""

    async def play() -> None:
        async with pages_open(folder, build, game) as pages:
            await story(pages)

    asyncio.run(play())


@asynccontextmanager
async def pages_open(folder: Path, build: str, game: str = "") -> AsyncIterator[Pages]:
    """Open a table with pages in the running event loop."""
    pages = Pages(folder, build, game)
    pages.broadcaster.start()
    await pages.wait(1500)
    try:
        yield pages
    finally:
        await pages.close()
