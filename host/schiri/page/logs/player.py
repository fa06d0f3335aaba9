"""The games of one player: how many, how they ended, against whom, which most often.

Decides what is drawn of them.  Must not count anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

import htpy as h
from markupsafe import Markup

from schiri.page.document import same_page
from schiri.page.logs.library import Counting
from schiri.page.logs.reader import PageReader
from schiri.page.request import PageReply
from schiri.picture.chart import bar_svg
from schiri.prose.clock import duration_digits
from schiri.stats.figures import PlayerFigures
from schiri.stats.player import PlayerRecord, record_of
from schiri.texts import N_, Words

ADDRESS = "/statistics/player"
# A result as a sign, and in words.
RESULTS = {"won": ("★", N_("won")), "drawn": ("=", N_("drawn")), "lost": ("–", N_("lost"))}


def address_of_player(name: str) -> str:
    """Return where the games of a player are.

    >>> address_of_player("Oma Erna")
    '/statistics/player?name=Oma+Erna'
    """
    return f"{ADDRESS}?{urlencode({'name': name})}"


def player_page(reader: PageReader) -> PageReply:
    """Return the page of a player, as far as the games have been counted."""
    words, name = reader.words, reader.query("name")
    found = reader.library.counted()
    record = record_of(name, found.games)
    title = record.name if record else words.gettext("Player")
    return reader.page(
        title,
        h.h1[title],
        counting_on(reader, found),
        _games(words, record) if record else h.p[words.gettext("No game of this name is kept.")],
        h.p(".row")[
            _all_games(words, record.name) if record else None,
            h.a(".button", href="/statistics")[words.gettext("Statistics of all")],
        ],
    )


def counting_on(reader: PageReader, found: Counting) -> h.Node:
    """Return the link that counts more games; a script follows it by itself."""
    if found.done >= found.of:
        return None
    text = reader.words.gettext("Continue counting")
    return h.p[h.a(".button.counting", href=same_page(reader.asked))[text]]


def _games(words: Words, record: PlayerRecord) -> h.Node:
    figures = record.figures
    facts = (
        (str(figures.games), words.ngettext("game", "games", figures.games)),
        (str(figures.wins), words.gettext("won")),
        (str(figures.draws), words.gettext("drawn")) if figures.draws else None,
        (str(figures.longest_streak), words.gettext("longest series of wins")),
        *_thinking(words, figures),
        (record.favourite.capitalize(), words.gettext("favourite game")),
    )
    return (
        h.ul(".facts")[(h.li[h.strong[each[0]], " ", h.span[each[1]]] for each in facts if each)],
        _latest(words, record),
        h.div(".charts")[_against(words, record), _kinds(words, record)],
    )


def _thinking(words: Words, figures: PlayerFigures) -> Sequence[tuple[str, str]]:
    spent = figures.thinking
    if not spent:
        return ()
    return (
        (duration_digits(spent.total_ms), words.gettext("spent thinking, by the clock")),
        (duration_digits(spent.longest_ms), words.gettext("the longest thought")),
    )


def _all_games(words: Words, name: str) -> h.Node:
    text = words.say("All games of {name}", name=name)
    return h.a(".button", href=f"/games?{urlencode({'player': name})}")[text]


def _latest(words: Words, record: PlayerRecord) -> h.Node:
    """Return the last results as a row of signs."""
    if not record.latest:
        return None
    legend = ", ".join(f"{sign} {words.gettext(english)}" for sign, english in RESULTS.values())
    signs = [(each, *RESULTS[each]) for each in record.latest]
    return (
        h.h2[words.gettext("The last games")],
        h.ol(".latest")[
            (
                h.li(data_result=result)[
                    h.span(aria_hidden="true")[sign], h.span(".unseen")[words.gettext(english)]
                ]
                for result, sign, english in signs
            )
        ],
        h.p(".hint")[legend],
    )


def _against(words: Words, record: PlayerRecord) -> h.Node:
    rows = []
    for name, each in record.against.items():
        text = N_("{wins} of {games} won, {losses} lost")
        said = words.say(text, wins=each.wins, games=each.games, losses=each.losses)
        bar = bar_svg(each.wins, each.games - each.wins - each.losses, each.games)
        rows.append((h.a(href=address_of_player(name))[name], said, bar))
    return bars(words.gettext("Against whom"), rows)


def _kinds(words: Words, record: PlayerRecord) -> h.Node:
    rows = []
    for kind, each in record.kinds.items():
        if each.games:
            said = words.say("{wins} of {games} won", wins=each.wins, games=each.games)
            rows.append((kind.capitalize(), said, bar_svg(each.wins, 0, each.games)))
    return bars(words.gettext("Which games"), rows)


def bars(title: str, rows: Sequence[tuple[h.Node, str, str]]) -> h.Node:
    """Return a chart of bars, each with a name and words; nothing without bars."""
    return (
        bool(rows)
        and h.figure(".chart")[
            h.figcaption[title],
            (
                h.div(".measure")[
                    h.span(".name")[name], h.span(".said")[said], h.div(".bar")[Markup(bar)]
                ]
                for name, said, bar in rows
            ),
        ]
    )
