"""Perft of Joggle: engine, reference implementation and fixed numbers agree on hard positions.

Numbers of sequences do not show the winner: the endings do, counted one by one.
"""

from importlib import import_module
from typing import Any

import pytest

from tests.counts import IS_PROOF, count
from tests.engines import plain_joggle as plain
from tests.engines.joggle_table import TABLE, Row, endings_of, sequences
from tests.engines.joggle_words import held_by
from tests.engines.switch_table import endings_text

each_row = pytest.mark.parametrize("row", TABLE)
# The reference implementation rarely changes: a sample takes every third position.
PLAINLY = TABLE[:: count(3, 1)]
# The reference takes seconds for two plies. A given roll leaves few sequences.
ONE_LEFT = [row for row in TABLE if row.has_one_left and row.perft[0]]
DEEPER = ONE_LEFT[::6] if IS_PROOF else [row for row in ONE_LEFT if " - " not in row.position][:1]


def engines(module: str) -> Any:
    return import_module("schiri_engines." + module)


@each_row
def test_engine_counts_the_fixed_numbers(row: Row) -> None:
    depths = (1, 2) if row in DEEPER or (IS_PROOF and row in TABLE[::2]) else (1,)
    assert [sequences(engines, row, depth) for depth in depths] == list(row.perft[: len(depths)])


def test_plain_statement_counts_the_fixed_numbers(subtests: pytest.Subtests) -> None:
    for row in PLAINLY:
        with subtests.test(row=row):
            number, endings = plain.counted(plain.read(row.position, row.rules), 1)
            assert number == row.perft[0]
            assert endings_of(engines, row, 1) == endings_text(endings) == row.endings


@pytest.mark.parametrize("row", DEEPER)
def test_plain_statement_counts_deeper(row: Row) -> None:
    number, endings = plain.counted(plain.read(row.position, row.rules), 2)
    assert number == row.perft[1]
    assert endings_of(engines, row, 2) == endings_text(endings)


def test_the_empty_board_has_its_numbers() -> None:
    """A colour has 16 fields, a joggle 64. Then one of them is taken, for its colour and a
    joggle.
    """
    start = Row(plain.Rules(), plain.write(plain.begun(plain.Rules())), "", (128, 16_128), "")
    assert [sequences(engines, start, depth) for depth in (0, 1, 2)] == [1, 128, 128 * 126]
    teams = start._replace(rules=plain.Rules("4S", extreme=True, passes=True, teams=True))
    teams = teams._replace(position=teams.position + " 8,8,8,8")
    assert [sequences(engines, teams, depth) for depth in (1, 2)] == [128, 128 * 126]


# Properties of the positions


def test_position_holds_what_is_said_of_it(subtests: pytest.Subtests) -> None:
    for row in PLAINLY:
        with subtests.test(row=row):
            # A property contains a comma.
            said = set(row.holds.replace("moves, ", "moves ").split(", "))
            assert {
                name.replace(",", "") for name in held_by(plain.read(row.position, row.rules))
            } == said


def test_table_holds_every_hard_rule() -> None:
    held = {what for row in TABLE for what in row.holds.replace("moves, ", "moves ").split(", ")}
    assert held >= {"quiet", "over", "JO-5", "JO-5 by JO-11", "JO-8", "JO-11", "JO-11 goal"}
    assert held >= {f"JO-9 {what}" for what in ("own", "other", "goal")}
    assert held >= {f"JO-10 {what}" for what in ("own", "other")}
    assert held >= {f"{mover} moves {winner} wins" for mover in "bw" for winner in "bw"}


@pytest.mark.parametrize("goal", plain.GOALS)
def test_table_holds_every_goal(goal: str) -> None:
    rows = [row for row in TABLE if row.rules.goal == goal]
    assert {row.has_one_left for row in rows} == {True, False}
    assert any("wins" in row.endings for row in rows)


@pytest.mark.parametrize("rule", ["extreme", "passes", "gives", "teams"])
def test_table_holds_every_option(rule: str) -> None:
    assert {getattr(row.rules, rule) for row in TABLE} == {False, True}


@each_row
def test_option_that_is_named_decides(row: Row) -> None:
    """Without the option that makes a position hard, its numbers differ."""
    rules = row.rules
    if rules.extreme and "JO-11" in row.holds:
        assert (
            sequences(engines, row._replace(rules=rules._replace(extreme=False)), 1) > row.perft[0]
        )
    if "JO-5" in row.holds and not rules.teams:
        other = row._replace(rules=rules._replace(passes=not rules.passes))
        assert sequences(engines, other, 1) != row.perft[0]
    if rules.gives:
        other = row._replace(rules=rules._replace(gives=False))
        assert endings_of(engines, other, 1) != row.endings or not row.endings


def test_table_is_large_enough() -> None:
    assert len({row.position for row in TABLE}) >= 16
    turns = [row.position.split()[3] for row in TABLE]
    assert min(turns.count("31"), turns.count("32")) >= 8
    assert {row.position.split()[2] for row in TABLE} >= {"-", "R", "G", "J"}
