"""The best move, found in short slices: its value matches `values`."""

import random
from collections import Counter
from io import BytesIO
from itertools import islice
from typing import Any

import pytest
from schiri.games.switch.values import LOST_FILE, lost_positions
from schiri_engines.registry import row_of
from schiri_engines.solver import best_move, values
from schiri_engines.solver.best_move import LOOKED_UP, NEVER, BestMove
from schiri_engines.solver.lost import SHORTEST, LostPositions, euler_number
from schiri_engines.solver.values import after, order_of, value_of, worth_of_move
from schiri_engines.switch.movegen import is_connected, letters_of_layout, moves_of, stones_of

from tests.counts import count
from tests.solve.boards import (
    FULL,
    Stones,
    Table,
    game_of,
    random_stones,
    some_positions,
    stones_after,
    stones_before_loss,
    telling_positions,
    unconnected_stones,
)

LOST = lost_positions()


def sought(
    lost: LostPositions, stones: Stones, sight: int = best_move.NEVER, start: int = 0
) -> BestMove:
    search = BestMove(lost, *stones, sight, start)
    for _ in range(1000):
        if search.go_on():
            return search
    raise AssertionError("it never ends")


def moves_from(stones: Stones, start: int = 0) -> list[int]:
    """Return all moves, from this one on."""
    moves = moves_of(*stones, stones[0], range(10))
    start %= len(moves)
    return moves[start:] + moves[:start]


def test_a_limited_search_errs_only_beyond_its_depth() -> None:
    """Endings beyond the depth are unknown: those moves count as equal."""
    chance = random.Random(6)
    errors: Counter[int] = Counter()
    for stones in islice(telling_positions(LOST, chance), count(32, 60)):
        moves = moves_from(stones)
        worths = {move: worth_of_move(LOST, *stones, move) for move in moves}
        best = min(map(order_of, worths.values()))
        for sight in (2, 3, 4, 5, 6, 7, NEVER):
            search = sought(LOST, stones, sight, chance.randrange(1 << 29))
            seen = {move: worth if abs(worth) <= sight else 0 for move, worth in worths.items()}
            assert order_of(seen[search.move]) == min(map(order_of, seen.values())), sight
            errors[sight] += order_of(worths[search.move]) != best
        assert order_of(search.worth) == best
    assert errors[2] and errors[3] and not errors[NEVER]
    # The longest win.
    assert NEVER > 28


def test_the_quickest_win_is_found_whatever_the_file_says() -> None:
    chance, found = random.Random(2), set()
    lost: Any = Table(5)
    for stones in islice(some_positions(chance), count(30, 200)):
        value = value_of(lost, *stones)
        if value > 2:
            search = sought(lost, stones, NEVER, chance.randrange(60))
            mine, _, free = after(*stones, search.move)
            assert search.worth == value == lost.distance(mine, free) + 1
            found.add(value)
    assert found >= {4, 6}


def test_among_draws_the_first_that_separates_the_opponent_most_is_chosen() -> None:
    chance, found = random.Random(5), 0
    while found < count(4, 60):
        stones, start = unconnected_stones(chance), chance.randrange(60)
        if value_of(LOST, *stones):
            continue
        moves = moves_from(stones, start)
        drawn = [move for move in moves if not worth_of_move(LOST, *stones, move)]
        # The first of equal moves.
        wanted = max(drawn, key=lambda move: euler_number(after(*stones, move)[0]))
        assert sought(LOST, stones, NEVER, start).move == wanted
        found += 1


def test_a_slice_looks_up_one_position_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = LostPositions(BytesIO(LOST_FILE.read_bytes()), row_of("switch").digest)
    done: list[int] = []
    distance, after = LostPositions.distance, values.after

    def counted(self: LostPositions, stones: int, free: int) -> int:
        done.append(LOOKED_UP)
        # Positions in which the other's stones are far apart are not looked up.
        assert euler_number(FULL ^ stones ^ 1 << free) <= 5
        return distance(self, stones, free)

    def tried(*args: int) -> tuple[int, int, int]:
        done.append(1)
        return after(*args)

    monkeypatch.setattr(LostPositions, "distance", counted)
    monkeypatch.setattr(best_move, "after", tried)
    chance = random.Random(4)
    for _, stones in zip(range(count(4, 200)), some_positions(chance), strict=False):
        search = BestMove(lost, *stones)
        while True:
            done.clear()
            is_done = search.go_on()
            # About as many milliseconds on an RP2040.
            assert sum(done) <= 20 and done.count(LOOKED_UP) <= 1
            if is_done:
                break


def greedy(chance: random.Random, stones: Stones) -> int:
    """Return a move of a player with a depth of one: a win, or one that does not lose at once."""
    moves = moves_from(stones)
    quiet = [move for move in moves if not is_connected(after(*stones, move)[0])]
    winning = [move for move in quiet if is_connected(after(*stones, move)[1])]
    return chance.choice(winning or quiet or moves)


def anything(chance: random.Random, stones: Stones) -> int:
    return chance.choice(moves_from(stones))


GAMES, AT_ONCE = 10_000, 250
# A game without a win is left after this many plies; the longest win takes 28.
PLIES, MOST = 16, 30


@pytest.mark.parametrize("first", range(0, GAMES, count(GAMES, AT_ONCE)))
def test_the_perfect_player_keeps_what_it_has(first: int) -> None:
    """It never loses a drawn or won game, and wins in the stated plies, against any play."""
    chance = random.Random(first)
    won = 0
    for number in range(count(8, AT_ONCE)):
        game = game_of(start_of(chance, LOST, number))
        careful, due = game.side, MOST
        while not game.outcome() and (due < MOST or len(game.past) < PLIES):
            stones = stones_after(game)
            if game.side != careful:
                game.push((anything, greedy)[number % 2](chance, stones))
                continue
            search = sought(LOST, stones)
            assert search.worth >= 0 and (due == MOST or 0 < search.worth <= due)
            due = search.worth - 2 if search.worth else MOST
            game.push(search.move)
        outcome = game.outcome()
        assert outcome is None or game.colours[outcome.winners[0]] == careful
        won += outcome is not None
    assert won > 3


def start_of(chance: random.Random, lost: LostPositions, number: int) -> Stones:
    """Return a starting position that is not lost: a layout, a distant win, or a random one."""
    if number % 4 == 2:
        return stones_before_loss(lost, chance, chance.choice((3, 5, 7)))
    if number % 4 < 2:
        letters = letters_of_layout(chance.choice("123"))
        own, others = chance.choice(("bw", "wb"))
        return stones_of(letters, own), stones_of(letters, others), letters.index(".")
    for stones in some_positions(chance):
        if not is_connected(stones[1]) and value_of(lost, *stones) >= 0:
            return stones
    raise AssertionError


def test_a_counter_is_found_exactly_where_one_wins() -> None:
    chance, found = random.Random(7), Counter[int]()
    for stones in some_positions(chance):
        if not is_connected(stones[1]):
            continue
        search, value = sought(LOST, stones), value_of(LOST, *stones)
        own, others = after(*stones, search.move)[1::-1]
        wins = is_connected(own) and not is_connected(others)
        assert (search.worth, wins) == (value, value > 0)
        assert value in (1, -1)
        found[value] += 1
        if min(found[1], found[-1]) >= count(2, 40):
            return


def test_a_slice_of_work_ends_as_soon_as_its_answer_is_known() -> None:
    stones = random_stones(random.Random(9))
    moves = moves_from(stones)
    for start in (0, 3, len(moves) + 1):
        search = BestMove(LOST, *stones, start=start)
        assert (search.move, search.worth) == (-1, 0)
        assert not search.go_on(best_move.LISTED - 1) and search.move == -1
        search = BestMove(LOST, *stones, start=start)
        assert not search.go_on(best_move.LISTED)
        assert (search.move, search.worth) == (moves[start % len(moves)], -1)


def test_the_lowest_level_takes_the_first_safe_move_and_reads_no_values() -> None:
    chance, seen = random.Random(10), 0
    # No position may be looked up.
    unread: Any = None
    for stones in islice(some_positions(chance), count(40, 400)):
        if is_connected(stones[1]):
            continue
        start = chance.randrange(60)
        moves = moves_from(stones, start)
        quiet = [move for move in moves if not any(map(is_connected, after(*stones, move)[:2]))]
        search = sought(unread, stones, best_move.SHORTEST_WIN, start)
        sought(unread, stones, SHORTEST, start)
        if search.worth != 2:
            assert search.move == (quiet or moves)[0]
            seen += len(quiet) > 1
    assert seen > 3


def test_depth_five_finds_each_loss_in_five_and_no_win_in_six() -> None:
    chance, wins = random.Random(11), 0
    for _ in range(12):
        stones = stones_before_loss(LOST, chance, 5)
        if value_of(LOST, *stones) == 6:
            assert sought(LOST, stones, 5, chance.randrange(60)).worth != 6
            wins += 1
    assert wins
    # The move that keeps the others farthest apart loses in five plies.
    stones = 32057905, 1496270, 8
    assert worth_of_move(LOST, *stones, sought(LOST, stones, 4, 0).move) == -5
    assert worth_of_move(LOST, *stones, sought(LOST, stones, 5, 0).move) == 0
    # One move of 32 keeps the draw, and one loses in five plies.
    stones = 8564283, 22892996, 21
    moves = moves_from(stones)
    assert -5 in {worth_of_move(LOST, *stones, move) for move in moves}
    for start in range(len(moves)):
        search = sought(LOST, stones, 5, start)
        assert worth_of_move(LOST, *stones, search.move) in (0, -7, -11)
