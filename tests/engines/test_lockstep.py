"""Playouts with too few or unknown occurrences are reported."""

from collections import Counter

import pytest

from tests.engines.lockstep import check_met

LEAST = {"win": 2, "draw": 0.2}


def met(**seen: int) -> None:
    check_met(Counter(seen), LEAST, 2, "game", lambda name, value: None)


def test_rare_or_unknown_cases_fail() -> None:
    met(win=4, draw=1)
    for seen in ({"win": 3, "draw": 1}, {"draw": 1}, {"win": 4, "draw": 1, "loss": 1}):
        with pytest.raises(AssertionError):
            met(**seen)
