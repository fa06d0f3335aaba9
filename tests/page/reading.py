"""Pages to read in NiceGUI's simulation of a browser: logs in a folder, read at once."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from nicegui import core
from schiri.page.logs.library import Library, id_of
from schiri.page.logs.routes import add_reading
from schiri.texts import Words
from starlette.requests import Request

from tests.page.browser import AtOnce, Pages, Tab, with_pages


class Reading:
    """Pages to read what lies in a folder."""

    def __init__(self, pages: Pages, folder: Path) -> None:
        self.library = Library(folder, AtOnce())
        self._pages = pages
        add_reading(core.app, pages.hub, self.library, words_of)

    async def open(self, path: str, language: str = "en") -> Tab:
        """Open a page to read; who only looks on may."""
        tab = await self._pages.open(language, may_act=False, path=path)
        await self._pages.wait()
        return tab

    async def replay(self, log: Path, language: str = "en") -> Tab:
        """Open the page of a log."""
        return await self.open(f"/games/{id_of(log)}", language)


def words_of(request: Request) -> Words:
    return Words(request.query_params.get("language", "en"))


def with_reading(scene: Callable[[Reading], Awaitable[None]], folder: Path) -> None:
    """Play a scene with pages to read; the logs lie in the folder."""

    async def play(pages: Pages) -> None:
        await scene(Reading(pages, folder))

    with_pages(play, folder / "table")
