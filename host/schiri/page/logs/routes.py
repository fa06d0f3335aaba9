"""The addresses of what is read: pages, and files to take along.

Decides what a browser may ask for.  Must not know what stands on a page, or which server has it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from urllib.parse import quote

import htpy as h
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from schiri.errors import HostError
from schiri.export import FORMS, export_text
from schiri.log.lines import BrokenLog
from schiri.page.logs.analysed import analysis_page
from schiri.page.logs.games import games_page
from schiri.page.logs.library import Library
from schiri.page.logs.reader import Reader, problem_words, reader_of
from schiri.page.logs.replay import replay_page
from schiri.page.logs.statistics import statistics_page
from schiri.page.look import FOR_EVER

# What the file of each form ends with.
ENDS = {"text": "txt", "cast": "cast", "bgstats": "bgsplay", "bgstats-link": "txt"}
PICTURE = re.compile(r"([0-9]{1,6})\.(svg|png)", re.ASCII)
KINDS = {"svg": "image/svg+xml", "png": "image/png"}


def reading_routes(library: Library, usual: str) -> list[BaseRoute]:
    """Return the routes of what there is to read.

    Shape: ``usual`` is the language of a browser that asks for none of ours.
    """

    def answering(make: Callable[[Reader], Response]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            reader = reader_of(request, library, usual)
            return await library.ask(lambda: _made(make, reader))

        return answer

    makers = {
        "/games": games_page,
        "/games/{name}": replay_page,
        "/games/{name}/analysis": analysis_page,
        "/games/{name}/thumbnail.svg": _thumbnail,
        "/games/{name}/export/{form}": _export,
        "/games/{name}/picture/{picture}": _picture,
        "/statistics": statistics_page,
    }
    return [Route(address, answering(make)) for address, make in makers.items()]


def _made(make: Callable[[Reader], Response], reader: Reader) -> Response:
    """Return what is asked for, or a page that says why it cannot be had."""
    try:
        return make(reader)
    except (HostError, BrokenLog) as error:
        words = reader.words
        inside = (
            h.h1[words.gettext("Games")],
            h.p(".problem")[problem_words(words, error)],
            h.p[h.a(".button", href="/games")[words.gettext("All games")]],
        )
        return reader.page(words.gettext("Games"), *inside, status=HTTPStatus.NOT_FOUND)


def _thumbnail(reader: Reader) -> Response:
    drawn = reader.library.thumbnail(reader.request.path_params["name"])
    # The list has the state of the file in the address.
    return Response(drawn, media_type=KINDS["svg"], headers=FOR_EVER)


def _export(reader: Reader) -> Response:
    asked = reader.request.path_params
    if asked["form"] not in FORMS:
        raise HostError("page-missing")
    found = reader.library.replay(asked["name"])
    data = export_text(reader.words, found.log, asked["form"]).encode()
    end = ENDS.get(asked["form"], asked["form"])
    return _file(f"{found.name}.{end}", data, "text/plain; charset=utf-8")


def _picture(reader: Reader) -> Response:
    asked = reader.request.path_params
    picture = PICTURE.fullmatch(asked["picture"])
    if picture is None:
        raise HostError("page-missing")
    name, data = reader.library.picture(reader.words, asked["name"], int(picture[1]), picture[2])
    return _file(name, data, KINDS[picture[2]])


def _file(name: str, data: bytes, kind: str) -> Response:
    """Return what a browser keeps as a file, and never opens as a page of ours."""
    named = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"content-disposition": named})
