"""Pages to read in NiceGUI's simulation of a browser: logs in a folder, read at once."""

from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from nicegui import core
from schiri.errors import HostError
from schiri.log.lines import BrokenLog
from schiri.page.logs.library import Library, id_of
from schiri.page.logs.routes import add_reading
from schiri.texts import Words
from starlette.requests import Request

from tests.page.browser import Pages, Tab, with_pages


class AtOnce(Executor):
    """An executor that does what it is given before it returns."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except (HostError, BrokenLog) as error:
            done.set_exception(error)
        return done


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
