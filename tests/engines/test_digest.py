"""The digest of a game stands for its behaviour: perft numbers, endings, refusals.

A device and a PC with the same digest judge that game alike.  A change of a rule changes the digest
in the game's row. A new board game needs its positions here.
"""

import sys
from binascii import crc32
from collections import Counter
from collections.abc import Iterator

import pytest
from schiri.prose import words_of
from schiri_engines.registry import row_of, rows

from tests.counts import IS_PROOF
from tests.engines import race_cases
from tests.engines.fresh import NAME, Engines, fresh_engines
from tests.engines.switch_table import CHEQUERS
from tests.games import BOARDS, GAMES, per_game
from tests.golden import played
from tests.playthroughs.rules_player import RulesPlayer, endings, scripts_of
from tests.sources import ENGINES

JOGGLE_START = "/".join(["........"] * 8) + " w - 0"
ONE_LEFT = "..bww.w./w.bww.ww/..wb.w../wb.ww..b/.bw.w.../..b....b/bbb.w..b/.bb.b... b - 31"
ALL_LIE = "bww...bb/ww..b.bb/.bb...../wb.wb..b/.wb....w/.bwwwb.w/bw.ww.b./w....... b - 32"
THREE = "...w..bb/.wwwwbbb/.wwbb.../..bbb.../..wbb.../.wwww.../.wwww.bb/......bb w - 32"

# Positions of each board game with options, and the depth of the counted sequences and endings.
POSITIONS: dict[str, list[tuple[str, dict[str, str], int]]] = per_game(
    {
        "switch": [
            (f"{CHEQUERS} b", {}, 3),
            (f"{CHEQUERS} w", {}, 3),
            ("bb.bb/bbbbw/bbwbw/wwwww/bwwww b", {}, 3),
            ("bbb.w/wbbww/bwwww/bbwww/bbbbw w", {}, 3),
            ("bbbbb/w.bbb/bwwbb/wwwwb/wwwww b", {}, 3),
        ],
        "joggle": [
            (JOGGLE_START, {}, 2),
            (ONE_LEFT, {"goal": "1R"}, 2),
            (ONE_LEFT, {"goal": "1R1S", "extreme": "on"}, 2),
            (ALL_LIE, {"goal": "2S"}, 1),
            (ALL_LIE, {"goal": "2S", "swap-may-complete-opponent": "on"}, 1),
            (THREE, {"goal": "4S"}, 1),
        ],
    },
    BOARDS,
)


# The measured behaviour for each digest.  A changed rule changes the game's digest (take the
# fingerprint) and this row. A changed measurement changes only the row: devices with the same rules
# must not appear different.
FINGERPRINTS = {
    "3d6c69c5": "18b4c20f",
    "5ef3e74a": "5ef3e74a",
    "d9c7a130": "d9c7a130",
    "aba39ca4": "aba39ca4",
}
# Modules outside the games' folders that are part of the behaviour.
BESIDE = ("perft", "registry", "table")


def figures(engines: Engines, name: str, position: str, options: dict[str, str], depth: int) -> str:
    kind = engines("registry").game_class(name)
    game = kind.from_position(position, options)
    assert game.outcome() is None, f"a row of POSITIONS counts nothing, it is over: {position}"
    ends = Counter(
        f"{end.winners} {end.rule}" for end in endings(game, max(depth - 1, 1), engines("programs"))
    )
    words = [f"{key}={options[key]}" for key in sorted(options)]
    words += [f"{end}={ends[end]}" for end in sorted(ends)]
    return " ".join([name, position, str(depth), str(engines("perft").perft(game, depth)), *words])


def behaviour(engines: Engines, name: str) -> str:
    """Return everything that a game's digest stands for, a line each, in a fixed order."""
    own = [f"{name}.{path.stem}" for path in sorted((ENGINES / name).glob("[!_]*.py"))]
    for module in [*BESIDE, *own]:
        engines(module)
    # Whoever plays the scripts loads more: a clock has a refusal of its own, and is no rule.
    rules = dict(engines("refusals").RULE_OF)
    row = engines("registry").row_of(name)
    lines = [figures(engines, name, *counted) for counted in POSITIONS.get(name, ())]
    # The behaviour of card games is in their playthroughs.  Another test checks that the games
    # match them. A sample relies on it.
    for path in [] if row.size else scripts_of(row):
        script = path.read_text()
        heard = played(script, RulesPlayer(engines)) if IS_PROOF else script
        lines.append(f"{name} {crc32(heard.encode()):08x} {path.stem}")
    if f"{NAME}.race" in sys.modules:
        cases = race_cases.CASES
        lines += [f"race {case.name} {race_cases.told(engines, case)}" for case in cases]
    return "\n".join([*lines, *(f"{code} {rules[code]}" for code in sorted(rules))])


@pytest.fixture(scope="module", params=GAMES)
def told(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    with fresh_engines() as engines:
        text = behaviour(engines, request.param)
        # Only loaded modules are part of it.
        loaded = {name.split(".")[1] for name in sys.modules if name.startswith(f"{NAME}.")}
        assert loaded & {*GAMES} == {request.param}
    yield request.param, text


def test_each_digest_belongs_to_the_recorded_behaviour(told: tuple[str, str]) -> None:
    name, text = told
    fingerprint = f"{crc32(text.encode()):08x}"
    assert FINGERPRINTS.get(row_of(name).digest) == fingerprint, f"{fingerprint} is of\n{text}"


def test_a_further_game_changes_no_digest(told: tuple[str, str]) -> None:
    name, text = told
    with fresh_engines() as engines:
        registry = engines("registry")
        registry.add(registry.GameRow("noughts", 3, "tests.fifth_game"))
        assert behaviour(engines, name) == text


def test_no_two_games_have_the_same_digest() -> None:
    assert {*FINGERPRINTS} == {row.digest for row in rows()}
    assert len(FINGERPRINTS) == len({*FINGERPRINTS.values()}) == len(rows())


def test_the_digest_covers_refusals_of_game_and_table(told: tuple[str, str]) -> None:
    """The code for names is the referee's, even if another module has imported it by now."""
    name, text = told
    prefixes = {rule.split("-")[0] for rule, _whose in words_of(name).rules} | {"TA"}
    refused = [words for words in map(str.split, text.splitlines()) if len(words) == 2]
    assert {rule.split("-")[0] for _code, rule in refused} == prefixes
    assert "bad-name" not in dict(refused)
