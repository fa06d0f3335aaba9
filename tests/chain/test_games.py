"""Random games played by presses on a device end in logs that verify and replay to its position."""

from pathlib import Path
from random import Random

import pytest
from schiri.games.board import OnBoard
from schiri.simulator.wires import PtyWire
from schiri_device.app.choosing import LETTER_OF
from schiri_device.app.match import RESERVE
from schiri_device.games import adapter_of

from tests.closing import closed_later
from tests.counts import IS_PROOF, count
from tests.faults.evidence import check_logs
from tests.firmware.journals import fill
from tests.rig import Rig

pytestmark = pytest.mark.serial

CHUNKS = count(1, 10)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_logged_games_replay_to_the_device(chunk: int, tmp_path: Path) -> None:
    for number in range(count(1, 20)):
        random = Random(100 * chunk + number)
        folder = tmp_path / str(number)
        pty = closed_later(PtyWire())
        rig = Rig(folder, random.choice(("keys5", "cursor")), number + 1, pty)
        rig.run(100)
        rig.press("white", *random.choice(((), ("blue",), ("blue", "blue"))), "white", "white")
        rig.play_game(random)
        check_logs(rig)
        rig.close()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_logged_games_of_joggle_replay_to_the_device(chunk: int, tmp_path: Path) -> None:
    for number in range(count(1, 5)):
        random = Random(1000 + 100 * chunk + number)
        folder = tmp_path / str(number)
        rig = Rig(folder, "cursor", number + 1, closed_later(PtyWire()))
        rig.run(100)
        rig.press("blue", "white")
        begin_joggle(rig, random)
        rig.play_game(random, most=count(60, 120))
        check_logs(rig)
        rig.close()


def begin_joggle(rig: Rig, random: Random) -> None:
    """Choose rules, sometimes paint a board, and begin with a random goal."""
    rig.press("yellow")
    rules = adapter_of("joggle").TOGGLES
    for _ in rules:
        rig.press(*["white"] * random.randrange(2), "blue")
    if random.random() < 0.5:
        colours = [random.choice(list(LETTER_OF)) for _ in range(70)]
        rig.press("white", *colours, "white", "black")
    else:
        rig.press("black")
    rig.press(*["blue"] * random.randrange(8), "white")


@pytest.mark.parametrize("seed", range(count(1, 6)))
def test_pulled_cables_lose_nothing(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    rig = Rig(tmp_path)
    rig.press("white", "white", "white")
    for _ in range(count(6, 12)):
        rig.wire.pull()
        rig.run(random.randrange(0, 5000))
        rig.play_game(random, most=random.randrange(1, 5))
        rig.wire.plug()
        rig.run(random.randrange(0, 3000))
        rig.play_game(random, most=random.randrange(1, 5))
    rig.wire.plug()
    rig.run(3000)
    check_logs(rig)


@pytest.mark.parametrize("seed", range(count(1, 6)))
def test_a_restarted_host_continues_its_log(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    rig = Rig(tmp_path)
    rig.press("white", "white", "white")
    for _ in range(5):
        rig.play_game(random, most=random.randrange(1, 8))
        rig.start_host()
        rig.run(random.randrange(10, 2000))
    rig.run(3000)
    check_logs(rig)
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_a_torn_log_is_repaired(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.run(100)
    rig.press("white", "white", "white", "a1", "c3")
    rig.run(500)
    (path,) = tmp_path.glob("*.jsonl")
    path.write_bytes(path.read_bytes()[:-7])
    rig.start_host()
    rig.run(2000)
    assert rig.live.recorder.torn == [path]
    check_logs(rig)


def wins(rig: Rig) -> list[tuple[str, ...]]:
    return [each.winners for each in rig.live.results.values()]


def test_a_rematch_exchanges_sides_and_counts_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rig, "names", {"A": "Ann", "B": "Ben"})
    rig = Rig(tmp_path)
    rig.run(100)
    rig.press("white", "white", "white")
    rig.hold("black")
    # The menu's first entry is to resign; the black button stands for dark.
    rig.press("white", "black")
    rig.run(300)
    assert wins(rig) == [("Ben",)]
    rig.press("white", "white")
    rig.run(300)
    state = rig.state()
    assert isinstance(state, OnBoard) and state.colours == {"Ben": "b", "Ann": "w"}
    rig.hold("black")
    rig.press("white", "black")
    rig.run(300)
    assert wins(rig) == [("Ben",), ("Ann",)]
    # After an undo the win no longer counts.
    rig.press("black")
    rig.run(300)
    assert wins(rig) == [("Ben",)]
    check_logs(rig)


def test_a_full_journal_is_compacted_and_no_event_is_lost(tmp_path: Path) -> None:
    """More events than the store can contain: it is compacted, and the log has all of them."""
    rig = Rig(tmp_path)
    rig.run(100)
    rig.press("white", "white", "white")
    if not IS_PROOF:
        # A setting takes most of it.
        fill(rig.device.journal, RESERVE + 30)
    for _ in range(600):
        rig.connection.client.ask("set turn A")
        rig.run(100)
        if rig.device.journal.first > 1:
            break
    rig.run(2000)
    assert rig.device.journal.first > 1
    assert rig.live.device.disagreement is None
    rig.press("a1", "c3")
    rig.run(500)
    state = rig.state()
    assert isinstance(state, OnBoard)
    assert state.position == "bwbwb/wbwbw/bwbwb/wbwbw/.wbwb w"


def test_the_pc_shows_the_lights_of_the_device(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.run(100)
    rig.press("white", "white", "white", "a1")
    rig.run(1000)
    assert rig.live.device.lights is not None and rig.board().picked == "a1"
    assert set(rig.board().targets) == {"c3", "a2", "a4", "b1", "d1"}
    for step in range(40):
        rig.run(100 + step)
        shown = rig.live.device.lights
        assert shown is not None
        frame = rig.device.screen.painter.frame
        seen = [value for red, green, blue in shown.colours for value in (green, red, blue)]
        if rig.device.host.has_lights:
            continue
        assert bytes(seen) == bytes(frame)


def test_a_disagreement_with_the_device_is_shown(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.run(100)
    rig.press("white", "white", "white", "a1", "c3")
    rig.run(300)
    assert rig.live.recorder.current is not None
    rig.live.recorder.current.referee.table.try_apply(("set", "turn", 0))
    rig.press("b1", "a1")
    rig.run(300)
    assert rig.live.device.disagreement == "b1-a1"
