"""Piles of Drehwurm as a picture: both sides of each, the draw pile, the order of a race.

Decides how they are drawn.  Must not know the rules; the words below the picture have the sizes of
hands.
"""

from collections.abc import Sequence

from schiri.picture import look, svg
from schiri.scene.scene import Caption, Piles, PileView, Race, Runner

CARD = (84, 120)
# How far the lower side sticks out from under the upper one.
PEEP = (34, 34)
WIDTH, HEIGHT = 620, 250
ROW = 40
BAR = 330
LEAST_ROWS = 3


def piles_svg(piles: Piles, caption: Caption | None) -> str:
    """Return a picture of the piles."""
    drawn = [_cloth(HEIGHT), *map(_pile, piles.piles), _draw_pile(piles.draw)]
    return svg.sheet("".join(drawn), (WIDTH, HEIGHT), caption)


def race_svg(race: Race, caption: Caption | None) -> str:
    """Return a picture of a race: the players who have thrown in, the first on top."""
    order = sorted((each for each in race.runners if each.place), key=lambda each: each.place)
    height = 40 + ROW * max(LEAST_ROWS, len(order))
    return svg.sheet(_cloth(height) + _order(order, height), (WIDTH, height), caption)


def _cloth(height: float) -> str:
    return svg.rect((0, 0), (WIDTH, height), 16, fill=look.FELT, stroke=look.FELT_LINE)


def _pile(pile: PileView) -> str:
    """Return a pile: its number, the upper side, the lower one half under it, its card count."""
    left, top = 30.0 + (pile.number - 1) * 152, 56.0
    middle = left + CARD[0] / 2 + PEEP[0] / 2
    drawn = svg.centred(str(pile.number), (middle - 22, 24), 20, fill=look.FELT_WORDS)
    drawn += svg.centred(f"× {pile.cards}", (middle + 16, 24), 14, fill=look.FELT_WORDS)
    if pile.cards:
        drawn += _card(pile.under, (left + PEEP[0], top + PEEP[1]), is_under=True)
    return drawn + _card(pile.top, (left, top))


def _draw_pile(count: int) -> str:
    """Return the draw pile: some backs, and the number of cards."""
    left, top = 500.0, 60.0
    backs = [(left + 4 * step, top - 4 * step) for step in range(min(3, count))]
    drawn = "".join(_card("?", at) for at in backs) or _card("", (left, top))
    return drawn + svg.centred(f"× {count}", (left + CARD[0] / 2, 206), 16, fill=look.FELT_WORDS)


def _card(text: str, at: svg.Point, is_under: bool = False) -> str:
    """Return a card: a worm with its value, a hen, a joker, a back, or an empty place."""
    (x, y), (width, height) = at, CARD
    middle = (x + width / 2, y + height / 2)
    if not text:
        dashes = {"stroke": look.HOLE, "stroke_width": 2, "stroke_dasharray": "6 5"}
        return svg.rect(at, CARD, 9, fill="none", **dashes)
    if text == "?":
        line = {"fill": "none", "stroke": look.BACK_LINE, "stroke_width": 2}
        where, size = ((x + width - 17, y + height - 20), 16) if is_under else (middle, 38)
        return (
            svg.rect(at, CARD, 9, fill=look.BACK, stroke="#1f2b45")
            + svg.rect((x + 7, y + 7), (width - 14, height - 14), 5, **line)
            + svg.centred("?", where, size, fill=look.BACK_LINE, font_weight="bold")
        )
    ink = look.WORMS.get(text[0], look.INK)
    bold = {"fill": look.WORM_WORDS.get(text[0], look.INK), "font_weight": "bold"}
    # The picture says the colour, and that it is a joker or a hen.
    value = "1/10" if text[1:] == "1" else text[1:]
    band = {"fill": "none", "stroke": ink, "stroke_width": 3}
    is_hen = len(text) == 1 and text != "j"
    return (
        svg.rect(at, CARD, 9, fill=look.CARD, stroke=look.CARD_EDGE, stroke_width=1.5)
        + svg.rect((x + 5, y + 5), (width - 10, height - 10), 6, **band)
        + svg.label(value, (x + 13, y + 29), 20, **bold)
        + svg.label(value, (x + width - 13, y + height - 14), 20, text_anchor="end", **bold)
        + (_hen(middle, ink) if is_hen else _worm(middle, ink))
    )


def card_svg(text: str) -> str:
    """Return a picture of one card by its notation: "?" is its back, "" an empty place.

    >>> card_svg("y3").count(">3<"), card_svg("y1").count(">1/10<")
    (2, 2)
    """
    box = f"-2 -2 {CARD[0] + 4} {CARD[1] + 4}"
    return svg.element(
        "svg", _card(text, (0, 0)), viewBox=box, font_family=look.FONT, aria_hidden="true"
    )


def worm_svg(letter: str) -> str:
    """Return a picture of a worm by itself, in the colour of a letter."""
    worm = _worm((30, 22), look.WORMS[letter])
    return svg.element("svg", worm, viewBox="0 0 60 40", aria_hidden="true")


def _worm(centre: svg.Point, ink: str) -> str:
    """Return a worm."""
    x, y = centre
    line = f"M{x - 24:g} {y + 8:g}q8 -22 16 -6t16 -4t14 -8"
    edge = {"fill": "none", "stroke": "#2b2118", "stroke_width": 12, "stroke_linecap": "round"}
    body = {**edge, "stroke": ink, "stroke_width": 9.5}
    head = (x + 22, y - 11)
    return (
        svg.element("path", d=line, **edge)
        + svg.element("path", d=line, **body)
        + svg.circle(head, 3.4, fill="#fff")
        + svg.circle((head[0] + 1, head[1]), 1.6, fill="#1b1b1b")
    )


def _hen(centre: svg.Point, ink: str) -> str:
    """Return a hen."""
    x, y = centre
    body = f"M{x - 22:g} {y - 6:g}q6 26 26 22q18 -4 14 -34q-8 -8 -14 0q0 18 -26 12z"
    beak = svg.path((x + 17, y - 16), (x + 27, y - 12), (x + 17, y - 8))
    return (
        svg.element("path", d=body, fill=ink)
        + svg.element("path", d=beak, fill="#e0a32b")
        + svg.circle((x + 12, y - 15), 2.4, fill="#fff")
    )


def _order(order: Sequence[Runner], height: float) -> str:
    """Return the order of a race: a line for each player, as long as the time it took."""
    slowest = max((runner.ms for runner in order), default=1) or 1
    parts, name = [], {"fill": "#ffffff", "font_weight": "bold"}
    for row, runner in enumerate(order):
        middle = 20 + ROW * (row + 0.5)
        place = f"{runner.place}" + "=" * runner.is_tie
        length = 40 + 90 * runner.ms / slowest
        parts += [
            svg.label(place, (26, middle + 6), 17, fill=look.FELT_WORDS),
            svg.label(runner.name, (64, middle + 6), svg.fitted(runner.name, 17, BAR - 80), **name),
            svg.rect((BAR, middle - 9), (length, 18), 9, fill=look.FELT_BAR),
            svg.label(runner.time, (BAR + 12 + length, middle + 5), 14, fill=look.FELT_WORDS),
        ]
    if not order:
        parts.append(svg.centred("–", (WIDTH / 2, height / 2), 30, fill=look.FELT_WORDS))
    return "".join(parts)
