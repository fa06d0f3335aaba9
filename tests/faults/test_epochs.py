"""A journal that is full is begun anew, again and again, and the logs know what there was."""

import os
from pathlib import Path

import pytest
from schiri.log.notes import missing_in, survived_in
from schiri_device.match import RESERVE

from tests.counts import count
from tests.faults.pair import Pair, check, logs_in

SWITCH = "new switch AB layout=1"
GAMES = (
    ("keys5", SWITCH),
    ("keys5", "new switch AB layout=free"),
    ("keys5", "new switch AB layout=2 repetition=off start=w"),
    ("cursor", "new joggle AB goal=2S board=own"),
    ("cursor", "new joggle ABCD teams=on no-field=pass goal=2R1S"),
)
PAINTED = "/".join(["RGBYRYGB", "YBGRGBRY"] * 4)


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power of this PC; whether it syncs is tested with the log."""
    monkeypatch.setattr(os, "fsync", lambda number: None)


def pair_of(folder: Path, game: int, seed: int) -> Pair:
    """Return a device that has nothing, and no PC."""
    build, new = GAMES[game]
    pair = Pair(folder, build, seed, new)
    if "own" in new:
        assert pair.ask(f"board {PAINTED}") is None
    return pair


# The second game and the last have the most that a position does not tell.
CASES = [(game, 0) for game in range(1, len(GAMES), count(3, 1))] + [(0, 1)] * count(0, 1)


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_a_pc_that_is_there_has_all_of_every_epoch(tmp_path: Path, game: int, seed: int) -> None:
    pair = pair_of(tmp_path, game, seed)
    pair.plug()
    for _ in range(3):
        pair.renew()
        pair.play(3)
    pair.settle()
    assert len(pair.epochs) >= 4
    assert check(pair) == []
    begun = [text for text in pair.made.values() if text.startswith("new ")]
    assert len(logs_in(tmp_path)) == len(begun)


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_a_pc_that_comes_late_knows_what_is_missing(tmp_path: Path, game: int, seed: int) -> None:
    pair = pair_of(tmp_path, game, seed)
    for _ in range(2):
        pair.renew()
    pair.play(30)
    pair.restart()
    pair.press("white")
    assert len(pair.epochs) == 3
    pair.plug()
    pair.settle()
    pair.play(30)
    pair.settle()
    notes = check(pair)
    assert {note["epoch"] for note in notes} == set(pair.epochs[:-1])
    assert all(note["first"] == 1 for note in notes)
    noted = [log for log in logs_in(tmp_path) if missing_in(log.events)]
    assert noted


@pytest.mark.parametrize("known", range(0, 420, count(280, 28)))
def test_a_pc_that_had_a_part_lacks_only_the_rest(tmp_path: Path, known: int) -> None:
    pair = pair_of(tmp_path, known // 28 % len(GAMES), known)
    pair.plug()
    pair.play(known)
    pair.settle()
    pair.unplug()
    begun = pair.device.journal.last
    pair.renew()
    pair.play(5)
    if known % 4 == 0:
        pair.renew()
    pair.plug()
    pair.settle()
    notes = check(pair)
    assert all(note["first"] == begun + 1 for note in notes if note["epoch"] == pair.epochs[0])
    pair.renew()
    pair.settle()
    assert check(pair) == notes


@pytest.mark.parametrize("last", range(count(1, 18)))
def test_a_pc_that_had_almost_all_lacks_nothing(tmp_path: Path, last: int) -> None:
    """The last events before an erasure come with what follows it."""
    pair = pair_of(tmp_path, last % len(GAMES), last)
    pair.plug()
    # In Joggle two of them share a slot.
    most = 1 if pair.device.build.size == 8 else 5
    while pair.device.journal.room() > RESERVE + most - last % most:
        pair.play_on(0.05)
    pair.settle()
    pair.unplug()
    known = len(pair.made)
    pair.renew()
    pair.restart()
    pair.plug()
    pair.settle()
    # Of a game that was over, only the one that followed is carried on.
    is_over = any(text.startswith("new ") for text in list(pair.made.values())[known:])
    assert is_over or check(pair) == []


@pytest.mark.parametrize("seed", range(count(1, 6)))
def test_a_game_that_no_pc_saw_is_delivered_whole(tmp_path: Path, seed: int) -> None:
    pair = pair_of(tmp_path, seed % len(GAMES), seed)
    while len(pair.made) < 345:
        pair.play_on(0.05)
        if pair.random.random() < 0.02:
            pair.restart()
            pair.press("white")
    pair.plug()
    pair.settle()
    assert len(pair.epochs) == 1 and check(pair) == []
    survived = sum(text == "resume" for text in pair.made.values())
    assert survived and survived == sum(
        survived_in(log.events)["power"] for log in logs_in(tmp_path)
    )


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_undo_right_after_an_erasure_goes_as_far_as_it_can(
    tmp_path: Path, game: int, seed: int
) -> None:
    pair = pair_of(tmp_path, game, seed)
    pair.plug()
    taken = 0
    for way in (0, 1, 1):
        pair.renew()
        for _ in range(30):
            refusal = pair.ask("undo")
            if refusal:
                assert refusal.code == "nothing-to-undo"
                break
            taken += 1
            pair.tick()
            if way:
                # To and fro, so that positions come again.
                pair.play(2, undo=0)
                pair.ask("undo")
                pair.tick()
        pair.settle()
        pair.play(40)
        pair.settle()
        assert check(pair) == []
    assert taken


def test_positions_are_counted_alike_after_an_erasure(tmp_path: Path) -> None:
    """A PC that has seen all counts no position that the device can no longer know of."""
    pair = pair_of(tmp_path, 0, 1)
    pair.plug()
    assert pair.ask(SWITCH) is None
    while pair.device.journal.room() > RESERVE + 8:
        assert pair.ask("dispute ?") is None
        pair.tick()
    epoch = pair.device.journal.epoch
    # After six of these the start has come again.
    for at in range(30):
        while pair.device.is_full():
            pair.tick()
        if pair.match.outcome is None:
            assert pair.ask(("a1-c3", "b1-a1", "c3-b1")[at % 3]) is None
        pair.settle()
        assert check(pair) == []
    assert pair.device.journal.epoch != epoch and pair.match.outcome
