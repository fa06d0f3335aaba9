"""The stored games as a list.

Decides its filters, and the contents of a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus

import htpy as h
from schiri_engines.registry import rows

from schiri.errors import HostError
from schiri.log.index import IndexedLog, LogFilter
from schiri.log.log_text import result_words
from schiri.page.document import same_page
from schiri.page.forms import options_html
from schiri.page.logs.library import Listing, id_of
from schiri.page.logs.reader import PageReader, problem_words
from schiri.page.request import PageReply
from schiri.prose import names_words
from schiri.prose.moments import when_words
from schiri.texts import N_

# Games on a page.
AT_ONCE = 30
# How many unreadable files are named at most.
NAMED = 10
REMOVED = "/games/removed"
# How far a game is, as it is asked for.
IS_OVER = {N_("finished"): True, N_("unfinished"): False}


def games_page(reader: PageReader) -> PageReply:
    """Return the list of games."""
    words, found = reader.words, reader.library.games(wanted_of(reader))
    first = max(0, (reader.number("page") or 1) - 1) * AT_ONCE
    return reader.page(
        words.gettext("Games"),
        h.h1[words.gettext("Games")],
        not found.is_empty and form_of(reader, found.names, asks_unfinished=True),
        h.p(".hint", role="status")[_count_words(reader, found)],
        h.ul(".kept")[(_line(reader, each) for each in found.games[first : first + AT_ONCE])],
        _pages(reader, first, len(found.games)),
        h.p(".hint")[_unread_words(reader, found)] if found.unread else None,
        bool(reader.library.removed())
        and h.p[h.a(".button.quiet", href=REMOVED)[words.gettext("Removed games")]],
    )


def removed_page(
    reader: PageReader, problem: str = "", status: HTTPStatus = HTTPStatus.OK
) -> PageReply:
    """Return the list of the games that were removed, each with a button that restores it."""
    words, found = reader.words, reader.library.removed()
    title, count = words.gettext("Removed games"), len(found)
    hint = words.gettext("They do not count in the statistics. Nothing of them is lost.")
    return reader.page(
        title,
        h.h1[title],
        h.p(".problem", role="alert")[problem] if problem else None,
        h.p(".hint")[hint if count else words.gettext("No game is removed.")],
        h.ul(".kept")[(_removed_line(reader, each) for each in found)],
        h.p[h.a(".button", href="/games")[words.gettext("All games")]],
        status=status,
    )


def restore_page(reader: PageReader) -> PageReply:
    """Restore a removed game; return the list without it, or with the reason why it stays."""
    reader.require_player()
    try:
        reader.library.restore(reader.asked.parts["name"])
    except HostError as error:
        return removed_page(reader, problem_words(reader.words, error), HTTPStatus.CONFLICT)
    return reader.go("/games")


def _removed_line(reader: PageReader, each: IndexedLog) -> h.Node:
    log, text = id_of(each.path), reader.words.gettext("Restore")
    return h.li(".kept")[
        _said(reader, each, f"/samples/{each.header.game}.svg"),
        reader.may_act
        and h.form(method="post", action=f"{REMOVED}/{log}")[h.button(type="submit")[text]],
    ]


def wanted_of(reader: PageReader) -> LogFilter:
    """Return the filter of a request; an invalid day is ignored, as in browsers."""
    try:
        day = datetime.strptime(reader.query("since"), "%Y-%m-%d")
        since = day.replace(tzinfo=reader.zone) if reader.zone else day.astimezone()
    except (ValueError, OverflowError):
        since = None
    names = tuple(filter(None, reader.asked.values("player")))
    return LogFilter(reader.query("game") or None, names, since, IS_OVER.get(reader.query("over")))


def form_of(reader: PageReader, names: Sequence[str], asks_unfinished: bool = False) -> h.Node:
    """Return the form of the filters; ``names`` are the players of all logs."""
    words, since = reader.words, reader.query("since")
    games = [("", words.gettext("all games"))]
    games += [(row.name, row.name.capitalize()) for row in rows()]
    players = [("", words.gettext("everyone")), *((name, name) for name in names)]
    ends = [("", words.gettext("all games")), *((each, words.gettext(each)) for each in IS_OVER)]
    return h.form(".asked", action=reader.asked.path)[
        _choice(reader, words.gettext("Game"), "game", games),
        _choice(reader, words.gettext("Who has played"), "player", players),
        h.label(".field")[
            h.span[words.gettext("Since")], h.input(type="date", name="since", value=since)
        ],
        asks_unfinished and _choice(reader, words.gettext("How far"), "over", ends),
        h.button(type="submit")[words.gettext("Show")],
    ]


def _choice(
    reader: PageReader, label: str, name: str, choices: Sequence[tuple[str, str]]
) -> h.Node:
    return h.label(".field")[
        h.span[label], h.select(name=name)[options_html(choices, reader.query(name))]
    ]


def _line(reader: PageReader, each: IndexedLog) -> h.Node:
    log = id_of(each.path)
    picture = f"/games/{log}/thumbnail.svg?v={each.file.changed}"
    return h.li[h.a(".kept", href=f"/games/{log}")[_said(reader, each, picture)]]


def _said(reader: PageReader, each: IndexedLog, picture: str) -> h.Node:
    """Return a picture and who played what, when, and how it ended."""
    words, header = reader.words, each.header
    began = datetime.fromisoformat(each.began)
    when = when_words(words, began, datetime.now().astimezone(reader.zone))
    return (
        h.img(src=picture, alt="", width=72, height=72, loading="lazy"),
        h.span(".said")[
            h.strong[names_words(words, header.players)],
            h.span[f"{header.game.capitalize()}, ", h.time(datetime=began.isoformat())[when]],
            h.span(".result")[result_words(words, header.game, each.last.event)],
        ],
    )


def _pages(reader: PageReader, first: int, count: int) -> h.Node:
    """Return links to the games before and after these, if there are any."""
    number = first // AT_ONCE + 1
    ways = [("prev", number - 1, reader.words.gettext("Newer games"))] if first else []
    if first + AT_ONCE < count:
        ways.append(("next", number + 1, reader.words.gettext("Older games")))
    if not ways:
        return None
    return h.nav(".row", aria_label=reader.words.gettext("More games"))[
        (
            h.a(".button", rel=rel, href=same_page(reader.asked, page=page))[text]
            for rel, page, text in ways
        )
    ]


def _count_words(reader: PageReader, found: Listing) -> str:
    """Return how many games there are, or why there is none."""
    words, count = reader.words, len(found.games)
    if found.is_empty:
        return words.gettext("No game was played yet: each one is kept here by itself.")
    if not count:
        return words.gettext("No game matches.")
    return words.counted("{count} game", "{count} games", count)


def _unread_words(reader: PageReader, found: Listing) -> str:
    names = ", ".join(found.unread[:NAMED]) + (" …" if len(found.unread) > NAMED else "")
    return reader.words.say("These files cannot be read as logs: {names}", names=names)
