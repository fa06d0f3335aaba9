"""The file of lost positions: its positions are found, others are not, and damage is detected."""

import random
from collections import Counter
from collections.abc import Iterable
from io import BytesIO

import pytest
from schiri.games.switch.values import LostLookup
from schiri_engines.solver.lost import (
    MOST_GROUPS,
    BadSolution,
    LostPositions,
    class_number,
    euler_number,
)

from tests.counts import count
from tests.solve.boards import grown, random_stones

DIGEST = "01234567"
Place = tuple[int, int]


def encoded(classes: dict[int, int]) -> bytes:
    """Return the file of these classes; only this call imports the module with numba."""
    lost_file = pytest.importorskip("schiri.solve.lost_file")
    data: bytes = lost_file.encode(classes, DIGEST)
    return data


def opened(data: bytes, digest: str = DIGEST) -> LostPositions:
    return LostPositions(BytesIO(data), digest, is_checked=True)


def readers(data: bytes) -> list[LostPositions]:
    return [opened(data), LostLookup(data, DIGEST)]


def pieces(places: set[Place], steps: Iterable[Place]) -> int:
    """Return the number of connected pieces of places, by these steps."""
    left, found = set(places), 0
    while left:
        found += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            beside = {(x + right, y + up) for right, up in steps} & left
            left -= beside
            edge += beside
    return found


def ringed(chance: random.Random) -> int:
    """Return at most twelve stones, eight of them around a cell."""
    ring = 0b111_00101_00111 << chance.choice((0, 1, 2, 5, 6, 7, 10, 11, 12))
    more = random_stones(chance)[0] & random_stones(chance)[1]
    while (ring | more).bit_count() > 12:
        more &= more - 1
    return ring | more


def test_the_euler_number_is_groups_less_holes() -> None:
    chance = random.Random(5)
    straight = {(0, 1), (1, 0), (0, -1), (-1, 0)}
    around = {(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1)}
    # With a rim, which connects all places that are not in a hole.
    sheet = {(x, y) for x in range(-1, 6) for y in range(-1, 6)}
    seen: Counter[int] = Counter()
    for number in range(count(2000, 40000)):
        stones = (random_stones(chance)[0], grown(chance), ringed(chance))[number % 3]
        places = {(cell % 5, cell // 5) for cell in range(25) if stones >> cell & 1}
        groups, holes = pieces(places, straight), pieces(sheet - places, around) - 1
        assert euler_number(stones) == groups - holes, bin(stones)
        # So a search for more groups than any lost position has may use this number.
        assert groups <= MOST_GROUPS or not holes
        seen[holes] += 1
    assert set(seen) == {0, 1}


@pytest.mark.parametrize("amount", [1, 2, 64, 65, 129, count(200, 20000)])
def test_written_positions_are_found_and_no_others(amount: int) -> None:
    chance = random.Random(amount)
    boards = [random_stones(chance) for _ in range(amount)]
    classes = {class_number(mine, free): chance.randrange(3, 30, 2) for mine, _, free in boards}
    others = [random_stones(chance) for _ in range(100)]
    for lost in readers(encoded(classes)):
        assert lost.entries == len(classes)
        for mine, _, free in boards:
            assert lost.distance(mine, free) == classes[class_number(mine, free)]
        for mine, _, free in others:
            assert lost.distance(mine, free) == classes.get(class_number(mine, free), 0)


def test_neighbouring_positions_of_the_file_are_distinguished() -> None:
    # Consecutive numbers, with the free cell in a corner.
    classes = dict.fromkeys(range(500), 5)
    mine = 0b1_1111_11111110
    assert class_number(mine, 0) == 0
    assert [lost.distance(mine, 0) for lost in readers(encoded(classes))] == [5, 5]
    del classes[0]
    assert [lost.distance(mine, 0) for lost in readers(encoded(classes))] == [0, 0]


def test_a_file_of_other_rules_or_bytes_is_refused() -> None:
    data = encoded({7: 3, 9: 5})
    with pytest.raises(BadSolution, match="other rules"):
        opened(data, "76543210")
    for wrong in (b"", data[:20], b"x" + data[1:]):
        with pytest.raises(BadSolution, match="no file"):
            opened(wrong)
    for at in range(28, len(data)):
        with pytest.raises(BadSolution, match="damaged"):
            opened(data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :])
