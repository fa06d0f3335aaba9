"""Shrinks a failing plan: fewer faults first, then smaller numbers.

Decides which plans are tried, in an order that depends only on the plan.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from schiri.simulator.faults import FORM, FaultPlan

from tests.faults.plans import fault_plan_text

KEPT = Path(__file__).parent / "schedules"

Item = TypeVar("Item")
Fails = Callable[[FaultPlan], bool]


def shrunk(plan: FaultPlan, fails: Fails) -> FaultPlan:
    """Return a small plan that fails as well.

    Rule: without any one of its faults it passes.

    >>> from schiri.simulator.faults import PlannedFault
    >>> pulls = tuple(PlannedFault(at, "pull", after_bytes=at) for at in range(0, 100, 7))
    >>> shrunk(FaultPlan(1, "", pulls), lambda it: any(m.after_bytes > 40 for m in it.faults))
    ... # doctest: +NORMALIZE_WHITESPACE
    FaultPlan(seed=1, build='', faults=(PlannedFault(at_ms=0, what='pull', for_ms=0, after_bytes=41,
    at_write=0, stage=0, wrong_permille=0, lost_permille=0, jitter_ms=0),))
    """
    return _with_fewer(_with_smaller(_with_fewer(plan, fails), fails), fails)


def keep(plan: FaultPlan, name: str, folder: Path = KEPT) -> Path:
    """Save a plan, so that every test run replays it; return its path."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(fault_plan_text(plan))
    return path


def fewest(items: Sequence[Item], fails: Callable[[Sequence[Item]], bool]) -> Sequence[Item]:
    """Return a minimal failing selection, in order: without any one of its items it passes.

    >>> fewest("a long way to x", lambda some: "x" in some and "l" in some)
    ['l', 'x']
    """
    size = max(len(items) // 2, 1)
    while size:
        at = 0
        while at < len(items):
            rest: Sequence[Item] = [*items[:at], *items[at + size :]]
            if fails(rest):
                items = rest
            else:
                at += size
        size //= 2
    return items


def _with_fewer(plan: FaultPlan, fails: Fails) -> FaultPlan:
    faults = fewest(plan.faults, lambda some: fails(plan._replace(faults=tuple(some))))
    return plan._replace(faults=tuple(faults))


def _with_smaller(plan: FaultPlan, fails: Fails) -> FaultPlan:
    for at in range(len(plan.faults)):
        for name in ("at_ms", *FORM[plan.faults[at].what]):
            # No fault may be due before the one that it follows.
            least = plan.faults[at - 1].at_ms if at and name == "at_ms" else 0
            plan = _with_number(plan, at, name, least, fails)
    return plan


def _with_number(plan: FaultPlan, at: int, name: str, least: int, fails: Fails) -> FaultPlan:
    """Find the least failing number by bisection, as if all larger ones failed."""
    most = getattr(plan.faults[at], name)
    # The smallest first: most numbers do not matter.
    number = least
    while least < most:
        faults = list(plan.faults)
        changed: Any = {name: number}
        faults[at] = faults[at]._replace(**changed)
        tried = plan._replace(faults=tuple(faults))
        if fails(tried):
            plan, most = tried, number
        else:
            least = number + 1
        number = (least + most) // 2
    return plan
