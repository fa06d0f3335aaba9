"""Whole evenings: after any action, every view shows the game, and so does a new one."""

from pathlib import Path

import pytest

from tests.counts import count, some
from tests.evenings.seeded import FOUND, replay, walk

# The builds of the evenings: most have a cursor.
BUILDS = ("cursor", "keys5", "pads", "cursor")


@pytest.mark.parametrize("seed", range(count(1, 40)))
def test_every_view_shows_the_game_that_is_played(seed: int, tmp_path: Path) -> None:
    walk(seed, count(34, 120), tmp_path, BUILDS[seed % len(BUILDS)])


@pytest.mark.parametrize("path", some(sorted(FOUND.glob("*.txt")), 5), ids=lambda path: path.stem)
def test_evenings_that_once_failed_pass(path: Path, tmp_path: Path) -> None:
    replay(path.read_text().splitlines(), tmp_path)
