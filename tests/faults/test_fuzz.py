"""Random and mutated lines into both ends: `tests.faults.fuzz` in short."""

import pytest

from tests.counts import count
from tests.faults.fuzz import fuzz


@pytest.mark.parametrize("kind", ["device", "host"])
@pytest.mark.parametrize("part", range(2))
def test_nonsense_does_no_harm(kind: str, part: int) -> None:
    lines = count(800, 50_000)
    taken, wrong = fuzz(kind, f"proof {part}", lines)
    assert wrong == 0
    # Most lines are well formed, so that they pass the first check.
    assert lines // 2 < taken < lines
