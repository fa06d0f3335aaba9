"""The addresses of logs: pages and downloads.

Decides what a browser may request.  Must not know the contents of a page, or the server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus

import htpy as h

from schiri.errors import HostError
from schiri.export import FORMS, export_text
from schiri.log.lines import BrokenLog
from schiri.page.document import missing_page
from schiri.page.files import FOR_EVER
from schiri.page.logs.game import analysis_page, remove_page, replay_page
from schiri.page.logs.games import games_page, removed_page, restore_page
from schiri.page.logs.library import LOG
from schiri.page.logs.player import player_page
from schiri.page.logs.reader import PageReader, problem_words
from schiri.page.logs.statistics import statistics_page
from schiri.page.request import PageReply, file_reply
from schiri.page.rules import rulebooks_page, rules_page

PICTURE = re.compile(r"([0-9]{1,6})\.(svg|png)", re.ASCII)
KINDS = {"svg": "image/svg+xml", "png": "image/png"}


def reply_to(make: Callable[[PageReader], PageReply], reader: PageReader) -> PageReply:
    """Return the reply, or a page with the reason why there is none."""
    try:
        return make(reader)
    except (HostError, BrokenLog) as error:
        if isinstance(error, HostError) and error.code == "page-missing":
            return missing_page(reader.asked, reader.words)
        words = reader.words
        is_refused = isinstance(error, HostError) and error.code == "page-watching"
        status = HTTPStatus.FORBIDDEN if is_refused else HTTPStatus.NOT_FOUND
        inside = (
            h.h1[words.gettext("Games")],
            h.p(".problem")[problem_words(words, error)],
            h.p[h.a(".button", href="/games")[words.gettext("All games")]],
        )
        return reader.page(words.gettext("Games"), *inside, status=status)


def _thumbnail(reader: PageReader) -> PageReply:
    drawn = reader.library.thumbnail(reader.asked.parts["name"])
    # The addresses in the list contain the version of the file.
    return PageReply(drawn.encode(), KINDS["svg"], headers=FOR_EVER)


def _export(reader: PageReader) -> PageReply:
    asked = reader.asked.parts
    if asked["form"] == LOG:
        return file_reply(*reader.library.log(asked["name"]), "application/jsonl")
    if asked["form"] not in FORMS:
        raise HostError("page-missing")
    found = reader.library.replay(asked["name"])
    data = export_text(reader.words, found.log, asked["form"]).encode()
    extension = FORMS[asked["form"]].extension
    return file_reply(f"{found.name}.{extension}", data, "text/plain; charset=utf-8")


def _picture(reader: PageReader) -> PageReply:
    asked = reader.asked.parts
    picture = PICTURE.fullmatch(asked["picture"])
    if picture is None:
        raise HostError("page-missing")
    name, data = reader.library.picture(reader.words, asked["name"], int(picture[1]), picture[2])
    return file_reply(name, data, KINDS[picture[2]])


# The page of each address.
PAGES: Mapping[str, Callable[[PageReader], PageReply]] = {
    "/games": games_page,
    "/games/removed": removed_page,
    "/games/{name}": replay_page,
    "/games/{name}/analysis": analysis_page,
    "/games/{name}/thumbnail.svg": _thumbnail,
    "/games/{name}/export/{form}": _export,
    "/games/{name}/picture/{picture}": _picture,
    "/statistics": statistics_page,
    "/statistics/player": player_page,
    "/rules": lambda reader: rulebooks_page(reader.asked, reader.words),
    "/rules/{game}": lambda reader: rules_page(reader.asked, reader.words),
}
# What is done at an address by a form, which has no fields.  The address is that of the page with
# the form: it shows the reason of a refusal.
ACTIONS: Mapping[str, Callable[[PageReader], PageReply]] = {
    "/games/removed/{name}": restore_page,
    "/games/{name}": remove_page,
}
