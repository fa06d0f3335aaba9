"""Hands move stones in all their ways: no move is made that no hand has made."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.counts import count
from tests.sensing.players import games

# Moves in one test, so that parts of a proof share them.
BLOCK = 5000
MOVES = count(600, 100_000)


@pytest.mark.parametrize("seed", range(max(1, MOVES // BLOCK)))
def test_what_hands_do_is_understood(
    seed: int, record_property: Callable[[str, Any], None]
) -> None:
    counts: Counter[str] = Counter()
    for table in games(seed, min(MOVES, BLOCK)):
        assert table.made == table.meant, (table.made, table.meant)
        counts += table.counts
    moves = counts["moves"]
    assert not counts["not made by a hand"] and not counts["stuck"]
    # At most 2 % of the moves need white.
    pressed = counts["white"] + counts["white at the end"] + counts["asked"]
    assert pressed <= max(moves * 0.02, 5)
    least = {"hands: moves": 500, "hands: wrong": 10, "hands: swept": 1, "hands: slid": 1}
    record_property(
        "occurrences",
        {f"hands: {what}": (many, least.get(f"hands: {what}", 0)) for what, many in counts.items()},
    )
