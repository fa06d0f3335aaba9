"""Forms as HTML: fields with their errors, and a board to paint.

Must not know what a form is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import htpy as h
from htpy import BaseElement, Element, Node
from schiri_engines.grid import cell_text, parse_rows
from schiri_engines.refusals import MalformedText

from schiri.page.text import set_text
from schiri.prose import field_signs
from schiri.scene.scene import Form, FormField
from schiri.texts import Words

# A board to paint: its size, and its colours, which are those of buttons.
SIZE = 8
COLOURS = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
USUAL = ("GRGRGRGR" + "BYBYBYBY") * 4
# Choices up to this length fit on half of a phone.
SHORT = 16


def form_html(form: Form, words: Words) -> Element:
    """Return a form, its house rules folded."""
    unfolded = [field_html(form, field, words) for field in form.fields if not field.is_folded]
    folded = [field_html(form, field, words) for field in form.fields if field.is_folded]
    is_open = any(field.error for field in form.fields if field.is_folded)
    return h.form(
        id=form.id,
        class_="form",
        data_version=str(form.version),
        data_for=form.title or None,
        data_ask=form.question or None,
        novalidate=True,
    )[
        h.details(".more.how", id=f"{form.id}-guide")[
            h.summary[words.gettext("How it is played")], guide_html(form.game, form.guide)
        ]
        if form.guide
        else None,
        # Present even if empty, so that text typed in the fields below survives a change of game.
        h.p(".hint", hidden=not form.note)[form.note],
        h.div(".fields")[unfolded],
        h.details(".more", id=f"{form.id}-rules", open=is_open)[
            h.summary[words.gettext("House rules")], h.div(".fields")[folded]
        ]
        if folded
        else None,
        h.p(".problem", id=f"{form.id}-error")[set_text(form.error)] if form.error else None,
        h.div(".go")[h.button(".strong", type="submit")[form.submit]],
    ]


def guide_html(game: str, texts: Sequence[str]) -> Element:
    """Return how a game is played: its pictures with their sentences."""
    return h.ol(".guide")[
        (
            h.li[h.img(src=f"/samples/{game}-{at}.svg", alt="", loading="lazy"), h.p[text]]
            for at, text in enumerate(texts, 1)
        )
    ]


def field_html(form: Form, field: FormField, words: Words) -> Element:
    """Return a field with its label and its error."""
    id = f"{form.id}-{field.id}"
    hides: dict[str, str | bool] = {}
    if field.shown_if:
        other, value = field.shown_if
        values = {each.id: each.value for each in form.fields}
        hides = {
            "data_if": f"{form.id}-{other}",
            "data_is": value,
            "hidden": values.get(other) != value,
        }
    if field.kind == "map":
        return h.div(id=f"{id}-field", class_="field", **hides)[_painting(id, field, words)]
    kind = "checkbox" if field.kind == "check" else field.kind
    error = h.p(".problem", id=f"{id}-error")[set_text(field.error)] if field.error else None
    names = [h.option(value=value) for value, _text in field.choices if field.kind == "name"]
    proposed = h.datalist(id=f"{id}-list")[names] if names else None
    # The id is the same in every game's form, so that typed text stays.
    is_long = any(len(text) > SHORT for _value, text in field.choices)
    classes = {"field": True, f"is-{kind}": True, "is-long": is_long}
    return h.div(id=f"{id}-field", class_=classes, **hides)[
        h.label(for_=id)[h.span[field.label]], _input(id, field), error, proposed
    ]


def _input(id: str, field: FormField) -> BaseElement:
    wrong = {
        "aria_invalid": "true" if field.error else None,
        "aria_describedby": f"{id}-error" if field.error else None,
    }
    if field.kind == "choice":
        return h.select(id=id, name=field.id, **wrong)[options_html(field.choices, field.value)]
    if field.kind == "check":
        return h.input(
            id=id, name=field.id, type="checkbox", value="on", checked=field.value == "on"
        )
    return h.input(
        id=id,
        name=field.id,
        type="text",
        value=field.value,
        # The digits of a phone have no minus.
        inputmode="numeric" if field.kind == "number" and not field.least else None,
        data_least=str(field.least) if field.most is not None else None,
        data_most=str(field.most) if field.most is not None else None,
        list=f"{id}-list" if field.kind == "name" and field.choices else None,
        placeholder=_placeholder(field),
        autocomplete="off",
        autocapitalize="words" if field.kind == "name" else "off",
        spellcheck="false",
        maxlength="300",
        **wrong,
    )


def _placeholder(field: FormField) -> str | None:
    """Return what stands in an empty field: a name, or what to enter if its label says less."""
    is_said = field.kind == "text" and field.note == field.label
    return field.note if field.kind in ("name", "text") and field.note and not is_said else None


def options_html(choices: Iterable[tuple[str, str]], chosen: str) -> Node:
    """Return the options of a choice: their values, with their words."""
    return (h.option(value=value, selected=value == chosen)[text] for value, text in choices)


def _painting(id: str, field: FormField, words: Words) -> Element:
    """Return a board to paint; its rows, the top one first, are the value of a hidden input."""
    letters, signs = _painted(field.value) or USUAL, field_signs(words)
    rows = [letters[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)][::-1]
    names = {letter: words.pgettext("button", colour) for letter, colour in COLOURS.items()}

    def cell(at: int) -> Element:
        rank, file = SIZE - 1 - at // SIZE, at % SIZE
        letter = letters[rank * SIZE + file]
        name = cell_text(rank * SIZE + file, SIZE)
        return h.button(
            class_=["cell", f"g-{letter}"],
            type="button",
            tabindex="0" if at == 0 else "-1",
            aria_label=f"{name}, {names[letter]}",
            data_cell=name,
        )[h.b(aria_hidden="true")[signs[letter]]]

    return h.div(".paint", data_paint=id)[
        h.p(".label")[field.label],
        h.div(".row", role="group", aria_label=words.gettext("Colour"))[
            (
                h.button(
                    class_=["cap", f"c-{COLOURS[letter]}"],
                    type="button",
                    data_letter=letter,
                    data_sign=signs[letter],
                    aria_pressed="true" if letter == "R" else "false",
                )[name]
                for letter, name in names.items()
            ),
            h.button(".quiet", type="button", data_unpaint="true")[words.gettext("Undo")],
        ],
        h.div(".plate.board", data_columns=str(SIZE), data_rows=str(SIZE))[
            h.div(".cells", data_columns=str(SIZE), role="group", aria_label=field.label)[
                map(cell, range(SIZE * SIZE))
            ]
        ],
        h.input(id=id, name=field.id, type="hidden", value="/".join(rows)),
        h.p(".problem", id=f"{id}-error")[set_text(field.error)] if field.error else None,
    ]


def _painted(rows: str) -> str:
    """Return the colours of a board from a1 on, "" for invalid rows.

    >>> _painted("/".join(["RGBYRGBY"] * 8))[:4], _painted("R")
    ('RGBY', '')
    """
    try:
        return parse_rows(rows, SIZE, "".join(COLOURS))
    except MalformedText:
        return ""
