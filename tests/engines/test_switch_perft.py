"""Perft of Switch: engine, reference implementation and fixed numbers agree on hard positions.

Numbers of sequences do not show the winner: the endings do, counted one by one.
"""

from collections.abc import Callable

import pytest
from schiri_engines.perft import perft

from tests.counts import count
from tests.engines import plain_switch as plain
from tests.engines.switch_table import CHEQUERS, TABLE, Row, endings_of, endings_text, game_at

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


def test_all_find_the_same_endings(subtests: pytest.Subtests) -> None:
    for row in PLAINLY:
        with subtests.test(row=row):
            plainly = endings_text(plain.endings(plain.read(row.position), 2))
            assert endings_of(row.position, 2) == plainly == row.endings


@pytest.mark.parametrize("row", DEEPER)
def test_deeper_endings_are_found_alike(row: Row) -> None:
    depth = count(1, 3)
    plainly = endings_text(plain.endings(plain.read(row.position), depth))
    assert endings_of(row.position, depth) == plainly


# Properties of the positions


def is_quiet(game: plain.Game) -> bool:
    return not plain.is_over(game) and not plain.endings(game, 2)


def decides(game: plain.Game) -> bool:
    """Return whether a move connects only the mover, and a counter to it wins."""
    counter = plain.other(game.side) + " won"
    after = [plain.apply(game, text) for text in plain.legal_moves(game)]
    return any(
        isinstance(state, plain.Game)
        and plain.is_counter_due(state)
        and counter in plain.endings(state, 1)
        for state in after
    )


def never_won(game: plain.Game) -> bool:
    found = plain.endings(game, 2)
    return any("lost" in name for name in found) and not any("won" in name for name in found)


WORDS: dict[str, Callable[[plain.Game], bool]] = {
    "quiet": is_quiet,
    "over": plain.is_over,
    "counter due": plain.is_counter_due,
    "never won": never_won,
    "SW-7 decides": decides,
}


def line_balance(game: plain.Game, line: str) -> str:
    """Return own and other stones in a line of the free field, as ``3:1``."""
    (free,) = plain.cells_with(game.board, ".")
    at = 1 if line == "row" else 0
    lie = [game.board[cell] for cell in plain.CELLS if cell[at] == free[at]]
    return f"{lie.count(game.side)}:{lie.count(plain.other(game.side))}"


def holds(game: plain.Game, what: str) -> bool:
    if what in WORDS:
        return WORDS[what](game)
    if what.startswith(("row", "column")):
        line, balance = what.split()
        return line_balance(game, line) == balance
    return plain.endings(game, 2)[what] > 0


def test_position_holds_what_is_said_of_it(subtests: pytest.Subtests) -> None:
    for row in PLAINLY:
        with subtests.test(row=row):
            game = plain.read(row.position)
            assert [what for what in row.holds.split(", ") if not holds(game, what)] == []


@pytest.mark.parametrize("side", plain.BOTH)
def test_table_holds_every_hard_rule_for_both_sides(side: str) -> None:
    rows = [row for row in TABLE if row.position.endswith(side)]
    held = {what for row in rows for what in row.holds.split(", ")}
    endings = {f"{side} {name}" for name in plain.ENDINGS.values() if not name.startswith("lost")}
    assert held >= endings | {"counter due", "never won", "SW-7 decides", "over", "quiet"}
    due = {what for row in rows if "counter due" in row.holds for what in row.holds.split(", ")}
    assert due >= {f"{side} lost-{who}" for who in ("neither", "first", "both")} | {f"{side} won"}
    assert f"{CHEQUERS} {side}" in [row.position for row in rows]


def test_table_is_large_and_holds_lines_of_four() -> None:
    assert len({row.position for row in TABLE}) >= 16
    held = {what for row in TABLE for what in row.holds.split(", ")}
    assert held >= {f"{line} {balance}" for line in ("row", "column") for balance in ("2:2", "3:1")}
    assert {row.position.split()[1] for row in TABLE if "3:1" in row.holds} == set(plain.BOTH)
    assert {row.position.split()[1] for row in TABLE if "2:2" in row.holds} == set(plain.BOTH)
