"""When stones are connected: the engine's bits against a flood fill over neighbours.

The proof takes all 5,200,300 sets of twelve cells, grouped by their cells in the first row.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from math import comb

import pytest
from schiri_engines.switch.movegen import CELLS, cells_of, is_connected

from tests.counts import IS_PROOF, count
from tests.engines import plain_switch as plain

TWELVE = 12
FIRST_ROW = range(5)
REST = range(5, CELLS)
# All sets of cells in the first row: 32 groups, each small enough for one test.
GROUPS = list(chain.from_iterable(combinations(FIRST_ROW, size) for size in range(6)))

BESIDE = [[plain.CELLS.index(name) for name in plain.NEIGHBOURS[cell]] for cell in plain.CELLS]
BITS = [1 << cell for cell in range(CELLS)]


def is_one_group(cells: Iterable[int]) -> bool:
    return plain.groups([plain.CELLS[cell] for cell in cells]) == 1


def sets_with(first: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of twelve with these cells in the first row: all, or a seeded sample."""
    more = TWELVE - len(first)
    if IS_PROOF:
        yield from (first + rest for rest in combinations(REST, more))
        return
    rng = random.Random(repr(first))
    for _ in range(200):
        yield (*first, *rng.sample(REST, more))


def test_connection_is_a_flood_fill(subtests: pytest.Subtests) -> None:
    for first in GROUPS:
        with subtests.test(first=first):
            wrong, tried = [], 0
            for cells in sets_with(first):
                tried += 1
                if is_connected(sum([BITS[cell] for cell in cells])) != is_one_group(cells):
                    wrong.append(cells)
            assert wrong == []
            assert tried == count(200, comb(len(REST), TWELVE - len(first)))


def some_grown() -> list[int]:
    """Return connected sets of twelve cells, each grown cell by cell at random."""
    rng, found = random.Random(24), []
    for _ in range(count(600, 6000)):
        lie = {rng.randrange(CELLS)}
        while len(lie) < TWELVE:
            beside = [at for cell in sorted(lie) for at in BESIDE[cell] if at not in lie]
            lie.add(rng.choice(beside))
        found.append(sum(BITS[cell] for cell in lie))
    return found


def test_every_connected_set_is_found_connected() -> None:
    """A random sample has few of them: here are some, and each with one stone moved away."""
    rng = random.Random(12)
    sets = some_grown()
    assert [cells for cells in sets if not is_connected(cells)] == []
    moved = 0
    for cells in sets:
        lie = set(cells_of(cells))
        other = lie - {rng.choice(sorted(lie))} | {rng.choice(sorted(set(range(CELLS)) - lie))}
        found = is_connected(sum(BITS[cell] for cell in other))
        assert found == is_one_group(other)
        moved += not found
    assert moved > count(150, 1500)
