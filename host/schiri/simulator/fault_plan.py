"""Fault plans: what goes wrong with a simulated device and its cable, and when, as data.

Decides the form of a plan, in a file and in memory, and how one is drawn from a seed.  Must not
know wires or devices: `FaultInjector` carries a plan out.
"""

import json
from random import Random
from typing import NamedTuple

from schiri_engines.refusals import MalformedText

PULL = "pull"
POWER = "power"
NOISE = "noise"
HOST = "host"

MOST_SEED = 999_999_999
MONTH_MS = 30 * 24 * 3600 * 1000
# What each of them may say besides when it comes, and the most that may stand there; all are 0
# unless they are given.
FORM: dict[str, dict[str, int]] = {
    PULL: {"for_ms": MONTH_MS, "after_bytes": 1_000_000},
    POWER: {"for_ms": MONTH_MS, "at_write": 100_000, "stage": 255},
    NOISE: {"for_ms": MONTH_MS, "wrong_permille": 1000, "lost_permille": 1000, "jitter_ms": 1000},
    HOST: {},
}
LIKE = '{"seed": 1, "mishaps": [{"at_ms": 500, "what": "pull", "for_ms": 200, "after_bytes": 9}]}'


class PlannedFault(NamedTuple):
    """One thing that goes wrong.

    Shape: ``what`` is ``pull`` (the cable is out for ``for_ms``, once ``after_bytes`` more bytes
    went through it, either way), ``power`` (the device is without for ``for_ms``, and only its
    store is left; with ``at_write`` the cut comes in that write to the store from then on, the
    first of them 1, and in this ``stage`` of it, see `Flash`), ``noise`` (for ``for_ms``, of 1,000
    bytes and of 1,000 lines so many, and each line waits up to ``jitter_ms``) or ``host`` (the
    host's program begins anew).
    Units: ``at_ms`` since the device was first switched on.
    Rule: what takes its time is over before the next one is due; noise alone goes beside others.
    """

    at_ms: int
    what: str
    for_ms: int = 0
    after_bytes: int = 0
    at_write: int = 0
    stage: int = 0
    wrong_permille: int = 0
    lost_permille: int = 0
    jitter_ms: int = 0


class FaultPlan(NamedTuple):
    """Faults in the order of their times; all that is random besides follows from the seed.

    Shape: ``build`` is the name of the device's build, empty where any will do.
    """

    seed: int
    build: str
    faults: tuple[PlannedFault, ...]


def parse_fault_plan(text: str) -> FaultPlan:
    """Return the plan that a text holds.

    Raises: MalformedText (bad-faults).

    >>> parse_fault_plan('{"seed": 1, "mishaps": [{"at_ms": 5, "what": "host"}]}').faults[0].what
    'host'
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedText("bad-faults", str(error), LIKE) from error
    _check_keys(found, "", ("seed", "mishaps"), ("build",))
    _check_number(found["seed"], "seed", MOST_SEED)
    build = found.get("build", "")
    if not isinstance(build, str):
        raise _bad("build", build, '"cursor"')
    if not isinstance(found["mishaps"], list):
        raise _bad("mishaps", found["mishaps"], "[...]")
    faults: list[PlannedFault] = []
    for at, each in enumerate(found["mishaps"]):
        faults.append(_parse_fault(each, f"mishaps[{at}]"))
        if at and faults[at].at_ms < faults[at - 1].at_ms:
            raise _bad(f"mishaps[{at}].at_ms", each["at_ms"], f"{faults[at - 1].at_ms}..")
    return FaultPlan(found["seed"], build, tuple(faults))


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
    """Return the plan of a seed: so many faults of these kinds.

    Rule: a pull comes anywhere: in a greeting, in what follows it, in the midst of an event.
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


def _parse_fault(found: object, place: str) -> PlannedFault:
    if not isinstance(found, dict):
        raise _bad(place, found, '{"at_ms": 500, "what": "pull"}')
    what = found.get("what")
    if not isinstance(what, str) or what not in FORM:
        raise _bad(f"{place}.what", what, " ".join(FORM))
    form = {"at_ms": MONTH_MS, **FORM[what]}
    _check_keys(found, place, ("at_ms", "what"), tuple(FORM[what]))
    for name, most in form.items():
        _check_number(found.get(name, 0), f"{place}.{name}", most)
    return PlannedFault(**found)


def _check_keys(found: object, place: str, needed: tuple[str, ...], more: tuple[str, ...]) -> None:
    """Raise unless this is an object with the needed keys and no others than these."""
    if not isinstance(found, dict):
        raise _bad(place, found, LIKE)
    wanted = " ".join(needed + more)
    for name in found:
        if name not in needed + more:
            raise MalformedText("bad-faults", f"{place}.{name}".lstrip("."), wanted)
    for name in needed:
        if name not in found:
            raise _bad(place, found, wanted)


def _check_number(found: object, place: str, most: int) -> None:
    # To Python true is a number.
    if type(found) is not int or not 0 <= found <= most:
        raise _bad(place, found, f"0..{most}")


def _bad(place: str, found: object, wanted: str) -> MalformedText:
    shown = json.dumps(found, ensure_ascii=False)
    return MalformedText("bad-faults", f"{place} = {shown}" if place else shown, wanted)
