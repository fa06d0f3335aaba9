"""The placement plan of the perforated boards, as a picture of their holes.

Decides the places on the boards of all the rest and of the multiplexers; those of the buttons are
the case's.  Must not know
what is wired to what: the table of wires has that.
"""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from schiri_device.builds import COLOURED

from hardware.case.measures import mm
from hardware.case.places import CONTROL_HOLES, MAIN_HOLES, CasePlaces
from hardware.circuit.circuit import Circuit
from hardware.circuit.looks import CAPS

# The distance of two holes in the picture, and the free margin around a board.
STEP, MARGIN = 18, 34
# Rows of the board of all the rest that are rails, from the top; the board of the multiplexers has
# its own.
RAILS = {"5 V rail": 5, "ground rail": 24}
MUX_RAILS = {"3.3 V rail": 5, "ground rail": 24}
# The middle of a button's legs, in holes from its own.
LEGS = ((-1, -2.5), (1, -2.5), (-1, 2.5), (1, 2.5))


class Spot(NamedTuple):
    """The place of a part.

    Shape: ``legs`` are holes, column and row from the top left, 1 each, in the order of the kind's
    legs; ``body`` is the first and the last hole that it covers; ``mark`` is written at leg 1.
    """

    legs: tuple[tuple[int, int], ...]
    body: tuple[int, int, int, int]
    mark: str = ""


def _lying(column: int, row: int, across: int = 4, mark: str = "") -> Spot:
    """Return the spot of a part with two legs in one row."""
    legs = ((column, row), (column + across, row))
    return Spot(legs, (column, row, column + across, row), mark)


def _chip(column: int, row: int, pins: int, across: int) -> Spot:
    """Return the spot of a chip: its pins go down on the left, and up on the right."""
    high = pins // 2
    down = tuple((column, row + pin) for pin in range(high))
    up = tuple((column + across, row + pin) for pin in reversed(range(high)))
    return Spot(down + up, (column, row, column + across, row + high - 1), "1")


SPOTS = {
    "fuse": _lying(3, 8, 2),
    "switch": Spot(((9, 8), (10, 8), (11, 8)), (8, 7, 12, 8), "G"),
    "capacitor-hold": _lying(14, 8, 2),
    "capacitor-slope": _lying(14, 11, 2),
    "capacitor-chip": _lying(9, 11, 2),
    "resistor-gate": _lying(3, 11),
    "diode-gate": _lying(3, 14, mark="ring"),
    "resistor-low": _lying(3, 17),
    "resistor-data": _lying(3, 20),
    "resistor-piezo": _lying(14, 20),
    "capacitor-bulk": Spot(((16, 15), (18, 15)), (15, 13, 19, 17), "+"),
    "shifter": _chip(9, 13, 14, 3),
}


# By kind and label.
MUX_SPOTS = {
    "mux 1": _chip(3, 8, 24, 6),
    "mux 2": _chip(12, 8, 24, 6),
    "capacitor-mux 1": _lying(5, 22, 2),
    "capacitor-mux 2": _lying(14, 22, 2),
}


def perfboards(places: CasePlaces, circuit: Circuit) -> str:
    """Return the plan of all boards of a build as SVG."""
    across, along = STEP * CONTROL_HOLES[0] + 2 * MARGIN, STEP * CONTROL_HOLES[1]
    low = along + 3 * MARGIN
    lower = low + STEP * MAIN_HOLES[1] + 3 * MARGIN
    high = (lower if circuit.of_kind("mux") else low) + STEP * MAIN_HOLES[1] + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {high}" '
        'font-family="sans-serif" font-size="11">'
        f"<title>{places.build.name}: perforated boards</title>",
        f'<rect width="{across}" height="{high}" fill="#ffffff"/>',
        *_board("Board of the buttons, from the front", CONTROL_HOLES, MARGIN),
        *_controls(places),
        *_board("Board of all the rest, from above", MAIN_HOLES, low),
        *_rails(RAILS, low),
    ]
    if circuit.of_kind("mux"):
        parts += [*_board("Board of the multiplexers, from above", MAIN_HOLES, lower)]
        parts += [*_rails(MUX_RAILS, lower)]
    for part in circuit.parts.values():
        name = f"{part.ref} {part.of.value or f'{part.of.short} {part.label}'.strip()}"
        if part.kind in SPOTS:
            parts += _part(SPOTS[part.kind], name, low)
        elif f"{part.kind} {part.label}" in MUX_SPOTS:
            parts += _part(MUX_SPOTS[f"{part.kind} {part.label}"], name, lower)
    return "\n".join([*parts, "</svg>\n"])


def control_holes(places: CasePlaces, name: str) -> tuple[float, float]:
    """Return the middle of a button on its board, in holes: column and row from the top left."""
    x, y = places.buttons[name]
    right, up = (x - places.controls[0]) / mm("raster"), (y - places.controls[1]) / mm("raster")
    return (CONTROL_HOLES[0] + 1) / 2 + right, (CONTROL_HOLES[1] + 1) / 2 - up


def _at(hole: float, margin: float) -> float:
    return margin + STEP * (hole - 0.5)


def _board(title: str, holes: tuple[int, int], top: float) -> Iterator[str]:
    wide, high = (STEP * count for count in holes)
    yield f'<text x="{MARGIN}" y="{top - 20}" font-size="15">{title}</text>'
    yield (
        f'<rect x="{MARGIN}" y="{top}" width="{wide}" height="{high}" rx="3" fill="#efe6cc" '
        'stroke="#b9ab7f"/>'
    )
    for column in range(1, holes[0] + 1):
        for row in range(1, holes[1] + 1):
            x, y = _at(column, MARGIN), _at(row, top)
            # The second hole from both edges takes a screw.
            is_screw = column in (2, holes[0] - 1) and row in (2, holes[1] - 1)
            radius = 8 if is_screw else 2
            yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#ffffff" stroke="#b9ab7f"/>'
    for column in range(5, holes[0] + 1, 5):
        yield _text(_at(column, MARGIN), top - 5, str(column), 9)
    for row in range(5, holes[1] + 1, 5):
        yield _text(MARGIN - 12, _at(row, top) + 4, str(row), 9)


def _text(x: float, y: float, words: str, size: int, fill: str = "#1d1d1b") -> str:
    # The holes behind words must not run through the letters.
    around = "none" if fill == "#ffffff" else "#ffffff"
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" font-size="{size}" fill="{fill}" '
        f'stroke="{around}" stroke-width="3" paint-order="stroke">'
        f"{escape(words)}</text>"
    )


def _leg(column: float, row: float, top: float) -> str:
    return f'<circle cx="{_at(column, MARGIN)}" cy="{_at(row, top)}" r="4" fill="#c02020"/>'


def _controls(places: CasePlaces) -> Iterator[str]:
    for name in places.buttons:
        if name not in COLOURED and name != "press":
            continue
        column, row = control_holes(places, name)
        x, y = _at(column, MARGIN), _at(row, MARGIN)
        yield (
            f'<rect x="{x - 2.3 * STEP}" y="{y - 2.3 * STEP}" width="{4.6 * STEP}" '
            f'height="{4.6 * STEP}" rx="4" fill="#404040" opacity="0.85"/>'
        )
        yield f'<circle cx="{x}" cy="{y}" r="{1.6 * STEP}" fill="{CAPS.get(name, "#909090")}"/>'
        if name == "press":
            yield _text(x, y + 4, "stick", 11)
            continue
        for right, down in LEGS:
            yield _leg(column + right, row + down, MARGIN)
        fill = "#ffffff" if name in ("black", "blue") else "#1d1d1b"
        yield _text(x, y + 4, name, 11, fill)


def _rails(rails: dict[str, int], top: float) -> Iterator[str]:
    for name, row in rails.items():
        y = _at(row, top)
        yield (
            f'<rect x="{MARGIN}" y="{y - 6}" width="{STEP * MAIN_HOLES[0]}" height="12" '
            'fill="#d8c890" opacity="0.8"/>'
        )
        yield f'<text x="{MARGIN + STEP * MAIN_HOLES[0] + 8}" y="{y + 4}">{name}</text>'


def _part(spot: Spot, name: str, top: float) -> Iterator[str]:
    left, first, right, last = spot.body
    x, y = _at(left, MARGIN) - 7, _at(first, top) - 7
    wide, high = STEP * (right - left) + 14, STEP * (last - first) + 14
    yield (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4" fill="#9ec3d8" '
        'stroke="#4a7a94"/>'
    )
    for column, row in spot.legs:
        yield _leg(column, row, top)
    if spot.mark:
        column, row = spot.legs[0]
        yield _text(_at(column, MARGIN), _at(row, top) - 9, spot.mark, 9, "#c02020")
    yield _text(x + wide / 2, y + high + 10, name, 9)
