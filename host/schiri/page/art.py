"""The pictures that a page is put together from: pieces, cards and marks, as a style and as files.

A browser fetches each once.  Must not know what lies where.
"""

import re
from functools import cache
from urllib.parse import quote

from schiri.picture import look
from schiri.picture.board import board_parts
from schiri.picture.field import field_parts
from schiri.picture.piles import card_svg, worm_svg

XMLNS = "http://www.w3.org/2000/svg"
# So many columns or rows a grid has at most, for which there is a rule.
MOST_SIDE = 70
# A card as it is written, and what two of them are called that are no names of files.
CARD = re.compile(r"[rygbpoj](?:[1-9]|10)?")
NAMES = {"?": "back", "": "none"}
CARDS = {name: card for card, name in NAMES.items()}


@cache
def art_css() -> str:
    """Return the style of what lies on cells: ``a-NAME`` of a board, ``f-NAME`` of a field.

    Shape: a page may have no style of its own, so the sides of grids have their rules here too.
    """
    rules = [
        f'.{kind}-{name}{{background-image:url("data:image/svg+xml,{_encoded(svg)}")}}'
        for kind, parts in (("a", board_parts()), ("f", field_parts()))
        for name, svg in parts.items()
    ]
    rules += [
        f".g-{letter}{{background-color:{ground};color:{ink}}}"
        for letter, (ground, ink) in look.FIELDS.items()
    ]
    rules += [f".g-{at}{{background-color:{wood}}}" for at, wood in enumerate(look.WOOD)]
    for side in range(1, MOST_SIDE + 1):
        rules += [f'[data-{way}="{side}"]{{--{way}:{side}}}' for way in ("columns", "rows")]
    return "\n".join(rules)


def art_svg(kind: str, name: str) -> str:
    """Return a picture by itself, "" where there is none.

    >>> art_svg("card", "r3").startswith("<svg "), art_svg("worm", "../r")
    (True, '')
    """
    if kind == "card" and (name in CARDS or CARD.fullmatch(name)):
        return _alone(card_svg(CARDS.get(name, name)))
    if kind == "worm" and name in look.WORMS:
        return _alone(worm_svg(name))
    return ""


def card_name(card: str) -> str:
    """Return the name of a card's picture: "back" for "?", "none" for ""."""
    return NAMES.get(card, card)


def _alone(svg: str) -> str:
    # By itself, unlike within a page, a picture has to say what it is.
    return svg.replace("<svg ", f'<svg xmlns="{XMLNS}" ', 1)


def _encoded(svg: str) -> str:
    return quote(_alone(svg), safe="/:=<> '(),;-.").replace("'", "%27")
