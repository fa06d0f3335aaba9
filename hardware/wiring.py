"""The wiring of a build as a picture: every part as it looks, each wire's two ends by its number.

Decides how parts look and where they lie.  A wire is not drawn across the picture: its number, in
its colour, stands where it begins and where it ends, as in the table of wires.
"""

from collections.abc import Callable, Iterator
from html import escape

from schiri_device.builds import Build

from hardware.circuit import Circuit, End, Part, circuit_of
from hardware.kinds import EDGE
from hardware.wires import RAILS, Wire, wires

WIDTH, TILE_W, ACROSS = 1240, 246, 4
# A tile is as high as its legs need, and as its picture.
LEG_H, LEAST_H = 18, 110
LEFT, TOP = 230, 70
COLOURS = {
    "black": "#222222",
    "red": "#d02020",
    "orange": "#e88010",
    "violet": "#8040b0",
    "green": "#208040",
    "brown": "#805020",
    "blue": "#2060c0",
    "yellow": "#d0a800",
    "white": "#909090",
}
CAPS = {**COLOURS, "white": "#f4f4f4", "yellow": "#f0d020"}
# Of these there are many, all wired alike: one is drawn for all.
MANY = ("key", "diode", "pixel")


def wiring(build: Build) -> str:
    """Return the picture as SVG."""
    circuit = circuit_of(build)
    found = wires(circuit)
    drawn = [each for each in _tiles(circuit) if each.kind != "pico"]
    rows = [drawn[at : at + ACROSS] for at in range(0, len(drawn), ACROSS)]
    heights = [max(LEAST_H, *(40 + LEG_H * len(part.of.legs) for part in row)) for row in rows]
    height = max(TOP + sum(heights) + 90, 780)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="11"><title>{build.name}: wiring</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="20" y="36" font-size="20">{build.name}: each wire joins two ends with its '
        "number</text>",
        *_pico(circuit, found),
    ]
    y = TOP
    for row, row_height in zip(rows, heights):
        for at, part in enumerate(row):
            parts += _tile(circuit, found, part, LEFT + at * TILE_W, y)
        y += row_height
    parts += _rails(found, height - 70)
    return "\n".join([*parts, "</svg>\n"])


def _tiles(circuit: Circuit) -> Iterator[Part]:
    """Yield the parts that are drawn."""
    seen: set[str] = set()
    for part in circuit.parts.values():
        is_many = part.kind in MANY and part.label != "gate"
        if is_many and part.kind in seen:
            continue
        if is_many:
            seen.add(part.kind)
        yield part


def _numbers(circuit: Circuit, found: list[Wire], part: Part, leg: str) -> list[Wire]:
    """Return the wires at a leg of a part, or of any of those that it stands for."""
    is_many = part.kind in MANY and part.label != "gate"

    def is_here(end: End) -> bool:
        other = circuit.parts[end.ref]
        same = other.kind == part.kind and other.label != "gate" if is_many else end.ref == part.ref
        return same and end.leg == leg

    return [wire for wire in found if any(map(is_here, (*wire.starts, *wire.ends)))]


def _badges(at: list[Wire], x: float, y: float, to_left: bool = False) -> Iterator[str]:
    """Yield the numbers of wires, each in its colour, side by side."""
    for place, wire in enumerate(at):
        middle = x - 24 * place if to_left else x + 24 * place
        colour = COLOURS[wire.colour]
        yield f'<rect x="{middle - 11}" y="{y - 8}" width="22" height="16" rx="8" fill="{colour}"/>'
        yield (
            f'<text x="{middle}" y="{y + 4}" text-anchor="middle" fill="#ffffff" '
            f'font-weight="bold">{wire.number}</text>'
        )


def _pico(circuit: Circuit, found: list[Wire]) -> Iterator[str]:
    """Yield the Pico with the pins of its edge, its USB socket at the top."""
    part = circuit.of_kind("pico")[0]
    x, y, step, wide = 64.0, TOP + 20.0, 27.0, 116.0
    yield f'<rect x="{x}" y="{y - 20}" width="{wide}" height="{step * 20 + 20}" rx="6" '
    yield 'fill="#1e7a3c"/>'
    middle = x + wide / 2
    yield f'<rect x="{middle - 18}" y="{y - 30}" width="36" height="24" rx="3" fill="#c0c0c0"/>'
    yield f'<text x="{middle}" y="{y - 36}" text-anchor="middle">USB</text>'
    for number, name in enumerate(EDGE, 1):
        is_left = number <= 20
        at = y + step * ((number if is_left else 41 - number) - 0.5)
        edge = x if is_left else x + wide
        yield f'<circle cx="{edge}" cy="{at}" r="5" fill="#e8c860"/>'
        anchor, inside = ("start", edge + 9) if is_left else ("end", edge - 9)
        yield (
            f'<text x="{inside}" y="{at + 4}" text-anchor="{anchor}" fill="#ffffff" '
            f'font-size="9">{number} {name}</text>'
        )
        leg = next((leg.name for leg in part.of.legs if leg.number == number), "")
        if leg:
            here = _numbers(circuit, found, part, leg)
            yield from _badges(here, edge - 20 if is_left else edge + 20, at, is_left)


def _tile(circuit: Circuit, found: list[Wire], part: Part, x: float, y: float) -> Iterator[str]:
    """Yield a part: its picture, its name, and the wires at each of its legs."""
    many = len([each for each in circuit.of_kind(part.kind) if each.label != "gate"])
    is_many = part.kind in MANY and part.label != "gate"
    name = f"{many} times: {part.of.short}" if is_many else f"{part.ref} {part.of.short}"
    if not is_many and part.label and part.label != "gate":
        name += f" {part.label}"
    yield f'<text x="{x}" y="{y}" font-weight="bold">{escape(name)}</text>'
    yield f'<g transform="translate({x} {y + 12})">{PICTURES[part.kind](part)}</g>'
    legs = [leg for leg in part.of.legs if _numbers(circuit, found, part, leg.name)]
    for at, leg in enumerate(legs):
        line = y + 20 + LEG_H * at
        here = _numbers(circuit, found, part, leg.name)
        yield from _badges(here, x + 84, line)
        yield (
            f'<text x="{x + 74 + 24 * len(here)}" y="{line + 4}" font-size="9">'
            f"{escape(_short(leg.found))}</text>"
        )


def _short(found: str) -> str:
    """Return a leg without what stands in brackets, but for the pins of a chip.

    >>> _short("gate (left leg)"), _short("pin 14 (VCC)"), _short("other leg")
    ('gate, left', '14 VCC', 'other leg')
    """
    if found.startswith("pin "):
        return found.removeprefix("pin ").replace("(", "").replace(")", "")
    return found.replace(" (", ", ").replace(" leg)", "").replace(")", "")


def _rails(found: list[Wire], y: float) -> Iterator[str]:
    """Yield the two rails, with the wires that end at each."""
    for at, rail in enumerate(RAILS.values()):
        mine = [wire for wire in found if wire.begin == rail]
        line, colour = y + 34 * at, COLOURS[mine[0].colour]
        place = f'<rect x="20" y="{line - 12}" width="{WIDTH - 40}"'
        yield f'{place} height="24" rx="4" fill="#f0ead8"/>'
        yield f'{place} height="3" fill="{colour}"/>'
        yield f'<text x="30" y="{line + 5}">{rail}</text>'
        yield from _badges(mine, 130, line + 1)


# How parts look, in a square of 60 by 60.


def _body(fill: str, inner: str = "") -> str:
    legs = '<path d="M0 30H60" stroke="#999999" stroke-width="2"/>'
    return f'{legs}<rect x="12" y="20" width="36" height="20" rx="8" fill="{fill}"/>{inner}'


def _bands(*colours: str) -> str:
    return "".join(
        f'<rect x="{18 + 7 * at}" y="20" width="4" height="20" fill="{colour}"/>'
        for at, colour in enumerate(colours)
    )


def _resistor(*bands: str) -> Callable[[Part], str]:
    return lambda part: _body("#e8d8b0", _bands(*bands))


def _disc(fill: str, text: str) -> Callable[[Part], str]:
    return lambda part: (
        '<path d="M22 40V60M38 40V60" stroke="#999999" stroke-width="2"/>'
        f'<circle cx="30" cy="24" r="20" fill="{fill}"/>'
        f'<text x="30" y="28" text-anchor="middle" font-size="10">{text}</text>'
    )


def _button(part: Part) -> str:
    return (
        '<rect x="6" y="6" width="48" height="48" rx="4" fill="#404040"/>'
        f'<circle cx="30" cy="30" r="17" fill="{CAPS[part.label]}" stroke="#000000"/>'
    )


def _chip(part: Part) -> str:
    legs = "".join(f"M{8 + 7 * at} 8V52" for at in range(7))
    return (
        f'<path d="{legs}" stroke="#999999" stroke-width="2"/>'
        '<rect x="4" y="14" width="52" height="32" fill="#202020"/>'
        '<circle cx="9" cy="40" r="2.5" fill="#888888"/>'
        '<path d="M4 26a4 4 0 0 1 0 8z" fill="#888888"/>'
    )


def _matrix(part: Part) -> str:
    dots = "".join(
        f'<rect x="{4 + 6.6 * column}" y="{4 + 6.6 * row}" width="5" height="5" fill="#f8f8f0"/>'
        for row in range(8)
        for column in range(8)
    )
    return f'<rect width="60" height="60" fill="#303030"/>{dots}'


def _can(part: Part) -> str:
    return (
        '<path d="M22 46V60M38 46V60" stroke="#999999" stroke-width="2"/>'
        '<rect x="12" y="2" width="36" height="46" rx="5" fill="#304878"/>'
        '<rect x="38" y="2" width="8" height="46" fill="#c8d0e0"/>'
        '<text x="42" y="28" text-anchor="middle" font-weight="bold">-</text>'
    )


def _transistor(part: Part) -> str:
    return (
        '<path d="M20 34V60M30 34V60M40 34V60" stroke="#999999" stroke-width="3"/>'
        '<rect x="12" y="0" width="36" height="14" fill="#b0b0b0"/>'
        '<circle cx="30" cy="7" r="4" fill="#ffffff"/>'
        '<rect x="12" y="12" width="36" height="24" fill="#202020"/>'
        '<text x="30" y="28" text-anchor="middle" font-size="8" fill="#ffffff">G D S</text>'
    )


def _stick(part: Part) -> str:
    return (
        '<rect x="6" y="6" width="48" height="48" rx="6" fill="#404040"/>'
        '<path d="M30 10l6 8h-12zM30 50l6-8h-12zM10 30l8 6v-12zM50 30l-8 6v-12z" fill="#dddddd"/>'
        '<circle cx="30" cy="30" r="8" fill="#909090"/>'
    )


def _key(part: Part) -> str:
    return (
        '<rect x="6" y="6" width="48" height="48" rx="4" fill="#303030"/>'
        '<rect x="14" y="12" width="32" height="32" rx="4" fill="#f0f0f0" opacity="0.9"/>'
    )


def _pixel(part: Part) -> str:
    return (
        '<rect x="10" y="10" width="40" height="40" fill="#f4f4f0" stroke="#888888"/>'
        '<circle cx="30" cy="30" r="14" fill="#ffe890"/>'
    )


def _diode(part: Part) -> str:
    return _body("#d88850", '<rect x="14" y="20" width="6" height="20" fill="#202020"/>')


PICTURES: dict[str, Callable[[Part], str]] = {
    "shifter": _chip,
    "matrix": _matrix,
    "pixel": _pixel,
    "stick": _stick,
    "button": _button,
    "key": _key,
    "diode": _diode,
    "fuse": _disc("#e8c020", "065"),
    "switch": _transistor,
    "resistor-data": _resistor("#e88010", "#e88010", "#805020", "#c0a040"),
    "resistor-low": _resistor("#805020", "#202020", "#e88010", "#c0a040"),
    "resistor-piezo": _resistor("#805020", "#202020", "#d02020", "#c0a040"),
    "resistor-gate": _resistor("#805020", "#202020", "#208040", "#c0a040"),
    "capacitor-slope": _disc("#c04030", "104"),
    "capacitor-hold": _disc("#4080c0", "225"),
    "capacitor-bulk": _can,
    "capacitor-chip": _disc("#d8a050", "104"),
    "piezo": _disc("#d8b860", ""),
}
