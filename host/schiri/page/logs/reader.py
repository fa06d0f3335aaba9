"""The reader of a page: request, language and time zone.

Decides what a request reveals about its reader.  Must not know the contents of pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo
from functools import cache
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import unquote
from zoneinfo import ZoneInfo, available_timezones

import htpy as h

from schiri.errors import HostError
from schiri.log.lines import BrokenLog
from schiri.log.log_text import broken_words
from schiri.page.document import document, language_of
from schiri.page.logs.library import LogLibrary
from schiri.page.request import PageReply, PageRequest
from schiri.texts import Words

ZONE = "schiri-zone"


class PageReader(NamedTuple):
    """A request for a page.

    Shape: ``zone`` is the reader's, None for that of this PC; a spectator may not act.
    """

    asked: PageRequest
    words: Words
    library: LogLibrary
    zone: tzinfo | None
    may_act: bool

    def page(self, title: str, *inside: h.Node, status: HTTPStatus = HTTPStatus.OK) -> PageReply:
        """Return a page with this on it."""
        return document(
            self.asked,
            self.words,
            title,
            *inside,
            scripts=["reading.js"],
            status=status,
        )

    def go(self, address: str) -> PageReply:
        """Return the reply that leads a browser to another page, after an action."""
        return PageReply(b"", status=HTTPStatus.SEE_OTHER, headers={"location": address})

    def require_player(self) -> None:
        """Raises: HostError (page-watching), for a spectator."""
        if not self.may_act:
            raise HostError("page-watching")

    def query(self, name: str) -> str:
        """Return a parameter of the address, or ""."""
        return self.asked.value(name)

    def number(self, name: str) -> int | None:
        """Return a parameter that is a number, or None."""
        text = self.query(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def reader_of(asked: PageRequest, library: LogLibrary, usual: str, may_act: bool) -> PageReader:
    """Return the reader of a request; ``usual`` is the default language."""
    zone = zone_of(unquote(asked.cookies.get(ZONE, "")))
    return PageReader(asked, Words(language_of(asked, usual)), library, zone, may_act)


def problem_words(words: Words, error: HostError | BrokenLog) -> str:
    """Return the reason why a log cannot be read, without its path."""
    if isinstance(error, BrokenLog):
        return broken_words(words, error)
    return words.error(error.without_folder())


def zone_of(name: str) -> tzinfo | None:
    """Return the time zone that a browser names, None if it is unknown.

    >>> str(zone_of("Europe/Berlin")), zone_of("../../etc/passwd"), zone_of("")
    ('Europe/Berlin', None, None)
    """
    return ZoneInfo(name) if name in _zones() else None


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def wide_table(title: str, heads: Iterable[str], rows: h.Node, caption: h.Node = None) -> h.Node:
    """Return a table in a box that can be scrolled sideways, with keys too.

    Shape: on a phone a row is a block, and each of its cells shows its ``data_head``.
    """
    return h.div(".wide", tabindex="0", role="region", aria_label=title)[
        h.table[caption, h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]], h.tbody[rows]]
    ]
