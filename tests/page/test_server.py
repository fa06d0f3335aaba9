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
from schiri.page.logs.library import LogLibrary
from schiri.page.request import PageReply
from schiri.page.routes import page_routes
from schiri.page.server import PageServer
from schiri.texts import Words
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.page.reading import AtOnce
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


def test_pages_of_spectators_are_read_in_their_own_thread(tmp_path: Path) -> None:
    readers = {right: AtOnce() for right in (PLAY, WATCH)}
    pages = Starlette(routes=page_routes(LogLibrary(tmp_path), readers, "en"))

    async def ask() -> list[list[int]]:
        counts = []
        for right in (WATCH, PLAY):
            async with allowed(pages, right) as person:
                await person.get("/rules")
            counts.append([readers[each].count for each in (WATCH, PLAY)])
        return counts

    assert asyncio.run(ask()) == [[1, 0], [1, 1]]


def test_a_socket_speaks_of_the_game_that_is_offered_in_the_language_of_its_page(
    tmp_path: Path,
) -> None:
    server = PageServer(Words("en"), SteppedTable(tmp_path).session, "zwoggel", None)
    app = server.build_app()

    async def let_in(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, RIGHT: PLAY}, receive, send)

    with server.socket, TestClient(let_in).websocket_connect("/socket?language=de") as socket:
        put = socket.receive_json()["put"]
    assert "Ihr braucht die echten Karten" in put["forms"] and 'href="/rules/zwoggel"' in put["top"]
