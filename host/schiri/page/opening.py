"""A page that somebody opens: it has a place as long as a browser is there for it.

Decides when a page begins and ends.  Must not know what it shows.
"""

from http import HTTPStatus
from typing import Protocol

import htpy as h
from nicegui import ui
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from schiri.errors import HostError
from schiri.page.access import RIGHT
from schiri.page.document import document
from schiri.page.hub import Hub, Shows
from schiri.page.keys import WATCH
from schiri.page.places import Place
from schiri.texts import Words


class Page(Shows, Protocol):
    """What shows a table, or what was played, once it is built."""

    def build(self) -> None: ...


def right_of(request: Request) -> str:
    """Return what a request may do."""
    return str(request.scope.get(RIGHT, WATCH))


def no_room(words: Words) -> Response:
    """Return what somebody is told for whom there is no place."""
    return PlainTextResponse(words.error(HostError("page-full")), HTTPStatus.SERVICE_UNAVAILABLE)


def no_page(request: Request, words: Words) -> Response:
    """Return what somebody is told who asks for a page that there is not, with a way back."""
    told, back = words.error(HostError("page-missing")), words.gettext("To the table")
    inside = h.p[told], h.p[h.a(".button", href="/")[back]]
    return document(request, words, told, *inside, status=HTTPStatus.NOT_FOUND)


def open_page(page: Page, hub: Hub, right: str) -> None:
    """Show a page in the browser that has just asked for one, as long as that is there."""
    client = ui.context.client
    page.build()
    hub.join(page, Place(right, client.delete))
    client.on_connect(lambda: hub.places.open(page))
    client.on_delete(lambda: hub.leave(page))
