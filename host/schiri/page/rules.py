"""The rules of a game as a page.

Decides their layout.  Must not know which rules there are, or the current game.
"""

import htpy as h
from schiri_engines.registry import names

from schiri.errors import HostError
from schiri.page.document import document
from schiri.page.forms import guide_html
from schiri.page.request import PageReply, PageRequest
from schiri.page.text import set_text
from schiri.prose.rulebook import ids_of, legend_words, rule_words, table_ids
from schiri.scene.start import guide_words
from schiri.texts import Words


def rulebooks_page(asked: PageRequest, words: Words) -> PageReply:
    """Return the page that leads to the rules of each game."""
    title = words.gettext("Rules")
    ways = (
        h.p[
            h.a(".button", href=f"/rules/{game}")[game.capitalize()],
            " ",
            words.pgettext("title", game),
        ]
        for game in names()
    )
    return document(asked, words, title, h.h1[title], ways)


def rules_page(asked: PageRequest, words: Words) -> PageReply:
    """Return the rules of a game.

    Raises: HostError (page-missing).
    """
    game = asked.parts["game"]
    if game not in names():
        raise HostError("page-missing")
    inside = (
        h.h1[game.capitalize()],
        h.p[words.pgettext("title", game)],
        guide_html(game, guide_words(words, game)),
        h.p(".hint")[legend_words(words)],
        _listed(words, game, ids_of(game)),
        h.h2[words.gettext("At the table, in every game")],
        _listed(words, game, table_ids()),
    )
    title = f"{words.gettext('Rules')}: {game.capitalize()}"
    return document(asked, words, title, *inside)


def _listed(words: Words, game: str, ids: list[str]) -> h.Node:
    return h.dl(".rules")[
        ((h.dt(id=id)[set_text(id)], h.dd[set_text(rule_words(words, game, id))]) for id in ids)
    ]
