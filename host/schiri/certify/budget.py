"""The published budget of a device, and the check of figures against it.

Decides the limits and the verdicts.  Must not know how a figure is measured.
"""

from collections.abc import Mapping
from typing import NamedTuple

from schiri_device.builds import Build

OK, FAILED, SKIPPED = "ok", "FAIL", "skipped"
# Printed for a figure without a value.
NOTHING = "-"
AT_MOST, AT_LEAST = "<=", ">="
# The margin of a field, in units of noise: a test compares it with the device's own.
NEEDED = 3


class Limit(NamedTuple):
    """The limit of a figure.

    Shape: ``relation`` is AT_MOST or AT_LEAST.
    """

    name: str
    relation: str
    value: float
    unit: str


# The longest chain of calls takes 1.4 kB, which is 34 plain frames; 10 more must be free.
BUDGET = (
    Limit("scan", AT_MOST, 1.1, "ms"),
    Limit("light", AT_MOST, 30, "ms"),
    Limit("frame", AT_MOST, 4, "ms"),
    Limit("heap", AT_LEAST, 4_000, "B"),
    Limit("piece", AT_LEAST, 4_000, "B"),
    Limit("stack", AT_LEAST, 34 + 10, "frames"),
    Limit("journal", AT_MOST, 20, "ms"),
    Limit("step", AT_MOST, 30, "ms"),
    Limit("link", AT_MOST, 100, "ms"),
)
# Only of a device that feels its stones: the time of a scan, and the margin of each field.
OF_SENSORS = (
    Limit("sense", AT_MOST, 3, "ms"),
    Limit("field", AT_LEAST, NEEDED, NOTHING),
)
# A whole frame to tiles takes 6.4 ms on the bus; the rest is ours.
TILES_FRAME_MS = 14


class Check(NamedTuple):
    """The result of one figure; ``value`` is None if it was not measured."""

    verdict: str
    value: float | None
    limit: Limit

    def line(self) -> str:
        """Return it for people and scripts: verdict, name, value, unit, limit.

        >>> Check(OK, 12.0, BUDGET[1]).line()
        'ok light 12 ms <= 30'
        """
        name, relation, value, unit = self.limit
        text = NOTHING if self.value is None else number_text(self.value)
        return f"{self.verdict} {name} {text} {unit} {relation} {number_text(value)}"

    def data(self) -> dict[str, object]:
        name, relation, value, unit = self.limit
        key = "at_most" if relation == AT_MOST else "at_least"
        found = {"name": name, "verdict": self.verdict, "value": self.value}
        return {**found, "unit": unit, key: value}


def checks(
    figures: Mapping[str, float], parts: Mapping[str, bool | None], build: Build
) -> list[Check]:
    """Return the result for each figure of the budget of a build, and for each part.

    Shape: a figure that is not in ``figures`` is skipped, and so is a part that is None.
    """
    found = []
    for plain in BUDGET + (OF_SENSORS if build.sensors else ()):
        is_longer = build.tiles and plain.name == "frame"
        limit = plain._replace(value=TILES_FRAME_MS) if is_longer else plain
        # A step has a figure for each mode that occurred, a field one for each cell.
        steps = sorted(name for name in figures if name.startswith(f"{limit.name}."))
        names = steps or [limit.name]
        found += [check(figures.get(name), limit._replace(name=name)) for name in names]
    for name, works in parts.items():
        value = None if works is None else float(works)
        found.append(check(value, Limit(name, AT_LEAST, 1, NOTHING)))
    return found


def check(value: float | None, limit: Limit) -> Check:
    """Return the result for a value.

    >>> [check(value, BUDGET[1]).verdict for value in (30.0, 30.1, None)]
    ['ok', 'FAIL', 'skipped']
    """
    if value is None:
        return Check(SKIPPED, None, limit)
    is_within = value <= limit.value if limit.relation == AT_MOST else value >= limit.value
    return Check(OK if is_within else FAILED, value, limit)


def number_text(value: float) -> str:
    """Return a number without needless digits.

    >>> number_text(4000.0), number_text(0.042), number_text(1.1)
    ('4000', '0.04', '1.1')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
