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


def test_the_empty_board_has_its_numbers() -> None:
    """A colour has 16 fields, a joggle 64. Then one is taken, for its colour and a joggle."""
    start = Row(plain.Rules(), plain.write(plain.begun(plain.Rules())), "", (128, 16_128), "")
    assert [perft(game_at(start), depth) for depth in (0, 1, 2)] == [1, 128, 128 * 126]
    teams = start._replace(rules=plain.Rules("4S", extreme=True, passes=True, teams=True))
    teams = teams._replace(position=teams.position + " 8,8,8,8")
    assert [perft(game_at(teams), depth) for depth in (1, 2)] == [128, 128 * 126]


# Properties of the positions


def refusals(game: plain.Game, roll: str, texts: list[str]) -> list[tuple[str, plain.Why]]:
    """Return the moves among some that are refused on this roll, with the reasons."""
    if game.winner or game.roll not in ("", roll):
        return []
    rolled = game._replace(roll=roll)
    found = [(text, plain.why(rolled, text)) for text in texts]
    return [(text, why) for text, why in found if why]


def swaps(game: plain.Game) -> list[str]:
    own, theirs = (plain.cells_with(game.board, c) for c in (game.side, plain.other(game.side)))
    return [f"{one}x{two}" for one in sorted(own) for two in sorted(theirs)]


def would_win(game: plain.Game, text: str) -> str:
    """Return the colour that would have the goal after a placement or a swap if it were legal."""
    board = {**game.board, text: game.side}
    if len(text) > 2:
        board = plain.swapped(game.board, text[:2], text[3:])
    after = game._replace(board=board)
    return plain.has_won(after, game.side) or plain.has_won(after, plain.other(game.side))


def names_of_swaps(game: plain.Game) -> set[str]:
    found = set()
    if plain.all_placed(game) and game.roll in ("", "J") and not game.winner:
        rolled = game._replace(roll="J")
        if any("x" in text for text in plain.legal_moves(rolled)):
            found.add("JO-8")
    for text, (rule, cells) in refusals(game, "J", swaps(game)):
        if rule in ("JO-9", "JO-10"):
            own = text[3:] if rule == "JO-9" else text[:2]
            found.add(f"{rule} own" if own in cells else f"{rule} other")
            if would_win(game, text):
                found.add(f"{rule} goal")
    return found


def names_of_placements(game: plain.Game) -> set[str]:
    found = set()
    for roll in plain.DIE if not game.winner else ():
        if game.roll in ("", roll) and not plain.usable(game._replace(roll=roll)):
            is_full = all(game.board[cell] != "." for cell in plain.fields(game.rules.board)[roll])
            found.add("JO-5" if is_full else "JO-5 by JO-11")
    for text, (rule, _) in refusals(game, "J", list(plain.CELLS)):
        if rule == "JO-11":
            found.add("JO-11 goal" if would_win(game, text) else "JO-11")
    return found


def names_of_ends(game: plain.Game) -> set[str]:
    """Return the endings of a game within one ply."""
    if game.winner:
        return {"over"}
    return set(plain.counted(game, 1)[1]) or {"quiet"}


def held_by(game: plain.Game) -> set[str]:
    return names_of_ends(game) | names_of_placements(game) | names_of_swaps(game)


def test_position_holds_what_is_said_of_it(subtests: pytest.Subtests) -> None:
    for row in PLAINLY:
        with subtests.test(row=row):
            # A property contains a comma.
            said = set(row.holds.replace("moves, ", "moves ").split(", "))
            held = held_by(plain.read(row.position, row.rules))
            assert {name.replace(",", "") for name in held} == said


def test_table_holds_every_hard_rule_goal_and_option() -> None:
    held = {what for row in TABLE for what in row.holds.replace("moves, ", "moves ").split(", ")}
    assert held >= {"quiet", "over", "JO-5", "JO-5 by JO-11", "JO-8", "JO-11", "JO-11 goal"}
    assert held >= {f"JO-9 {what}" for what in ("own", "other", "goal")}
    assert held >= {f"JO-10 {what}" for what in ("own", "other")}
    assert held >= {f"{mover} moves {winner} wins" for mover in "bw" for winner in "bw"}
    for goal in plain.GOALS:
        rows = [row for row in TABLE if row.rules.goal == goal]
        assert {row.has_one_left for row in rows} == {True, False}
        assert any("wins" in row.endings for row in rows)
    for rule in ("extreme", "passes", "gives", "teams"):
        assert {getattr(row.rules, rule) for row in TABLE} == {False, True}
    assert len({row.position for row in TABLE}) >= 16
    turns = [row.position.split()[3] for row in TABLE]
    assert min(turns.count("31"), turns.count("32")) >= 8
    assert {row.position.split()[2] for row in TABLE} >= {"-", "R", "G", "J"}


@each_row
def test_option_that_is_named_decides(row: Row) -> None:
    """Without the option that makes a position hard, its numbers differ."""
    rules = row.rules
    if rules.extreme and "JO-11" in row.holds:
        other = row._replace(rules=rules._replace(extreme=False))
        assert perft(game_at(other), 1) > row.perft[0]
    if "JO-5" in row.holds and not rules.teams:
        other = row._replace(rules=rules._replace(passes=not rules.passes))
        assert perft(game_at(other), 1) != row.perft[0]
    if rules.gives:
        other = row._replace(rules=rules._replace(gives=False))
        assert endings_of(other, 1) != row.endings or not row.endings
