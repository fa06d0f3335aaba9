"""When stones are connected: the engine's bits against a flood fill over neighbours.

The proof takes all 5,200,300 sets of twelve cells, grouped by their cells in the first row.
"""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations
from math import comb

import pytest
from schiri_engines.switch.stones import CELLS, cells_of, is_connected

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
    """Return whether cells are connected, by the plain rules."""
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


def test_groups_are_all_sets() -> None:
    assert len(set(GROUPS)) == 32
    assert sum(comb(len(REST), TWELVE - len(first)) for first in GROUPS) == comb(CELLS, TWELVE)
    assert comb(CELLS, TWELVE) == 5_200_300


@cache
def grown() -> list[int]:
    """Return every connected set of twelve cells, made by growing smaller ones cell by cell."""
    # Each set with its neighbouring cells.
    sets = {bit: sum([BITS[cell] for cell in BESIDE[at]]) for at, bit in enumerate(BITS)}
    around = dict(sets)
    for _ in range(TWELVE - 1):
        larger = {}
        for cells, beside in sets.items():
            for bit in BITS:
                if beside & bit and cells | bit not in larger:
                    larger[cells | bit] = (beside | around[bit]) & ~(cells | bit)
        sets = larger
    return sorted(sets)


def some_grown() -> list[int]:
    """Return connected sets of twelve cells, each grown cell by cell at random."""
    rng, found = random.Random(24), []
    for _ in range(600):
        lie = {rng.randrange(CELLS)}
        while len(lie) < TWELVE:
            lie.add(
                rng.choice([at for cell in sorted(lie) for at in BESIDE[cell] if at not in lie])
            )
        found.append(sum(BITS[cell] for cell in lie))
    return found


def test_every_connected_set_is_found_connected() -> None:
    """A random sample has few of them: here are all, and each with one stone moved away.

    A sample takes some hundreds of them.
    """
    rng = random.Random(12)
    sets = grown() if IS_PROOF else some_grown()
    assert len(sets) == count(600, 136_217)
    assert [cells for cells in sets if not is_connected(cells)] == []
    moved = 0
    for cells in sets:
        lie = set(cells_of(cells))
        other = lie - {rng.choice(sorted(lie))} | {rng.choice(sorted(set(range(CELLS)) - lie))}
        found = is_connected(sum(BITS[cell] for cell in other))
        assert found == is_one_group(other)
        moved += not found
    assert moved > count(150, 400)
