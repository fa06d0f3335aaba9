"""Deliberate bugs: pulls find each of them, and the plan that shows it is shrunk.

Saved plans are replayed: those that have failed once, and those that cover a special case.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from schiri.device.connection import Connection
from schiri.device.port import Port
from schiri.device.readers import EventReader
from schiri.errors import HostError
from schiri.recording.recorder import Origin, Recorder
from schiri.simulator.faults import parse_fault_plan
from schiri_device.pc.messages import EventFeed

from tests.counts import count
from tests.faults.evening import Failed, fails, play, play_or_keep
from tests.faults.plans import fault_plan_of, fault_plan_text
from tests.faults.shrink import KEPT

pytestmark = pytest.mark.nightly

MOST_SEEDS = 20

Patch = Callable[[object, str, Any], None]


def taken_twice(patch: Patch) -> None:
    """The PC does not know that it has the last event."""
    go_on = Recorder.go_on

    def gone_on(recorder: Recorder, origin: Origin, made: int | None = None) -> int:
        last = max(0, go_on(recorder, origin, made) - 1)
        assert recorder.progress
        recorder.progress = recorder.progress._replace(last=last)
        return last

    patch(Recorder, "go_on", gone_on)


def left_out(patch: Patch) -> None:
    """The PC continues after an event that it does not have."""
    ask = EventReader.go_on_from
    patch(EventReader, "go_on_from", lambda it, number: ask(it, number + (number > 1)))


def counted_wrongly(patch: Patch) -> None:
    """The device reports an event under the number of the previous one."""
    tell = EventFeed.next

    def told(feed: EventFeed) -> Any:
        words = (tell(feed) or "").split(" ")
        if words[0] == "event" and int(words[1]) > 12:
            words[1] = str(int(words[1]) - 1)
        return " ".join(words) or None

    patch(EventFeed, "next", told)


def given_up(patch: Patch) -> None:
    """A port that was lost twice is not opened again."""
    lose = Connection._lose

    def lost(connection: Connection, now_ms: int, reason: str) -> None:
        lose(connection, now_ms, reason)
        losses.append(connection)
        if losses.count(connection) > 1:
            connection._open_port = no_port

    losses: list[Connection] = []
    patch(Connection, "_lose", lost)


def no_port() -> Port:
    raise HostError("port-missing", port="sim")


BUGS = (taken_twice, left_out, counted_wrongly, given_up)


@pytest.mark.parametrize("bug", BUGS[:: count(2, 1)])
def test_bugs_are_found_and_their_schedules_made_small(
    bug: Callable[[Patch], None], tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        bug(patch.setattr)
        for seed in range(MOST_SEEDS):
            try:
                play_or_keep(fault_plan_of(seed), "bug", tmp_path)
            except Failed:
                break
        (path,) = tmp_path.iterdir()
        small = parse_fault_plan(path.read_text())
        assert len(small.faults) <= 2
        assert fails(small)
    # The bug was the only cause.
    assert not fails(small)


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_plans_of_fixed_bugs_pass(path: Path) -> None:
    plan = parse_fault_plan(path.read_text())
    assert fault_plan_text(plan) == path.read_text()
    play(plan)
