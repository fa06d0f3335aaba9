"""A schedule that fails is made small: fewer mishaps first, then smaller numbers.

Decides what is tried, in an order that follows from the schedule alone.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from schiri.simulator.fault_plan import FORM, Schedule, schedule_text

KEPT = Path(__file__).parent / "schedules"

Fails = Callable[[Schedule], bool]


def shrunk(schedule: Schedule, fails: Fails) -> Schedule:
    """Return a small schedule that fails as well.

    Rule: without any one of its mishaps it does not.

    >>> from schiri.simulator.fault_plan import Mishap
    >>> pulls = tuple(Mishap(at, "pull", after_bytes=at) for at in range(0, 100, 7))
    >>> shrunk(Schedule(1, "", pulls), lambda it: any(m.after_bytes > 40 for m in it.mishaps))
    ... # doctest: +NORMALIZE_WHITESPACE
    Schedule(seed=1, build='', mishaps=(Mishap(at_ms=0, what='pull', for_ms=0, after_bytes=41,
    at_write=0, stage=0, wrong_permille=0, lost_permille=0, jitter_ms=0),))
    """
    return _with_fewer(_with_smaller(_with_fewer(schedule, fails), fails), fails)


def keep(schedule: Schedule, name: str, folder: Path = KEPT) -> Path:
    """Write a schedule down, so that it is played again at every test; return where."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(schedule_text(schedule))
    return path


def _with_fewer(schedule: Schedule, fails: Fails) -> Schedule:
    size = max(len(schedule.mishaps) // 2, 1)
    while size:
        at = 0
        while at < len(schedule.mishaps):
            rest = schedule.mishaps[:at] + schedule.mishaps[at + size :]
            fewer = schedule._replace(mishaps=rest)
            if fails(fewer):
                schedule = fewer
            else:
                at += size
        size //= 2
    return schedule


def _with_smaller(schedule: Schedule, fails: Fails) -> Schedule:
    for at in range(len(schedule.mishaps)):
        for name in ("at_ms", *FORM[schedule.mishaps[at].what]):
            # No mishap is due before the one that it follows.
            least = schedule.mishaps[at - 1].at_ms if at and name == "at_ms" else 0
            schedule = _with_number(schedule, at, name, least, fails)
    return schedule


def _with_number(schedule: Schedule, at: int, name: str, least: int, fails: Fails) -> Schedule:
    """Search for the least number by halves, as if all from it on failed."""
    most = getattr(schedule.mishaps[at], name)
    # The boldest first: most numbers do not matter.
    number = least
    while least < most:
        mishaps = list(schedule.mishaps)
        changed: Any = {name: number}
        mishaps[at] = mishaps[at]._replace(**changed)
        tried = schedule._replace(mishaps=tuple(mishaps))
        if fails(tried):
            schedule, most = tried, number
        else:
            least = number + 1
        number = (least + most) // 2
    return schedule
