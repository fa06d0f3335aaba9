"""The search of Joggle's opponent: its moves match a plain and slow search of all positions."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from schiri_engines.joggle.evaluation import Evaluation, expected
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.notation import DIE, PLACE_OF, ROLL
from schiri_engines.joggle.roll_search import BEST, EVEN, FARTHEST, SEEN, WEIGHTS, WIN, RollSearch

from tests.counts import count
from tests.engines.plain_figures import BLOCKS
from tests.tools.joggle_match import FACES, GOALS, played, player_of

CHOICES: tuple[dict[str, str], ...] = (
    {},
    {"extreme": "on"},
    {"no-field": "pass", "teams": "on"},
    {"swap-may-complete-opponent": "on"},
)
# The slow search of a position with all marbles takes a second for each move.
FEW_PLIES = 3


def found(game: Joggle, level: int, start: int = 0) -> RollSearch:
    search = RollSearch(game, level, start)
    assert search.move == -1
    for _ in range(10_000):
        is_done = search.go_on()
        # Whoever has no more time takes the best move so far.
        assert search.move == -1 or game.why_not(search.move) is None
        if is_done:
            return search
    raise AssertionError("it never ends")


def positions(seed: int, marbles: int = 0) -> Iterator[Joggle]:
    """Yield positions after a roll, with at least this many marbles; players err at times."""
    chance = random.Random(seed)
    for goal in GOALS * 1000:
        game = Joggle({"goal": goal, **chance.choice(CHOICES)})
        last = chance.randrange(marbles, 60)
        while not game.end:
            game.push(ROLL | DIE.index(chance.choice(FACES)))
            if not game.roll:
                continue
            if game.turns >= last:
                yield game
                break
            errs = chance.random() < 0.2
            game.push(chance.choice(game.legal_moves()) if errs else found(game, 2).move)


def plain_value(game: Joggle, side: str, level: int = FARTHEST) -> int:
    """Return the value for a side that has just moved, from scratch."""
    cells = {game.cell_text(cell): letter for cell, letter in enumerate(game.cells())}
    own_worths, other_worths = SEEN[level]
    total = 0
    for kind in game.kinds:
        for block in BLOCKS[kind]:
            inside = [cells[cell] for cell in block]
            own = inside.count(side)
            other = len(inside) - own - inside.count(".")
            if own and not other:
                total += own_worths[own]
            elif other and not own:
                total -= other_worths[other]
    return total


def plain_value_after(game: Joggle, move: int, level: int = FARTHEST) -> int:
    """Return the value of a move for its side: that of the position, or a win."""
    side, after = game.side, game.copy()
    after.push(move)
    if after.end and after.colours[after.end.winners[0]] == side:
        return WIN
    return plain_value(after, side, level)


def plain_result(game: Joggle, move: int) -> float:
    """Return the expected result of a move for its side, with every reply to every roll."""
    side, after = game.side, game.copy()
    after.push(move)
    if after.end:
        return 1.0 if after.colours[after.end.winners[0]] == side else -1.0
    total = weight = 0.0
    figures = sum(game.goal.values())
    for face, chance in zip(DIE, WEIGHTS, strict=True):
        rolled = after.copy().after(face)
        if rolled.roll:
            value = max(plain_value_after(rolled, reply) for reply in rolled.legal_moves())
        elif after.passes:
            value = plain_value(after, after.side)
        else:
            continue
        total += chance * expected(value, figures)
        weight += chance
    return (1 if after.side == side else -1) * total / weight


def test_an_evaluation_follows_each_position() -> None:
    for game in islice(positions(1), count(24, 400)):
        evaluation = Evaluation(game.kinds)
        evaluation.follow(game.marbles)
        for move in random.Random(2).sample(game.legal_moves(), 3):
            after = game.copy()
            after.push(move)
            evaluation.follow(after.marbles)
            for me, side in ((1, "b"), (2, "w")):
                assert evaluation.value(me) == plain_value(after, side)


def test_a_gain_is_what_the_change_adds() -> None:
    chance = random.Random(3)
    for game in islice(positions(4), count(12, 200)):
        evaluation = Evaluation(game.kinds)
        evaluation.follow(game.marbles)
        for place in chance.sample(list(PLACE_OF), 12):
            for me in (1, 2):
                before, was = evaluation.value(me), game.marbles[place]
                content = chance.choice((0, 1, 2))
                gain = evaluation.gain(place, content, me)
                evaluation.put(place, content)
                assert evaluation.value(me) == before + gain
                evaluation.put(place, was)
                assert evaluation.value(me) == before


def test_one_ply_finds_a_move_of_the_highest_value() -> None:
    chance, swaps = random.Random(5), 0
    for game in islice(positions(6, marbles=24), count(16, 240)):
        move = found(game, 2, chance.randrange(1000)).move
        assert game.why_not(move) is None
        values = {each: plain_value_after(game, each, 2) for each in game.legal_moves()}
        assert values[move] == max(values.values())
        swaps += game.roll == "J" and game.all_placed()
    assert swaps


def test_the_highest_level_weighs_each_reply_by_the_chance_of_its_roll() -> None:
    worths = set()
    few = islice(positions(7), count(10, 120))
    for game in [*few, *islice(positions(8, marbles=40), count(1, 12))]:
        search = found(game, 3)
        values = {move: plain_value_after(game, move) for move in game.legal_moves()}
        if max(values.values()) == WIN:
            assert (values[search.move], search.worth) == (WIN, 1)
            continue
        # Of equal ones at the end any may be among the best.
        least = sorted(values.values(), reverse=True)[:BEST][-1]
        better = [move for move, value in values.items() if value > least]
        result = plain_result(game, search.move)
        assert values[search.move] >= least
        some = better[:FEW_PLIES] if game.all_placed() else better
        assert all(result >= plain_result(game, move) - 1e-9 for move in some)
        assert search.worth == (result > EVEN) - (result < -EVEN)
        worths.add(search.worth)
    assert worths == {-1, 0, 1}


@pytest.mark.parametrize("goal", GOALS)
def test_whole_games_of_all_levels_have_no_illegal_move(goal: str) -> None:
    chance = random.Random(9)
    for options in CHOICES[: count(2, 4)]:
        players = [player_of(level) for level in chance.sample((1, 2, 3), 2)]
        assert played(players, {"goal": goal, **options}, chance).end


def test_the_lowest_level_wins_when_it_can_and_blocks_half_of_the_time() -> None:
    board = "/".join([*["........"] * 5, "b.b.....", "ww......", "www....."])
    win = Joggle.from_position(f"{board} w J 7 colours=bw turn=B left=14,11")
    assert {found(win, 1, start).move for start in range(8)} == {win.parse_move("c2")}
    block = Joggle.from_position(f"{board} b J 6 colours=bw turn=A left=14,11")
    blocks = [found(block, 1, start).move == block.parse_move("c2") for start in range(100)]
    # Of the moves by chance few block.
    assert 50 <= sum(blocks) < 60


def test_among_equal_moves_the_choice_varies() -> None:
    game = Joggle().after("J")
    assert len({found(game, 2, start).move for start in range(40)}) > 10
