"""``schiri engine``: any input gets an answer. `sessions/engine.txt` has the forms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri_engines.registry import game_class

from tests.cli.command import Ran, typed
from tests.counts import combined, count
from tests.engines import plain_joggle
from tests.games import BOARDS

EMPTY = plain_joggle.write_rows(plain_joggle.empty())
BEGUN = {game: game_class(game)().position() for game in BOARDS}
VERBS = [("moves",), ("perft", "1"), ("apply", "a1-c3"), ("why", "a1-c3")]


def engine(verb: str, game: str, position: str, *more: str) -> Ran:
    return typed("engine", verb, game, position, *more)


def is_malformed(ran: Ran) -> bool:
    return (ran.status, ran.out) == (2, "") and len(ran.err.splitlines()) == 1


def test_the_best_move_leads_to_what_was_promised() -> None:
    position = "bbbww/wbwww/bwwww/.bbww/bbbbb w"
    plies = int(engine("value", "switch", position).out.split(" ")[1])
    while plies:
        move, value = engine("best", "switch", position).lines[0].split(" ", 1)
        assert value == (f"win {plies}" if value.startswith("win") else f"loss {plies}")
        reached = engine("apply", "switch", position, move).lines
        position, plies = reached[0], plies - 1
        assert (len(reached) == 2) == (plies == 0)


def test_bytes_that_are_no_text_are_malformed(subtests: pytest.Subtests) -> None:
    for game, verb, text in combined(list(BEGUN), VERBS, ["\0", "\udcff", "é" * 25]):
        with subtests.test(game=game, verb=verb, text=text):
            assert is_malformed(engine(verb[0], game, text, *verb[1:]))
            assert is_malformed(engine("why", game, BEGUN[game], text))


@pytest.mark.parametrize(("game", "verb"), combined(list(BEGUN), VERBS))
def test_a_megabyte_is_answered_briefly(game: str, verb: tuple[str, ...]) -> None:
    start = BEGUN[game]
    for huge in ("b" * 2**20, "/" * 2**20, f"{start} " * 2**14, f"{EMPTY} w - " + "9" * 2**20):
        rans = [engine(verb[0], game, huge, *verb[1:])]
        if verb[0] == "moves":
            rans.append(engine("moves", "joggle", BEGUN["joggle"], f"--board={huge}"))
        else:
            rans.append(engine(verb[0], game, start, huge))
        assert all(is_malformed(ran) and len(ran.err) < 400 for ran in rans)


@settings(max_examples=count(8, 300))
@given(
    st.lists(st.text(max_size=40), max_size=4),
    st.sampled_from([(game, *begun) for game in BEGUN for begun in ((), (BEGUN[game],))]),
    st.sampled_from([verb[0] for verb in VERBS]),
)
def test_any_words_are_answered(words: list[str], begun: tuple[str, ...], verb: str) -> None:
    typed("engine", verb, *begun, *words)


def test_solving_needs_an_extra_and_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiri.cli.solve.find_spec", lambda name: None)
    ran = typed("solve", "switch")
    assert ran.status == 2 and "pip install numba numpy" in ran.err
