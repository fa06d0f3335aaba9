"""The times of a log's events: in the output for people and in every export."""

import csv
import io
import json
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path

import pytest
from schiri.clock import local_time
from schiri.export import export_text
from schiri.log.lines import Times, iso, read
from schiri.recording.event_store import EventSource, EventStore
from schiri.texts import Words

from tests.cli.command import typed
from tests.closing import closed_later
from tests.log.chain import AT, AT_TEXT, clock, objects

ORIGIN = EventSource("SIM1234", "ab12", "0.1.0")
# They waited for a week, and the last but one has no known time.
WAITED = timedelta(days=7)
TEXTS = ("new switch AB", "a1-c3", "undo", "resign A")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    kept = closed_later(EventStore(tmp_path, clock, {"A": "Ann", "B": "Ben"}))
    kept.go_on(ORIGIN)
    for number, text in enumerate(TEXTS, 1):
        when = AT - WAITED + timedelta(minutes=30 * number) if text != "undo" else None
        within_ms = 60 + number if when else None
        kept.record(number, text, Times(1000 * number, iso(when) if when else None, within_ms))
    (found,) = tmp_path.glob("*.jsonl")
    return found


def test_an_events_times_are_in_its_line(path: Path) -> None:
    header, move, undo, resign, end = objects(read(path.read_bytes()))
    keys = ["n", "at", "src", "event", "by", "entry", "ms", "when", "within_ms"]
    assert list(move) == keys
    assert (header["ms"], header["when"]) == (1000, "2026-01-24T18:34:05.123Z")
    assert (move["ms"], move["when"], move["within_ms"]) == (2000, "2026-01-24T19:04:05.123Z", 62)
    assert undo["ms"] == 3000 and "when" not in undo and "within_ms" not in undo
    assert resign["when"] == "2026-01-24T20:04:05.123Z"
    assert "ms" not in end and "when" not in end


def here(at: str) -> str:
    """Return a time by this PC's clock."""
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def test_times_are_shown_in_the_users_time_zone(path: Path) -> None:
    began, *_agreed, move, undo, resign, end = typed("log", "show", str(path)).lines
    assert began.startswith(here("2026-01-24T18:34:05.123Z") + "  switch")
    # The end has the time of the entry that caused it.
    last = "2026-01-24T20:04:05.123Z"
    moments = ["2026-01-24T19:04:05.123Z", AT_TEXT, last, last]
    # The end is no entry, and has no number.
    shown = [" ".join(line[4:].split()[:2]) for line in (move, undo, resign, end)]
    assert shown == list(map(here, moments))
    exported = export_text(Words("en"), read(path.read_bytes()), "text").splitlines()
    assert [line.split()[0] for line in exported[1:]] == moments


def test_exports_have_the_times_of_the_events(path: Path) -> None:
    log = read(path.read_bytes())
    rows = list(csv.DictReader(io.StringIO(export_text(Words("en"), log, "csv"))))
    assert rows[0]["at"] == "2026-01-24T18:34:05.123Z" and rows[2]["at"] == AT_TEXT
    (play,) = json.loads(export_text(Words("en"), log, "bgstats"))["plays"]
    assert play["durationMin"] == 90
    began = datetime.fromisoformat(objects(log)[0]["when"]).astimezone()
    assert play["playDate"] == began.strftime("%Y-%m-%d %H:%M:%S")
    assert json.loads(export_text(Words("en"), log, "json")) == objects(log)


def test_the_clock_of_logs_advances_and_has_a_zone() -> None:
    first = local_time()
    assert first.tzinfo is not None
    while local_time() == first:
        pass
    assert local_time() > first


def test_every_log_uses_the_clock_of_logs() -> None:
    for verb in ("play", "stepper"):
        assert vars(import_module(f"schiri.cli.{verb}"))["local_time"] is local_time
