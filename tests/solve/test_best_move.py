"""The best move, found in slices: worth what `values` says, and never long at a time."""

import random
from collections.abc import Iterator
from io import BytesIO

import pytest
from schiri.games.switch.values import LOST_FILE, lost_positions
from schiri_engines.board_games import best_move, values
from schiri_engines.board_games.best_move import LOOKED_UP, SLICE, BestMove
from schiri_engines.board_games.lost import LostPositions
from schiri_engines.board_games.stones import is_connected, letters_of_layout, moves_of, stones_of
from schiri_engines.board_games.values import after, order_of, value_of, worth_of_move
from schiri_engines.registry import RULES_DIGEST

from tests.counts import count
from tests.solve.boards import CELLS, FULL, Stones, game_of, grown, random_stones, stones_after


@pytest.fixture(name="lost")
def lost_of_the_package() -> LostPositions:
    return lost_positions()


def sought(lost: LostPositions, stones: Stones) -> BestMove:
    """Return the search once it is done."""
    search = BestMove(lost, *stones)
    for _ in range(1000):
        if search.go_on():
            return search
    raise AssertionError("it never ends")


def some_positions(chance: random.Random) -> Iterator[Stones]:
    """Yield positions with a counter due, some in which a win is near, and any others."""
    while True:
        theirs = grown(chance)
        free = chance.choice([cell for cell in range(CELLS) if not theirs >> cell & 1])
        mine = FULL ^ theirs ^ 1 << free
        if not is_connected(mine):
            yield mine, theirs, free
        # One stone astray: the others threaten to be connected.
        stray = 1 << chance.choice([cell for cell in range(CELLS) if theirs >> cell & 1])
        place = 1 << chance.choice([cell for cell in range(CELLS) if mine >> cell & 1])
        near = mine ^ stray ^ place, theirs ^ stray ^ place, free
        if not is_connected(near[0]) and not is_connected(near[1]):
            yield near
        far = random_stones(chance)
        if not is_connected(far[0]) and not is_connected(far[1]):
            yield far


def test_the_best_move_is_worth_what_the_position_is(lost: LostPositions) -> None:
    chance = random.Random(8)
    seen = set()
    for _, stones in zip(range(count(40, 1000)), some_positions(chance), strict=False):
        search, value = sought(lost, stones), value_of(lost, *stones)
        assert search.worth == value == worth_of_move(lost, *stones, search.move)
        seen.add((value > 0) - (value < 0))
    assert seen == {-1, 0, 1}


def test_the_lost_delay_as_long_as_they_can(lost: LostPositions) -> None:
    chance = random.Random(3)
    found = 0
    while found < count(2, 200):
        stones = random_stones(chance)
        if is_connected(stones[0]) or is_connected(stones[1]):
            continue
        distance = lost.distance(stones[0], stones[2])
        if distance >= 5:
            found += 1
            search = sought(lost, stones)
            assert search.worth == -distance == worth_of_move(lost, *stones, search.move)


@pytest.mark.parametrize("sight", [2, 3, 6])
def test_who_sees_less_errs_only_beyond_what_is_seen(lost: LostPositions, sight: int) -> None:
    """Of ends that are farther away than that nothing is known: those moves are all alike."""
    chance = random.Random(sight)
    errors = 0
    for _, stones in zip(range(count(8, 200)), some_positions(chance), strict=False):
        search = BestMove(lost, *stones, sight, chance.randrange(1 << 29))
        while not search.go_on():
            pass
        moves = moves_of(stones[0], stones[1], stones[2], stones[0], range(10))
        worths = {move: worth_of_move(lost, *stones, move) for move in moves}
        seen = {move: worth if abs(worth) <= sight else 0 for move, worth in worths.items()}
        assert order_of(seen[search.move]) == min(map(order_of, seen.values()))
        errors += order_of(worths[search.move]) != min(map(order_of, worths.values()))
    assert errors or sight > 3


def test_of_equal_moves_it_is_another_one(lost: LostPositions) -> None:
    letters = letters_of_layout("1")
    stones = stones_of(letters, "b"), stones_of(letters, "w"), letters.index(".")
    found = set()
    for start in range(9):
        search = BestMove(lost, *stones, start=start)
        while not search.go_on():
            pass
        found.add(search.move)
        assert search.worth == 0 == worth_of_move(lost, *stones, search.move)
    assert len(found) > 3


def test_a_slice_looks_up_one_position_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = LostPositions(BytesIO(LOST_FILE.read_bytes()), RULES_DIGEST)
    done: list[int] = []
    distance, after = LostPositions.distance, values.after

    def counted(self: LostPositions, stones: int, free: int) -> int:
        done.append(LOOKED_UP)
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
            assert sum(done) <= SLICE + LOOKED_UP // 4
            assert done.count(LOOKED_UP) <= 1
            if is_done:
                break


def greedy(chance: random.Random, stones: Stones) -> int:
    """Return a move of somebody who sees one move far: a win, or none that loses at once."""
    moves = moves_of(*stones, stones[0], range(10))
    quiet = [move for move in moves if not is_connected(after(*stones, move)[0])]
    winning = [move for move in quiet if is_connected(after(*stones, move)[1])]
    return chance.choice(winning or quiet or moves)


def anything(chance: random.Random, stones: Stones) -> int:
    """Return any legal move."""
    return chance.choice(moves_of(*stones, stones[0], range(10)))


GAMES, AT_ONCE = 10_000, 250
# A game in which no win is due is left after so many plies; the longest win takes 28.
PLIES, MOST = 16, 30


@pytest.mark.parametrize("first", range(0, GAMES, count(GAMES, AT_ONCE)))
def test_the_perfect_player_keeps_what_it_has(lost: LostPositions, first: int) -> None:
    """Never loses what is drawn or won, and wins in the plies that were told, whatever comes."""
    chance = random.Random(first)
    won = 0
    for number in range(count(8, AT_ONCE)):
        game = game_of(start_of(chance, lost, number))
        careful, due = game.side, MOST
        while not game.outcome() and (due < MOST or len(game.past) < PLIES):
            stones = stones_after(game)
            if game.side != careful:
                game.push((anything, greedy)[number % 2](chance, stones))
                continue
            search = sought(lost, stones)
            assert search.worth >= 0 and (due == MOST or 0 < search.worth <= due)
            due = search.worth - 2 if search.worth else MOST
            game.push(search.move)
        outcome = game.outcome()
        assert outcome is None or game.colours[outcome.winners[0]] == careful
        won += outcome is not None
    assert won > 3


def start_of(chance: random.Random, lost: LostPositions, number: int) -> Stones:
    """Return where a game begins that is not lost: a layout, or anywhere."""
    if number % 4 < 2:
        letters = letters_of_layout(chance.choice("123"))
        own, others = chance.choice(("bw", "wb"))
        return stones_of(letters, own), stones_of(letters, others), letters.index(".")
    for stones in some_positions(chance):
        if not is_connected(stones[1]) and value_of(lost, *stones) >= 0:
            return stones
    raise AssertionError
