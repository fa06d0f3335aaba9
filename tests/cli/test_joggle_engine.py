"""``schiri engine VERB joggle``, to the letter, and whatever is typed that is none of it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri_engines.joggle import DEFAULT
from schiri_engines.refusals import RULE_OF

from tests.cli.command import Ran, typed
from tests.engines import plain_joggle as plain
from tests.engines.joggle_table import FEW_RED, TABLE, Row

EMPTY = plain.write_rows(plain.empty())
START = f"{EMPTY} w - 0"
FULL = "b.w.b.w./.b.w.b.w/w.b.w.b./.w.b.w.b/b.w.b.w./.b.w.b.w/w.b.w.b./.w.b.w.b"

each_row = pytest.mark.parametrize("row", TABLE, ids=lambda row: row.position)


def words_of(rules: plain.Rules) -> list[str]:
    """Return what was agreed as somebody types it."""
    options = plain.options_of(rules)
    flags = ("extreme", "swap-may-complete-opponent", "teams")
    valued = [f"--{name}={value}" for name, value in options.items() if name not in flags]
    return valued + [f"--{name}" for name in options if name in flags]


def engine(verb: str, *words: str) -> Ran:
    return typed("engine", verb, "joggle", *words)


# Moves, perft and apply


@each_row
def test_moves_are_printed_one_a_line_in_ascii_order(row: Row) -> None:
    game = plain.read(row.position, row.rules)
    ran = engine("moves", row.position, *words_of(row.rules))
    assert ran == (0, "".join(f"{text}\n" for text in plain.legal_moves(game)), "")
    assert ran.lines == sorted(ran.lines)


def test_before_the_roll_the_five_rolls_are_the_moves() -> None:
    assert engine("moves", START) == (0, "B\nG\nJ\nR\nY\n", "")
    assert engine("moves", f"{FULL} b - 33") == (0, "B\nG\nJ\nR\nY\n", "")


@each_row
def test_perft_prints_a_number(row: Row) -> None:
    words = words_of(row.rules)
    assert engine("perft", row.position, "0", *words).out == "1\n"
    assert engine("perft", row.position, "1", *words) == (0, f"{row.perft[0]}\n", "")


@pytest.mark.parametrize(("roll", "number"), [("-", 128 * 126), ("R", 16 * 126), ("J", 64 * 126)])
def test_a_roll_that_lies_is_kept_for_the_first_ply(roll: str, number: int) -> None:
    assert engine("perft", f"{EMPTY} w {roll} 0", "2").out == f"{number}\n"


@pytest.mark.parametrize("depth", ["10", "-1", "x", "", "01"])
def test_perft_takes_no_other_depth(depth: str) -> None:
    assert engine("perft", START, depth).status == 2


def test_apply_takes_rolls_and_moves_together_or_apart() -> None:
    reached = EMPTY[:-8] + ".w......"
    assert engine("apply", START, "R", "b1") == (0, f"{reached} b - 1\n", "")
    assert engine("apply", START, "R:b1") == (0, f"{reached} b - 1\n", "")
    assert engine("apply", START, "R") == (0, f"{EMPTY} w R 0\n", "")
    assert engine("apply", START, "R:b1", "J") == (0, f"{reached} b J 1\n", "")
    assert engine("apply", START) == (0, f"{START}\n", "")
    ran = engine("apply", f"{FULL} w - 32", "G:a6-a1", "J", "a8xc8")
    rows = "w.b.b.w." + FULL[8:-9].replace("/w.b.w.b./", "/..b.w.b./", 1) + "/ww.b.w.b"
    assert ran.lines == [f"{rows} w - 34"]


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["b1"], "wrong-phase TA-1 - "),
        (["R", "R"], "wrong-phase TA-1 - "),
        (["R", "R:b1"], "wrong-phase TA-1 - "),
        (["R:a1"], "place-other-colour JO-3 a1 "),
        (["R:b1", "R:b1"], "place-on-marble JO-3 b1 "),
    ],
)
def test_apply_refuses_what_is_out_of_turn(texts: list[str], code: str) -> None:
    ran = engine("apply", START, *texts)
    assert (ran.status, ran.out) == (1, "") and ran.err.startswith(code)
    assert len(ran.err.splitlines()) == 1


def test_a_roll_with_no_field_is_rolled_again_or_passes() -> None:
    rows = plain.write_rows({**plain.empty(), "d5": "w", "f3": "b"})
    few = f"--board={FEW_RED}"
    assert engine("apply", f"{rows} w - 2", "R", few).out == f"{rows} w - 2\n"
    assert engine("apply", f"{rows} w - 2", "R", few, "--no-field=pass").out == f"{rows} b - 3\n"
    stuck = f"{rows} w R 2"
    passed = plain.read(f"{rows} b - 3", plain.Rules(passes=True, board=FEW_RED))
    for no_field, numbers in (("reroll", (0, 0)), ("pass", (1, plain.counted(passed, 1)[0]))):
        options = [few, f"--no-field={no_field}"]
        assert engine("moves", stuck, *options) == (0, "", "")
        ran = engine("why", stuck, "d4", *options)
        assert ran.status == 1 and ran.out.startswith("no-usable-field JO-5 - ")
        found = [engine("perft", stuck, depth, *options).out for depth in ("0", "1", "2")]
        assert found == ["1\n", *(f"{number}\n" for number in numbers)]


def test_four_seats_that_pass_have_a_fifth_word() -> None:
    options = ["--teams", "--no-field=pass"]
    ran = engine("apply", f"{START} 8,8,8,8", "J:a1", "J:b1", *options)
    assert ran.out == f"{EMPTY[:-8]}wb...... w - 2 7,7,8,8\n"
    for other in ([], ["--teams"], ["--no-field=pass"]):
        assert engine("apply", f"{START} 8,8,8,8", *other).status == 2
    assert engine("apply", START, *options).status == 2


# Why not

# Each refusal once: what lies, the options, the move, and which cells cause it.
REASONS: list[tuple[str, list[str], str, str, str]] = [
    (f"{EMPTY} - - 9", ["--no-field=pass"], "J", "game-over", "-"),
    (START, [], "d4", "wrong-phase", "-"),
    (f"{EMPTY} w R 0", [], "a1", "place-other-colour", "a1"),
    ("w" + EMPTY[1:] + " b J 1", [], "a8", "place-on-marble", "a8"),
    (f"{EMPTY} w J 0", [], "a1-b1", "marble-move-too-early", "-"),
    (f"{EMPTY} w J 0", [], "a1xb1", "marble-swap-too-early", "-"),
    (f"{FULL} w J 32", [], "a1", "place-too-late", "-"),
    (f"{FULL} w J 32", [], "a1-c1", "marble-move-from-free", "a1"),
    (f"{FULL} w J 32", [], "a8-a1", "marble-move-not-yours", "a8"),
    (f"{FULL} w J 32", [], "a2-a8", "marble-move-onto-marble", "a8"),
    (f"{FULL} w Y 32", [], "a2-a1", "marble-move-other-colour", "a1"),
    (f"{FULL} w Y 32", [], "a2xa8", "marble-swap-no-joggle", "-"),
    (f"{FULL} w J 32", [], "a1xa8", "marble-swap-from-free", "a1"),
    (f"{FULL} w J 32", [], "a8xa2", "marble-swap-not-yours", "a8"),
    (f"{FULL} w J 32", [], "a2xa1", "marble-swap-with-free", "a1"),
    (f"{FULL} w J 32", [], "a2xb1", "marble-swap-own", "b1"),
]


@pytest.mark.parametrize(("position", "options", "move", "code", "cells"), REASONS)
def test_why_tells_code_rule_cells_and_words(
    position: str, options: list[str], move: str, code: str, cells: str
) -> None:
    ran = engine("why", position, move, *options)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith(f"{code} {RULE_OF[code]} {cells} ") and len(ran.lines) == 1
    assert len(ran.out.split()) > 5


def swaps_refused(row: Row) -> dict[str, tuple[str, str]]:
    """Return for each rule a swap or a placement that it refuses, with the cells."""
    game = plain.read(row.position, row.rules)
    if game.winner or game.roll not in ("", "J"):
        return {}
    game = game._replace(roll="J")
    own, theirs = (plain.cells_with(game.board, c) for c in (game.side, plain.other(game.side)))
    texts = sorted(f"{one}x{two}" for one in own for two in theirs) + plain.CELLS
    found = {}
    for text in texts:
        why = plain.why(game, text)
        if why and why[0] in ("JO-9", "JO-10", "JO-11"):
            found[why[0]] = (text, ",".join(why[1]))
            if len(found) == (2 if plain.all_placed(game) else 1):
                break
    return found


@each_row
def test_why_tells_the_figures_that_cause_it(row: Row) -> None:
    rows, side, _, *rest = row.position.split()
    for rule, (text, cells) in swaps_refused(row).items():
        ran = engine("why", " ".join([rows, side, "J", *rest]), text, *words_of(row.rules))
        assert ran.status == 1 and ran.out.split()[1:3] == [rule, cells]


def test_why_takes_a_roll_with_its_move() -> None:
    assert engine("why", START, "R:b1") == (0, "legal\n", "")
    assert engine("why", START, "R") == (0, "legal\n", "")
    assert engine("why", START, "R:a1").out.startswith("place-other-colour JO-3 a1 ")


# What is malformed

BOARDS = [
    "",
    "R" * 64,
    DEFAULT[:-1],
    DEFAULT + "Y",
    DEFAULT.replace("/", "", 1),
    DEFAULT[9:],
    DEFAULT + "/BYBYBYBY",
    DEFAULT.lower(),
    DEFAULT.replace("B", "W", 1),
    DEFAULT.replace("B", "J", 1),
    DEFAULT.replace("B", ".", 1),
    DEFAULT.replace("B", " ", 1),
    DEFAULT.replace("B", "\N{CYRILLIC CAPITAL LETTER VE}", 1),
    "MAP",
]
POSITIONS = [
    "",
    EMPTY,
    f"{EMPTY} w",
    f"{EMPTY} w -",
    f"{EMPTY} w - 0 0",
    f"{EMPTY} w - 0 8,8,8,8",
    f"w - 0 {EMPTY}",
    f"{EMPTY} - - x",
    f"{EMPTY} W - 0",
    f"{EMPTY} x - 0",
    f"{EMPTY} w r 0",
    f"{EMPTY} w W 0",
    f"{EMPTY} w RG 0",
    f"{EMPTY} - R 0",
    f"{EMPTY} w - -1",
    f"{EMPTY} w - +0",
    f"{EMPTY} w - 00",
    f"{EMPTY} w - 0.0",
    f"{EMPTY} w - ٠",
    f"{EMPTY} w - 1000000000",
    f"{EMPTY[:-1]} w - 0",
    f"{EMPTY}. w - 0",
    f"{EMPTY}/........ w - 0",
    f"{EMPTY[9:]} w - 0",
    f"{EMPTY.replace('.', 'B', 1)} b - 1",
    f"{EMPTY.replace('.', 'x', 1)} b - 1",
    # Counts that cannot be.
    f"{EMPTY} w - 1",
    f"{EMPTY} w - 32",
    f"{EMPTY.replace('.', 'w', 1)} b - 0",
    f"{EMPTY.replace('.', 'w', 1)} w - 2",
    f"{EMPTY.replace('.', 'w', 2)} w - 2",
    f"{EMPTY.replace('.', 'w', 17)} w - 17",
    f"{EMPTY.replace('.', 'b', 17).replace('.', 'w', 15)} w - 32",
    f"{EMPTY.replace('.', 'b', 17).replace('.', 'w', 16)} w - 33",
    f"{EMPTY.replace('.', 'b', 16).replace('.', 'w', 15)} w - 32",
    f"{EMPTY.replace('.', 'b', 16).replace('.', 'w', 15)} b - 31",
    f"{FULL} w - 31",
    "\0",
    "\udcff",
]
MOVES = [
    *("", " ", "r", "j", "W", "-", "RG", "d", "4", "d4d5", "d4+d5", "d4-", "d4-d5-d6"),
    *("D4", "i4", "d9", "d0", "d4xd9", "d4Xd5", "R d4", "R:", ":d4", "R::d4", "d4:R", "R:G"),
    *("R:d4:d5", "d4:d5", "undo", "draw", "resign A", "place d4 w", "choose b", "\0", "🎲"),
]


def is_malformed(ran: Ran) -> bool:
    return ran.status == 2 and ran.out == "" and len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("verb", [("moves",), ("perft", "1"), ("apply", "J"), ("why", "J")])
@pytest.mark.parametrize("position", POSITIONS)
def test_a_malformed_position_is_told(verb: tuple[str, ...], position: str) -> None:
    assert is_malformed(engine(verb[0], position, *verb[1:]))


@pytest.mark.parametrize("board", BOARDS)
def test_a_malformed_board_is_told(board: str) -> None:
    assert is_malformed(engine("moves", START, f"--board={board}"))
    ran = typed("referee", "joggle", f"--board={board}", "--script", "/dev/null")
    assert is_malformed(ran)


@pytest.mark.parametrize("move", MOVES)
def test_a_malformed_move_is_told(move: str) -> None:
    for position in (START, f"{EMPTY} w J 0", f"{FULL} b J 33", f"{FULL} - - 40"):
        assert is_malformed(engine("why", position, move))
        assert is_malformed(engine("apply", position, move))


@pytest.mark.parametrize(
    "left",
    [
        "8,8,8",
        "8,8,8,8,0",
        "9,8,7,8",
        "8,8,8,7",
        "7,8,8,8",
        "8,8,8,-8",
        "8;8;8;8",
        ",,,",
    ],
)
def test_supplies_that_cannot_be_are_told(left: str) -> None:
    assert is_malformed(engine("moves", f"{START} {left}", "--teams", "--no-field=pass"))


@pytest.mark.parametrize(
    "option",
    ["--goal=", "--goal=2", "--goal=5S", "--goal=1r", "--goal=1S1R", "--no-field=", "--no-field=x"]
    + ["--start=", "--start=x", "--extreme=on", "--teams=4", "--layout=1", "--repetition=off"],
)
def test_no_other_option_is_taken(option: str) -> None:
    ran = engine("moves", START, option)
    assert (ran.status, ran.out) == (2, "") and ran.err


@pytest.mark.parametrize("start", ["w", "b"])
def test_a_position_stays_what_it_is_whoever_starts(start: str) -> None:
    for row in TABLE[:4]:
        words = words_of(row.rules)
        ran = engine("apply", row.position, *words, f"--start={start}")
        assert ran == engine("apply", row.position, *words) and ran.status == 0


def test_a_board_of_one_colour_has_one_roll_that_can_be_used() -> None:
    board = "--board=" + "/".join(["R" * 8] * 8)
    assert engine("perft", START, "1", board).out == "128\n"
    assert engine("apply", START, "G", board).out == f"{START}\n"


def test_a_megabyte_is_answered_briefly() -> None:
    for huge in ("b" * 2**20, "/" * 2**20, f"{EMPTY} " * 2**14, f"{EMPTY} w - " + "9" * 2**20):
        assert is_malformed(engine("moves", huge)) and len(engine("moves", huge).err) < 400
        assert is_malformed(engine("why", START, huge))
        assert is_malformed(engine("moves", START, f"--board={huge}"))


@given(st.lists(st.text(max_size=40), max_size=4))
def test_whatever_is_typed_is_answered(words: list[str]) -> None:
    for verb in ("moves", "perft", "apply", "why"):
        engine(verb, *words)
        engine(verb, START, *words)


def test_a_painted_board_may_lie_in_a_text_file(tmp_path: Path) -> None:
    rows = "/".join(["RGBYRGBY"] * 8)
    position = "/".join(["........"] * 8) + " w R 0"
    path = tmp_path / "board.txt"
    path.write_text(rows.replace("/", "\n") + "\n")
    moves = [f"{file}{rank}" for file in "ae" for rank in range(1, 9)]
    for board in (rows, str(path)):
        ran = typed("engine", "moves", "joggle", position, "--board", board)
        assert ran == (0, "\n".join(moves) + "\n", "")
    path.write_bytes(b"\xff\x00")
    assert typed("engine", "moves", "joggle", position, "--board", str(path)).status == 2
    path.write_text("RGBY")
    assert typed("engine", "moves", "joggle", position, "--board", str(path)).status == 2
