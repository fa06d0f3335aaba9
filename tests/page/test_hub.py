"""What the pages of a table are told of its moments: each once, and only what is new of it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from schiri.device.reports import Lights
from schiri.page.board import BoardPage
from schiri.page.hub import Hub
from schiri.table.intents import NewGame
from schiri.table.session import TableSession
from schiri.table.state import TableState

from tests.page.browser import Pages, with_pages

FIRST = TableState(1, players=("Ann", "Ben"))
LIT = FIRST._replace(number=3, lights=Lights([(255, 0, 0)]))
MOVED = LIT._replace(number=4, log="switch.jsonl")


class Told:
    """A session that says what it is told to say, and a page that keeps what it hears."""

    def __init__(self) -> None:
        self.state = FIRST
        self.heard: list[int] = []
        self._watch: Callable[[TableState], object] = lambda _state: None

    def watch(self, watch: Callable[[TableState], object]) -> Callable[[], None]:
        self._watch = watch
        return lambda: None

    def start(self) -> None:
        self._watch(self.state)

    def show(self, state: TableState) -> None:
        self.heard.append(state.number)

    async def say(self, *states: TableState) -> list[int]:
        """Say these in one breath; return what the page has heard of it."""
        for self.state in states:
            self._watch(self.state)
        await asyncio.sleep(0)
        heard, self.heard = self.heard, []
        return heard


def test_a_page_is_told_the_newest_moment_once_and_no_signs_of_life() -> None:
    async def tell() -> None:
        told = Told()
        hub = Hub(cast(TableSession, told))
        hub.join(told)
        hub.start()
        assert await told.say() == [1]
        # That the device is still there is no news.
        assert await told.say(FIRST._replace(number=2)) == []
        # Of what comes in one breath the last is enough.
        assert await told.say(LIT, LIT._replace(number=4, players=())) == [4]

    asyncio.run(tell())


def test_where_only_the_lights_are_new_only_they_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(pages: Pages) -> None:
        await pages.open(may_act=False)
        pages.stepped.session.do(NewGame("switch", ("Ann", "Ben"), {}))
        await pages.wait(1000)
        (viewer,) = pages.hub._pages
        shown: list[str] = []
        monkeypatch.setattr(BoardPage, "show_board", lambda _page: shown.append("board"))
        monkeypatch.setattr(BoardPage, "show_lights", lambda _page: shown.append("lights"))
        lit = pages.state._replace(lights=Lights([(255, 0, 0)]))
        viewer.show(lit)
        assert shown == ["lights"]
        viewer.show(lit._replace(options={"setup": "free"}))
        assert shown == ["lights", "board"]

    with_pages(play, tmp_path)
