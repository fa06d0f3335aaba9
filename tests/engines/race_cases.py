"""Races, each with the verdict by DW-6, DW-7 and DW-12.

Decides nothing; the verdicts were worked out by hand.
"""

from typing import Any, NamedTuple

from tests.engines.fresh import Engines

Press = tuple[int, int]
TOP = 1 << 29


class Case(NamedTuple):
    """One race: the turner, the number of seats, the ticks, the presses, and the verdict.

    Shape: ``ticks`` are idle, opened and closed; ``order`` are seats, with ``=`` for ties.
    """

    name: str
    turner: int
    seats: int
    ticks: tuple[int, int, int | None]
    presses: list[Press]
    order: str
    early: str = ""
    locked: str = ""
    more: dict[str, int] = {}


CASES = [
    Case("nobody", 0, 3, (0, 500, None), [], ""),
    Case("one", 0, 3, (0, 500, None), [(700, 1)], "1:200"),
    Case("whoever turned", 0, 3, (0, 500, None), [(600, 0), (700, 1)], "1:200"),
    Case("nobody sits there", 0, 3, (0, 500, None), [(600, 3), (600, -1), (700, 1)], "1:200"),
    Case("nobody sits there early", 0, 3, (0, 500, None), [(490, 3), (600, 3)], ""),
    Case("fastest first", 1, 4, (0, 0, None), [(9, 0), (3, 2), (5, 3)], "2:3 3:5 0:9"),
    Case("second press", 0, 3, (0, 0, None), [(9, 1), (3, 2), (5, 1), (5, 1)], "2:3 1:5"),
    Case("clockwise", 2, 6, (0, 0, None), [(5, s) for s in range(6)], "3:5= 4:5= 5:5= 0:5= 1:5="),
    Case("clockwise from 0", 0, 4, (0, 0, None), [(7, 3), (7, 1), (6, 2)], "2:6 1:7= 3:7="),
    Case("clockwise, last", 3, 4, (0, 0, None), [(7, 2), (7, 0)], "0:7= 2:7="),
    Case("in the turning's scan", 0, 3, (0, 500, None), [(500, 2)], "2:0"),
    Case("in the closing scan", 0, 3, (0, 500, 900), [(900, 1), (899, 2), (901, 1)], "2:399"),
    Case("false start", 0, 3, (0, 9, None), [(8, 1), (30, 1), (40, 2)], "2:31", "1:1", "1:21"),
    Case("false start, earliest", 0, 3, (0, 500, None), [(200, 1), (800, 1)], "", "1:300", "1:300"),
    Case("no false start", 0, 3, (0, 500, None), [(199, 1), (800, 1)], "1:300"),
    Case("locked out until", 0, 3, (0, 500, None), [(400, 1), (1499, 1)], "", "1:100", "1:999"),
    Case("locked out no more", 0, 3, (0, 500, None), [(400, 1), (1500, 1)], "1:1000", "1:100"),
    Case(
        "locked out, then again",
        *(0, 3, (0, 500, None), [(1600, 1), (1600, 1), (700, 1), (700, 1), (400, 1), (450, 1)]),
        *("1:1100", "1:100", "1:200"),
    ),
    Case("several false starts", 0, 4, (0, 500, None), [(450, 3), (400, 1)], "", "1:100 3:50"),
    Case("false start of whoever turns", 0, 3, (0, 500, None), [(450, 0)], ""),
    Case("claim for the one before", 0, 3, (500, 500, None), [(450, 1), (800, 1)], "1:300"),
    Case(
        "window closed since",
        0,
        3,
        (450, 500, None),
        [(449, 1), (450, 2), (800, 1)],
        "1:300",
        "2:50",
    ),
    Case("over the wrap", 1, 3, (TOP - 50, TOP - 5, 9), [(4, 0), (TOP - 1, 2), (9, 0)], "2:4 0:9"),
    Case(
        "false start over the wrap",
        1,
        3,
        (TOP - 50, 5, None),
        [(TOP - 9, 0), (9, 0)],
        "",
        "0:14",
        "0:4",
    ),
    Case("two scans", 0, 3, (0, 0, None), [(10, 2), (14, 1)], "2:10 1:14", more={"scan_ms": 4}),
    Case("one scan", 0, 3, (0, 0, None), [(10, 2), (13, 1)], "1:10= 2:10=", more={"scan_ms": 4}),
    Case(
        "no chain of scans",
        *(0, 4, (0, 0, None), [(10, 2), (13, 1), (16, 3)], "1:10= 2:10= 3:16", "", ""),
        {"scan_ms": 4},
    ),
    Case(
        "no false starts agreed",
        *(0, 3, (0, 500, None), [(499, 1), (500, 1)], "1:0", "", "", {"false_start_ms": 0}),
    ),
    Case(
        "no lockout agreed",
        *(0, 3, (0, 500, None), [(499, 1), (500, 1)], "1:0", "1:1", "", {"lockout_ms": 0}),
    ),
]


def race_of(engines: Engines, case: Case) -> Any:
    race = engines("race").RaceConditions(case.turner, case.seats, *case.ticks)
    for name, value in case.more.items():
        setattr(race, name, value)
    return race


def told(engines: Engines, case: Case) -> tuple[str, str, str]:
    """Return the verdict in the form used above."""
    verdict = race_of(engines, case).judge(case.presses)
    order = [f"{seat}:{ms}{'=' if tie else ''}" for seat, ms, tie in verdict.order]
    early, locked = [
        " ".join(f"{seat}:{ms}" for seat, ms in some)
        for some in (verdict.false_starts, verdict.locked)
    ]
    return " ".join(order), early, locked
