"""The best move, found in slices: worth what `values` says, and never long at a time."""

import random
from collections.abc import Iterator
from io import BytesIO

import pytest
from schiri.games.switch.values import LOST_FILE, lost_positions
from schiri_engines.board_games import best_move, values
from schiri_engines.board_games.best_move import LOOKED_UP, SLICE, BestMove
from schiri_engines.board_games.lost import LostPositions
from schiri_engines.board_games.stones import is_connected
from schiri_engines.board_games.values import value_of, worth_of_move
from schiri_engines.registry import RULES_DIGEST

from tests.counts import count
from tests.solve.boards import CELLS, FULL, Stones, grown, random_stones


@pytest.fixture(name="lost")
def lost_of_the_package() -> LostPositions:
    return lost_positions()


def sought(lost: LostPositions, stones: Stones) -> BestMove:
    """Return the search once it is done."""
    search = BestMove(lost, *stones)
    for _ in range(1000):
        if search.go_on():
            return search
    raise AssertionError("it never ends")


def some_positions(chance: random.Random) -> Iterator[Stones]:
    """Yield positions in which something is near, and some with a counter due."""
    while True:
        theirs = grown(chance)
        free = chance.choice([cell for cell in range(CELLS) if not theirs >> cell & 1])
        mine = FULL ^ theirs ^ 1 << free
        if not is_connected(mine):
            yield mine, theirs, free
        far = random_stones(chance)
        if not is_connected(far[0]) and not is_connected(far[1]):
            yield far


def test_the_best_move_is_worth_what_the_position_is(lost: LostPositions) -> None:
    chance = random.Random(2)
    seen = set()
    for _, stones in zip(range(count(60, 3000)), some_positions(chance), strict=False):
        search, value = sought(lost, stones), value_of(lost, *stones)
        assert search.worth == value == worth_of_move(lost, *stones, search.move)
        seen.add((value > 0) - (value < 0))
    assert seen == {-1, 0, 1}


def test_the_lost_delay_as_long_as_they_can(lost: LostPositions) -> None:
    chance = random.Random(3)
    found = 0
    while found < count(4, 200):
        stones = random_stones(chance)
        if is_connected(stones[0]) or is_connected(stones[1]):
            continue
        distance = lost.distance(stones[0], stones[2])
        if distance >= 5:
            found += 1
            search = sought(lost, stones)
            assert search.worth == -distance == worth_of_move(lost, *stones, search.move)


def test_a_slice_looks_up_one_position_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = LostPositions(BytesIO(LOST_FILE.read_bytes()), RULES_DIGEST)
    done: list[int] = []
    distance, after = LostPositions.distance, values.after

    def counted(self: LostPositions, stones: int, free: int) -> int:
        done.append(LOOKED_UP)
        return distance(self, stones, free)

    def tried(*args: int) -> tuple[int, int, int]:
        done.append(1)
        return after(*args)

    monkeypatch.setattr(LostPositions, "distance", counted)
    monkeypatch.setattr(best_move, "after", tried)
    chance = random.Random(4)
    for _, stones in zip(range(count(8, 200)), some_positions(chance), strict=False):
        search = BestMove(lost, *stones)
        while True:
            done.clear()
            is_done = search.go_on()
            assert sum(done) <= SLICE + LOOKED_UP // 4
            assert done.count(LOOKED_UP) <= 1
            if is_done:
                break
