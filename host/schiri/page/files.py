"""Files besides pages: style, scripts, icons, the manifest, pictures.

Decides their addresses and contents.  Must not know the contents of a page.
"""

import re
from functools import cache
from gzip import compress
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from schiri_engines.registry import names

from schiri.picture import look
from schiri.picture.drawing import drawing
from schiri.picture.grid import board_parts, field_parts, mark_tiles
from schiri.picture.piles import card_svg, worm_svg
from schiri.scene import part_of
from schiri.texts import Words

XMLNS = "http://www.w3.org/2000/svg"
# The most columns or rows of a grid that the style sheet has a rule for.
MOST_SIDE = 70
# The notation of a card, and file names for the two whose notation cannot be one.
CARD = re.compile(r"[rygbpoj](?:[1-9]|10)?")
NAMES = {"?": "back", "": "none"}
CARDS = {name: card for card, name in NAMES.items()}


@cache
def art_css() -> str:
    """Return the style sheet of pieces, ``a-NAME``, of cards, ``f-NAME``, and of marks, ``m-NAME``.

    Shape: a page may have no inline style, so the sizes of grids have their rules here too.
    """
    rules = [
        f'.{kind}-{name}{{background-image:url("data:image/svg+xml,{_encoded(svg)}")}}'
        for kind, parts in (("a", board_parts()), ("f", field_parts()), ("m", mark_tiles()))
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
    """Return a picture as a file, or "".

    >>> art_svg("card", "r3").startswith("<svg "), art_svg("worm", "../r")
    (True, '')
    """
    if kind == "card" and (name in CARDS or CARD.fullmatch(name)):
        return standalone(card_svg(CARDS.get(name, name)))
    if kind == "worm" and name in look.WORMS:
        return standalone(worm_svg(name))
    return ""


def sample_svg(name: str) -> str:
    """Return the picture of a game as a file, or one of its guide, counted from 1; "" for none.

    >>> sample_svg("switch").startswith("<svg "), sample_svg("hex"), sample_svg("switch-9")
    (True, '', '')
    >>> sample_svg("switch-1").startswith("<svg ")
    True
    """
    game, is_step, number = name.partition("-")
    if game not in names():
        return ""
    part = part_of(game)
    steps = {str(at): step.view for at, step in enumerate(part.guide, 1)}
    view = steps.get(number) if is_step else part.sample(game)
    return standalone(drawing(part.still(Words("en"), game, view), None) or "")


def sample_names() -> list[str]:
    """Return the names of all pictures of games.

    >>> sample_names()[:2]
    ['switch', 'switch-1']
    """
    steps = {game: range(len(part_of(game).guide) + 1) for game in names()}
    return [f"{game}-{at}" if at else game for game, counted in steps.items() for at in counted]


def card_name(card: str) -> str:
    """Return the name of a card's picture: "back" for "?", "none" for ""."""
    return NAMES.get(card, card)


def standalone(svg: str) -> str:
    """Return a picture as a file, which unlike one within a page needs a namespace."""
    return svg.replace("<svg ", f'<svg xmlns="{XMLNS}" ')


def _encoded(svg: str) -> str:
    return quote(standalone(svg), safe="/:=<> (),;-.")


FOLDER = Path(__file__).parent
LOGO = (FOLDER / "logo.svg").read_text("utf-8")
# Icons for systems without SVG icons, by side in pixels; ``make screenshots`` draws the files.
ICONS = {side: FOLDER / "icons" / f"{side}.png" for side in (180, 192, 512)}
FILES = {path.name: path.read_bytes() for path in (FOLDER / "static").iterdir() if path.is_file()}
FILES["art.css"] = art_css().encode()
KINDS = {".css": "text/css", ".js": "text/javascript"}
# An address has the version of its file: the contents never change.
SVG = "image/svg+xml"
# A picture that changes only with the program.
SHORTLY = {"cache-control": "max-age=600"}
FOR_EVER = {"cache-control": "max-age=31536000, immutable"}
# The colours of a phone's bar in light and in dark mode.
LIGHT, DARK = "#f4ecdd", "#1c1712"
MANIFEST = {
    "name": "Schiri",
    "short_name": "Schiri",
    "start_url": "/",
    "display": "standalone",
    "background_color": LIGHT,
    "theme_color": LIGHT,
    "icons": [
        {"src": "/logo.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "/icon/192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/icon/512.png", "sizes": "512x512", "type": "image/png"},
    ],
}


@cache
def zipped(name: str) -> bytes:
    """Return a static file compressed, as most browsers ask for it."""
    return compress(FILES[name], mtime=0)


def address_of(name: str) -> str:
    """Return the address of one of the static files.

    >>> address_of("style.css").startswith("/static/style.css?v=")
    True
    """
    return f"/static/{name}?v={sha256(FILES[name]).hexdigest()[:8]}"
