"""Races in a log: a replay of the raw presses gives the same verdict, or the log is broken."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from schiri.games.drehwurm.events import FastState
from schiri.games.race import claims_of, proof_of
from schiri.log.lines import BrokenLog, read
from schiri.log.logged import LoggedReferee
from schiri.log.replay import referee_of, replay
from schiri.log.writer import LogWriter, header_of
from schiri.referee import Referee

from tests.closing import closed_later
from tests.engines.test_race import Simulated
from tests.log.chain import clock, forged

LETTERS = "ABCDEF"


def log_of_a_race(path: Path, seed: int) -> bytes:
    """Return a log of one race seen by a device, with a player's claim in it."""
    rng = random.Random(seed)
    world = Simulated(rng)
    while len(world.order()) < 2:
        world = Simulated(rng)
    referee = Referee("drehwurm", LETTERS[: world.seats])
    header = header_of(referee, "D")
    logged = LoggedReferee(referee, closed_later(LogWriter(path, header, clock)))
    logged.command(f"set turn {LETTERS[world.turner]}")
    logged.command("turned")
    proof = proof_of(world.race(), world.presses())
    if seed % 2:
        # The first one was known before.
        seat, ms, _ = world.order()[0]
        logged.command(f"race {LETTERS[seat]}:{ms}")
    claims = claims_of(proof, referee.table)
    if claims:
        logged.command(claims, proof=proof)
    state = referee.state()
    assert isinstance(state, FastState)
    order = [(LETTERS.index(each.name), each.ms, each.tie) for each in state.order]
    assert order == world.order()
    logged.command("stands")
    return path.read_bytes()


def events_of(data: bytes) -> list[dict[str, Any]]:
    events = [json.loads(line) for line in data.splitlines()]
    for event in events:
        del event["chain"]
    return events


def play_again(data: bytes) -> None:
    log = read(data)
    assert replay(log.lines, referee_of(log.header)) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_race_is_judged_again_from_its_presses(seed: int, tmp_path: Path) -> None:
    data = log_of_a_race(tmp_path / "log", seed)
    play_again(data)
    events = events_of(data)
    at = next(at for at, event in enumerate(events) if "proof" in event)
    random.Random(seed).shuffle(events[at]["proof"]["presses"])
    play_again(forged(events))
    events[at]["proof"]["presses"] = []
    with pytest.raises(BrokenLog) as caught:
        play_again(forged(events))
    assert (caught.value.line, caught.value.code) == (at + 1, "log-disagrees")


@pytest.mark.parametrize(
    "bad",
    [
        *(None, 3, "x", [], {}, {"presses": []}),
        *({"opened": None}, {"opened": 1.5}, {"closed": True}, {"presses": None}, {"more": 1}),
        *({"presses": [3]}, {"presses": [[1]]}, {"presses": [[1, "A"]]}, {"presses": [[1, 2, 3]]}),
    ],
)
def test_a_malformed_proof_breaks_the_log(bad: Any, tmp_path: Path) -> None:
    events = events_of(log_of_a_race(tmp_path / "log", 1))
    event = next(event for event in events if "proof" in event)
    whole = event["proof"]
    event["proof"] = {**whole, **bad} if isinstance(bad, dict) and bad else bad
    if bad == {"presses": []}:
        event["proof"] = bad
    with pytest.raises(BrokenLog) as caught:
        play_again(forged(events))
    assert caught.value.code == "log-bad-field"


def test_only_a_race_may_have_a_proof(tmp_path: Path) -> None:
    events = events_of(log_of_a_race(tmp_path / "log", 1))
    proof = next(event["proof"] for event in events if "proof" in event)
    events[1]["proof"] = proof
    with pytest.raises(BrokenLog) as caught:
        play_again(forged(events))
    assert (caught.value.line, caught.value.code) == (2, "log-bad-field")
