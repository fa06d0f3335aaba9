"""Perft of Switch: engine, reference implementation and fixed numbers agree on hard positions.

Numbers of sequences do not show the winner: the endings do, counted one by one.
"""

import pytest
from schiri_engines.perft import perft

from tests.counts import count
from tests.engines import plain_switch as plain
from tests.engines.switch_table import TABLE, Row, endings_of, endings_text, game_at

each_row = pytest.mark.parametrize("row", TABLE)
# Positions for which one more ply is counted in full: it takes thirty times as long.
DEEPER = TABLE[:: count(3, 5)]
# The reference implementation rarely changes: a sample takes every third position.
PLAINLY = TABLE[:: count(3, 1)]


@each_row
def test_engine_counts_the_fixed_numbers(row: Row) -> None:
    depths = range(1, count(2, 4 if row in DEEPER else 3) + 1)
    found = [perft(game_at(row.position), depth) for depth in depths]
    assert found == list(row.perft[: len(depths)])


@each_row
def test_plain_statement_counts_the_fixed_numbers(row: Row) -> None:
    game = plain.read(row.position)
    depths = range(1, count(2, 3) + 1)
    assert [plain.perft(game, depth) for depth in depths] == list(row.perft[: len(depths)])


def test_engine_and_plain_statement_find_the_same_endings(subtests: pytest.Subtests) -> None:
    for row in PLAINLY:
        with subtests.test(row=row):
            plainly = endings_text(plain.endings(plain.read(row.position), 2))
            assert endings_of(row.position, 2) == plainly == row.endings


@pytest.mark.nightly
@pytest.mark.parametrize("row", DEEPER)
def test_engine_and_plain_statement_find_the_same_deeper_endings(row: Row) -> None:
    plainly = endings_text(plain.endings(plain.read(row.position), 3))
    assert endings_of(row.position, 3) == plainly
