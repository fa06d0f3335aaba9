"""A board to paint in a form: a colour is picked, and fields that are touched or crossed get it.

Decides how a painted board is asked for; the script of the page paints.
"""

import htpy as h
from htpy import Element
from schiri_engines.grid import cell_text, parse_rows
from schiri_engines.refusals import MalformedText

from schiri.prose import field_signs
from schiri.scene.scene import Field
from schiri.texts import Words

SIZE = 8
# The colours of fields, which are those of buttons.
COLOURS = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
USUAL = ("GRGRGRGR" + "BYBYBYBY") * 4


def painting(id: str, field: Field, words: Words) -> Element:
    """Return a painted board; its rows, the top one first, are the value of a hidden input."""
    letters, signs = painted(field.value) or USUAL, field_signs(words)
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
            h.button(".quiet", type="button", data_unpaint="true")[words.gettext("Take back")],
        ],
        h.div(".plate.board", data_columns=str(SIZE), data_rows=str(SIZE))[
            h.div(".cells", data_columns=str(SIZE), role="group", aria_label=field.label)[
                map(cell, range(SIZE * SIZE))
            ]
        ],
        h.input(id=id, name=field.id, type="hidden", value="/".join(rows)),
        h.p(".problem", id=f"{id}-error")[field.error] if field.error else None,
    ]


def painted(rows: str) -> str:
    """Return the colours of a board from a1 on, "" where rows are none.

    >>> painted("/".join(["RGBYRGBY"] * 8))[:4], painted("R")
    ('RGBY', '')
    """
    try:
        return parse_rows(rows, SIZE, "".join(COLOURS))
    except MalformedText:
        return ""
