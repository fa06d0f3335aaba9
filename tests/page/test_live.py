"""A page of a scripted table: what it sends, and when."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

from schiri.page.hub import Hub
from schiri.page.live import Page
from schiri.page.patches import SharedPatches
from schiri.page.socket import SocketPage
from schiri.scene.compose import SharedScenes
from schiri.scene.viewer import MOST_LINES
from schiri.table.intents import Answer, Intent
from schiri.table.state import TableState
from schiri.texts import Words
from starlette.types import Message

from tests.scenes.scripted import moves, table_of


class Scripted:
    """A table whose states a test sets."""

    def __init__(self, state: TableState) -> None:
        self.state, self.scenes, self.patches = state, SharedScenes(), SharedPatches()

    def do(self, intent: Intent, answered: Callable[[Answer], object]) -> None:
        """Leave the intent open."""


def page_of(table: Scripted) -> Page:
    return Page(table, Words("en"), True, "", lambda: None)


def test_each_line_is_sent_and_said_once_also_past_the_limit_of_lines() -> None:
    table = Scripted(table_of([]))
    page = page_of(table)
    assert "say" not in page.message()
    for count in range(1, MOST_LINES + 2):
        table.state = table_of(moves(count))
        message: dict[str, Any] = page.message()
        assert len(message["lines"]) == len(message["say"]) == 1, count
    assert "Ann moves from a1 to c3" in message["lines"][0]
    assert message["say"] == ["Ann moves from a1 to c3"]


def test_of_another_game_only_the_last_line_is_said() -> None:
    table = Scripted(table_of(moves(5)))
    page = page_of(table)
    page.message()
    table.state = table_of(moves(4), "b.jsonl")
    assert page.message()["say"] == ["Ben moves from a1 to c3"]


def test_a_state_that_comes_while_a_slow_page_is_sent_to_is_sent_after_it() -> None:
    class Slow:
        def __init__(self) -> None:
            self.sent: list[dict[str, Any]] = []
            self.goes_on = asyncio.Semaphore(0)

        async def receive(self) -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        async def send_text(self, text: str) -> None:
            self.sent.append(json.loads(text))
            await self.goes_on.acquire()

    async def play() -> None:
        table, wire = Scripted(table_of([])), Slow()
        page = SocketPage(cast(Hub, table), Words("en"), True, "")
        running = asyncio.create_task(page.run(wire))
        for count in range(4):
            for _ in range(4):
                await asyncio.sleep(0)
            assert [len(each.get("lines", ())) for each in wire.sent] == [0, *[2] * count]
            # Two states come: the page is sent the newest one.
            for more in (1, 2):
                table.state = table_of(moves(2 * count + more))
                page.show()
            wire.goes_on.release()
        running.cancel()

    asyncio.run(play())
