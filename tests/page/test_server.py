"""The server of pages: between two pages of a client that reloads without end, others get a
turn.
"""

import asyncio
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from schiri.page import server as module
from schiri.page.access import PLAY, RIGHT, WATCH
from schiri.page.request import PageReply
from schiri.page.server import PageServer
from schiri.texts import Words
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.table.stepped import SteppedTable

MANY = 30


def allowed(app: ASGIApp, right: str) -> httpx.AsyncClient:
    """Return a person with this right, as `Access` lets them through."""

    async def let_in(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, RIGHT: right}, receive, send)

    return httpx.AsyncClient(transport=httpx.ASGITransport(let_in), base_url="http://here")


def test_pages_of_many_spectators_are_drawn_one_at_a_time_and_a_players_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bool] = []

    def draw(*of: object) -> PageReply:
        drawn.append(bool(of[3]))
        return PageReply(b"page")

    monkeypatch.setattr(module, "live_page", draw)

    async def play() -> list[int]:
        table = SteppedTable(tmp_path)
        server = PageServer(Words("en"), table.session, None, None)
        app, counts = server.build_app(), [0]
        with server.socket:
            async with allowed(app, WATCH) as watcher, allowed(app, PLAY) as player:
                asked = [asyncio.create_task(watcher.get("/")) for _ in range(MANY)]
                while not drawn:
                    await asyncio.sleep(0)
                asked.append(asyncio.create_task(player.get("/")))
                while len(drawn) <= MANY:
                    counts.append(len(drawn))
                    await asyncio.sleep(0)
                await asyncio.gather(*asked)
        return counts

    counts = asyncio.run(play())
    # At most one page of each kind is drawn between two steps of the loop, so moves are handled.
    assert max(after - before for before, after in pairwise(counts[1:])) <= 2
    assert len(drawn) == MANY + 1 and drawn.index(True) < MANY // 2
