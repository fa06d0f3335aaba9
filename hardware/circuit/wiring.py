"""The wiring of a build as a picture: every part as it looks, each wire's two ends by its number.

Decides where parts lie; ``looks`` draws them.  A wire is not drawn across the picture: its number,
in its colour, stands where it begins and where it ends, as in the table of wires.
"""

from collections.abc import Iterator
from html import escape

from schiri_device.builds import Build

from hardware.circuit.circuit import Circuit, Part, PartLeg, circuit_of
from hardware.circuit.kinds import EDGE, KINDS
from hardware.circuit.looks import PICTURES
from hardware.circuit.tiles import CORNERS
from hardware.circuit.wires import MANY, RAILS, Wire, wires

WIDTH, TILE_W, ACROSS = 1300, 262, 4
# A tile is as high as its legs need, and as its picture.
LEG_H, LEAST_H = 18, 110
# The pins of each chip, as they are counted around it.
CHIPS = {kind: tuple(leg.name for leg in sorted(KINDS[kind].legs)) for kind in ("shifter", "mux")}
LEFT, TOP = 230, 70
# Kinds that have a picture of their own, and those that are drawn in it.
LEFT_OUT = ("pico", "key", "diode", "sensor", "capacitor-sensor")
# The field of keys: how far keys are apart, and how high all of it is.
KEY_W, KEY_H, KEYS_H = 120, 74, 460
# The field of sensors.
SENSOR_H, SENSORS_H = 56, 380
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


def wiring(build: Build) -> str:
    """Return the picture as SVG."""
    circuit = circuit_of(build)
    found = wires(circuit)
    keys = circuit.of_kind("key")
    drawn = [each for each in _tiles(circuit) if each.kind not in LEFT_OUT]
    rows = [drawn[at : at + ACROSS] for at in range(0, len(drawn), ACROSS)]
    heights = [max(LEAST_H, *(40 + LEG_H * _lines(part) for part in row)) for row in rows]
    sensors = circuit.of_kind("sensor")
    panel = (KEYS_H if keys else 0) + (SENSORS_H if sensors else 0)
    height = max(TOP + sum(heights) + panel + 22 + 34 * len(_rails_of(found)), 780)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="11"><title>{build.name}: wiring</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="20" y="36" font-size="20">{build.name}: each wire joins the ends with '
        "its number</text>",
        *(
            f'<text x="{LEFT}" y="54">{_label(wire)} (wire {wire.number}): each contact to the '
            "one of the same name beside it, never to another</text>"
            for wire in found
            if _joins_edges(wire)
        ),
        *_pico(circuit, found),
    ]
    y = TOP
    for row, row_height in zip(rows, heights):
        for at, part in enumerate(row):
            parts += _tile(circuit, found, part, LEFT + at * TILE_W, y)
        y += row_height
    if keys:
        parts += _keys(circuit, found, y)
    if sensors:
        parts += _sensors(circuit, found, y)
    parts += _rails(found, height - 2 - 34 * len(_rails_of(found)))
    return "\n".join([*parts, "</svg>\n"])


def _tiles(circuit: Circuit) -> Iterator[Part]:
    """Yield the parts that are drawn: one for all parts that are wired alike."""
    seen: set[str] = set()
    for part in circuit.parts.values():
        if part.kind not in seen:
            yield part
        if part.kind in MANY:
            seen.add(part.kind)


def _lines(part: Part) -> int:
    """Return how many lines a part needs: one a leg, of a chip one for two."""
    return len(CHIPS[part.kind]) // 2 + 1 if part.kind in CHIPS else len(part.of.legs)


def _joins_edges(wire: Wire) -> bool:
    """Return whether this means the joints between tiles, which are not a wire of one net."""
    return bool(wire.starts) and wire.starts[0].leg == "INT"


def _label(wire: Wire) -> str:
    """Return the number of a wire; many contacts with one number would read as one net."""
    return "=" if _joins_edges(wire) else str(wire.number)


def _numbers(circuit: Circuit, found: list[Wire], part: Part, leg: str) -> list[Wire]:
    """Return the wires at a leg of a part, or of any of those that it stands for."""

    def is_here(end: PartLeg) -> bool:
        is_alike = part.kind in MANY and circuit.parts[end.ref].kind == part.kind
        return end.leg == leg and (is_alike or end.ref == part.ref)

    return [wire for wire in found if any(map(is_here, (*wire.starts, *wire.ends)))]


def _badges(at: list[Wire], x: float, y: float, to_left: bool = False) -> Iterator[str]:
    """Yield the numbers of wires, each in its colour, side by side."""
    for place, wire in enumerate(at):
        middle = x - 24 * place if to_left else x + 24 * place
        colour = COLOURS[wire.colour]
        yield f'<rect x="{middle - 11}" y="{y - 8}" width="22" height="16" rx="8" fill="{colour}"/>'
        yield (
            f'<text x="{middle}" y="{y + 4}" text-anchor="middle" fill="#ffffff" '
            f'font-weight="bold">{_label(wire)}</text>'
        )


def _pico(circuit: Circuit, found: list[Wire]) -> Iterator[str]:
    """Yield the Pico with the pins of its edge, its USB socket at the top."""
    part = circuit.of_kind("pico")[0]
    x, y, step, wide = 64.0, TOP + 20.0, 27.0, 116.0
    middle = x + wide / 2
    yield f'<rect x="{x}" y="{y - 20}" width="{wide}" height="20" rx="6" fill="#1e7a3c"/>'
    yield f'<rect x="{middle - 18}" y="{y - 30}" width="36" height="24" rx="3" fill="#c0c0c0"/>'
    yield f'<text x="{middle}" y="{y - 36}" text-anchor="middle">USB</text>'
    yield from _edged(circuit, found, part, EDGE, (x, y - 8, wide, step), "#1e7a3c")


def _edged(
    circuit: Circuit,
    found: list[Wire],
    part: Part,
    names: tuple[str, ...],
    box: tuple[float, float, float, float],
    fill: str,
) -> Iterator[str]:
    """Yield a part with pins at two sides, counted down the left and up the right, in a box.

    Shape: ``box`` is its left, its top, its width and how far apart its pins are.
    """
    x, y, wide, step = box
    side = len(names) // 2
    yield f'<rect x="{x}" y="{y}" width="{wide}" height="{step * side + 8}" rx="4" fill="{fill}"/>'
    for number, name in enumerate(names, 1):
        is_left = number <= side
        at = y + 4 + step * ((number if is_left else len(names) + 1 - number) - 0.5)
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
    name = f"{part.ref} {part.of.short} {part.label}".strip()
    if part.kind in MANY:
        name = f"{len(circuit.of_kind(part.kind))} times: {part.of.short}"
    if part.kind == "tile":
        name += f", {CORNERS[circuit.of_kind('tile').index(part)]}"
    yield f'<text x="{x}" y="{y}" font-weight="bold">{escape(name)}</text>'
    if part.kind in CHIPS:
        names = CHIPS[part.kind]
        yield from _edged(circuit, found, part, names, (x + 40, y + 14, 92, LEG_H), "#202020")
        yield f'<path d="M{x + 80} {y + 14}a6 6 0 0 0 12 0z" fill="#ffffff"/>'
        return
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


def _keys(circuit: Circuit, found: list[Wire], y: float) -> Iterator[str]:
    """Yield the field of keys: columns from the top, rows from the right, a diode at each key."""
    cells = sorted(part.label for part in circuit.of_kind("key"))
    files, ranks = sorted({cell[0] for cell in cells}), sorted({cell[1:] for cell in cells})
    title = f"{len(cells)} keys, each with its diode"
    yield f'<text x="{LEFT}" y="{y}" font-weight="bold">{title}</text>'
    top, right = y + 40, LEFT + KEY_W * len(files) + 30
    bottom = top + KEY_H * len(ranks)
    for at, file in enumerate(files):
        x = LEFT + 20 + KEY_W * at
        wire = _of_line(circuit, found, "key", file, 0)
        colour = COLOURS[wire.colour]
        yield f'<path d="M{x} {top - 12}V{bottom - 40}" stroke="{colour}" stroke-width="2"/>'
        yield from _badges([wire], x, top - 20)
        yield f'<text x="{x + 16}" y="{top - 16}" font-size="9">column {file}</text>'
    for down, rank in enumerate(reversed(ranks)):
        line = top + KEY_H * (down + 1) - 18
        wire = _of_line(circuit, found, "diode", rank, -1)
        colour = COLOURS[wire.colour]
        yield f'<path d="M{LEFT + 86} {line}H{right}" stroke="{colour}" stroke-width="2"/>'
        yield from _badges([wire], right + 12, line)
        yield f'<text x="{right + 28}" y="{line + 4}" font-size="9">row {rank}</text>'
        for at, file in enumerate(files):
            yield from _key(LEFT + 20 + KEY_W * at, line, file + rank)
    # The wire between a key and its diode is the same 25 times: its ends are shown at one key.
    joined = _numbers(circuit, found, circuit.of_kind("key")[0], "other leg")
    yield from _badges(joined, LEFT + 77, bottom - 70)
    yield from _badges(joined, LEFT + 106, bottom - 51)


def _of_line(circuit: Circuit, found: list[Wire], kind: str, line: str, place: int) -> Wire:
    """Return the wire of a column or a row: by the keys or the diodes that it leads to."""

    def leads_there(wire: Wire) -> bool:
        parts = [circuit.parts[end.ref] for end in wire.ends]
        return all(part.kind == kind and part.label[place] == line for part in parts)

    return next(wire for wire in found if leads_there(wire))


def _key(x: float, line: float, cell: str) -> Iterator[str]:
    """Yield a key right of its column, and its diode down to its row, the ring below."""
    y = line - 40
    yield f'<path d="M{x} {y}H{x + 72}V{line}" stroke="#909090" fill="none" stroke-width="2"/>'
    yield f'<circle cx="{x}" cy="{y}" r="3" fill="#2060c0"/>'
    yield f'<circle cx="{x + 72}" cy="{line}" r="3" fill="#d0a800"/>'
    yield f'<rect x="{x + 14}" y="{y - 15}" width="30" height="30" rx="4" fill="#303030"/>'
    yield f'<rect x="{x + 19}" y="{y - 10}" width="20" height="20" rx="3" fill="#f0f0f0"/>'
    yield f'<text x="{x + 29}" y="{y + 4}" text-anchor="middle" font-size="10">{cell}</text>'
    yield f'<rect x="{x + 67}" y="{line - 27}" width="10" height="20" rx="3" fill="#d88850"/>'
    yield f'<rect x="{x + 67}" y="{line - 13}" width="10" height="4" fill="#202020"/>'


def _sensors(circuit: Circuit, found: list[Wire], y: float) -> Iterator[str]:
    """Yield the field of sensors, each with the wire of its output, and the legs of one, large."""
    sensors = circuit.of_kind("sensor")
    files = sorted({part.label[0] for part in sensors})
    ranks = sorted({part.label[1:] for part in sensors})
    title = f"{len(sensors)} sensors from the front, each with the wire of its leg 3 (OUT)"
    yield f'<text x="{LEFT}" y="{y}" font-weight="bold">{title}</text>'
    for part in sensors:
        x = LEFT + 20 + KEY_W * files.index(part.label[0])
        line = y + 40 + SENSOR_H * (len(ranks) - 1 - ranks.index(part.label[1:]))
        yield f'<path d="M{x - 12} {line + 12}v-19l5 -5h22l5 5v19z" fill="#202020"/>'
        words = f'text-anchor="middle" fill="#ffffff" font-size="10">{part.label}'
        yield f'<text x="{x + 4}" y="{line + 5}" {words}</text>'
        wire = next(wire for wire in found if wire.starts[:1] == (PartLeg(part.ref, "OUT"),))
        yield from _badges([wire], x + 36, line)
    x = LEFT + KEY_W * len(files) + 60
    yield f'<g transform="translate({x} {y + 24}) scale(2)">{PICTURES["sensor"](sensors[0])}</g>'
    yield f'<circle cx="{x + 50}" cy="{y + 170}" r="18" fill="#d8a050"/>'
    yield f'<path d="M{x + 40} {y + 144}V{y + 160}M{x + 60} {y + 144}V{y + 160}" stroke="#999999"/>'
    yield f'<text x="{x + 50}" y="{y + 174}" text-anchor="middle" font-size="10">104</text>'
    for at, leg in enumerate(KINDS["sensor"].legs[:2]):
        line = y + 150 + 26 * at
        yield from _badges(_numbers(circuit, found, sensors[0], leg.name), x + 150, line)
        text = f"{leg.found}, with a leg of its 100 nF"
        yield f'<text x="{x + 168}" y="{line + 4}">{text}</text>'
    for at, text in enumerate(
        (
            "Its marked side with the cut edges looks",
            "at you: legs 1, 2, 3 from the left.",
            "It lies with this side up, legs bent down.",
        )
    ):
        yield f'<text x="{x + 140}" y="{y + 50 + 18 * at}">{text}</text>'


def _short(found: str) -> str:
    """Return a leg without its text in brackets, except for the pins of a chip.

    >>> _short("gate (left leg)"), _short("pin 14 (VCC)"), _short("other leg")
    ('gate, left', '14 VCC', 'other leg')
    """
    if found.startswith("pin "):
        return found.removeprefix("pin ").replace("(", "").replace(")", "")
    return found.replace(" (", ", ").replace(" leg)", "").replace(")", "")


def _rails_of(found: list[Wire]) -> list[str]:
    """Return the rails that have wires."""
    return [rail for rail in RAILS.values() if any(wire.begin == rail for wire in found)]


def _rails(found: list[Wire], y: float) -> Iterator[str]:
    """Yield the rails, with the wires that end at each."""
    for at, rail in enumerate(_rails_of(found)):
        mine = [wire for wire in found if wire.begin == rail]
        line, colour = y + 34 * at, COLOURS[mine[0].colour]
        place = f'<rect x="20" y="{line - 12}" width="{WIDTH - 40}"'
        yield f'{place} height="24" rx="4" fill="#f0ead8"/>'
        yield f'{place} height="3" fill="{colour}"/>'
        yield f'<text x="30" y="{line + 5}">{rail}</text>'
        yield from _badges(mine, 130, line + 1)
