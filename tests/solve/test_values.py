"""The lost positions in the package, compared with a plain, slow search by the rules."""

import random
from itertools import chain, islice
from typing import Any

from schiri.games.switch.values import LOST_FILE, lost_positions
from schiri_engines.registry import row_of
from schiri_engines.solver.lost import LostPositions
from schiri_engines.solver.values import after, order_of, value_of, worth_of_move
from schiri_engines.switch.game import Switch
from schiri_engines.switch.movegen import is_connected

from tests.counts import count
from tests.solve.boards import (
    CELLS,
    FULL,
    Stones,
    Table,
    game_of,
    grown,
    lost_stones,
    random_stones,
    some_positions,
    stones_after,
)

LOST = lost_positions()
UNKNOWN = 0
# A counter is due, and one move connects its own stones and disconnects the others.
WON_BY_COUNTER = (12422179, 4355036, 24)


def searched(game: Switch, plies: int) -> int:
    """Return the value if this many plies decide it, otherwise UNKNOWN: by playing them all."""
    best, is_lost, latest = UNKNOWN, True, 0
    for move in game.legal_moves():
        mover = game.side
        game.push(move)
        outcome = game.outcome()
        if outcome:
            value = 1 if game.colours[outcome.winners[0]] == mover else -1
        elif plies > 1:
            value = searched(game, plies - 1)
            value = 1 - value if value < 0 else -1 - value if value else UNKNOWN
        else:
            value = UNKNOWN
        game.pop()
        if value > 0 and (best == UNKNOWN or value < best):
            best = value
        is_lost = is_lost and value < 0
        latest = min(latest, value)
    return best or (latest if is_lost else UNKNOWN)


def test_the_file_is_whole_and_small() -> None:
    with LOST_FILE.open("rb") as file:
        lost = LostPositions(file, row_of("switch").digest, is_checked=True)
    assert lost.entries == 54861
    assert LOST_FILE.stat().st_size < 90_000


def test_pc_and_device_read_the_same_values() -> None:
    chance = random.Random(4)
    with LOST_FILE.open("rb") as file:
        device = LostPositions(file, row_of("switch").digest)
        found = set()
        for _ in range(count(300, 20_000)):
            mine, theirs, free = random_stones(chance)
            for stones in (mine, theirs):
                distance = device.distance(stones, free)
                assert LOST.distance(stones, free) == distance
                found.add(distance)
    assert {0, 3, 5} <= found


def test_values_are_those_of_a_plain_search() -> None:
    chance = random.Random(5)
    seen: dict[int, int] = {}
    while sum(seen.values()) < count(12, 400):
        stones = random_stones(chance)
        if is_connected(stones[0]):
            continue
        value = value_of(LOST, *stones)
        # Draws and distant values are frequent; each near value is tried.
        if seen.get(value, 0) > count(5, 80):
            continue
        plies = 2
        found = searched(game_of(stones), plies)
        assert found == (value if 0 < abs(value) <= plies else UNKNOWN)
        seen[value] = seen.get(value, 0) + 1
    assert {-1, 0, 2} <= seen.keys()


def test_counters_are_those_of_a_plain_search() -> None:
    chance = random.Random(9)
    seen = set()
    for _ in range(count(200, 5000)):
        theirs = grown(chance)
        free = chance.choice([cell for cell in range(CELLS) if not theirs >> cell & 1])
        mine = FULL ^ theirs ^ 1 << free
        if is_connected(theirs) and not is_connected(mine):
            value = value_of(LOST, mine, theirs, free)
            assert value == searched(game_of((mine, theirs, free)), 1)
            seen.add(value)
    assert seen == {-1, 1}


def plain_worth(table: Table, game: Switch, move: int, *, is_whole: bool) -> int:
    """Return the value of a move, by playing it and looking up the result.

    Shape: without ``is_whole``, a move that does not win at once is only looked up.
    """
    mover = game.side
    game.push(move)
    outcome = game.outcome()
    if outcome:
        worth = 1 if game.colours[outcome.winners[0]] == mover else -1
    elif game.counter:
        worth = -2 if searched(game, 1) == 1 else 2
    elif is_whole:
        value = plain_value(table, stones_after(game))
        worth = -value - 1 if value > 0 else -value + 1 if value else 0
    else:
        mine, _, free = stones_after(game)
        worth = table.distance(mine, free) and table.distance(mine, free) + 1
    game.pop()
    return worth


def plain_value(table: Table, stones: Stones) -> int:
    game = game_of(stones)
    if game.counter:
        return searched(game, 1)
    worths = [plain_worth(table, game, move, is_whole=False) for move in game.legal_moves()]
    wins = [worth for worth in worths if worth > 0]
    return min(wins) if wins else -table.distance(stones[0], stones[2])


def test_values_are_looked_up_as_the_rules_have_it() -> None:
    chance, table, seen = random.Random(12), Table(), set()
    lost: Any = table
    positions = chain([WON_BY_COUNTER], some_positions(chance))
    for found in islice(positions, count(45, 600)):
        mine, theirs, free = found
        # From both sides, unless the game is already over for the other side.
        for stones in [found, (theirs, mine, free)][: 2 - is_connected(theirs)]:
            game, value = game_of(stones), value_of(lost, *stones)
            assert value == plain_value(table, stones)
            moves = game.legal_moves()
            connecting = [move for move in moves if is_connected(after(*stones, move)[1])]
            # A counter ends the game, so each one is quickly tried.
            for move in moves if game.counter else connecting[:4] + chance.sample(moves, 2):
                worth = worth_of_move(lost, *stones, move)
                assert worth == plain_worth(table, game, move, is_whole=True)
                seen |= {value, worth}
    assert {-7, -5, -2, -1, 0, 1, 2, 4} <= seen


def test_the_solvers_moves_are_those_of_the_rules() -> None:
    chance = random.Random(11)
    for _, stones in zip(range(count(20, 200)), some_positions(chance), strict=False):
        game = game_of(stones)
        for move in game.legal_moves():
            game.push(move)
            assert after(*stones, move) == stones_after(game)
            game.pop()


def test_wins_come_before_draws_and_losses_and_the_quick_wins_first() -> None:
    assert sorted([0, -2, 5, -9, 1, -1, 28], key=order_of) == [1, 5, 28, 0, -9, -2, -1]


def test_lost_positions_are_lost_at_their_stated_distance() -> None:
    chance = random.Random(6)
    for _ in range(count(1, 20)):
        game = game_of(lost_stones(LOST, chance, 3))
        assert (searched(game, 2), searched(game, 3)) == (UNKNOWN, -3)
        # No position is listed as lost in five if it is lost in three.
        assert searched(game_of(lost_stones(LOST, chance, 5)), 3) == UNKNOWN
