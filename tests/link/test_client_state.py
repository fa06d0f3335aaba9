"""Reports of a device besides events: its game, settings, presses and figures."""

import pytest
from schiri.device.readers import MOST_PARTS
from schiri.device.reports import (
    DeviceStatus,
    Figure,
    Pressed,
    RefusalReport,
    Report,
    SettingsReceived,
    Snapshot,
)

from tests.link.scripted_peer import Talk

BEGAN = "new strands AB board=own"
SNAP = [
    f"snap 0 4 30 {BEGAN}",
    "snap 1 4 30 moves a1-c3,b1-a1,choose w",
    "snap 2 4 30 entry dispute well, so be it",
    "snap 3 4 30 moves c3-a1",
]
ENTRIES = ["a1-c3", "b1-a1", "choose w", "dispute well, so be it", "c3-a1"]


def asked(talk: Talk) -> int:
    talk.take()
    return talk.everything.count("snapshot")


def test_a_snapshot_has_how_the_game_began_and_its_entries() -> None:
    talk = Talk()
    assert talk.tell(*SNAP[:-1]) == []
    assert talk.tell(SNAP[-1]) == [Snapshot(30, BEGAN, ENTRIES)]
    assert talk.tell(f"snap 0 1 31 {BEGAN}") == [Snapshot(31, BEGAN, [])]
    assert talk.tell("snap 0 0 32") == [Snapshot(32, "", [])]
    assert asked(talk) == 0


@pytest.mark.parametrize("missing", range(3))
def test_a_snapshot_with_a_lost_line_is_requested_again(missing: int) -> None:
    talk = Talk()
    assert talk.tell(*SNAP[:missing], *SNAP[missing + 1 :]) == []
    assert asked(talk) == 1
    talk.wait(999)
    assert asked(talk) == 1
    talk.wait(1)
    assert asked(talk) == 2
    assert talk.tell(*SNAP) == [Snapshot(30, BEGAN, ENTRIES)]
    talk.wait(3000)
    assert asked(talk) == 2


@pytest.mark.parametrize("told", [[], SNAP[:1], SNAP[:-1]], ids=["none", "one", "most"])
@pytest.mark.parametrize("whole", [SNAP, ["snap 0 0 0"]], ids=["game", "no-game"])
def test_a_snapshot_without_its_end_is_requested_each_second(
    told: list[str], whole: list[str]
) -> None:
    talk = Talk()
    talk.wait(500)
    assert talk.tell(*told) == []
    talk.wait(499 + 500 * bool(told))
    assert asked(talk) == 0
    talk.wait(1)
    assert asked(talk) == 1
    # Frequent other messages do not delay the request.
    for _ in range(4):
        talk.wait(250)
        talk.tell("frame 3 1/1 0", "now play - -", "answer 7 ok")
    assert asked(talk) == 2
    assert len(talk.tell(*whole)) == 1
    talk.wait(3000)
    assert asked(talk) == 2
    # A new connection has a new snapshot.
    talk.greet_again()
    talk.wait(999)
    assert asked(talk) == 2
    talk.wait(1)
    assert asked(talk) == 3


@pytest.mark.parametrize("text", ["event {} 10 undo", "gone {0} {0}", "snap {} 9 8 entry undo"])
def test_a_snapshot_is_not_requested_while_its_lines_arrive(text: str) -> None:
    talk = Talk(last=9)
    talk.client.go_on_from(1)
    for number in range(1, 5):
        talk.wait(900)
        talk.tell(text.format(number))
    assert asked(talk) == 0
    talk.wait(1000)
    assert asked(talk) == 1


@pytest.mark.parametrize("told", [SNAP, SNAP[:3], SNAP[:1]], ids=["all", "most", "one"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_lines_of_two_snapshots_make_no_snapshot(told: list[str], count: int) -> None:
    talk = Talk()
    talk.tell(*told)
    # Its first line is lost: lines of the previous snapshot do not count.
    later = [f"snap {part} {count} 31 moves b1-a1" for part in range(1, count)]
    assert talk.tell(*later) == [] and asked(talk) == 1


def test_a_repeated_line_begins_no_new_snapshot() -> None:
    talk = Talk()
    talk.tell(*SNAP)
    assert talk.tell(SNAP[-1]) == [] and asked(talk) == 1


@pytest.mark.parametrize("text", ["snap", "snap 0 0", "snap x 1 2 a", "snap 0 x 2 a", "snap 0 1 x"])
def test_a_snapshot_line_without_its_number_is_ignored(text: str) -> None:
    talk = Talk()
    assert talk.tell(*SNAP[:2], text, *SNAP[2:]) == [Snapshot(30, BEGAN, ENTRIES)]


def test_a_snapshot_longer_than_any_game_is_ignored() -> None:
    for count, is_known in ((MOST_PARTS, True), (MOST_PARTS + 1, False)):
        talk = Talk()
        moves = [f"snap {part} {count} 9 entry undo" for part in range(1, count)]
        reports = talk.tell(f"snap 0 {count} 9 {BEGAN}", *moves)
        assert reports == ([Snapshot(9, BEGAN, ["undo"] * (count - 1))] if is_known else [])


@pytest.mark.parametrize(
    ("text", "reports"),
    [
        ("settings 0103", [SettingsReceived("0103")]),
        ("settings 0103 20e4ff", [SettingsReceived("0103 20e4ff")]),
        ("settings", []),
        ("settings 010", []),
        ("settings 01 x3", []),
        ("settings 01  03", []),
        ("settings 0A", []),
        ("refused busy - -", [RefusalReport("busy")]),
        (
            "refused not-yours SW-3 a1,b2 more",
            [RefusalReport("not-yours", "SW-3", ("a1", "b2"))],
        ),
        ("refused busy -", []),
        ("now play a1 c3", [DeviceStatus("play", "a1", "c3")]),
        ("now play a1", []),
        ("now play a1 c3 more", []),
        ("figure 0 12 scan 5 ms", [Figure(0, 12, "scan", 5.0, "ms")]),
        ("figure 11 12 step.play 12.75 -", [Figure(11, 12, "step.play", 12.75, "-")]),
        ("figure 0 12 scan 5", []),
        ("figure x 12 scan 5 ms", []),
        ("figure 0 12 scan 5. ms", []),
        ("figure 0 12 scan -5 ms", []),
        ("figure 0 12 SCAN 5 ms", []),
        ("figure 0 12 scan 5 ms more", []),
        ("holds 0", []),
        ("another 1 2 3", []),
    ],
)
def test_lines_about_the_state_become_reports(text: str, reports: list[Report]) -> None:
    talk = Talk()
    assert talk.tell(text) == reports and talk.take() == []


def test_presses_come_once_and_in_order_and_each_is_acknowledged() -> None:
    talk = Talk()
    assert talk.tell("edge a1b2 1 900 on") == [Pressed("a1b2", 1, 900, "on")]
    assert talk.take() == ["edges a1b2 1"]
    assert talk.tell("edge a1b2 2 950 red") == [Pressed("a1b2", 2, 950, "red")]
    assert talk.take() == ["edges a1b2 2"]
    # A repeated press does not count again, but the device has missed our acknowledgement.
    assert talk.tell("edge a1b2 2 950 red") == [] and talk.take() == ["edges a1b2 2"]
    # One was lost: the device repeats it, because it is not acknowledged.
    assert talk.tell("edge a1b2 4 970 red") == [] and talk.take() == ["edges a1b2 2"]
    assert talk.wait(3000) == []


def test_a_new_run_of_presses_is_counted_from_one() -> None:
    talk = Talk()
    talk.tell("edge a1b2 1 900 on", "edge a1b2 2 950 red")
    talk.take()
    assert talk.tell("edge c3d4 2 990 red") == [] and talk.take() == ["edges c3d4 0"]
    assert talk.tell("edge c3d4 1 980 on") == [Pressed("c3d4", 1, 980, "on")]
    assert talk.take() == ["edges c3d4 1"]


def test_a_run_of_presses_outlives_a_connection() -> None:
    talk = Talk()
    talk.tell("edge a1b2 1 900 on")
    talk.take()
    talk.greet_again()
    assert talk.take() == []
    assert talk.tell("edge a1b2 1 900 on", "edge a1b2 2 950 red") == [
        Pressed("a1b2", 2, 950, "red")
    ]


@pytest.mark.parametrize(
    "text",
    ["edge a1b2 1 9", "edge a1b2 x 9 on", "edge a1b2 1 x on", "edge a1b2 1 9 on x"]
    + ["edge  1 9 on", "edge 00zz 1 9 on", "edge a1b2 1 1234567890 on", "edge a1b2 1 9 "],
)
def test_malformed_presses_are_ignored(text: str) -> None:
    talk = Talk()
    assert talk.tell(text) == [] and talk.take() == []
