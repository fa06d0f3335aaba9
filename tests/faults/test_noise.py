"""A noisy cable for a day: the logs match the players' moves exactly; few lines are repeated."""

from pathlib import Path

import pytest
from schiri.simulator.lossy_wire import QUIET, Noise

from tests.counts import count
from tests.faults.evidence import check_logs
from tests.faults.noise import NoisyRig

HOUR_MS = 3_600_000
# Rates of wrong bytes and lost lines: two of five lines never arrive intact.
BAD = Noise(wrong_permille=10, lost_permille=50, jitter_ms=50)


@pytest.mark.parametrize(
    ("build", "hours", "seed"),
    # In full a whole day of Switch, in four parallel parts; and Joggle.
    [("keys5", count(1, 6), seed) for seed in range(count(1, 4))] + [("cursor", count(2, 6), 0)],
)
def test_every_event_of_a_noisy_day_arrives_once(
    build: str, hours: int, seed: int, tmp_path: Path
) -> None:
    rig = NoisyRig(tmp_path, BAD, build, seed=hours + seed)
    if build == "cursor":
        # The second game in the menu is Joggle.
        rig.press("blue")
    rig.play_day(hours * HOUR_MS // count(20, 1))
    games = {made.text.split(" ")[1] for made in rig.made if made.text.startswith("new ")}
    assert games == {"joggle" if build == "cursor" else "switch"}
    assert len(rig.made) > count(6, 50 * hours)
    lacking = check_logs(rig, len(rig.made) // 100)
    # In Switch the journal is compacted as a game begins, after the PC has all of it.
    assert not lacking or build == "cursor"
    # In Joggle a roll and a move are sent together: if the first is lost there is a gap.
    check_resends(rig, 5 if build == "cursor" else 8)


def test_without_noise_no_line_is_repeated(tmp_path: Path) -> None:
    rig = NoisyRig(tmp_path, Noise(jitter_ms=50), seed=7)
    rig.play_day(HOUR_MS // count(30, 5))
    check_logs(rig)
    sent = rig.sent
    assert sent["event"] == len(rig.made) and sent["hello"] == 1 and not sent["holds"]
    assert rig.cable.asked == [[1]]


def test_a_lost_line_causes_one_request_at_most(tmp_path: Path) -> None:
    """The second of ten simultaneous events is lost: the others cause one request at most."""
    rig = NoisyRig(tmp_path, Noise(jitter_ms=50))
    rig.press("white", "white", "white")
    rig.run(2000)
    rig.cable.lose = b" event 4 "
    for _ in range(10):
        rig.device.match.do(rig.now_ms, ("set", "turn", 0))
    rig.run(5000)
    check_logs(rig)
    assert rig.cable.asked == [[1, 4]]


LINES = (" - hello ", " SIMTEST ", " again ", " ack ", " event ", " snap ", " ask ", " answer ")

LATER = (" ack ", " event ", " ask ", " answer ")


@pytest.mark.parametrize("kind", LINES)
def test_any_one_line_may_be_lost(kind: str, tmp_path: Path) -> None:
    """After any loss the log is soon complete, and then the line is quiet."""
    rig = NoisyRig(tmp_path, QUIET)
    rig.cable.lose = kind.encode()
    rig.press("white", "white", "white")
    rig.connection.client.ask("undo")
    rig.run(4000)
    assert rig.device.host.acknowledged == 1 and not rig.cable.lose
    if kind in LATER:
        rig.cable.lose = kind.encode()
    rig.connection.client.ask("a1-c3")
    rig.run(3000)
    assert rig.device.host.acknowledged == rig.device.journal.last == 2 and not rig.cable.lose
    check_logs(rig)
    before = rig.sent["event"]
    rig.run(60_000)
    assert rig.sent["event"] == before


def test_after_a_long_silence_an_event_is_sent_at_once(tmp_path: Path) -> None:
    """Beats by themselves make the numbers of lines wrap. Later lines are not delayed."""
    rig = NoisyRig(tmp_path, QUIET)
    rig.press("white", "white", "white")
    rounds = count(1, 3)
    for _ in range(rounds):
        rig.run(555_000)
        rig.connection.client.ask("set turn A")
        rig.run(500)
        assert rig.device.host.acknowledged == rig.device.journal.last
    check_logs(rig)
    assert rig.device.journal.last == 1 + rounds


def check_resends(rig: NoisyRig, events_a_gap: int) -> None:
    """No gap is requested twice, and no event is sent repeatedly."""
    cable = rig.cable
    # A request is sent at each greeting, once for each gap, and again if the device has missed it.
    twice = sum(len(asked) - len(set(asked)) for asked in cable.asked)
    assert twice <= len(cable.asked) + rig.sent["holds"]
    gaps = sum(len(set(asked[1:]) - set(asked[:1])) for asked in cable.asked)
    assert gaps <= len(rig.made) // events_a_gap
    assert rig.sent["event"] <= 3 * len(rig.made)
