"""A whole HTML document around the contents of a page.

Decides head, navigation and the choice of the language.  Must not know what is on a page.
"""

from collections.abc import Sequence
from http import HTTPStatus
from pathlib import PurePosixPath

import htpy as h
from markupsafe import Markup

from schiri.errors import HostError
from schiri.languages import LANGUAGES, NAMES, asked_language
from schiri.page.files import DARK, LIGHT, LOGO, address_of
from schiri.page.request import PageReply, PageRequest
from schiri.texts import N_, Words

# The pages of the navigation, and their titles.
PLACES = (
    ("/", N_("Table")),
    ("/games", N_("Games")),
    ("/statistics", N_("Statistics")),
    ("/rules", N_("Rules")),
)
# The full width of the screen, including the rounded corners of a phone.
VIEWPORT = "width=device-width, initial-scale=1, viewport-fit=cover"
# The cookie of the language that was chosen, and the parameter of a link that chooses it.
COOKIE = "schiri-language"
LANGUAGE = "language"


def language_of(asked: PageRequest, usual: str) -> str:
    """Return the chosen language, now or before, else the one that the browser prefers."""
    kept = asked.cookies.get(COOKIE, "")
    found = chosen_language(asked) or (kept if kept in LANGUAGES else "")
    return found or asked_language(asked.accept, usual)


def chosen_language(asked: PageRequest) -> str:
    """Return the language that a link chooses, or ""."""
    language = asked.value(LANGUAGE)
    return language if language in LANGUAGES else ""


def document(
    asked: PageRequest,
    words: Words,
    title: str,
    *inside: h.Node,
    scripts: Sequence[str] = (),
    styles: Sequence[str] = ("reading.css",),
    status: HTTPStatus = HTTPStatus.OK,
    header: h.Node = None,
    **body: str,
) -> PageReply:
    """Return a document with these contents of its ``main``.

    Shape: ``scripts`` and ``styles`` are names of static files, in addition to the common style;
    ``header`` replaces the navigation; ``body`` are attributes of the body.
    """
    page = h.html(lang=words.language)[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content=VIEWPORT),
            h.title[f"{title} – Schiri"],
            links(styles),
            (h.script(src=address_of(each), defer=True) for each in scripts),
        ],
        h.body(**body)[
            header or _header(asked, words),
            h.main("#main", tabindex="-1")[inside],
            _languages(asked, words),
        ],
    ]
    # Half a surrogate pair, as in the name of a file, becomes a question mark.
    text = str(page).encode("utf-8", "replace")
    return PageReply(text, status=status, language=chosen_language(asked))


def links(styles: Sequence[str] = ()) -> h.Fragment:
    """Return the links of every head: the style, the icons, and the colour of a phone's bar."""
    return h.fragment[
        (h.link(rel="stylesheet", href=address_of(name)) for name in ("style.css", *styles)),
        h.link(rel="icon", type="image/svg+xml", href="/logo.svg"),
        h.link(rel="apple-touch-icon", href="/icon/180.png"),
        h.link(rel="manifest", href="/manifest.json", crossorigin="use-credentials"),
        (
            h.meta(name="theme-color", media=f"(prefers-color-scheme: {scheme})", content=colour)
            for scheme, colour in (("light", LIGHT), ("dark", DARK))
        ),
    ]


def same_page(asked: PageRequest, **parameters: object) -> str:
    """Return the address of a page with other parameters; a language is chosen only once."""
    return asked.address(**{LANGUAGE: None, **parameters})


def missing_page(asked: PageRequest, words: Words) -> PageReply:
    """Return the page for an unknown address."""
    message, back = words.error(HostError("page-missing")), words.gettext("To the table")
    inside = h.p[message], h.p[h.a(".button", href="/")[back]]
    return document(asked, words, message, *inside, status=HTTPStatus.NOT_FOUND)


def _header(asked: PageRequest, words: Words) -> h.Node:
    here = PurePosixPath(asked.path)
    return h.header[
        h.span(".logo", aria_hidden="true")[Markup(LOGO)],
        h.nav(aria_label=words.gettext("Where to"))[
            (
                h.a(".button.quiet", href=address, aria_current=_current(here, address))[
                    words.gettext(english)
                ]
                for address, english in PLACES
            )
        ],
    ]


def _current(here: PurePosixPath, address: str) -> str | None:
    """Return whether a link leads to this page, or to the one above it."""
    if str(here) == address:
        return "page"
    return "true" if address != "/" and here.is_relative_to(address) else None


def _languages(asked: PageRequest, words: Words) -> h.Node:
    """Return links to the same page in every language."""
    return h.footer[
        h.nav(".languages", aria_label=words.gettext("Language"))[
            (
                h.a(
                    ".button.quiet",
                    href=same_page(asked, **{LANGUAGE: each}),
                    lang=each,
                    hreflang=each,
                    aria_current="true" if each == words.language else None,
                )[NAMES[each]]
                for each in LANGUAGES
            )
        ]
    ]
