"""The links for phones, as codes to scan, for players: one to play, one to watch.

Decides how they are shown.  Must not know keys, or the table.
"""

from collections.abc import Sequence

import htpy as h
from markupsafe import Markup

from schiri.page.document import document, same_page
from schiri.page.request import PageReply, PageRequest
from schiri.texts import Words

# The quiet zone that a camera needs, in modules.
BORDER = 4
# The parameter for another address of this PC.
ADDRESS = "address"
# The parameter of a table that is looked at from across the room.
WALL = "wall"


def phones(
    asked: PageRequest, words: Words, url: str, watch_url: str, others: Sequence[str] = ()
) -> PageReply:
    """Return the page with the codes of both links; ``others`` are more addresses of this PC."""
    title = words.gettext("More phones")
    scan = words.gettext("Scan a code with a phone in the same network.")
    return document(
        asked,
        words,
        title,
        h.h1[title],
        h.p[scan],
        h.div(".codes")[
            _code(words.gettext("To play"), url), _code(words.gettext("To watch"), watch_url)
        ],
        others and h.p[words.gettext("If the phone does not find it, try another address:")],
        h.p(".ways")[(_way(asked, each) for each in others)],
        h.p[
            h.a(".button.quiet", href=f"/?{WALL}=on")[
                words.gettext("Use this screen as a view for a wall")
            ]
        ],
        h.p[h.a(".button", href="/")[words.gettext("To the table")]],
    )


def link_to_phones(words: Words) -> h.Element:
    """Return the link to that page."""
    return h.p(".phones")[h.a(".button.quiet", href="/phones")[words.gettext("More phones")]]


def wall_note(words: Words) -> h.Element:
    """Return what a view for a wall says of itself, with the way back."""
    said = words.gettext("A view for a wall: nothing is pressed here.")
    return h.p(".wall-note")[said, " ", h.a(href="/")[words.gettext("To the table")]]


def _way(asked: PageRequest, address: str) -> h.Element:
    return h.a(".button.quiet", href=same_page(asked, **{ADDRESS: address}))[address]


def _code(label: str, url: str) -> h.Element:
    return h.figure(".code")[
        Markup(code_svg(url)), h.figcaption[h.strong[label], h.br, h.a(href=url)[url]]
    ]


def code_svg(url: str) -> str:
    """Return a code as SVG, dark on light even in dark mode.

    >>> code_svg("http://127.0.0.1/").startswith("<svg ")
    True
    """
    # Loaded only for codes.
    import segno

    return segno.make(url, error="m").svg_inline(border=BORDER, light="#fff", omitsize=True)
