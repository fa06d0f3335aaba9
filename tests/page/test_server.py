"""The server of pages: between two pages of a client that reloads without end, others get a
turn.
"""

import asyncio
import logging
from errno import EMFILE, ENFILE
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from schiri.debug_log import log_path
from schiri.page import server as module
from schiri.page.access import PLAY, RIGHT, WATCH
from schiri.page.connections import MOST
from schiri.page.logs.library import LogLibrary
from schiri.page.request import PageReply, PageRequest
from schiri.page.routes import page_routes
from schiri.page.server import ACCEPTED, MOST_FILES, PageServer, allow_files, write_down_quietly
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


@pytest.mark.parametrize(("path", "page"), [("/", "live_page"), ("/nothing", "missing_page")])
def test_pages_of_many_spectators_are_drawn_one_at_a_time_and_a_players_at_once(
    path: str, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bool] = []

    def draw(asked: PageRequest, *_: object) -> PageReply:
        drawn.append(asked.value("by") == PLAY)
        return PageReply(b"page")

    monkeypatch.setattr(module, page, draw)

    async def play() -> list[int]:
        table = SteppedTable(tmp_path)
        server = PageServer(Words("en"), table.session, None, None)
        app, counts = server.build_app(), [0]
        with server.socket:
            async with allowed(app, WATCH) as watcher, allowed(app, PLAY) as player:
                asked = [asyncio.create_task(watcher.get(path)) for _ in range(MANY)]
                while not drawn:
                    await asyncio.sleep(0)
                asked.append(asyncio.create_task(player.get(f"{path}?by={PLAY}")))
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


INFINITY = 1 << 63


@pytest.mark.parametrize(
    ("now", "most", "then"),
    [
        (256, 4096, MOST_FILES),
        (256, INFINITY, MOST_FILES),
        (256, 512, 512),
        (512, 512, 512),
        (4096, 4096, 4096),
        (INFINITY, INFINITY, INFINITY),
    ],
)
def test_a_server_may_open_files_for_all_its_connections_where_the_system_lets_it(
    now: int, most: int, then: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    limits = [now, most]

    def change(_kind: int, wanted: tuple[int, int]) -> None:
        limits[:] = wanted

    monkeypatch.setattr(resource, "RLIM_INFINITY", INFINITY)
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", change)
    allow_files()
    assert limits == [then, most]

    def refuse(*_: object) -> None:
        raise ValueError("not allowed")

    # The server begins in any case.
    limits[:] = 256, 4096
    monkeypatch.setattr(resource, "setrlimit", refuse)
    allow_files()
    assert limits == [256, 4096]


def test_all_connections_have_a_file_to_open() -> None:
    assert 2 * (sum(MOST.values()) + 4 * ACCEPTED) < MOST_FILES


def test_an_error_that_repeats_itself_is_in_the_debug_log_once() -> None:
    write_down_quietly()
    logger = logging.getLogger("asyncio")
    before = len(written())
    for number in (EMFILE, EMFILE, ENFILE, EMFILE):
        for _ in range(100):
            logger.error("socket.accept() out of system resource", exc_info=OSError(number, ""))
    assert len(written()) - before == 3


def written() -> list[str]:
    """Return the tracebacks in the debug log."""
    path = log_path()
    text = path.read_text("utf-8") if path.exists() else ""
    return [line for line in text.splitlines() if line.startswith("OSError: ")]
