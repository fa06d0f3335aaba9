"""Controls as HTML: buttons, and rows of them.

Must not know what a control does, or where on the page it stands.
"""

from __future__ import annotations

import htpy as h
from htpy import Element, Node

from schiri.page.files import card_name
from schiri.scene.scene import Control, Icon, Row


def control_html(control: Control, picture: Node = None, spoken: str = "") -> Element:
    """Return a button, with its icon or another picture; ``spoken`` is its name in a row."""
    icon = control.icon
    colour = f"c-{icon.name}" if icon.kind == "cap" else ""
    sign = icon.name if icon.kind == "way" else ""
    pressed = None if control.is_on is None else "true" if control.is_on else "false"
    return h.button(
        id=control.id,
        class_=" ".join(filter(None, (control.weight, icon.kind, colour))),
        type="button",
        data_ask=control.question or None,
        aria_disabled="true" if control.action is None and not control.is_on else None,
        aria_label=control.label if sign else spoken or None,
        aria_pressed=pressed,
    )[
        picture or _picture(icon),
        sign or h.span[control.label],
        h.small[control.note] if control.note else None,
    ]


def _picture(icon: Icon) -> Node:
    match icon.kind:
        case "stone":
            return art(f"a-{icon.name}")
        case "card" | "worm":
            return h.img(src=f"/art/{icon.kind}/{card_name(icon.name)}.svg", alt="")
        case "game":
            return h.img(src=f"/samples/{icon.name}.svg", alt="")
    return None


def art(*names: str) -> Node:
    """Return pictures by the names of `art_css`, stacked."""
    return [h.i(class_=name) for name in names]


def row_html(row: Row) -> Element:
    """Return controls that belong together."""
    return h.div(
        id=f"row-{row.id}",
        class_="row",
        role="group" if row.label else None,
        aria_label=row.label or None,
        data_cell=row.cell or None,
    )[
        h.p(".label")[row.label] if row.label else None,
        (control_html(each, spoken=_spoken(row, each)) for each in row.controls),
    ]


def _spoken(row: Row, control: Control) -> str:
    """Return the name of a number, which says nothing without its row, "" of any other label."""
    return f"{row.label} {control.label}" if control.label.isdigit() else ""
