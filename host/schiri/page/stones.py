"""The board of a device that feels its stones as HTML: its lights, and the stones to move.

Must not know what a move is, or the rest of the page.
"""

from __future__ import annotations

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from schiri.page.controls import art, control_html
from schiri.picture.lights import lights_svg
from schiri.scene.scene import Control, DevicePanel, StoneBoard
from schiri.scene.stones import BESIDE, FIELD


def stones_html(panel: DevicePanel) -> Node:
    """Return the stones on and beside the board, None if they are not known.

    Shape: ``data-lift`` is the letter of what can be dragged, and ``data-drop`` names where it can
    be put down.
    """
    board = panel.stones
    if board is None:
        return None
    lights = panel.lights.colours if panel.lights else ()
    sides = {"data_columns": str(board.columns), "data_rows": str(board.columns)}
    return h.div(".stones")[
        h.div(".glass")[
            h.div("#lights.lights", aria_hidden="true")[Markup(lights_svg(panel.build, lights))],
            h.div(".cells", role="group", aria_label=board.label, **sides)[
                map(_field, board.fields)
            ],
        ],
        h.div(".beside", data_drop=BESIDE)[map(_beside, board.beside)],
        h.div(".hand")[_hand(board), map(control_html, board.controls)],
    ]


def _field(field: Control) -> Element:
    letter = field.icon.name
    return h.button(
        id=field.id,
        class_="cell",
        type="button",
        tabindex="-1",
        aria_label=field.label,
        aria_disabled="true" if field.action is None else None,
        data_lift=letter if letter and field.action else None,
        data_drop=field.id,
    )[
        art(f"a-{letter}") if letter else None,
        h.b(aria_hidden="true")[field.id.removeprefix(FIELD)],
    ]


def _beside(stones: Control) -> Element:
    """Return the stones of a colour beside the board: as many as there are, in a row."""
    letter = stones.icon.name
    return h.button(
        id=stones.id,
        class_="stock",
        type="button",
        aria_label=stones.label,
        aria_disabled="true" if stones.action is None else None,
        data_lift=letter if stones.action else None,
    )[art(*int(stones.note) * (f"a-{letter}",))]


def _hand(board: StoneBoard) -> Element:
    """Return the stones in hands, the one that is put down next first."""
    return h.p(".held")[
        h.span(".unseen")[board.hands],
        art(*(f"a-{letter}" for letter in reversed(board.hand))),
    ]
