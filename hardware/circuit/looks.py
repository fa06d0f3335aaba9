"""How each part looks, in a square of 60 by 60, as SVG.

Decides shapes and colours, so that a maker knows a part from the others.  Must not know how
anything is connected.
"""

from collections.abc import Callable

from hardware.circuit.circuit import Part

CAPS = {
    "red": "#d9433b",
    "yellow": "#f2c530",
    "green": "#3da55c",
    "blue": "#3b6fd4",
    "white": "#f4f3ee",
    "black": "#2a2a2e",
}


def _body(fill: str, inner: str = "") -> str:
    legs = '<path d="M0 30H60" stroke="#999999" stroke-width="2"/>'
    return f'{legs}<rect x="12" y="20" width="36" height="20" rx="8" fill="{fill}"/>{inner}'


def _bands(*colours: str) -> str:
    return "".join(
        f'<rect x="{18 + 7 * at}" y="20" width="4" height="20" fill="{colour}"/>'
        for at, colour in enumerate(colours)
    )


# Resistors: the zeros of each unit of the value, and the colour of the ring for each digit.
ZEROS = {"ohm": 0, "kilohm": 3, "megohm": 6}
RINGS = ["#202020", "#805020", "#d02020", "#e88010", "#e8d020"]
RINGS += ["#208040", "#2060c0", "#8040b0", "#909090", "#f4f4f4"]
GOLD = "#c0a040"


def rings(value: str) -> list[str]:
    """Return the colours of a resistor's rings: two digits, how many zeros, and 5 %.

    >>> [RINGS.index(ring) for ring in rings("10 kilohm")[:3]]
    [1, 0, 3]
    """
    number, unit = value.split()
    ohms = number + "0" * ZEROS[unit]
    return [RINGS[int(ohms[0])], RINGS[int(ohms[1])], RINGS[len(ohms) - 2], GOLD]


def _resistor(part: Part) -> str:
    return _body("#e8d8b0", _bands(*rings(part.of.value)))


def _disc(fill: str, text: str) -> Callable[[Part], str]:
    return lambda part: (
        '<path d="M22 40V60M38 40V60" stroke="#999999" stroke-width="2"/>'
        f'<circle cx="30" cy="24" r="20" fill="{fill}"/>'
        f'<text x="30" y="28" text-anchor="middle" font-size="10">{text}</text>'
    )


def _box(wide: int, text: str) -> Callable[[Part], str]:
    return lambda part: (
        '<path d="M22 40V60M38 40V60" stroke="#999999" stroke-width="2"/>'
        f'<rect x="{30 - wide / 2}" y="8" width="{wide}" height="36" rx="2" fill="#c04030"/>'
        f'<text x="30" y="30" text-anchor="middle" font-size="10" fill="#ffffff">{text}</text>'
    )


def _button(part: Part) -> str:
    return (
        '<rect x="6" y="6" width="48" height="48" rx="4" fill="#404040"/>'
        f'<circle cx="30" cy="30" r="17" fill="{CAPS[part.label]}" stroke="#000000"/>'
    )


def _squares(count: int, first: int, step: float, looks: str) -> str:
    """Return a field of so many squares a row."""
    return "".join(
        f'<rect x="{first + step * column}" y="{first + step * row}" {looks}/>'
        for row in range(count)
        for column in range(count)
    )


def _matrix(part: Part) -> str:
    dots = _squares(8, 4, 6.6, 'width="5" height="5" fill="#f8f8f0"')
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


def _tile(part: Part) -> str:
    pads = _squares(4, 5, 13, 'width="11" height="11" rx="2" fill="#f4f4f0"')
    return f'<rect width="60" height="60" rx="2" fill="#303030"/>{pads}'


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


def _sensor(part: Part) -> str:
    return (
        '<path d="M20 34V60M30 34V60M40 34V60" stroke="#999999" stroke-width="3"/>'
        '<path d="M10 34V10L16 4H44L50 10V34Z" fill="#202020"/>'
        '<text x="30" y="24" text-anchor="middle" font-size="11" fill="#ffffff">55A2</text>'
    )


def _diode(part: Part) -> str:
    return _body("#d88850", '<rect x="14" y="20" width="6" height="20" fill="#202020"/>')


PICTURES: dict[str, Callable[[Part], str]] = {
    "matrix": _matrix,
    "pixel": _pixel,
    "tile": _tile,
    "stick": _stick,
    "button": _button,
    "key": _key,
    "diode": _diode,
    "diode-gate": _diode,
    "fuse": _disc("#e8c020", "065"),
    "switch": _transistor,
    "resistor-data": _resistor,
    "resistor-low": _resistor,
    "resistor-piezo": _resistor,
    "resistor-gate": _resistor,
    "capacitor-slope": _box(34, "0.1"),
    "capacitor-hold": _box(44, "2.2"),
    "capacitor-bulk": _can,
    "capacitor-chip": _disc("#d8a050", "104"),
    "capacitor-mux": _disc("#d8a050", "104"),
    "capacitor-sensor": _disc("#d8a050", "104"),
    "sensor": _sensor,
    "piezo": _disc("#d8b860", ""),
}
