"""Cables are pulled at any byte: the log soon has every event, once and in order."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from schiri.simulator.faults import FORM, HOST, PULL, FaultPlan, PlannedFault, parse_fault_plan
from schiri.simulator.wires import PtyWire

from tests.counts import count
from tests.faults.evening import LEAST_PLIES, play
from tests.faults.plans import fault_plan_of, fault_plan_text

# Plans that failed once, and those that cover a special case.
SAVED = sorted((Path(__file__).parent / "schedules").glob("*.json"))
CHUNKS = 10
PULLS = 10
# The kinds of line to be cut: of the greeting, the snapshot, events and their acks, the rest.
CUT = {"hello", "snap", "again", "event", "ack", "beat", "-"}
KINDS = tuple(FORM)
# Of a connection with events and a snapshot to report.
FIRST_BYTES = 1600
# Number of pulls in an evening. Each follows after everything was reported.
AN_EVENING, APART_MS = 8, 6000


def schedule_with(seed: int) -> FaultPlan:
    """Return the plan of a game: ten pulls, and sometimes a host that restarts."""
    plan = fault_plan_of(seed, PULLS)
    if seed % 5 == 0:
        plan = with_host(plan, Random(seed).randrange(PULLS))
    return plan._replace(build="cursor" if seed % 8 == 0 else "keys5")


def with_host(plan: FaultPlan, at: int) -> FaultPlan:
    """Return a plan in which the host restarts before this fault."""
    before, after = plan.faults[:at], plan.faults[at:]
    host = after[0]._replace(what=HOST, for_ms=0, after_bytes=0)
    return plan._replace(faults=(*before, host, *after))


@pytest.mark.parametrize("chunk", range(0, CHUNKS, count(2, 1)))
def test_pulls_lose_nothing(chunk: int) -> None:
    games, pulls, plies = count(2, 100), 0, 0
    cuts: Counter[str] = Counter()
    for number in range(games):
        evening = play(schedule_with(100 * chunk + number))
        pulls += evening.pulls
        plies += evening.plies
        cuts += evening.cuts
    assert pulls == games * PULLS
    assert plies >= games * 2 * LEAST_PLIES
    assert games < 100 or set(cuts) >= CUT


@pytest.mark.parametrize("chunk", range(0, CHUNKS, count(2, 1)))
def test_a_pull_at_each_byte_of_a_connection_loses_nothing(chunk: int) -> None:
    places = range(chunk, FIRST_BYTES, count(160, 1) * CHUNKS)
    for first in range(0, len(places), AN_EVENING):
        few = places[first : first + AN_EVENING]
        pulls = [each for number, after in enumerate(few) for each in twice(number, after)]
        evening = play(FaultPlan(1, "keys5", tuple(pulls)))
        assert evening.pulls == 2 * len(few)


def twice(number: int, after: int) -> list[PlannedFault]:
    """Return a pull long enough to silence the device, and one in the connection after it."""
    at_ms = 1500 + number * APART_MS
    return [PlannedFault(at_ms, PULL, 3500), PlannedFault(at_ms, PULL, 10, after_bytes=after)]


@pytest.mark.parametrize("chunk", range(0, CHUNKS, count(2, 1)))
def test_nothing_is_lost_when_power_and_hosts_fail_too(chunk: int) -> None:
    for number in range(count(1, 20)):
        seed = 100 * chunk + number
        build = "cursor" if seed % 8 == 0 else "keys5"
        play(fault_plan_of(seed, PULLS, KINDS)._replace(build=build))


@pytest.mark.serial
@pytest.mark.parametrize("seed", range(count(2, 40)))
def test_pulls_that_look_like_silence_lose_nothing(seed: int) -> None:
    """On a pseudo-terminal, as under `schiri sim --faults`, a pull is only silence."""
    pty = PtyWire()
    try:
        evening = play(fault_plan_of(seed, PULLS)._replace(build="keys5"), pty)
        assert evening.pulls == PULLS
    finally:
        pty.close()


@pytest.mark.nightly
@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_saved_plans_lose_nothing(path: Path) -> None:
    plan = parse_fault_plan(path.read_text())
    assert fault_plan_text(plan) == path.read_text()
    play(plan)
