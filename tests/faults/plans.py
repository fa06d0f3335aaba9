"""Fault plans: drawn from a seed, and written down to be replayed."""

import json
from random import Random

from schiri.simulator.faults import FORM, HOST, NOISE, POWER, PULL, FaultPlan, PlannedFault


def fault_plan_text(plan: FaultPlan) -> str:
    """Return the text of a plan; the inverse of `parse_fault_plan`.

    >>> print(fault_plan_text(FaultPlan(1, "", (PlannedFault(5, "pull", 200),))), end="")
    {
      "seed": 1,
      "mishaps": [
        {"at_ms": 5, "what": "pull", "for_ms": 200}
      ]
    }
    """
    lines = [f'  "seed": {plan.seed},']
    if plan.build:
        lines.append(f'  "build": {json.dumps(plan.build)},')
    each = [json.dumps(_fields_of(fault)) for fault in plan.faults]
    body = ",\n    ".join(each)
    lines.append(f'  "mishaps": [\n    {body}\n  ]' if each else '  "mishaps": []')
    return "\n".join(["{", *lines, "}", ""])


def fault_plan_of(seed: int, count: int = 10, kinds: tuple[str, ...] = (PULL,)) -> FaultPlan:
    """Return the plan of a seed: this many faults of these kinds.

    Rule: a pull comes anywhere: in a greeting, in the lines after it, in the middle of an event.
    """
    random = Random(f"mishaps {seed}")
    faults = []
    at_ms = random.randrange(1000)
    for _ in range(count):
        faults.append(_drawn(random, at_ms, random.choice(kinds)))
        at_ms += random.choice((0, 0, 100, 1000)) + random.randrange(100)
    return FaultPlan(seed, "", tuple(faults))


def _drawn(random: Random, at_ms: int, what: str) -> PlannedFault:
    for_ms = random.randrange(random.choice((10, 300, 300, 2000)))
    if what == PULL:
        after = random.randrange(random.choice((4, 100, 400, 1000)))
        return PlannedFault(at_ms, PULL, for_ms, after_bytes=after)
    if what == POWER:
        at_write = random.randrange(6)
        keep = random.randrange(12) if at_write else 0
        return PlannedFault(at_ms, POWER, for_ms, at_write=at_write, stage=keep)
    if what == NOISE:
        wrong, lost = random.randrange(20), random.randrange(100)
        jitter = random.randrange(50)
        return PlannedFault(at_ms, NOISE, 10 * for_ms, 0, 0, 0, wrong, lost, jitter)
    return PlannedFault(at_ms, HOST)


def _fields_of(fault: PlannedFault) -> dict[str, int | str]:
    given = {name: getattr(fault, name) for name in FORM[fault.what]}
    told = {name: value for name, value in given.items() if value}
    return {"at_ms": fault.at_ms, "what": fault.what, **told}
