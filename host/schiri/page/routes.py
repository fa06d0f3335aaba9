"""The addresses of a server: pages to read, and their files.

Decides how a request becomes a `PageRequest`, how long a browser caches a file, and that readers of
logs do not delay players.  Must not know the contents of pages.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path

from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from schiri.errors import HostError
from schiri.page import files
from schiri.page.access import KEY, KEY_OF, PLAY, RIGHT, WATCH, YEAR_S
from schiri.page.document import COOKIE
from schiri.page.logs.library import LogLibrary
from schiri.page.logs.pages import ACTIONS, PAGES, reply_to
from schiri.page.logs.reader import PageReader, reader_of
from schiri.page.request import PageReply, PageRequest, cookies_in

# Players do not wait for spectators: each right has its own thread for reading.
Readers = Mapping[str, Executor]
# A larger page is sent in pieces of this size, a limited number at a time for each right, so that
# clients that do not read cannot fill the memory. Pieces of this size are compressed outside the
# loop.
PIECE = 1 << 17
MOST_LARGE = 8
# The most requests that wait for the thread of a right, including those whose client has gone.
MOST_WAITING = 32


def asked_of(request: HTTPConnection) -> PageRequest:
    """Return a request as a `PageRequest`."""
    return PageRequest(
        request.url.path,
        tuple(request.query_params.multi_items()),
        request.path_params,
        request.headers.get("accept-language", ""),
        dict(cookies_in(";".join(request.headers.getlist("cookie")))),
    )


def response_of(reply: PageReply) -> Response:
    """Return the response; a cookie that scripts may set keeps the chosen language."""
    found = Response(reply.body, reply.status, dict(reply.headers), reply.kind)
    if reply.language:
        found.set_cookie(COOKIE, reply.language, max_age=YEAR_S, samesite="strict")
    return found


class InPieces:
    """A response in pieces: the next one waits until the client has read the one before.

    Shape: it takes one of the ``places`` until it is sent, because all of it is in memory.
    """

    def __init__(self, response: Response, places: asyncio.Semaphore) -> None:
        self._response, self._places = response, places

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it; if it is not read, it ends with its connection."""
        found = self._response
        start = {"type": "http.response.start", "status": found.status_code}
        async with self._places:
            await send({**start, "headers": found.raw_headers})
            for at in range(0, len(found.body), PIECE):
                piece = found.body[at : at + PIECE]
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body"})


def readers() -> Readers:
    """Return the threads that read logs, by right."""
    return {right: ThreadPoolExecutor(1, f"reader-{right}") for right in (PLAY, WATCH)}


def page_routes(library: LogLibrary, readers: Readers, usual: str) -> list[BaseRoute]:
    """Return the routes of pages to read.

    Shape: ``usual`` is the default language; the threads ``readers`` make the pages while the
    server goes on.
    """

    large = {right: asyncio.Semaphore(MOST_LARGE) for right in readers}
    waiting = {right: asyncio.Semaphore(MOST_WAITING) for right in readers}

    def answering(
        make: Callable[[PageReader], PageReply],
    ) -> Callable[[Request], Awaitable[ASGIApp]]:
        async def answer(request: Request) -> ASGIApp:
            right = request.scope[RIGHT]
            reader = reader_of(asked_of(request), library, usual, right == PLAY)
            if not waiting[right].locked():
                async with waiting[right]:
                    making = readers[right].submit(reply_to, make, reader)
                    reply = await asyncio.wrap_future(making)
                if len(reply.body) <= PIECE:
                    return response_of(reply)
                if not large[right].locked():
                    return InPieces(response_of(reply), large[right])
            full = reader.words.error(HostError("page-full"))
            return PlainTextResponse(full, HTTPStatus.SERVICE_UNAVAILABLE)

        return answer

    return [
        *(Route(address, answering(make), methods=["POST"]) for address, make in ACTIONS.items()),
        *(Route(address, answering(make)) for address, make in PAGES.items()),
    ]


def file_routes() -> list[BaseRoute]:
    """Return the routes of static files, icons and manifest."""
    return [
        Route("/static/{name}", _static),
        Route("/logo.svg", _logo),
        Route("/icon/{side}.png", _icon),
        Route("/manifest.json", _manifest),
        Route("/art/{kind}/{name}.svg", _art),
        Route("/samples/{name}.svg", _sample),
    ]


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in files.FILES:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    # A request for another version gets the current file, uncached.
    is_this = str(request.url).endswith(files.address_of(name))
    headers = {**(files.FOR_EVER if is_this else {}), "vary": "accept-encoding"}
    is_zipped = "gzip" in request.headers.get("accept-encoding", "")
    if is_zipped:
        headers["content-encoding"] = "gzip"
    data = files.zipped(name) if is_zipped else files.FILES[name]
    return Response(data, media_type=files.KINDS[Path(name).suffix], headers=headers)


def _logo(_request: Request) -> Response:
    return Response(files.LOGO, media_type=files.SVG)


def _icon(request: Request) -> Response:
    # Compared as text: a number may have more digits than Python parses.
    side = request.path_params["side"]
    path = next((path for each, path in files.ICONS.items() if str(each) == side), None)
    return FileResponse(path) if path else Response(status_code=HTTPStatus.NOT_FOUND)


def _manifest(request: Request) -> Response:
    # An app on a phone's home screen lacks the browser's cookie, so its address contains the key.
    key = request.scope.get(KEY_OF)
    return JSONResponse(files.MANIFEST | {"start_url": f"/?{KEY}={key}" if key else "/"})


def _art(request: Request) -> Response:
    return _svg(files.art_svg(request.path_params["kind"], request.path_params["name"]))


def _sample(request: Request) -> Response:
    return _svg(files.sample_svg(request.path_params["name"]))


def _svg(drawn: str) -> Response:
    """Return the response with a picture, "" for a missing one."""
    if not drawn:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    return Response(drawn, media_type=files.SVG, headers=files.SHORTLY)
