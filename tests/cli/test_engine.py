"""``schiri engine moves``, ``perft`` and ``apply``, to the letter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli import plain
from tests.cli.command import typed
from tests.cli.plain import CHEQUER, DUE
from tests.counts import count

START = f"{CHEQUER} b"
CYCLE = ["a1-c3", "b1-a1", "c3-b1", "a1-c3", "b1-a1", "c3-b1"]

# moves


@pytest.mark.parametrize("position", [START, f"{CHEQUER} w", f"{DUE} b", f"{DUE} w", f"{DUE} -"])
def test_moves_are_printed_one_a_line_in_ascii_order(position: str) -> None:
    ran = typed("engine", "moves", "switch", position)
    board, side = plain.pieces(position)
    assert ran == (0, "".join(f"{move}\n" for move in plain.legal_moves(board, side)), "")
    assert ran.lines == sorted(ran.lines)


def test_moves_of_the_start_are_these() -> None:
    lines = typed("engine", "moves", "switch", START).lines
    assert (len(lines), lines[:3], lines[-1]) == (36, ["a1-c3", "a1xa2", "a1xa4"], "e5xe4")


@settings(max_examples=count(30, 300))
@given(plain.positions)
def test_moves_are_those_of_the_plain_rules(position: str) -> None:
    board, side = plain.pieces(position)
    assert typed("engine", "moves", "switch", position).lines == plain.legal_moves(board, side)


# perft


@pytest.mark.parametrize(
    ("position", "depth", "number"),
    [(START, 0, 1), (START, 1, 36), (START, 2, 1248), (START, 3, 46160), (f"{CHEQUER} w", 2, 1264)]
    # A counter ends the game; what is over goes no further, but nothing is played at depth 0.
    + [(f"{DUE} b", 1, 26), (f"{DUE} b", 2, 0), (f"{DUE} b", 9, 0)]
    + [(f"{DUE} w", 0, 1), (f"{DUE} w", 1, 0), (f"{DUE} -", 0, 1), (f"{DUE} -", 9, 0)],
)
def test_perft_prints_a_number(position: str, depth: int, number: int) -> None:
    assert depth > 2 or plain.perft(*plain.pieces(position), depth) == number
    assert typed("engine", "perft", "switch", position, str(depth)) == (0, f"{number}\n", "")


@settings(max_examples=count(3, 15))
@given(plain.positions)
def test_perft_counts_as_the_plain_rules_do(position: str) -> None:
    board, side = plain.pieces(position)
    wanted = plain.perft(board, side, 2)
    assert typed("engine", "perft", "switch", position, "2").out == f"{wanted}\n"


@pytest.mark.parametrize("depth", ["10", "-1", "x", "", "1.0", "+1", "01", " 1", "1_0", "٢", "²"])
def test_perft_takes_no_other_depth(depth: str) -> None:
    ran = typed("engine", "perft", "switch", START, depth)
    assert (ran.status, ran.out) == (2, "")


def test_perft_counts_no_repetition_whatever_its_option() -> None:
    for repetition in ("3", "off"):
        ran = typed("engine", "perft", "switch", START, "2", "--repetition", repetition)
        assert ran.out == "1248\n"


# apply

ENDINGS = [
    # The mover leaves the opponent connected: alone, and together with its own colour.
    ("bbbww/wbwww/bwwww/.bbww/bbbbb b", "a3xa4", "w SW-6"),
    ("bbbww/wbwww/bwwww/.bbww/bbbbb w", "b3xa3", "b SW-6"),
    ("bbbbb/bbw.w/bwwwb/bwwwb/bwwww b", "e2xe4", "w SW-6"),
    ("wwbbb/wwbbb/wwbbb/wwbbw/www.b w", "e2xc2", "b SW-6"),
    # The counter wins.
    ("ww.bb/wwwww/wwwwb/wbbbb/bbbbb b", "e1xe4", "b SW-8"),
    ("wwwww/bbwww/bbbww/bbbw./bbbbw w", "d4xd1", "w SW-8"),
    # The counter is lost with neither connected, with the first alone, with both.
    ("ww.bb/wwwww/wwwwb/wbbbb/bbbbb b", "e2xa2", "w SW-8"),
    ("ww.bb/wwwww/wwwwb/wbbbb/bbbbb b", "a1-c5", "w SW-8"),
    ("wwwbb/bwbb./wwwbb/wwbbb/wwwbb b", "a4-e4", "w SW-8"),
    (".wwbb/wwbbb/wwbbb/wbbbw/wwbww w", "a1xc1", "b SW-8"),
    (".wwbb/wwbbb/wwbbb/wbbbw/wwbww w", "a1-a5", "b SW-8"),
    ("wwwww/bbwww/bbbww/bbbw./bbbbw w", "e1-e2", "b SW-8"),
]


@pytest.mark.parametrize(("position", "move", "ending"), ENDINGS)
def test_apply_names_each_ending(position: str, move: str, ending: str) -> None:
    board, side = plain.pieces(position)
    assert plain.outcome_after(board, side, move) == ending
    reached = plain.rows_of(plain.after(board, move))
    ran = typed("engine", "apply", "switch", position, move)
    assert ran == (0, f"{reached} -\nover {ending}\n", "")


@pytest.mark.parametrize(("position", "move", "ending"), ENDINGS[:5])
def test_nothing_is_applied_after_the_end(position: str, move: str, ending: str) -> None:
    for more in ("a1-c3", "a1xa2", move):
        ran = typed("engine", "apply", "switch", position, move, more)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.startswith("game-over TA-2 - ")


def test_apply_tells_of_a_counter_that_is_due_by_the_position_alone() -> None:
    ran = typed("engine", "apply", "switch", "wwww./bwwww/wbbww/bbbbb/bbbbw b", "a1xa3")
    assert ran == (0, "wwww./bwwww/bbbww/bbbbb/wbbbw w\n", "")
    assert plain.is_connected(plain.board_of(ran.out), "b")


@pytest.mark.parametrize(
    ("position", "winner"),
    [("wwbbb/wwbbb/w.bbb/wwbbb/wwwww b", "b"), ("wwbbb/wwbbb/w.bbb/wwbbb/wwwww w", "w")]
    + [(f"{DUE} w", "w"), (".wwbb/wwbbb/wwbbb/wbbbw/wwbww b", "b")],
)
def test_a_mover_who_is_connected_has_won(position: str, winner: str) -> None:
    rows = position.split()[0]
    ran = typed("engine", "apply", "switch", position)
    assert ran == (0, f"{rows} -\nover {winner} SW-6\n", "")
    assert typed("engine", "moves", "switch", position) == (0, "", "")
    ran = typed("engine", "apply", "switch", position, "a1-c3")
    assert ran.err.startswith("game-over TA-2 - ")


def test_apply_without_moves_prints_the_position() -> None:
    assert typed("engine", "apply", "switch", START) == (0, f"{START}\n", "")
    assert typed("engine", "apply", "switch", f"{DUE} -") == (0, f"{DUE} -\n", "")


@pytest.mark.parametrize("side", ["b", "w"])
def test_the_third_time_the_same_position_is_a_draw(side: str) -> None:
    cycle = CYCLE if side == "b" else ["b1-c3", "a1-b1", "c3-a1", "b1-c3", "a1-b1", "c3-a1"]
    position = f"{CHEQUER} {side}"
    once = typed("engine", "apply", "switch", position, *cycle)
    assert once == (0, f"{position}\n", "")
    almost = typed("engine", "apply", "switch", position, *cycle, *cycle[:-1])
    assert len(almost.lines) == 1
    twice = typed("engine", "apply", "switch", position, *cycle, *cycle)
    assert twice == (0, f"{CHEQUER} -\nover draw SW-9\n", "")
    more = typed("engine", "apply", "switch", position, *cycle, *cycle, cycle[0])
    assert more.status == 1 and more.err.startswith("game-over TA-2 - ")
    off = typed("engine", "apply", "switch", position, *cycle, *cycle, "--repetition", "off")
    assert off == (0, f"{position}\n", "")


@settings(max_examples=count(20, 150))
@given(plain.positions, st.data())
def test_apply_reaches_what_the_plain_rules_reach(position: str, data: st.DataObject) -> None:
    board, side = plain.pieces(position)
    moves: list[str] = []
    ending = f"{side} SW-6" if plain.is_over(board, side) else ""
    while not ending and len(moves) < 4:
        move = data.draw(st.sampled_from(plain.legal_moves(board, side)))
        ending = plain.outcome_after(board, side, move)
        board, side = plain.after(board, move), plain.other(side)
        moves.append(move)
    wanted = f"{plain.rows_of(board)} {'-' if ending else side}\n"
    wanted += f"over {ending}\n" if ending else ""
    assert typed("engine", "apply", "switch", position, *moves, "--repetition", "off").out == wanted
