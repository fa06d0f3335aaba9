"""The server of the pages of one table.

Decides who may reach it, what is served, and how it begins and ends.  Must not know what a page
shows, or a word of it.
"""

import gc
import logging
import signal
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI, Request, Response
from nicegui import app as pages
from nicegui import ui
from uvicorn.server import HANDLED_SIGNALS

from schiri.clock import now_ms
from schiri.debug_log import LOGGER, bug
from schiri.errors import HostError
from schiri.page.access import KEY, ONCE, Access
from schiri.page.address import HERE, Address, link_address, listen_at, names_of
from schiri.page.connections import Connection, Crowd
from schiri.page.hub import Hub
from schiri.page.keys import PLAY, Keys, OneTimeLink, kept_keys, keys_path
from schiri.page.language import language_of
from schiri.page.logs.library import open_library
from schiri.page.logs.routes import reading_routes
from schiri.page.look import LOGO, look_routes
from schiri.page.opening import no_page, no_room, open_page, right_of
from schiri.page.sockets import check_sockets
from schiri.page.viewer import Viewer
from schiri.table.session import TableSession
from schiri.texts import Words

# What a browser may send at once.
MOST_BYTES = 1 << 16
# How long connections may take to end, and how long a browser that is gone may come back.
GOODBYE_S = 1
RECONNECT_S = 10.0
QUIET = ("nicegui", "uvicorn", "asyncio", "engineio.server", "socketio.server")


class PageServer:
    """Pages of a table; it listens from the beginning, and serves while it runs.

    Shape: ``address`` is where others may reach it too, None for this PC alone; ``game`` is what
    shall be played; ``socket`` listens; ``hub`` has the pages; ``bug`` is what has gone wrong that
    nobody has foreseen.
    """

    def __init__(
        self, words: Words, session: TableSession, game: str | None, address: Address | None
    ) -> None:
        """Raises: HostError (address-unusable)."""
        self.bug: HostError | None = None
        self._words, self._game = words, game
        self.hub = Hub(session)
        self.socket = listen_at(address)
        self._library = open_library()
        host = address.host if address else HERE
        self._link = link_address(self.socket, host)
        self._keys: Keys | None = kept_keys(keys_path()) if address else None
        self._names = names_of(host) | {self._link.host.lower()}
        self._once = OneTimeLink(now_ms)

    @property
    def url(self) -> str:
        """The link for who plays."""
        return self._url(self._keys.player if self._keys else "")

    @property
    def watch_url(self) -> str:
        """The link for who only looks on, "" where nobody else can reach it."""
        return self._url(self._keys.watcher) if self._keys else ""

    def url_to_open(self) -> str:
        """Return the link for the browser of this PC: others see what that is called with."""
        return self._url(self._once.make(), ONCE) if self._keys else self.url

    def _url(self, key: str, parameter: str = KEY) -> str:
        return f"http://{self._link.text}/" + (f"?{parameter}={key}" if key else "")

    def run(self, begun: Callable[[], object]) -> None:
        """Serve until somebody ends the program.

        Shape: ``begun`` is called as soon as a signal ends it, before anything is served.
        """
        write_down_quietly()
        server = self.server()

        def end(_number: int, _frame: object) -> None:
            server.should_exit = True

        # uvicorn has handlers of its own only while it serves, and hands each signal on to these.
        for number in HANDLED_SIGNALS:
            signal.signal(number, end)
        begun()
        # What is loaded stays: to look for garbage in it stopped all pages for a tenth of a second.
        gc.collect()
        gc.freeze()
        server.run(sockets=[self.socket])

    def server(self) -> uvicorn.Server:
        """Return what serves the pages, at ``socket``."""

        class Guest(Connection):
            crowd = Crowd()

        app, language = self.build_app(), self._words.language
        config = uvicorn.Config(
            Access(app, self._names, self._link.port, self._keys, language, self._once),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            http=Guest,
            ws_max_size=MOST_BYTES,
            timeout_graceful_shutdown=GOODBYE_S,
        )
        return uvicorn.Server(config)

    def build_app(self) -> FastAPI:
        """Return the app that serves pages and what belongs to them."""
        routes = [*look_routes(), *reading_routes(self._library, self._words.language)]
        app = FastAPI(routes=routes, openapi_url=None, docs_url=None, redoc_url=None)
        ui.page("/", response_timeout=10)(self._page_maker())
        pages.on_startup(self.hub.start)
        pages.on_shutdown(self._library.close)
        pages.on_shutdown(self.hub.close)
        pages.on_exception(self._keep_bug)
        ui.run_with(
            app,
            title="Schiri",
            favicon=LOGO,
            viewport="width=device-width, initial-scale=1, viewport-fit=cover",
            dark=None,
            tailwind=False,
            reconnect_timeout=RECONNECT_S,
            binding_refresh_interval=None,
            show_welcome_message=False,
        )
        check_sockets()
        # Theirs is in English alone.
        pages.add_exception_handler(404, self._no_page)
        return app

    def _page_maker(self) -> Callable[[Request], Response | None]:
        def make(request: Request) -> Response | None:
            words = self._words_for(request)
            right = right_of(request)
            if not self.hub.places.make_room(right):
                return no_room(words)
            may_act = right == PLAY
            open_page(Viewer(words, self.hub, may_act, self._game), self.hub, right)
            return None

        return make

    def _no_page(self, request: Request, _error: Exception) -> Response:
        return no_page(request, self._words_for(request))

    def _words_for(self, request: Request) -> Words:
        """Return the words of whoever asks for a page."""
        return Words(language_of(request, self._words.language))

    def _keep_bug(self, error: Exception) -> None:
        """Write down what has gone wrong; the table is the session's, and goes on."""
        self.bug = bug(error)


def write_down_quietly() -> None:
    """Let what libraries have to say be in the debug log: nobody at a table wants to read it."""
    for name in QUIET:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = list(LOGGER.handlers), False
