"""A schedule of mishaps as text: inverse pairs, and every fault in it named with its place."""

import json
from itertools import pairwise
from typing import Any

import pytest
from schiri.simulator.fault_plan import (
    FORM,
    LIKE,
    Schedule,
    parse_schedule,
    schedule_of,
    schedule_text,
)
from schiri_engines.refusals import MalformedText

from tests.counts import count

KINDS = tuple(FORM)
PULL = {"at_ms": 5, "what": "pull", "for_ms": 1, "after_bytes": 2}


@pytest.mark.parametrize("seed", range(count(20, 200)))
def test_what_is_drawn_is_read_back(seed: int) -> None:
    schedule = schedule_of(seed, 12, KINDS)
    assert parse_schedule(schedule_text(schedule)) == schedule
    assert schedule_of(seed, 12, KINDS) == schedule != schedule_of(seed + 1, 12, KINDS)
    assert all(early.at_ms <= late.at_ms for early, late in pairwise(schedule.mishaps))


def test_all_kinds_are_drawn() -> None:
    mishaps = schedule_of(1, 100, KINDS).mishaps
    assert {mishap.what for mishap in mishaps} == set(KINDS)
    for what, form in FORM.items():
        for name in form:
            assert len({getattr(it, name) for it in mishaps if it.what == what}) > 2


def test_what_is_not_said_is_nothing() -> None:
    assert parse_schedule('{"seed": 3, "mishaps": []}') == Schedule(3, "", ())
    (mishap,) = parse_schedule(json.dumps({"seed": 3, "mishaps": [PULL]})).mishaps
    assert (mishap.for_ms, mishap.after_bytes, mishap.jitter_ms) == (1, 2, 0)


def with_mishap(**changes: Any) -> dict[str, Any]:
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
        (with_mishap(what="pul"), 'mishaps[1].what = "pul"', " ".join(KINDS)),
        (with_mishap(what=...), "mishaps[1].what = null", " ".join(KINDS)),
        (with_mishap(what=[]), "mishaps[1].what = []", " ".join(KINDS)),
        (with_mishap(at_ms=4), "mishaps[1].at_ms = 4", "5.."),
        (with_mishap(at_ms="5"), 'mishaps[1].at_ms = "5"', "0..2592000000"),
        (with_mishap(after_bytes=-1), "mishaps[1].after_bytes = -1", "0..1000000"),
        (with_mishap(jitter_ms=5), "mishaps[1].jitter_ms", "at_ms what for_ms after_bytes"),
    ],
)
def test_what_is_no_schedule_is_told_with_its_place(found: Any, place: str, wanted: str) -> None:
    with pytest.raises(MalformedText) as caught:
        parse_schedule(json.dumps(found))
    assert (caught.value.code, caught.value.found) == ("bad-faults", place)
    assert caught.value.wanted == wanted


def test_a_mishap_without_its_time_is_told() -> None:
    with pytest.raises(MalformedText) as caught:
        parse_schedule(json.dumps(with_mishap(at_ms=...)))
    assert caught.value.found.startswith("mishaps[1] = {")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "9" * 10_000, "\0", "seed: 1", "\ufffd"])
def test_what_is_no_json_is_no_schedule(text: str) -> None:
    with pytest.raises(MalformedText) as caught:
        parse_schedule(text)
    assert (caught.value.code, caught.value.wanted) == ("bad-faults", LIKE)
