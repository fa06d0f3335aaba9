"""Whole evenings: after any action, every view shows the game, and so does a new one."""

from pathlib import Path

import pytest

from tests.counts import count, some
from tests.evenings.seeded import FOUND, Failed, replay, walk

# The builds of the evenings: most have a cursor.
BUILDS = ("cursor", "keys5", "pads", "cursor")


@pytest.mark.parametrize("seed", range(count(1, 40)))
def test_every_view_shows_the_game_that_is_played(seed: int, tmp_path: Path) -> None:
    walk(seed, count(34, 120), tmp_path, BUILDS[seed % len(BUILDS)])


@pytest.mark.parametrize("path", some(sorted(FOUND.glob("*.txt")), 5), ids=lambda path: path.stem)
def test_evenings_that_once_failed_pass(path: Path, tmp_path: Path) -> None:
    replay(path.read_text().splitlines(), tmp_path)


def test_a_failed_evening_is_reported_with_few_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A deliberate fault: pages do not show whose turn it is.
    monkeypatch.setattr("schiri.scene.compose.turn_words", lambda words, state: "")
    with pytest.raises(Failed) as failed:
        walk(1, 30, tmp_path)
    assert len(failed.value.steps) == 1
    assert "turn: shown ''" in str(failed.value)
    assert "seed 1" in failed.value.__notes__[0]
