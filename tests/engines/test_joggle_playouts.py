"""Playouts of Joggle: engine and reference implementation in lockstep, through all rules.

Games are steered so that every goal is reached, by every kind of move, and every refusal occurs,
rerolls, passes and skipped seats too; the numbers are printed, and a minimum of each is required. A
sample has half as many games and requires half of each minimum; for single occurrences, nothing.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.programs import skipped
from schiri_engines.refusals import RULE_OF, Outcome

from tests.counts import IS_PROOF, count
from tests.engines import plain_joggle as plain
from tests.engines.joggle_boards import tight_rows
from tests.engines.joggle_differential import ALL_TEXTS, JoggleLockstep
from tests.engines.joggle_steering import breaking, ending, gathering
from tests.engines.joggle_table import FEW_RED
from tests.engines.lockstep import Campaign, Start, at_random, check_met, playouts

MOSTLY_YELLOW = "/".join(["RRGGBBYY"] + ["YYYYYYYY"] * 7)

CODES = sorted(code for code, rule in RULE_OF.items() if rule[:2] == "JO")
ENDINGS = [("placement", "own"), ("move", "own"), ("swap", "other")]
ROUNDS = count(1, 3)
WHOLE = 3 if IS_PROOF else 0.5
# Minimum in each whole round, on average.
LEAST = {
    **dict.fromkeys([f"goal {goal}" for goal in plain.GOALS], 1),
    **dict.fromkeys([f"refusal {code}" for code in CODES], 2),
    **dict.fromkeys(["refusal game-over", "refusal wrong-phase"], 50),
    **{f"{kind} wins for {c}'s {who} colour": 1 for kind, who in ENDINGS for c in plain.BOTH},
    **dict.fromkeys(["reroll", "pass", "skip"], 10),
    **dict.fromkeys(["32nd placement", "swap of neighbours", "out of a figure"], 5),
    **dict.fromkeys(["rolls", "moves", "placement", "taken back"], 200),
    **dict.fromkeys(["move", "swap"], 20),
}


def some_rules(rng: random.Random, **fixed: Any) -> plain.Rules:
    rules = plain.Rules(
        goal=rng.choice(plain.GOALS),
        extreme=rng.random() < 0.3,
        board=rng.choice((plain.MAP, plain.MAP, FEW_RED)),
        passes=rng.random() < 0.5,
        gives=rng.random() < 0.3,
        teams=rng.random() < 0.4,
    )
    return rules._replace(**fixed)


def from_the_start(**fixed: Any) -> Start[Joggle, plain.Game]:

    def start(rng: random.Random, seen: Counter[str]) -> JoggleLockstep:
        rules, first = some_rules(rng, **fixed), rng.choice(plain.BOTH)
        game = Joggle({**plain.options_of(rules), "start": first})
        return JoggleLockstep(game, plain.begun(rules, first), seen)

    return start


def tight(turns: int, **fixed: Any) -> Start[Joggle, plain.Game]:
    """Return a start with this many marbles, where both colours are near the goal."""

    def start(rng: random.Random, seen: Counter[str]) -> JoggleLockstep:
        rules = some_rules(rng, **fixed)
        if rules.teams and rules.passes:
            rules = rules._replace(teams=False)
        marbles = min(turns, 32)
        while True:
            first = rng.choice(plain.BOTH)
            lie = {first: (marbles + 1) // 2, plain.other(first): marbles // 2}
            side = first if turns % 2 == 0 else plain.other(first)
            rows = tight_rows(rng, rules.goal, lie["b"], lie["w"])
            state = plain.read(f"{rows} {side} - {turns}", rules)
            if not state.winner:
                return at(state, seen)

    return start


def at(state: plain.Game, seen: Counter[str]) -> JoggleLockstep:
    game = Joggle.from_position(plain.write(state), plain.options_of(state.rules))
    return JoggleLockstep(game, state, seen)


def stuck(rng: random.Random, seen: Counter[str]) -> JoggleLockstep:
    """Return a start at a position whose roll has no field. No game can reach it."""
    both = tight(rng.choice((30, 31, 32)), board=FEW_RED)(rng, seen)
    rows, side, _, *rest = plain.write(both.state).split()
    on = plain.fields(FEW_RED)["R"]
    board = plain.read_rows(rows)
    for cell in on:
        if board[cell] == ".":
            taken = [each for each in plain.CELLS if board[each] != "." and each not in on]
            board = plain.swapped(board, cell, rng.choice(taken))
    state = plain.read(" ".join([plain.write_rows(board), side, "R", *rest]), both.state.rules)
    return stuck(rng, seen) if state.winner else at(state, seen)


def campaigns() -> Iterator[Campaign[Joggle, plain.Game]]:
    """Yield starts of games, their pilots and their most moves and rolls.

    A sample leaves out some goals from the start, and has each ending once.
    """
    for _ in range(ROUNDS):
        for goal in plain.GOALS:
            if goal in plain.GOALS[:: count(2, 1)]:
                yield from_the_start(goal=goal), gathering, 400
            yield tight(32, goal=goal), gathering, count(20, 60)
        yield stuck, at_random, 0
        for teams in (True, False):
            yield from_the_start(passes=True, board=MOSTLY_YELLOW, teams=teams), at_random, 150
        yield from_the_start(passes=False, board=FEW_RED), at_random, 120
        for kind, who in ENDINGS:
            for goal in ("1R", "2S", "1R1S"):
                for turns in (30, 31) if kind == "placement" else (32, 33):
                    start = tight(turns, goal=goal, gives=True, extreme=False)
                    for _ in range(count(1, 3)):
                        yield start, ending(kind, who), 2
        for goal in ("2S", "4S", "2R", "1R2S")[:: count(2, 1)]:
            yield tight(32, goal=goal), breaking, 16
        for _ in range(count(3, 6)):
            yield tight(30, extreme=True, board=plain.MAP), at_random, 6
            yield tight(32, gives=False), at_random, 6


@pytest.mark.parametrize("group", range(count(1, 2)))
def test_playouts(group: int, record_property: Callable[[str, object], None]) -> None:
    seen = playouts(group, campaigns())
    check_met(seen, LEAST, WHOLE, "joggle", record_property)


@pytest.mark.parametrize("seed", range(count(4, 40)))
def test_every_move_text_is_judged_as_the_plain_statement_does(seed: int) -> None:
    rng = random.Random(seed)
    start = tight(31 + seed % 2) if seed % 4 > 1 else from_the_start()
    both = start(rng, Counter())
    both.compare_every(rng.sample(ALL_TEXTS, 800), rng.choice((1, 3, 31, 60, 65)), rng)


def test_after_the_end_no_seat_is_skipped() -> None:
    lie = dict.fromkeys(["a1", "a2", "b1", "b2", "c1"], "b")
    lie |= dict.fromkeys([file + rank for file in plain.FILES for rank in "86"], "w")
    rows = plain.write_rows(plain.empty() | lie)
    board = MOSTLY_YELLOW.replace("RRGGBB", "RYYYYY")
    game = Joggle.from_position(f"{rows} b Y 33", {"no-field": "pass", "board": board})
    assert game.supplies == [0, 11]
    game.after("c2")
    assert (game.outcome(), skipped(game)) == (Outcome((1,), "JO-7"), [])
    assert game.board_text().split()[1:] == ["-", "-", "34"]
