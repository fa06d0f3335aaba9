"""A journal that is full is begun anew, again and again, and the logs know what there was."""

import os
from pathlib import Path

import pytest

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


CASES = [(game, seed) for seed in range(count(1, 4)) for game in range(len(GAMES))]


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
