"""Playouts of Switch: engine and reference implementation in lockstep, through all rules.

Games are steered so that every ending, every refusal, a due counter, repetition and the void set-up
occur; the numbers are printed after the run, and a minimum of each is required. A sample has half
of the games and requires half of each minimum; for single occurrences, nothing.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from schiri.names import check_names
from schiri_engines.refusals import RULE_OF, Refused, refuse
from schiri_engines.switch.game import Switch
from schiri_engines.table import Table

from tests.counts import IS_PROOF, count
from tests.engines import plain_switch as plain
from tests.engines.differential import ALL_TEXTS, SwitchLockstep
from tests.engines.lockstep import Campaign, at_random, check_met, playouts
from tests.engines.steering import drying, gathering, shuttle, tight_position, towards
from tests.engines.switch_table import CHEQUERS

ENDINGS = [f"{colour} {kind}" for colour in plain.BOTH for kind in plain.ENDINGS.values()]
# Codes of the game and of the table. Another game's code may belong to a rule of the table too.
CODES = sorted(code for code, rule in RULE_OF.items() if rule.startswith("SW"))
CODES += ["game-over", "wrong-phase", "nothing-to-undo"]
CODES += ["unknown-name", "bad-name", "doubled-name"]
ROUNDS = count(1, 8)
WHOLE = 8 if IS_PROOF else 0.6
# Minimum in each whole round of all campaigns, on average.
LEAST = {
    **dict.fromkeys([f"ending {name}" for name in [*ENDINGS, "SW-9"]], 0.3),
    **dict.fromkeys([f"refusal {code}" for code in CODES], 1),
    **dict.fromkeys([f"counter due {colour}" for colour in plain.BOTH], 5),
    "void": 0.3,
    "moves": 150,
    "taken back": 150,
}


def a_layout(rng: random.Random, seen: Counter[str]) -> SwitchLockstep:
    layout, side, repetition = rng.choice("123"), rng.choice("bw"), rng.choice(("3", "3", "off"))
    game = Switch({"layout": layout, "start": side, "repetition": repetition})
    board = plain.read_board(game.board_text().split()[0])
    begun = plain.begun(board, side, side + plain.other(side), repetition == "3")
    return SwitchLockstep(game, begun, seen)


def a_tight_position(rng: random.Random, seen: Counter[str]) -> SwitchLockstep:
    text = tight_position(rng)
    return SwitchLockstep(Switch.from_position(text), plain.read(text, repetition=True), seen)


def a_free_set_up(rng: random.Random, seen: Counter[str]) -> SwitchLockstep:
    return SwitchLockstep(Switch({"layout": "free"}), plain.SetUp(plain.empty()), seen)


def campaigns() -> Iterator[Campaign[Switch, plain.State]]:
    for _ in range(ROUNDS):
        yield a_layout, at_random, 40
        yield a_layout, gathering, 60
        yield a_tight_position, gathering, 10
        yield a_layout, shuttle(), 20
        yield a_free_set_up, at_random, 40
        for _ in range(count(1, 3)):
            yield a_free_set_up, drying, 40
        for ending in ENDINGS:
            tries = 10 if ending.endswith("won") else count(1, 2)
            for _ in range(count(2, 10) if ending.endswith("both") else tries):
                yield a_tight_position, towards(ending), 6


def be_refused_at_the_table(rng: random.Random, seen: Counter[str]) -> None:
    """Try moves that no table permits: no move of a game reaches these codes."""
    table = Table(Switch(), ("Ann", "Ben"))
    rows = CHEQUERS
    while not any(plain.connected(plain.read_board(rows), colour) for colour in plain.BOTH):
        rows = tight_position(rng).split()[0]
    for act in (
        lambda: table.try_apply(("undo",)),
        lambda: table.parse("resign Cleo"),
        lambda: check_names(["Ann", rng.choice(("", "B  n", "B:n", "n" * 25))], (2, 2)),
        lambda: check_names(["Ann", "Ann"], (2, 2)),
        lambda: Switch({"layout": rows}),
    ):
        try:
            refusal = act()
        except Refused as no:
            refusal = no.refusal
        seen["refusal " + getattr(refusal, "code", "none")] += 1


@pytest.mark.parametrize("group", range(count(1, 2)))
def test_playouts(group: int, record_property: Callable[[str, object], None]) -> None:
    seen = playouts(group, campaigns())
    for seed in range(3 * ROUNDS):
        be_refused_at_the_table(random.Random(1000 * group + seed), seen)
    check_met(seen, LEAST, WHOLE, "switch", record_property)


@pytest.mark.parametrize("seed", range(count(8, 40)))
def test_every_move_text_is_judged_as_the_plain_statement_does(seed: int) -> None:
    rng = random.Random(seed)
    start = (a_layout, a_tight_position, a_free_set_up, a_tight_position)[seed % 4]
    both = start(rng, Counter())
    both.compare_every(ALL_TEXTS, rng.choice((0, 5, 23, 24, 27)), rng)


def test_a_position_that_says_it_is_over_is_over() -> None:
    rng = random.Random(0)
    for _ in range(20):
        rows = tight_position(rng).split()[0]
        game = Switch.from_position(rows + " -")
        assert game.board_text() == rows + " -"
        assert (game.turn, game.phase, game.legal_moves()) == (None, "over", [])
        refusals = {game.why_not(game.parse_move(text)) for text in rng.sample(ALL_TEXTS, 50)}
        assert refusals == {refuse("game-over")}
