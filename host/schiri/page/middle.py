"""The middle of a scene as HTML: a board or a field of cards, piles, a race, or lines.

Must not know a game, or the rest of the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import htpy as h
from htpy import BaseElement, Element, Node
from markupsafe import Markup

from schiri.page.controls import art
from schiri.page.files import card_name
from schiri.page.text import is_long
from schiri.prose import field_signs
from schiri.scene.scene import Cell, Grid, Lines, Middle, Piles, PileView, Race, Runner
from schiri.texts import Words


def middle_html(middle: Middle | None, words: Words) -> Node:
    """Return the middle as HTML."""
    match middle:
        case Grid():
            return _grid(middle, words)
        case Piles():
            return _piles(middle)
        case Race():
            return _race(middle, words)
        case Lines(lines):
            return h.pre(".lines")["\n".join(lines)]
    return None


def cell_html(grid: Grid, at: int, words: Words) -> str:
    """Return a cell of a grid as a button."""
    wood = (at % len(grid.columns) + at // len(grid.columns)) % 2
    cell = grid.cells[at]
    return _cell_text(cell._replace(action=None), cell.action is None, grid.look, wood, words)


# There are few different cells, and each page of a table shows them.
@lru_cache(2048)
def _cell_text(cell: Cell, is_disabled: bool, look: str, wood: int, words: Words) -> str:
    if look == "board":
        piece = f"a-{cell.piece or 'free'}"
        ground = f"g-{cell.field or wood}"
    else:
        piece = f"f-{'down' if 'chosen' in cell.marks else cell.piece or 'spot'}"
        ground = "spot"
    sign = field_signs(words).get(cell.field, cell.field)
    return str(
        h.button(
            id=cell.id,
            class_=["cell", ground, *(f"is-{mark}" for mark in cell.marks)],
            type="button",
            tabindex="-1",
            aria_label=cell.label,
            aria_disabled="true" if is_disabled else None,
        )[
            art(piece, *(f"m-{mark}" for mark in cell.marks)),
            h.b(aria_hidden="true")[sign] if sign else None,
        ]
    )


def _grid(grid: Grid, words: Words) -> Node:
    cells = "".join(cell_html(grid, at, words) for at in range(len(grid.cells)))
    sides = {"data_columns": str(len(grid.columns)), "data_rows": str(len(grid.rows))}
    plate = h.div(class_=["plate", grid.look], **sides)[
        _edge("ranks", grid.rows),
        h.div("#cells.cells", role="group", aria_label=grid.label, **sides)[Markup(cells)],
        _edge("files", grid.columns),
    ]
    if grid.look == "board":
        return plate
    smaller, larger = words.gettext("Smaller"), words.gettext("Larger")
    return [
        h.div("#cloth.cloth")[plate],
        h.div(".row.zoom")[
            h.button(".quiet", type="button", data_zoom="0.8", aria_label=smaller)["−"],
            h.button(".quiet", type="button", data_zoom="1.25", aria_label=larger)["+"],
        ],
    ]


def _edge(name: str, labels: Iterable[str]) -> Element:
    return h.div(class_=name, aria_hidden="true")[(h.span[label] for label in labels)]


def _piles(piles: Piles) -> Element:
    def card(text: str, classes: str) -> BaseElement:
        return h.img(class_=classes, src=f"/art/card/{card_name(text)}.svg", alt="")

    def pile(each: PileView) -> Element:
        return h.figure(aria_label=each.spoken)[
            card(each.under, "under") if each.cards else None,
            card(each.top, "upper"),
            h.figcaption(aria_hidden="true")[f"{each.number}", h.small[f"× {each.cards}"]],
        ]

    return h.div(".felt.piles", role="group", aria_label=piles.label)[
        map(pile, piles.piles),
        h.figure(".stock")[
            card("?" if piles.draw else "", "upper"), h.figcaption[h.small[f"× {piles.draw}"]]
        ],
    ]


def _race(race: Race, words: Words) -> Node:
    return h.div(".race", role="group", aria_label=race.label, data_open=race.is_open)[
        (_runner(runner, words) for runner in race.runners),
        h.p(".hint")[race.note] if race.note else None,
    ]


def _runner(runner: Runner, words: Words) -> Element:
    """Return a player in a race: a large button, or a flat line if it cannot be pressed."""
    took = words.gettext("too early") if runner.is_early else ""
    if runner.place:
        took = f"{runner.place}.{'=' * runner.is_tie} {runner.time}"
    inner = [h.span(".name")[runner.name], h.small[took] if took else None]
    if runner.press is None:
        return h.div(".runner")[h.i(class_=f"c-{runner.colour}"), inner]
    return h.button(
        id=runner.press.id,
        class_=[
            *("racer", f"c-{runner.colour}", f"place-{runner.place}" if runner.place else ""),
            *(["long"] if is_long(runner.name) else []),
        ],
        type="button",
        data_race="true",
        aria_disabled="true" if runner.press.action is None else None,
    )[inner]
