"""What was played last: kept for the next evening; a file that is none is passed over."""

from pathlib import Path

import pytest
from schiri.last_setup import Setup, Setups, load, remember

USUAL = Setup(("Ann", "Ben"), "joggle")


def test_what_was_played_is_known_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "there" / "last.json"
    cards = Setup(("Ann", "Ben", "Cem"), "drehwurm", {"mode": "fast"})
    found = remember(path, remember(path, Setups(USUAL), cards), USUAL)
    assert load(path) == found == Setups(USUAL, {"joggle": USUAL, "drehwurm": cards})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b"[]",
        b'{"players": [1], "game": "switch", "options": {}}',
        b'{"players": ["\\ud800"], "game": "switch", "options": {}}',
    ],
    ids=lambda data: str(data[:40]),
)
def test_a_file_that_is_none_is_passed_over(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    path.write_bytes(data)
    assert load(path, USUAL) == Setups(USUAL)
    remember(path, Setups(), USUAL)
    assert load(path).last == USUAL
