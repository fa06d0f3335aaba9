"""The addresses of what is read: pages, and files to take along.

Decides what a browser may ask for.  Must not know what stands on a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import tzinfo
from http import HTTPStatus
from urllib.parse import quote, unquote

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from nicegui import ui

from schiri.errors import HostError
from schiri.export import FORMS, export_text
from schiri.log.lines import BrokenLog
from schiri.page.hub import Hub
from schiri.page.logs.figures import FiguresPage
from schiri.page.logs.games import GamesPage
from schiri.page.logs.library import Library
from schiri.page.logs.reader import Reader, problem_words, zone_of
from schiri.page.logs.replay import ReplayPage
from schiri.page.opening import no_room, open_page, right_of
from schiri.page.samples import VIEWS, sample
from schiri.texts import Words

ZONE = "schiri-zone"
# What the file of each form ends with.
ENDS = {"text": "txt", "cast": "cast", "bgstats": "bgsplay", "bgstats-link": "txt"}
PICTURE = re.compile(r"([0-9]{1,6})\.(svg|png)", re.ASCII)
KINDS = {"svg": "image/svg+xml", "png": "image/png"}
# A picture of a game stays what it is while this program runs.
KEPT = {"cache-control": "max-age=600"}
XMLNS = "http://www.w3.org/2000/svg"
WordsOf = Callable[[Request], Words]


def add_reading(app: FastAPI, hub: Hub, library: Library, words_of: WordsOf) -> None:
    """Serve what there is to read: its pages, and of an app the files."""

    def add(address: str, made: Callable[[Request], Reader]) -> None:
        def make(request: Request) -> Response | None:
            if not hub.places.make_room(right := right_of(request)):
                return no_room(words_of(request))
            open_page(made(request), hub, right)
            return None

        ui.page(address, response_timeout=10)(make)

    def games(request: Request) -> Reader:
        return GamesPage(words_of(request), library, _zone(request))

    def figures(request: Request) -> Reader:
        return FiguresPage(words_of(request), library, _zone(request))

    def replay(request: Request) -> Reader:
        at = request.query_params.get("at", "")
        first = int(at) if re.fullmatch("[0-9]{1,6}", at, re.ASCII) else None
        name = request.path_params["name"]
        return ReplayPage(words_of(request), library, _zone(request), name, first)

    add("/games", games)
    add("/figures", figures)
    add("/games/{name}", replay)
    add_files(app, library, words_of)


def add_files(app: FastAPI, library: Library, words_of: WordsOf) -> None:
    """Serve the files that can be taken along, made anew each time."""

    @app.get("/games/{name}/export/{form}")
    async def export(request: Request, name: str, form: str) -> Response:
        words = words_of(request)
        if form not in FORMS:
            return Response(status_code=HTTPStatus.NOT_FOUND)

        def made() -> tuple[str, bytes]:
            found = library.replay(name)
            text = export_text(words, found.log, form)
            return f"{found.name}.{ENDS.get(form, form)}", text.encode()

        return await answer(words, made, "text/plain; charset=utf-8")

    @app.get("/games/{name}/picture/{picture}")
    async def picture(request: Request, name: str, picture: str) -> Response:
        asked, words = PICTURE.fullmatch(picture), words_of(request)
        if asked is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        entry, form = int(asked[1]), asked[2]
        return await answer(words, lambda: library.picture(words, name, entry, form), KINDS[form])

    @app.get("/samples/{game}.svg")
    def small(game: str) -> Response:
        if game not in VIEWS:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        # By itself, unlike within a page, a picture has to say what it is.
        drawn = sample(game).replace("<svg ", f'<svg xmlns="{XMLNS}" ', 1)
        return Response(drawn, media_type=KINDS["svg"], headers=KEPT)

    async def answer(words: Words, made: Callable[[], tuple[str, bytes]], kind: str) -> Response:
        try:
            file, data = await library.ask(made)
        except (HostError, BrokenLog) as error:
            return PlainTextResponse(problem_words(words, error), HTTPStatus.NOT_FOUND)
        # It is kept as a file, never opened as a page of ours.
        named = f"attachment; filename*=UTF-8''{quote(file, safe='')}"
        return Response(data, media_type=kind, headers={"content-disposition": named})


def _zone(request: Request) -> tzinfo | None:
    return zone_of(unquote(request.cookies.get(ZONE, "")))
