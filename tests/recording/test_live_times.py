"""When an event happened, by the time of day on the PC."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from schiri.log.stored import read_file
from schiri.log.times import TIMES, iso

from tests.log.chain import AT, objects
from tests.recording.live_talk import LiveTalk
from tests.recording.test_recorder import NEW

# What the device's clock shows as the link is opened, and how well the PC knows that.
OPENED_MS = 5000
WITHIN_MS = 20


def talking(folder: Path, last: int) -> LiveTalk:
    """Return a table at a device whose clock is known."""
    talk = LiveTalk(folder, last=last)
    talk.tell(f"clock 1 {OPENED_MS} -")
    return talk


def times_in(folder: Path) -> list[dict[str, Any]]:
    """Return the times of each event that a device has told."""
    (path,) = folder.glob("*.jsonl")
    events = [event for event in objects(read_file(path)) if event["src"] != "pc"]
    return [{key: event[key] for key in TIMES if key in event} for event in events]


def known(at_ms: int, moved: timedelta = timedelta()) -> dict[str, Any]:
    """Return the times of an event of which it is known when it was."""
    when = AT + moved + timedelta(milliseconds=at_ms - OPENED_MS)
    return {"ms": at_ms, "when": iso(when), "within_ms": WITHIN_MS}


def test_an_event_is_logged_with_the_time_of_day_at_which_it_happened(tmp_path: Path) -> None:
    talk = talking(tmp_path, 2)
    talk.tell(f"event 1 4000 {NEW}")
    talk.now_ms = 1500
    talk.tell("event 2 6400 a1-c3")
    assert times_in(tmp_path) == [known(4000), known(6400)]


def test_where_the_clock_of_the_device_is_unknown_only_its_own_time_is(tmp_path: Path) -> None:
    talk = LiveTalk(tmp_path, last=1)
    talk.tell(f"event 1 4000 {NEW}")
    assert times_in(tmp_path) == [{"ms": 4000}]


def test_writing_does_not_make_later_what_was_heard_together(tmp_path: Path) -> None:
    talk = talking(tmp_path, 2)
    talk.tell(f"event 1 4000 {NEW}")
    talk.moved = timedelta(milliseconds=400)
    talk.tell("event 2 4500 a1-c3")
    assert times_in(tmp_path) == [known(4000), known(4500)]


@pytest.mark.parametrize(
    ("moved_ms", "is_known"),
    [(0, True), (1000, True), (-1000, True), (1001, False), (-1001, False), (3_600_000, False)],
)
def test_what_was_on_its_way_as_the_clock_of_the_pc_was_set_has_no_known_time(
    tmp_path: Path, moved_ms: int, is_known: bool
) -> None:
    talk = talking(tmp_path, 4)
    talk.now_ms = 1000
    talk.tell(f"event 1 6000 {NEW}")
    talk.moved = moved = timedelta(milliseconds=moved_ms)
    talk.now_ms = 3000
    # Both were heard together, after the clock was set.
    talk.tell("event 2 7500 a1-c3", "event 3 7600 b1-a1")
    talk.now_ms = 3100
    talk.tell("event 4 8000 undo")
    ours = [known(at_ms, moved) if is_known else {"ms": at_ms} for at_ms in (7500, 7600)]
    assert times_in(tmp_path) == [known(6000), *ours, known(8000, moved)]
