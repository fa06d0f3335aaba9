"""Pages that are large: clients that read nothing of them do not fill the memory."""

import asyncio
from concurrent.futures import Executor, Future
from gzip import decompress as gunzip
from pathlib import Path
from typing import Any

import pytest
from schiri.page.access import PLAY, RIGHT, WATCH
from schiri.page.logs.library import LogLibrary
from schiri.page.request import PageReply
from schiri.page.routes import MOST_LARGE, MOST_WAITING, PIECE, page_routes
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Message

from tests.page.reading import AtOnce
from tests.patience import PATIENCE_S


@pytest.mark.parametrize("is_zipped", [False, True])
def test_large_pages_are_sent_in_pieces_and_few_at_a_time(
    is_zipped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = bytes(3 * PIECE + 1)
    page = PageReply(body, headers={"x-of": "page"})
    small = PageReply(b"small")
    monkeypatch.setattr("schiri.page.routes.PAGES", {"/a": lambda _: page, "/b": lambda _: small})
    readers = {right: AtOnce() for right in (PLAY, WATCH)}
    pages = Starlette(
        routes=page_routes(LogLibrary(tmp_path), readers, "en"),
        middleware=[Middleware(GZipMiddleware)],
    )
    accepts = [(b"accept-encoding", b"gzip" if is_zipped else b"identity")]
    # What each of the clients that read nothing was sent.
    sent: list[list[Message]] = []

    async def ask(right: str, path: str, is_read: asyncio.Event) -> list[Message]:
        found: list[Message] = []
        sent.append(found)

        async def send(message: Message) -> None:
            found.append({**message})
            # As a transport that has not sent it yet.
            await is_read.wait()

        async def receive() -> Message:
            raise AssertionError

        scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
        await pages({**scope, "headers": accepts, RIGHT: right}, receive, send)
        return found

    async def play() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await ask_all()

    async def ask_all() -> None:
        never, at_once = asyncio.Event(), asyncio.Event()
        at_once.set()
        waiting = [asyncio.create_task(ask(WATCH, "/a", never)) for _ in range(MOST_LARGE)]
        while not all(sent) or len(sent) < MOST_LARGE:
            await asyncio.sleep(0)
        # No more of them, but small ones and those of players.
        assert (await ask(WATCH, "/a", at_once))[0]["status"] == 503
        assert (await ask(WATCH, "/b", at_once))[0]["status"] == 200
        start, *rest = await ask(PLAY, "/a", at_once)
        assert start["status"] == 200 and (b"x-of", b"page") in start["headers"]
        assert max(len(each.get("body", b"")) for each in rest) <= PIECE
        read = b"".join(each.get("body", b"") for each in rest)
        assert (gunzip(read) if is_zipped else read) == body and not rest[-1].get("more_body")
        # Each has begun, and the next piece waits; one that goes makes room.
        assert [len(each) for each in sent[:MOST_LARGE]] == [1] * MOST_LARGE
        waiting[0].cancel()
        await asyncio.wait(waiting[:1])
        assert (await ask(WATCH, "/a", at_once))[0]["status"] == 200
        never.set()
        await asyncio.gather(*waiting[1:])
        assert (await ask(WATCH, "/a", at_once))[0]["status"] == 200

    asyncio.run(play())


class Later(Executor):
    """A thread that makes each page only once it is told to."""

    def __init__(self) -> None:
        self.asked: list[Future[Any]] = []

    def submit(self, *_made: Any, **_more: Any) -> Future[Any]:
        self.asked.append(Future())
        return self.asked[-1]


def test_so_many_requests_of_a_right_wait_and_those_of_the_other_do_not_mind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schiri.page.routes.PAGES", {"/a": lambda _: PageReply(b"")})
    readers = {right: Later() for right in (PLAY, WATCH)}
    pages = Starlette(routes=page_routes(LogLibrary(tmp_path), readers, "en"))

    async def ask(right: str) -> int:
        sent: list[Message] = []

        async def receive() -> Message:
            raise AssertionError

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/a", "headers": [], RIGHT: right}
        await pages({**scope, "query_string": b""}, receive, send)
        return int(sent[0]["status"])

    async def play() -> None:
        # None of those clients is there any more, but that is known only once it is answered.
        gone = [asyncio.create_task(ask(WATCH)) for _ in range(MOST_WAITING)]
        while len(readers[WATCH].asked) < MOST_WAITING:
            await asyncio.sleep(0)
        assert await ask(WATCH) == 503 and len(readers[WATCH].asked) == MOST_WAITING
        player = asyncio.create_task(ask(PLAY))
        while not readers[PLAY].asked:
            await asyncio.sleep(0)
        for each in (*readers[PLAY].asked, *readers[WATCH].asked):
            each.set_result(PageReply(b"a"))
        assert await asyncio.gather(player, *gone) == [200] * (1 + MOST_WAITING)

    asyncio.run(play())
