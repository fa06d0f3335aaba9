"""Cables are pulled at any byte: every event is in the log once and in order, and soon."""

import os
from pathlib import Path
from random import Random

import pytest
from schiri.device.mishaps import HOST, PULL, Schedule, schedule_of

from tests.counts import count
from tests.faults.evidence import check_logs
from tests.faults.table import Evening

CHUNKS = 10
PULLS = 10
LEAST_PLIES = 10


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power of this PC; whether it syncs is tested with the log."""
    monkeypatch.setattr(os, "fsync", lambda number: None)


def play(folder: Path, schedule: Schedule) -> Evening:
    """Play a game under a schedule; raises AssertionError where anything was lost."""
    random = Random(f"game {schedule.seed}")
    evening = Evening(folder, schedule, wants_lights=random.random() < 0.1)
    if schedule.build == "cursor" and random.random() < 0.8:
        # The second game that is offered is Joggle.
        evening.press("blue")
    evening.press("white", "white", "white")
    evening.play(LEAST_PLIES + random.randrange(20))
    check_logs(evening)
    evening.close()
    return evening


def schedule_with(seed: int) -> Schedule:
    """Return the schedule of a game: ten pulls, and now and then a host that begins anew."""
    build = "cursor" if seed % 8 == 0 else "keys5"
    schedule = schedule_of(seed, PULLS)
    if seed % 5 == 0:
        schedule = with_host(schedule, Random(seed).randrange(PULLS))
    return schedule._replace(build=build)


def with_host(schedule: Schedule, at: int) -> Schedule:
    """Return a schedule in which the host begins anew before this mishap."""
    before, after = schedule.mishaps[:at], schedule.mishaps[at:]
    host = after[0]._replace(what=HOST, for_ms=0, after_bytes=0)
    return schedule._replace(mishaps=(*before, host, *after))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_pulls_lose_nothing(chunk: int, tmp_path: Path) -> None:
    games, pulls, plies = count(1, 100), 0, 0
    for number in range(games):
        schedule = schedule_with(1000 * chunk + number)
        evening = play(tmp_path / str(number), schedule)
        pulls += evening.pulls
        plies += evening.plies
    assert pulls == games * PULLS
    assert PULL and plies >= games * LEAST_PLIES
