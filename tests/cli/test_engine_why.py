"""``schiri engine why``: a stable code, the rule, the cells and the words, in that order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli import plain
from tests.cli.command import Ran, typed
from tests.cli.plain import CHEQUER, DUE
from tests.counts import count

START = f"{CHEQUER} b"

LEGAL = [
    (START, "a1-c3"),
    (START, "a1xb1"),
    (START, "a1xa4"),
    (f"{CHEQUER} w", "b1-c3"),
    (f"{DUE} b", "e1xe4"),
]
REFUSED = [
    # Game over comes first, the phase second, whatever else is wrong.
    (f"{DUE} -", "c5-a1", "game-over TA-2 -"),
    (f"{DUE} -", "place c5 b", "game-over TA-2 -"),
    (f"{DUE} w", "a1-a1", "game-over TA-2 -"),
    (START, "place c3 b", "wrong-phase TA-1 -"),
    (START, "choose w", "wrong-phase TA-1 -"),
    # Whose stone comes before the target.
    (START, "b1-c3", "move-not-yours SW-4 b1"),
    (START, "b1-a1", "move-not-yours SW-4 b1"),
    (START, "c3-a1", "move-from-free SW-4 c3"),
    (START, "c3-c3", "move-from-free SW-4 c3"),
    (START, "b1xa1", "swap-not-yours SW-5 b1"),
    (START, "b1xc3", "swap-not-yours SW-5 b1"),
    (START, "c3xb1", "swap-from-free SW-5 c3"),
    # The target comes before the line.
    (START, "a1-b1", "move-onto-stone SW-4 b1"),
    (START, "a1-a1", "move-onto-stone SW-4 a1"),
    (START, "a1xc3", "swap-with-free SW-5 c3"),
    (START, "a1xb2", "swap-same-colour SW-5 b2"),
    (START, "a1xa1", "swap-same-colour SW-5 a1"),
    # The line comes before its majority; cells are in ASCII order, the free field is none.
    (START, "e5xa2", "swap-no-line SW-5 a2,e5"),
    (START, "d2xd1", "swap-no-majority SW-5 d1,d2,d3,d4,d5"),
    (START, "b2xe2", "swap-no-majority SW-5 a2,b2,c2,d2,e2"),
    (START, "c1xc2", "swap-no-majority SW-5 c1,c2,c4,c5"),
]


def why(position: str, move: str, *more: str) -> Ran:
    ran = typed("engine", "why", "switch", position, move, *more)
    assert ran.err == ""
    assert ran.out.endswith("\n") and ran.out.count("\n") == 1
    return ran


def said(ran: Ran) -> str:
    """Return code, rule and cells, or "legal"; the words follow, or do not."""
    if ran.out == "legal\n":
        assert ran.status == 0
        return "legal"
    assert ran.status == 1
    code, rule, cells, words = ran.out.split(" ", 3)
    assert len(words.split()) > 2
    return f"{code} {rule} {cells}"


@pytest.mark.parametrize(("position", "move"), LEGAL)
def test_a_legal_move_is_called_legal(position: str, move: str) -> None:
    assert plain.cause(*plain.pieces(position), move) == "legal"
    assert why(position, move) == (0, "legal\n", "")


@pytest.mark.parametrize(("position", "move", "wanted"), REFUSED)
def test_why_names_the_first_cause(position: str, move: str, wanted: str) -> None:
    assert said(why(position, move)) == wanted


def test_every_refusal_of_a_move_is_seen_above() -> None:
    codes = {wanted.split()[0] for _, _, wanted in REFUSED}
    kinds = {"move-from-free", "move-not-yours", "move-onto-stone", "swap-from-free"}
    kinds |= {"swap-not-yours", "swap-with-free", "swap-same-colour", "swap-no-line"}
    assert codes == kinds | {"swap-no-majority", "game-over", "wrong-phase"}


@given(plain.positions, st.data())
def test_why_says_what_the_plain_rules_say(position: str, data: st.DataObject) -> None:
    board, side = plain.pieces(position)
    for move in data.draw(st.lists(st.sampled_from(list(plain.all_texts())), max_size=20)):
        assert said(why(position, move)) == plain.cause(board, side, move)


@pytest.mark.parametrize("position", [START, f"{DUE} b"][: count(1, 2)])
def test_why_says_so_of_every_text(position: str) -> None:
    board, side = plain.pieces(position)
    for move in plain.all_texts():
        assert said(why(position, move)) == plain.cause(board, side, move)


@pytest.mark.parametrize(("position", "move", "wanted"), REFUSED)
def test_apply_refuses_what_why_explains(position: str, move: str, wanted: str) -> None:
    ran = typed("engine", "apply", "switch", position, move)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == why(position, move).out


@pytest.mark.parametrize(("position", "move", "wanted"), REFUSED)
def test_a_language_changes_the_words_and_nothing_else(
    position: str, move: str, wanted: str
) -> None:
    rans = {language: why(position, move, "--lang", language) for language in ("de", "en", "fr")}
    assert {said(ran) for ran in rans.values()} == {wanted}
    assert len({ran.out for ran in rans.values()}) == 3
    assert rans["en"] == why(position, move)
