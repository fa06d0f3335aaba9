"""The server of the pages of one table.

Decides who may reach it, what is served, and how it begins and ends.  Must not know what a page
shows.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected
from uvicorn.server import HANDLED_SIGNALS

from schiri.clock import now_ms
from schiri.debug_log import LOGGER, bug
from schiri.errors import HostError
from schiri.page import access
from schiri.page.access import PLAY, RIGHT, WATCH
from schiri.page.address import HERE, Address, link_addresses, listen_at, names_of
from schiri.page.broadcaster import Broadcaster
from schiri.page.connections import (
    MOST_MESSAGE_BYTES,
    BrowserConnection,
    ConnectionLimits,
    PageSocket,
)
from schiri.page.document import language_of, missing_page
from schiri.page.live import live_page
from schiri.page.logs.library import address_of_log, open_library
from schiri.page.phones import ADDRESS, phones
from schiri.page.routes import asked_of, file_routes, page_routes, readers, response_of
from schiri.page.socket import SocketPage
from schiri.table.intents import RefreshOffers
from schiri.table.session import TableSession
from schiri.texts import Words

# How many connections a turn of the loop accepts: each of them delays a press, and each must be
# read before later ones replace it.
ACCEPTED = 2
# The length of the system's queue of connections; others try again after a second.
WAITING = 512
# More open files than all connections need. A port is read with ``select``, which allows no more.
MOST_FILES = 1024
# How long connections may take to end.
GOODBYE_S = 1
QUIET = ("uvicorn", "asyncio", "websockets")
# Answers from this size on are compressed.
LEAST_ZIPPED = 1000
FULL = 1013


class ListeningServer(uvicorn.Server):
    """A server that accepts few connections at a time, while many may wait."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            # The loop has one number for both, and has used it as the length of the queue too.
            each.listen(WAITING)


class OneAtATime:
    """A middleware in which the requests of each right begin one at a time.

    Shape: the loop turns between any two of them, so that endless requests delay no move.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._beginning = {right: asyncio.Lock() for right in (PLAY, WATCH)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            async with self._beginning[scope.get(RIGHT, WATCH)]:
                await asyncio.sleep(0)
        await self._app(scope, receive, send)


class PageServer:
    """The server of a table's pages; it listens from the beginning, and serves while it runs.

    Shape: ``address`` is one for other devices, None for this PC alone; ``allowed`` are names of a
    router or a proxy that leads here; ``game`` is the game to offer; ``socket`` listens;
    ``broadcaster`` has the pages; ``bug`` is an unexpected error.
    """

    def __init__(
        self,
        words: Words,
        session: TableSession,
        game: str | None,
        address: Address | None,
        allowed: Collection[str] = (),
    ) -> None:
        """Raises: HostError (address-unusable)."""
        self.bug: HostError | None = None
        self._words, self._game = words, game or ""
        self.broadcaster = Broadcaster(session)
        self.socket = listen_at(address)
        self._library = open_library(lambda: session.do(RefreshOffers()))
        self._readers = readers()
        self._host, self._allowed = address.host if address else HERE, allowed
        self._links = self.links()
        # A proxy may lead other PCs to an address of this PC alone.
        is_open = address is not None or bool(allowed)
        self._keys = access.CurrentKeys(access.keys_path()) if is_open else None
        self._once = access.OneTimeLink(now_ms)

    @property
    def url(self) -> str:
        """The link for players."""
        return self._url(self._keys().player if self._keys else "")

    @property
    def watch_url(self) -> str:
        """The link for spectators, "" if no other PC can reach it."""
        return self._url(self._keys().watcher) if self._keys else ""

    def url_to_open(self) -> str:
        """Return the link for the browser of this PC; other users can see its command line."""
        return self._url(self._once.make(), access.ONCE) if self._keys else self.url

    def links(self) -> list[Address]:
        """Return the current addresses of the links, the likeliest first."""
        return link_addresses(self.socket, self._host)

    def _url(self, key: str, parameter: str = access.KEY, at: Address | None = None) -> str:
        where = (at or self._links[0]).text
        return f"http://{where}/" + (f"?{parameter}={key}" if key else "")

    def run(self, begun: Callable[[], object]) -> None:
        """Serve until the program is ended.

        Shape: ``begun`` is called as soon as a signal ends it, before anything is served.
        """
        write_down_quietly()
        allow_files()
        server = self.server()

        def end(_number: int, _frame: object) -> None:
            server.should_exit = True

        # uvicorn has its own handlers only while it serves, and passes each signal on to these.
        for number in HANDLED_SIGNALS:
            signal.signal(number, end)
        begun()
        server.run(sockets=[self.socket])

    def server(self) -> uvicorn.Server:
        """Return the server of the pages, at ``socket``."""

        entrance = access.Access(
            self.build_app(),
            {*names_of(self._host), *(each.text.rpartition(":")[0] for each in self._links)},
            self._links[0].port,
            self._keys,
            self._words.language,
            self._once,
            self._allowed,
        )

        class Peer(BrowserConnection):
            limits = ConnectionLimits()
            is_let_in = staticmethod(entrance.is_let_in)

        config = uvicorn.Config(
            entrance,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            http=Peer,
            ws=PageSocket,
            ws_max_size=MOST_MESSAGE_BYTES[WATCH],
            backlog=ACCEPTED,
            # Compression would need memory for each connection, and messages are small.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GOODBYE_S,
        )
        return ListeningServer(config)

    def build_app(self) -> Starlette:
        """Return the app that serves pages and their files."""

        @asynccontextmanager
        async def lifespan(_app: Starlette) -> AsyncIterator[None]:
            self.broadcaster.start()
            yield
            # Waiting requests of readers are dropped.
            for each in self._readers.values():
                each.shutdown(wait=False, cancel_futures=True)
            self.broadcaster.close()

        return Starlette(
            routes=[
                Route("/", self._table),
                WebSocketRoute("/socket", self._socket),
                *file_routes(),
                Route("/games/now", self._now),
                Route("/phones", self._phones),
                *page_routes(self._library, self._readers, self._words.language),
            ],
            middleware=[
                Middleware(OneAtATime),
                Middleware(GZipMiddleware, minimum_size=LEAST_ZIPPED),
            ],
            exception_handlers={404: self._missing, Exception: self._keep_bug},
            lifespan=lifespan,
        )

    async def _table(self, request: Request) -> Response:
        """Answer with the current page; its browser then connects for changes."""
        words, right = self._words_for(request), right_of(request)
        if not self.broadcaster.has_room(right):
            return PlainTextResponse(
                words.error(HostError("page-full")), HTTPStatus.SERVICE_UNAVAILABLE
            )
        has_links = right == PLAY and self._keys is not None
        asked, may_act = asked_of(request), right == PLAY
        return response_of(
            live_page(asked, self.broadcaster, words, may_act, self._game, has_links)
        )

    async def _phones(self, request: Request) -> Response:
        """Return the phone links, to players only."""
        words = self._words_for(request)
        if right_of(request) != PLAY or self._keys is None:
            return await self._missing(request, HTTPException(HTTPStatus.NOT_FOUND))
        asked, links = asked_of(request), self.links()
        found = [each for each in links if each.text == asked.value(ADDRESS)]
        at = (found or links)[0]
        player, watcher = (self._url(key, at=at) for key in self._keys())
        others = [each.text for each in links if each != at]
        return response_of(phones(asked, words, player, watcher, others))

    async def _socket(self, socket: WebSocket) -> None:
        """Serve the socket of a page while it is open, with the right of its browser's key."""
        right, words = right_of(socket), self._words_for(socket)
        await socket.accept()
        if not self.broadcaster.has_room(right):
            await socket.close(FULL)
            return
        page = SocketPage(self.broadcaster, words, right == PLAY, self._game)
        self.broadcaster.join(page, right)
        try:
            with suppress(WebSocketDisconnect, WebSocketDisconnected):
                await page.run(socket)
        except Exception as error:  # noqa: BLE001  # one page ends, the table goes on
            self.bug = bug(error)
        finally:
            self.broadcaster.leave(page)
            page.viewer.leave()

    async def _now(self, _request: Request) -> Response:
        """Redirect to the replay of the current game, because a page does not know its log."""
        game = self.broadcaster.state.game
        address = address_of_log(game.log if game else "")
        return RedirectResponse(address, HTTPStatus.SEE_OTHER)

    def _words_for(self, asked: HTTPConnection) -> Words:
        """Return the words in the language of a request."""
        return Words(language_of(asked_of(asked), self._words.language))

    async def _missing(self, request: Request, _error: Exception) -> Response:
        return response_of(missing_page(asked_of(request), self._words_for(request)))

    async def _keep_bug(self, _request: Request, error: Exception) -> Response:
        """Save a report of an error; the table belongs to the session and goes on."""
        self.bug = bug(error)
        return PlainTextResponse("", HTTPStatus.INTERNAL_SERVER_ERROR)


def right_of(asked: HTTPConnection) -> str:
    """Return the right of a request."""
    return str(asked.scope.get(RIGHT, WATCH))


def write_down_quietly() -> None:
    """Send messages of libraries to the debug log."""
    for name in QUIET:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = list(LOGGER.handlers), False
        logger.filters = [is_no_repetition()]


def is_no_repetition() -> Callable[[logging.LogRecord], bool]:
    """Return a filter that drops a message equal to the last one: a flood repeats its error."""
    last = ""

    def is_new(record: logging.LogRecord) -> bool:
        nonlocal last
        before, last = last, f"{record.getMessage()} {record.exc_info and record.exc_info[1]!r}"
        return last != before

    return is_new


def allow_files() -> None:
    """Raise the limit of open files to what all connections need, as far as the system allows."""
    if sys.platform == "win32":
        return
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
