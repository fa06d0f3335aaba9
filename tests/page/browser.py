"""Pages of a stepped table, in NiceGUI's own simulation of a browser: no network, no waiting."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from nicegui import Client, core, ui
from nicegui.testing.user import User
from nicegui.testing.user_simulation import user_simulation
from schiri.page.elements import Choice, Line, Tag
from schiri.page.hub import Hub
from schiri.page.keys import PLAY, WATCH
from schiri.page.opening import open_page
from schiri.page.viewer import Viewer
from schiri.table.state import TableState
from schiri.texts import Words

from tests.page.handlers import handlers_known
from tests.table.stepped import SteppedTable


class Tab:
    """A page as somebody sees it."""

    def __init__(self, table: "Pages", user: User) -> None:
        self._table = table
        self.user = user

    def shown(self) -> Iterator[ui.element]:
        """Yield each element that shows, from the top: NiceGUI's own filter took a third of all."""
        assert self.user.client
        waiting: list[ui.element] = [self.user.client.layout]
        while waiting:
            each = waiting.pop()
            if "hidden" not in each.props:
                yield each
                waiting += reversed(list(each))

    def texts(self, tag: str = "", within: str = "") -> list[str]:
        """Return what is said by each element that shows, of a tag, or within one of a class."""
        return [
            each.text
            for each in self.shown()
            if isinstance(each, Tag) and each.text and (not tag or each.tag == tag)
            if not within or any(within in above.classes for above in [each, *each.ancestors()])
        ]

    def items(self, within: str) -> list[Tag]:
        """Return the items of a list, from the top."""
        found = next(each for each in self.shown() if within in each.classes)
        return [each for each in found if isinstance(each, Tag)]

    def says(self, text: str) -> bool:
        """Return whether this shows anywhere."""
        return any(text in each for each in self.texts())

    def cell(self, name: str) -> str:
        """Return what a cell says to whoever does not see it."""
        (element,) = self._marked(f"cell-{name}")
        return str(element.props["aria-label"])

    async def click(self, text: str) -> None:
        """Click a button, or what has this marker."""
        said = (each for each in self.shown() if isinstance(each, Tag) and each.text == text)
        element = next(iter(self._marked(text)), None) or next(said)
        submits = element.props.get("type") == "submit"
        while submits and element.tag != "form":
            assert element.parent_slot
            element = element.parent_slot.parent
        self._trigger(element, "submit.prevent" if submits else "click")
        await self._table.wait()

    async def touch(self, *cells: str) -> None:
        """Touch cells of the board, one after the other."""
        for cell in cells:
            await self.click(f"cell-{cell}")

    async def write(self, label: str, text: str) -> None:
        """Type on the line with a label."""
        (line,) = self._labelled(label, Line)
        self._trigger(line, "input", text)
        await self._table.wait(0)

    async def submit(self, label: str) -> None:
        """Click the button that is nearest below the line with a label."""
        (line,) = self._labelled(label, Line)
        box: ui.element = line
        while not (
            found := [each for each in box if isinstance(each, Tag) and each.tag == "button"]
        ):
            assert box.parent_slot
            box = box.parent_slot.parent
        is_form = box.tag == "form"
        self._trigger(box if is_form else found[0], "submit.prevent" if is_form else "click")
        await self._table.wait()

    async def choose(self, label: str, value: str) -> None:
        """Choose a value."""
        (choice,) = self._labelled(label, Choice)
        self._trigger(choice, "change", value)
        await self._table.wait(0)

    def _marked(self, marker: str) -> list[ui.element]:
        words = set(marker.split())
        return [each for each in self.shown() if words.issubset(each._markers)]

    def _labelled(self, label: str, kind: type[ui.element]) -> list[ui.element]:
        found = [each for each in self.shown() if isinstance(each, kind)]
        return [each for each in found if label_of(each) == label]

    def _trigger(self, element: ui.element, event: str, args: object = None) -> None:
        from nicegui.testing.user_interaction import UserInteraction

        UserInteraction(self.user, {element}, None).trigger(event, args)


def label_of(element: ui.element) -> str:
    """Return the label around an element."""
    assert element.parent_slot
    return next(str(each.text) for each in element.parent_slot.parent if isinstance(each, Tag))


class Pages:
    """A stepped table with pages."""

    def __init__(self, folder: Path, build: str, game: str | None) -> None:
        self.stepped = SteppedTable(folder, build)
        self.hub = Hub(self.stepped.session)
        self.game = game
        # What has gone wrong that nobody has foreseen.
        self.failures: list[Exception] = []

    @property
    def state(self) -> TableState:
        """The newest moment."""
        return self.stepped.session.state

    async def wait(self, for_ms: int = 300) -> None:
        """Let the device run, and the pages catch up."""
        self.stepped.run(for_ms)
        for _ in range(3):
            await asyncio.sleep(0)

    async def open(self, language: str = "en", may_act: bool = True, path: str = "/") -> Tab:
        """Open a page in a browser of its own."""
        transport = httpx.ASGITransport(core.app)
        user = User(httpx.AsyncClient(transport=transport, base_url="http://test"))
        await user.open(f"{path}?language={language}&right={PLAY if may_act else WATCH}")
        tab = Tab(self, user)
        await self.wait()
        return tab


Scene = Callable[[Pages], Awaitable[None]]


def with_pages(scene: Scene, folder: Path, build: str = "cursor", game: str | None = None) -> None:
    """Play a scene at a table with pages."""

    async def play() -> None:
        async with pages_open(folder, build, game) as pages:
            await scene(pages)

    with handlers_known():
        asyncio.run(play())


@asynccontextmanager
async def pages_open(folder: Path, build: str, game: str | None = None) -> AsyncIterator[Pages]:
    """Open a table with pages, in the loop that runs."""
    pages = Pages(folder, build, game)

    def make(language: str, right: str) -> None:
        viewer = Viewer(Words(language), pages.hub, right == PLAY, pages.game)
        open_page(viewer, pages.hub, right)

    async with user_simulation(root=make):
        core.app.on_exception(pages.failures.append)
        try:
            pages.hub.start()
            await pages.wait(1500)
            yield pages
        finally:
            pages.hub.close()
            for client in list(Client.instances.values()):
                client.outbox.stop()
            # What is still on its way to browsers goes out, while NiceGUI is what it was.
            for _ in range(30):
                await asyncio.sleep(0)
            # NiceGUI would forget the modules of whatever made a page: all of ours.
            Client.page_routes.clear()
    assert pages.failures == []
