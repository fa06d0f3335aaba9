"""Controls as HTML: buttons, and rows of them.

Must not know what a control does, or where on the page it stands.
"""

from __future__ import annotations

import htpy as h
from htpy import Element, Node

from schiri.page.files import card_name
from schiri.scene.scene import Control, Row

# A word in the style of a control that the next word belongs to.
WITH_NAME = ("cap", "card", "worm", "game", "way", "stone")
SIGNS = {"up": "▲", "left": "◀", "press": "●", "right": "▶", "down": "▼"}


def control_html(control: Control) -> Element:
    """Return a button."""
    classes, picture, sign = _styled(control)
    pressed = None if control.is_on is None else "true" if control.is_on else "false"
    return h.button(
        id=control.id,
        class_=classes,
        type="button",
        data_ask=control.question or None,
        aria_disabled="true" if control.action is None and not control.is_on else None,
        aria_label=control.label if sign else None,
        aria_pressed=pressed,
    )[picture, sign or h.span[control.label], h.small[control.note] if control.note else None]


def _styled(control: Control) -> tuple[str, Node, str]:
    """Return the classes of a control, its picture, and a sign in place of its label or ""."""
    classes: list[str] = []
    picture: Node = None
    sign = ""
    words = iter(control.style.split())
    for word in words:
        classes.append(word)
        name = next(words, "") if word in WITH_NAME else ""
        match word:
            case "cap":
                classes.append(f"c-{name}")
            case "stone":
                picture = art(f"a-{name}")
            case "card" | "worm":
                picture = h.img(src=f"/art/{word}/{card_name(name)}.svg", alt="")
            case "game":
                picture = h.img(src=f"/samples/{name}.svg", alt="")
            case "way":
                sign = SIGNS.get(name, name)
    return " ".join(classes), picture, sign


def art(*names: str) -> Node:
    """Return pictures by the names of `art_css`, one on the other."""
    return [h.i(class_=name) for name in names]


def row_html(row: Row) -> Element:
    """Return controls that belong together."""
    return h.div(
        id=f"row-{row.id}",
        class_="row",
        role="group" if row.label else None,
        aria_label=row.label or None,
        data_cell=row.cell or None,
    )[h.p(".label")[row.label] if row.label else None, map(control_html, row.controls)]
