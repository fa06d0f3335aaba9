"""Numbers of positions and their moves, beside the engine's."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from schiri_engines.solver.lost import SETS, class_number, set_number, turned
from schiri_engines.switch.movegen import is_connected

from tests.counts import count
from tests.solve.boards import CELLS, game_of, grown, random_stones, stones_after

pytestmark = pytest.mark.nightly


@cache
def positions() -> Any:
    """Return the module under test, which imports numba: mere collection need not wait."""
    return pytest.importorskip("schiri.solve.positions")


def found(function: str, mine: int, free: int) -> list[int]:
    numbers = np.empty(64, np.int64)
    amount = getattr(positions(), function)(mine, free, numbers)
    return [int(number) for number in numbers[:amount]]


def test_numbers_are_those_of_the_file_and_go_back() -> None:
    chance = random.Random(1)
    for _ in range(count(300, 5000)):
        mine, _theirs, free = random_stones(chance)
        number = int(positions().number_of(mine, free))
        assert number == free * SETS + set_number(mine, free)
        assert tuple(map(int, positions().position_of(number))) == (mine, free)
    ends = [0, SETS - 1, SETS, positions().POSITIONS - 1]
    assert [int(positions().number_of(*positions().position_of(end))) for end in ends] == ends


def test_moves_are_the_engines_moves_there_and_back() -> None:
    chance = random.Random(2)
    tried = 0
    while tried < count(15, 600):
        stones = mine, _theirs, free = random_stones(chance)
        if is_connected(mine):
            continue
        tried += 1
        game = game_of(stones)
        after = []
        for move in game.legal_moves():
            game.push(move)
            own, _other, hole = stones_after(game)
            after.append(int(positions().number_of(own, hole)))
            game.pop()
        assert sorted(found("successors", mine, free)) == sorted(after)
        number = int(positions().number_of(mine, free))
        # A move leads here from exactly those positions that lie one move back.
        assert all(number in found("predecessors", *positions().position_of(a)) for a in after)
        for before in found("predecessors", mine, free):
            assert number in found("successors", *positions().position_of(before))


def test_connection_is_the_engines() -> None:
    chance = random.Random(3)
    seen = set()
    for _ in range(count(500, 50000)):
        stones = grown(chance)
        seen.add(bool(positions().connected(stones)))
        assert positions().connected(stones) == is_connected(stones)
    assert seen == {True, False}


def test_turns_and_mirrors_have_one_class() -> None:
    chance = random.Random(4)
    for _ in range(count(50, 1000)):
        mine, _theirs, free = random_stones(chance)
        images = set()
        for symmetry in range(8):
            cells = [turned(cell, symmetry) for cell in range(CELLS) if mine >> cell & 1]
            image = sum(1 << cell for cell in cells)
            images.add((image, turned(free, symmetry)))
        assert len({class_number(*image) for image in images}) == 1
        mine_too, _, free_too = random_stones(chance)
        if (mine_too, free_too) not in images:
            assert class_number(mine_too, free_too) != class_number(mine, free)
