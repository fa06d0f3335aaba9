"""Perft of Joggle: engine, reference implementation and fixed numbers agree on hard positions.

Numbers of sequences do not show the winner: the endings do, counted one by one.
"""

import pytest
from schiri_engines.perft import perft

from tests.counts import IS_PROOF, count
from tests.engines import plain_joggle as plain
from tests.engines.joggle_table import TABLE, Row, endings_of, game_at
from tests.engines.switch_table import endings_text

each_row = pytest.mark.parametrize("row", TABLE)
# The reference implementation rarely changes: a sample takes every third position.
PLAINLY = TABLE[:: count(3, 1)]
# The reference takes seconds for two plies. A given roll leaves few sequences.
ONE_LEFT = [row for row in TABLE if row.has_one_left and row.perft[0]]
DEEPER = ONE_LEFT[::6] if IS_PROOF else [row for row in ONE_LEFT if " - " not in row.position][:1]


@each_row
def test_engine_counts_the_fixed_numbers(row: Row) -> None:
    depths = (1, 2) if row in DEEPER or (IS_PROOF and row in TABLE[::2]) else (1,)
    assert [perft(game_at(row), depth) for depth in depths] == list(row.perft[: len(depths)])


def test_plain_statement_counts_the_fixed_numbers(subtests: pytest.Subtests) -> None:
    for row in PLAINLY:
        with subtests.test(row=row):
            number, endings = plain.counted(plain.read(row.position, row.rules), 1)
            assert number == row.perft[0]
            assert endings_of(row, 1) == endings_text(endings) == row.endings


@pytest.mark.parametrize("row", DEEPER)
def test_plain_statement_counts_deeper(row: Row) -> None:
    number, endings = plain.counted(plain.read(row.position, row.rules), 2)
    assert number == row.perft[1]
    assert endings_of(row, 2) == endings_text(endings)


def test_the_empty_board_has_the_counted_perft() -> None:
    """A colour has 16 fields, a joggle 64. Then one is taken, for its colour and a joggle."""
    start = Row(plain.Rules(), plain.write(plain.begun(plain.Rules())), (128, 16_128), "")
    assert [perft(game_at(start), depth) for depth in (0, 1, 2)] == [1, 128, 128 * 126]
    teams = start._replace(rules=plain.Rules("4S", extreme=True, passes=True, teams=True))
    teams = teams._replace(position=teams.position + " 8,8,8,8")
    assert [perft(game_at(teams), depth) for depth in (1, 2)] == [128, 128 * 126]
