"""The rules digest is of behaviour: what perft counts, how games end, what is refused.

A device and a PC with the same digest judge alike.  Whoever changes a rule changes the constant;
whoever adds a board game adds its positions here.
"""

from binascii import crc32
from collections import Counter

import pytest
from schiri_engines.registry import RULES_DIGEST

from tests.counts import IS_PROOF
from tests.engines import race_cases
from tests.engines.fresh import Engines, fresh_engines, modules_of
from tests.engines.switch_table import CHEQUERS
from tests.golden import played
from tests.playthroughs.player import Player, endings, scripts_of

JOGGLE_START = "/".join(["........"] * 8) + " w - 0"
ONE_LEFT = "..bww.w./w.bww.ww/..wb.w../wb.ww..b/.bw.w.../..b....b/bbb.w..b/.bb.b... b - 31"
ALL_LIE = "bww...bb/ww..b.bb/.bb...../wb.wb..b/.wb....w/.bwwwb.w/bw.ww.b./w....... b - 32"
THREE = "...w..bb/.wwwwbbb/.wwbb.../..bbb.../..wbb.../.wwww.../.wwww.bb/......bb w - 32"

# Positions of each board game with options, and the depth to which its sequences and ends count.
POSITIONS: dict[str, list[tuple[str, dict[str, str], int]]] = {
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
}


# Of which behaviour a digest is, as it is measured here.  Who changes a rule changes RULES_DIGEST
# (take the fingerprint) and this row; who only measures more, or otherwise, changes the row alone:
# devices that have the same rules must not seem to have others.
FINGERPRINTS = {"3d6c69c5": "273143af"}


def existing_games(engines: Engines) -> list[str]:
    """Return the names of the games that are there."""
    registry, found = engines("registry"), []
    for name in registry.names():
        try:
            registry.game_class(name)
        except engines("refusals").MalformedText:
            continue
        found.append(name)
    return found


def figures(engines: Engines, name: str, position: str, options: dict[str, str], depth: int) -> str:
    """Return what is counted from one position, in words."""
    kind = engines("registry").game_class(name)
    game = kind.from_position(position, options)
    ends = Counter(f"{end.winners} {end.rule}" for end in endings(game, max(depth - 1, 1)))
    words = [f"{key}={options[key]}" for key in sorted(options)]
    words += [f"{end}={ends[end]}" for end in sorted(ends)]
    return " ".join([name, position, str(depth), str(engines("perft").perft(game, depth)), *words])


def behaviour(engines: Engines) -> str:
    """Return all that the digest is of, a line each, in a fixed order."""
    for module in modules_of():
        engines(module)
    lines = [
        figures(engines, name, *counted)
        for name in existing_games(engines)
        for counted in POSITIONS.get(name, ())
    ]
    # What becomes of cards is in their playthroughs.  That games go as written there is a test of
    # its own, which a sample relies on.
    for row in engines("registry").rows():
        for path in [] if row.size else scripts_of(row):
            script = path.read_text()
            heard = played(script, Player(engines)) if IS_PROOF else script
            lines.append(f"{row.name} {crc32(heard.encode()):08x} {path.stem}")
    for case in race_cases.CASES:
        lines.append(f"race {case.name} {race_cases.told(engines, case)}")
    rules = engines("refusals").RULE_OF
    return "\n".join([*lines, *(f"{code} {rules[code]}" for code in sorted(rules))])


@pytest.fixture(scope="module")
def text() -> str:
    with fresh_engines() as engines:
        return behaviour(engines)


def test_digest_is_of_this_behaviour(text: str) -> None:
    fingerprint = f"{crc32(text.encode()):08x}"
    assert FINGERPRINTS.get(RULES_DIGEST) == fingerprint, f"{fingerprint} is of\n{text}"


def test_behaviour_has_numbers_of_every_board_game(text: str) -> None:
    with fresh_engines() as engines:
        games = set(existing_games(engines)) & set(engines("registry").names_for())
    assert {line.split()[0] for line in text.splitlines()} >= games
    assert games <= set(POSITIONS)


def test_behaviour_has_every_way_to_end_and_only_what_the_engines_refuse(text: str) -> None:
    for end in ("(0,) SW-6=", "(1,) SW-6=", "(0,) SW-8=", "(1,) SW-8="):
        assert end in text
    assert "\nswap-no-line SW-5" in text
    # Names are the referee's, no matter who has imported it by now.
    assert "\nbad-name" not in text
