"""A bad cable for a day: what the players did is in the logs, exactly; little is said twice."""

import os
from pathlib import Path

import pytest
from schiri.log.lines import read
from schiri.log.live import Event
from schiri.log.replay import referee_of, replay

from tests.counts import count
from tests.faults.noise import Noise, NoisyRig

HOUR_MS = 3_600_000
# Bytes wrong and lines lost each way: two of five lines never arrive whole.
BAD = Noise(seed=5, wrong=0.01, lost=0.05, jitter_ms=50)


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)


@pytest.mark.parametrize(("build", "hours"), [("keys5", count(1, 24)), ("cursor", count(1, 6))])
def test_a_day_of_play_arrives_exactly(build: str, hours: int, tmp_path: Path) -> None:
    rig = NoisyRig(tmp_path, BAD, build, seed=hours)
    rig.play_day(hours * HOUR_MS // count(2, 1))
    assert len(rig.happened) > 50 * hours
    check_logs(rig)
    check_resends(rig)


def test_without_noise_nothing_is_said_twice(tmp_path: Path) -> None:
    rig = NoisyRig(tmp_path, Noise(seed=1, jitter_ms=50), "keys5", seed=7)
    rig.play_day(HOUR_MS)
    check_logs(rig)
    sent = rig.cable.up.sent
    assert sent["event"] == len(rig.happened) and sent["hello"] == 1 and not sent["holds"]
    assert rig.cable.asked == [[1]]


def test_a_lost_line_is_asked_for_once(tmp_path: Path) -> None:
    """Of ten events that come at once the second is lost: the others ask no more than once."""
    rig = NoisyRig(tmp_path, Noise(seed=1), "keys5", seed=1)
    rig.press("white", "white", "white")
    rig.run(2000)
    rig.cable.lose = b" event 4 "
    for _ in range(10):
        rig.link.ask("set turn A")
    rig.run(5000)
    check_logs(rig)
    assert rig.cable.asked == [[1, 4]]


LINES = (" - hello ", " SIMTEST ", " again ", " ack ", " event ", " snap ", " ask ", " answer ")


@pytest.mark.parametrize("kind", LINES)
def test_any_one_line_may_be_lost(kind: str, tmp_path: Path) -> None:
    """Whatever is lost, the log has all of it soon, and then nothing more is said."""
    rig = NoisyRig(tmp_path, Noise(seed=1), "keys5", seed=1)
    rig.cable.lose = kind.encode()
    rig.press("white", "white", "white")
    rig.run(1000)
    rig.link.ask("a1-c3")
    rig.run(3000)
    assert rig.device.wire.acknowledged == rig.device.journal.last == 2
    check_logs(rig)
    before = rig.cable.up.sent["event"]
    rig.run(60_000)
    assert rig.cable.up.sent["event"] == before


def test_after_a_long_silence_an_event_is_told_at_once(tmp_path: Path) -> None:
    """Beats alone bring the numbers of lines round; what is said next is not held back."""
    rig = NoisyRig(tmp_path, Noise(seed=1), "keys5", seed=1)
    rig.press("white", "white", "white")
    for _ in range(6):
        rig.run(333_000)
        rig.link.ask("set turn A")
        rig.run(500)
        assert rig.device.wire.acknowledged == rig.device.journal.last
    check_logs(rig)
    assert rig.device.journal.last == 7


def check_logs(rig: NoisyRig) -> None:
    """The logs hold what happened on the device, once and in order."""
    assert rig.live.disagreement is None
    logs = [read(path.read_bytes()) for path in rig.folder.iterdir()]
    logged = []
    for log in sorted(logs, key=lambda log: (log.events[0]["at"], number_of(log.events[0]))):
        assert not log.torn and replay(log.events, referee_of(log.events[0])) == []
        logged += [event for event in log.events if event["src"] != "pc"]
    assert len(logged) == len(rig.happened)
    for event, (epoch, number, text) in zip(logged, rig.happened, strict=True):
        assert event["src"] == f"SIMTEST:{epoch}:{number}"
        if text.startswith("new "):
            assert event["event"] == "game" and event["game"] == text.split(" ")[1]
        else:
            assert event["entry"] == text.removeprefix("rolled ")


def number_of(event: Event) -> int:
    return int(event["src"].rpartition(":")[2])


def check_resends(rig: NoisyRig) -> None:
    """Nobody asks twice for the same gap, and no event is told over and over."""
    cable = rig.cable
    # Said at each greeting, once for each gap, and where the device has not heard it.
    twice = sum(len(asked) - len(set(asked)) for asked in cable.asked)
    assert twice <= len(cable.asked) + cable.up.sent["holds"]
    gaps = sum(len(set(asked[1:]) - set(asked[:1])) for asked in cable.asked)
    assert gaps <= len(rig.happened) // 4
    assert cable.up.sent["event"] <= 4 * len(rig.happened)
