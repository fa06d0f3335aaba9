"""The file of lost positions: what is in it is found, what is not is not, damage is seen."""

import random
from io import BytesIO

import pytest
from schiri.games.switch.lost_lookup import LostLookup
from schiri_engines.board_games.lost import BadSolution, LostPositions, class_number

from tests.counts import count
from tests.solve.boards import random_stones

DIGEST = "01234567"


def encoded(classes: dict[int, int]) -> bytes:
    """Return the file of these classes, written by what loads numba: only once it is asked for."""
    lost_file = pytest.importorskip("schiri.solve.lost_file")
    data: bytes = lost_file.encode(classes, DIGEST)
    return data


def opened(data: bytes, digest: str = DIGEST) -> LostPositions:
    return LostPositions(BytesIO(data), digest, is_checked=True)


def readers(data: bytes) -> list[LostPositions]:
    """Return how a device reads a file, and how a PC does."""
    return [opened(data), LostLookup(data, DIGEST)]


@pytest.mark.parametrize("amount", [1, 2, 64, 65, 129, count(200, 20000)])
def test_what_is_written_is_found_and_nothing_else(amount: int) -> None:
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


def test_neighbours_in_the_file_are_told_apart() -> None:
    # Numbers that come one behind the other, with the free cell in a corner.
    classes = dict.fromkeys(range(500), 5)
    mine = 0b1_1111_11111110
    assert class_number(mine, 0) == 0
    assert [lost.distance(mine, 0) for lost in readers(encoded(classes))] == [5, 5]
    del classes[0]
    assert [lost.distance(mine, 0) for lost in readers(encoded(classes))] == [0, 0]


def test_a_file_that_is_none_is_refused() -> None:
    data = encoded({7: 3, 9: 5})
    with pytest.raises(BadSolution, match="other rules"):
        opened(data, "76543210")
    for wrong in (b"", data[:20], b"x" + data[1:]):
        with pytest.raises(BadSolution, match="no file"):
            opened(wrong)
    for at in range(28, len(data)):
        with pytest.raises(BadSolution, match="damaged"):
            opened(data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :])
