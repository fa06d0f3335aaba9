"""A whole page: its head, its header, and what a browser says by itself.

Must not know what a page shows.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from schiri.languages import LANGUAGES, NAMES
from schiri.page.look import DARK, LIGHT, LOGO
from schiri.texts import Words
from schiri.web.art import art_css

STATIC = Path(__file__).parent / "static"
# The files that every page fetches, with their kinds; a browser keeps them under their version.
KINDS = {".js": "text/javascript", ".css": "text/css"}


@cache
def static_file(name: str) -> str:
    """Return a file that pages fetch.

    Raises: OSError.
    """
    return art_css() if name == "art.css" else (STATIC / name).read_text("utf-8")


@cache
def version() -> str:
    """Return what tells these pages from those of another version of the program."""
    files = [static_file(name) for name in ("page.js", "style.css", "art.css")]
    return hashlib.sha256("".join(files).encode()).hexdigest()[:12]


def page_document(words: Words, title: str, header: Node, *body: Node, **more: str) -> str:
    """Return a whole page; ``more`` are attributes of its body."""
    sheets = [
        h.link(rel="stylesheet", href=f"/static/{name}?v={version()}")
        for name in ("style.css", "art.css")
    ]
    return str(
        h.html(lang=words.language)[
            h.head[
                h.meta(charset="utf-8"),
                h.meta(
                    name="viewport",
                    content="width=device-width, initial-scale=1, viewport-fit=cover",
                ),
                h.title[title],
                sheets,
                h.link(rel="icon", href="/logo.svg"),
                h.link(rel="manifest", href="/manifest.json", crossorigin="use-credentials"),
                h.link(rel="apple-touch-icon", href="/icon/180.png"),
                h.meta(name="theme-color", media="(prefers-color-scheme: light)", content=LIGHT),
                h.meta(name="theme-color", media="(prefers-color-scheme: dark)", content=DARK),
                h.script(src=f"/static/page.js?v={version()}", defer=True),
            ],
            h.body(data_version=version(), **more)[
                h.header[
                    h.a(".logo", href="/", aria_label="Schiri")[Markup(LOGO)],
                    header,
                    language_choice(words),
                ],
                body,
                _said(words),
            ],
        ]
    )


def language_choice(words: Words) -> Element:
    """Return the choice of the language, which a browser keeps."""
    label = words.gettext("Language")
    return h.select("#language", aria_label=label)[
        (h.option(value=each, selected=each == words.language)[NAMES[each]] for each in LANGUAGES)
    ]


def _said(words: Words) -> Node:
    """Return the places of what is read aloud, asked, or said where the server is gone."""
    return [
        h.div("#live.unseen", role="log", aria_live="polite"),
        h.div("#gone", role="alert", hidden=True)[
            h.p(data_gone="true")[
                h.strong[words.gettext("Schiri does not answer.")],
                " ",
                words.gettext("As soon as it does, this page goes on by itself."),
            ],
            h.p(data_ended="true", hidden=True)[
                h.strong[words.gettext("This link is no longer valid.")],
                " ",
                words.gettext("Open the new link to go on."),
            ],
        ],
        h.dialog("#question")[
            h.form(method="dialog")[
                h.p,
                h.div(".row")[
                    h.button(".strong", value="yes"),
                    h.button(value="no")[words.gettext("No")],
                ],
            ]
        ],
    ]
