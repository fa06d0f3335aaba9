"""A fault plan as text: inverse pairs, and errors that name the place of each fault."""

import json
from itertools import pairwise
from typing import Any

import pytest
from schiri.simulator.faults import FORM, LIKE, FaultPlan, parse_fault_plan
from schiri_engines.refusals import MalformedText

from tests.counts import count
from tests.faults.plans import fault_plan_of, fault_plan_text

KINDS = tuple(FORM)
PULL = {"at_ms": 5, "what": "pull", "for_ms": 1, "after_bytes": 2}


@pytest.mark.parametrize("seed", range(count(20, 200)))
def test_a_written_plan_is_parsed_to_the_same_plan(seed: int) -> None:
    plan = fault_plan_of(seed, 12, KINDS)
    assert parse_fault_plan(fault_plan_text(plan)) == plan
    assert fault_plan_of(seed, 12, KINDS) == plan != fault_plan_of(seed + 1, 12, KINDS)
    assert all(early.at_ms <= late.at_ms for early, late in pairwise(plan.faults))


def test_random_plans_have_every_kind_of_fault() -> None:
    faults = fault_plan_of(1, 100, KINDS).faults
    assert {fault.what for fault in faults} == set(KINDS)
    for what, form in FORM.items():
        for name in form:
            assert len({getattr(it, name) for it in faults if it.what == what}) > 2


def test_fields_left_out_have_defaults() -> None:
    assert parse_fault_plan('{"seed": 3, "mishaps": []}') == FaultPlan(3, "", ())
    (fault,) = parse_fault_plan(json.dumps({"seed": 3, "mishaps": [PULL]})).faults
    assert (fault.for_ms, fault.after_bytes, fault.jitter_ms) == (1, 2, 0)


def with_fault(**changes: Any) -> dict[str, Any]:
    changed = {**PULL, **changes}
    return {"seed": 1, "mishaps": [PULL, {k: v for k, v in changed.items() if v is not ...}]}


@pytest.mark.parametrize(
    ("found", "place", "wanted"),
    [
        ([], "[]", LIKE),
        (None, "null", LIKE),
        ({"seed": 1}, '{"seed": 1}', "seed mishaps build"),
        ({"mishaps": []}, '{"mishaps": []}', "seed mishaps build"),
        ({"seed": 1, "mishaps": [], "sed": 1}, "sed", "seed mishaps build"),
        ({"seed": True, "mishaps": []}, "seed = true", "0..999999999"),
        ({"seed": -1, "mishaps": []}, "seed = -1", "0..999999999"),
        ({"seed": 1.5, "mishaps": []}, "seed = 1.5", "0..999999999"),
        ({"seed": 1, "mishaps": {}}, "mishaps = {}", "[...]"),
        ({"seed": 1, "mishaps": [], "build": 5}, "build = 5", '"cursor"'),
        ({"seed": 1, "mishaps": [7]}, "mishaps[0] = 7", '{"at_ms": 500, "what": "pull"}'),
        (with_fault(what="pul"), 'mishaps[1].what = "pul"', " ".join(KINDS)),
        (with_fault(what=...), "mishaps[1].what = null", " ".join(KINDS)),
        (with_fault(what=[]), "mishaps[1].what = []", " ".join(KINDS)),
        (with_fault(at_ms=4), "mishaps[1].at_ms = 4", "5.."),
        (with_fault(at_ms="5"), 'mishaps[1].at_ms = "5"', "0..2592000000"),
        (with_fault(after_bytes=-1), "mishaps[1].after_bytes = -1", "0..1000000"),
        (with_fault(jitter_ms=5), "mishaps[1].jitter_ms", "at_ms what for_ms after_bytes"),
    ],
)
def test_errors_in_a_plan_name_their_place(found: Any, place: str, wanted: str) -> None:
    with pytest.raises(MalformedText) as caught:
        parse_fault_plan(json.dumps(found))
    assert (caught.value.code, caught.value.found) == ("bad-faults", place)
    assert caught.value.wanted == wanted


def test_a_fault_without_a_time_is_an_error() -> None:
    with pytest.raises(MalformedText) as caught:
        parse_fault_plan(json.dumps(with_fault(at_ms=...)))
    assert caught.value.found.startswith("mishaps[1] = {")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "9" * 10_000, "\0", "seed: 1", "\ufffd"])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(MalformedText) as caught:
        parse_fault_plan(text)
    assert (caught.value.code, caught.value.wanted) == ("bad-faults", LIKE)
