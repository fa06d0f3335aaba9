"""A journal is compacted repeatedly, and the logs have every event or a note that it is missing."""

from pathlib import Path
from random import Random

import pytest
from schiri.log.annotations import survived_in
from schiri_device.app.match import RESERVE

from tests.counts import count
from tests.faults.evidence import logs_in
from tests.faults.pair import Pair

SWITCH = "new switch AB layout=1"
GAMES = (
    ("keys5", SWITCH),
    ("keys5", "new switch AB layout=free"),
    ("keys5", "new switch AB layout=2 repetition=off start=w"),
    ("cursor", "new joggle AB goal=2S board=own"),
    ("cursor", "new joggle ABCD teams=on no-field=pass goal=2R1S"),
)
PAINTED = "/".join(["RGBYRYGB", "YBGRGBRY"] * 4)


def pair_of(folder: Path, game: int, seed: int) -> Pair:
    """Return a new device without a PC."""
    build, new = GAMES[game]
    pair = Pair(folder, build, seed, new)
    if "own" in new:
        assert pair.ask(f"board {PAINTED}") is None
    return pair


# The second game and the last one have the most state beyond the position.
CASES = [(game, 0) for game in range(1, len(GAMES), count(3, 1))] + [(0, 1)] * count(0, 1)


# Number of compactions in a test.
ROUNDS = count(1, 3)


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_a_connected_pc_gets_every_event_in_spite_of_compactions(
    tmp_path: Path, game: int, seed: int
) -> None:
    pair = pair_of(tmp_path, game, seed)
    pair.plug()
    for _ in range(ROUNDS):
        pair.compact()
        pair.play(3)
    pair.settle()
    assert pair.compacted >= ROUNDS and len({made.epoch for made in pair.made}) == 1
    assert pair.check() == []
    begun = [made for made in pair.made if made.text.startswith("new ")]
    assert len(logs_in(tmp_path)) == len(begun)


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_a_pc_that_connects_late_notes_which_events_are_missing(
    tmp_path: Path, game: int, seed: int
) -> None:
    pair = pair_of(tmp_path, game, seed)
    for _ in range(2):
        pair.compact()
    pair.play(30)
    pair.restart()
    pair.press("white")
    first = pair.device.journal.first
    pair.plug()
    pair.settle()
    pair.play(30)
    pair.settle()
    (note,) = pair.check()
    assert (note.first, note.last) == (1, first - 1)


@pytest.mark.parametrize("known", range(0, count(85, 420), count(84, 28)))
def test_a_pc_that_had_some_events_misses_only_the_others(tmp_path: Path, known: int) -> None:
    pair = pair_of(tmp_path, known // 28 % len(GAMES), known)
    pair.plug()
    pair.play(known)
    pair.settle()
    pair.unplug()
    begun = pair.device.journal.last
    pair.compact()
    pair.play(5)
    if known % 4 == 0:
        pair.compact()
    first = pair.device.journal.first
    pair.plug()
    pair.settle()
    notes = pair.check()
    assert [(note.first, note.last) for note in notes] == [(begun + 1, first - 1)]
    pair.compact()
    pair.settle()
    assert pair.check() == notes


@pytest.mark.parametrize("seed", range(count(1, 6)))
def test_a_game_that_no_pc_saw_is_delivered_whole(tmp_path: Path, seed: int) -> None:
    pair = pair_of(tmp_path, seed % len(GAMES), seed)
    while pair.count() < count(150, 345):
        pair.play_by_request(0.05)
        if pair.random.random() < 0.02:
            pair.restart()
            pair.press("white")
    pair.plug()
    pair.settle()
    assert pair.compacted == 0 and pair.check() == []
    survived = sum(made.text == "resume" for made in pair.made)
    assert survived and survived == sum(
        survived_in(log.events)["power"] for log in logs_in(tmp_path)
    )


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_the_power_is_cut_around_compactions(tmp_path: Path, game: int, seed: int) -> None:
    """A PC also connects and disconnects: only events that it never received are missing."""
    pair, random = pair_of(tmp_path, game, seed), Random(seed)
    for at in range(ROUNDS + 1):
        pair.compact()
        pair.play(random.choice((0, 1, 5, count(20, 100))))
        pair.restart()
        pair.press("white")
        if at % 2:
            pair.unplug()
        else:
            pair.plug()
            pair.settle()
    pair.plug()
    pair.settle()
    pair.play(20)
    pair.settle()
    assert pair.check()


def test_after_a_compaction_pc_and_device_count_repetitions_alike(tmp_path: Path) -> None:
    """A PC with all events counts no repetition of positions that the device has dropped."""
    pair = pair_of(tmp_path, 0, 1)
    pair.plug()
    assert pair.ask(SWITCH) is None
    pair.fill()
    while pair.device.journal.room() > RESERVE + 8:
        assert pair.ask("dispute ?") is None
        pair.step()
    # After six of these moves the first position is repeated.
    for at in range(30):
        while pair.device.is_full():
            pair.step()
        if pair.match.outcome is None:
            assert pair.ask(("a1-c3", "b1-a1", "c3-b1")[at % 3]) is None
        pair.settle()
        # The check reads all logs and takes as long as everything else.
        assert at % 3 or pair.check() == []
    assert pair.compacted == 1 and pair.match.outcome and pair.check() == []
