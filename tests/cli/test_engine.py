"""``schiri engine``: its forms to the letter, and whatever is typed that is none of them.

What is legal, and what a position may be, is tested below the command line.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri_engines.joggle import Joggle
from schiri_engines.refusals import RULE_OF
from schiri_engines.switch import Switch

from tests.cli.command import Ran, typed
from tests.counts import IS_PROOF, combined, count
from tests.each import each
from tests.engines import plain_joggle
from tests.engines.joggle_table import TABLE
from tests.engines.switch_games import CHEQUER, CYCLE, DUE, ENDINGS, START

EMPTY = plain_joggle.write_rows(plain_joggle.empty())
JOGGLE_START = f"{EMPTY} w - 0"
VERBS = [("moves",), ("perft", "1"), ("apply", "a1-c3"), ("why", "a1-c3")]

by_verb = each("verb", VERBS)


def engine(verb: str, position: str, *more: str, game: str = "switch") -> Ran:
    return typed("engine", verb, game, position, *more)


def joggle(verb: str, position: str, *more: str) -> Ran:
    return engine(verb, position, *more, game="joggle")


def is_malformed(ran: Ran) -> bool:
    return ran.status == 2 and ran.out == "" and len(ran.err.splitlines()) == 1


# moves


@each("position", [START, f"{CHEQUER} w", f"{DUE} b", f"{DUE} w", f"{DUE} -"])
def test_moves_are_printed_one_a_line_in_ascii_order(position: str) -> None:
    game = Switch.from_position(position)
    texts = sorted(game.move_text(move) for move in game.legal_moves())
    assert engine("moves", position) == (0, "".join(f"{text}\n" for text in texts), "")


def test_moves_of_the_start_are_these() -> None:
    lines = engine("moves", START).lines
    assert (len(lines), lines[:3], lines[-1]) == (36, ["a1-c3", "a1xa2", "a1xa4"], "e5xe4")
    # Before the roll the five rolls are the moves.
    assert joggle("moves", JOGGLE_START) == (0, "B\nG\nJ\nR\nY\n", "")


def test_moves_of_joggle_are_those_of_the_options() -> None:
    for row in (TABLE[0], next(row for row in TABLE if row.rules.extreme)):
        options = plain_joggle.options_of(row.rules)
        words = [f"--{key}" + (f"={value}" * (value != "on")) for key, value in options.items()]
        game = Joggle.from_position(row.position, options)
        texts = sorted(game.move_text(move) for move in game.legal_moves())
        assert joggle("moves", row.position, *words).lines == texts
        assert joggle("perft", row.position, "1", *words) == (0, f"{row.perft[0]}\n", "")


def test_a_painted_board_may_lie_in_a_text_file(tmp_path: Path) -> None:
    rows = "/".join(["RGBYRGBY"] * 8)
    position = f"{EMPTY} w R 0"
    path = tmp_path / "board.txt"
    path.write_text(rows.replace("/", "\n") + "\n")
    moves = [f"{file}{rank}" for file in "ae" for rank in range(1, 9)]
    for board in (rows, str(path)):
        ran = joggle("moves", position, "--board", board)
        assert ran == (0, "\n".join(moves) + "\n", "")
    for wrong in (b"\xff\x00", b"RGBY"):
        path.write_bytes(wrong)
        assert is_malformed(joggle("moves", position, "--board", str(path)))
        ran = typed("referee", "joggle", "--board", str(path), "--script", "/dev/null")
        assert is_malformed(ran)


# perft


@each(
    ("position", "depth", "number"),
    [(START, 0, 1), (START, 1, 36), (START, 2, 1248), (f"{CHEQUER} w", 2, 1264)]
    + [(START, 3, 46160)] * IS_PROOF
    # A counter ends the game; what is over goes no further, but nothing is played at depth 0.
    + [(f"{DUE} b", 1, 26), (f"{DUE} b", 2, 0), (f"{DUE} b", 9, 0)]
    + [(f"{DUE} w", 0, 1), (f"{DUE} w", 1, 0), (f"{DUE} -", 0, 1), (f"{DUE} -", 9, 0)]
    # A roll that lies is kept for the first ply.
    + [(f"{EMPTY} w - 0", 2, 128 * 126), (f"{EMPTY} w R 0", 2, 16 * 126)]
    + [(f"{EMPTY} w J 0", 2, 64 * 126), (f"{EMPTY} w J 0", 0, 1)],
)
def test_perft_prints_a_number(position: str, depth: int, number: int) -> None:
    game = "joggle" if len(position) > 60 else "switch"
    assert engine("perft", position, str(depth), game=game) == (0, f"{number}\n", "")


@each("depth", ["10", "-1", "x", "", "1.0", "+1", "01", " 1", "1_0", "٢", "²"])
def test_perft_takes_no_other_depth(depth: str) -> None:
    for ran in (engine("perft", START, depth), joggle("perft", JOGGLE_START, depth)):
        assert (ran.status, ran.out) == (2, "")


def test_perft_counts_no_repetition_whatever_its_option() -> None:
    for repetition in ("3", "off"):
        assert engine("perft", START, "2", "--repetition", repetition).out == "1248\n"


@each("no_field", ["reroll", "pass"])
def test_a_roll_that_no_field_is_free_for_counts_nothing_or_passes(no_field: str) -> None:
    rows = plain_joggle.write_rows({**plain_joggle.empty(), "d5": "w", "f3": "b"})
    stuck, few = f"{rows} w R 2", "/".join(["Y" * 8] * 3 + ["YYYRYYYY", "Y" * 8])
    words = [f"--board={few}/YYYYYRYY/YYYYYYYY/YYYYYYYY", f"--no-field={no_field}"]
    assert joggle("moves", stuck, *words) == (0, "", "")
    ran = joggle("why", stuck, "d4", *words)
    assert ran.status == 1 and ran.out.startswith("no-usable-field JO-5 - ")
    rules = plain_joggle.Rules(passes=True, board=words[0].removeprefix("--board="))
    passed, _ = plain_joggle.counted(plain_joggle.read(f"{rows} b - 3", rules), 1)
    wanted = ("1", "1", str(passed)) if no_field == "pass" else ("1", "0", "0")
    assert tuple(joggle("perft", stuck, depth, *words).out.strip() for depth in "012") == wanted


# apply


@each(("position", "move", "ending"), ENDINGS)
def test_apply_names_an_ending_and_applies_nothing_after_it(
    position: str, move: str, ending: str
) -> None:
    game = Switch.from_position(position)
    game.push(game.parse_move(move))
    assert engine("apply", position, move) == (0, f"{game.position()}\nover {ending}\n", "")
    for more in ("a1-c3", "a1xa2", move):
        ran = engine("apply", position, move, more)
        assert (ran.status, ran.out) == (1, "") and ran.err.startswith("game-over TA-2 - ")


def test_apply_names_the_cells_of_its_board() -> None:
    position = "......../......../......../......../......../......../......../b......w w R 2"
    ran = joggle("apply", position, "h1")
    assert (ran.status, ran.err.split()[:3]) == (1, ["place-on-marble", "JO-3", "h1"])


def test_apply_names_an_ending_of_joggle() -> None:
    start = f"{EMPTY} w - 0"
    words = ["G:e3", "J:c3", "J:f3", "J:c2", "Y:f4", "G:c1", "J:e4", "G:g7", "Y:f2", "Y:b2", "J:e2"]
    reached = "......../......b./......../......../....ww../..b.ww../.bb.ww../..b..... - - 11"
    assert joggle("apply", start, *words) == (0, f"{reached}\nover w JO-7\n", "")
    assert joggle("apply", start, *words, "J").err.startswith("game-over TA-2 - ")
    assert joggle("moves", reached) == (0, "", "")
    assert joggle("why", reached, "J").status == 1


@each("position", [f"{DUE} w"])
def test_a_position_in_which_the_mover_is_connected_is_over(position: str) -> None:
    rows = position.split()[0]
    assert engine("apply", position) == (0, f"{rows} -\nover w SW-6\n", "")
    assert engine("moves", position) == (0, "", "")
    assert engine("apply", position, "a1-c3").err.startswith("game-over TA-2 - ")


def test_apply_without_moves_prints_the_position() -> None:
    assert engine("apply", START) == (0, f"{START}\n", "")
    assert engine("apply", f"{DUE} -") == (0, f"{DUE} -\n", "")
    assert joggle("apply", JOGGLE_START) == (0, f"{JOGGLE_START}\n", "")


def test_the_third_time_the_same_position_is_a_draw() -> None:
    assert engine("apply", START, *CYCLE) == (0, f"{START}\n", "")
    twice = engine("apply", START, *CYCLE, *CYCLE)
    assert twice == (0, f"{CHEQUER} -\nover draw SW-9\n", "")
    more = engine("apply", START, *CYCLE, *CYCLE, CYCLE[0])
    assert more.status == 1 and more.err.startswith("game-over TA-2 - ")
    off = engine("apply", START, *CYCLE, *CYCLE, "--repetition", "off")
    assert off == (0, f"{START}\n", "")


def test_apply_takes_rolls_and_moves_together_or_apart() -> None:
    reached = EMPTY[:-8] + ".w......"
    for words in (["R", "b1"], ["R:b1"]):
        assert joggle("apply", JOGGLE_START, *words) == (0, f"{reached} b - 1\n", "")
    assert joggle("apply", JOGGLE_START, "R") == (0, f"{EMPTY} w R 0\n", "")
    assert joggle("apply", JOGGLE_START, "R:b1", "J") == (0, f"{reached} b J 1\n", "")
    ran = joggle("apply", f"{JOGGLE_START} 8,8,8,8", "J:a1", "--teams", "--no-field=pass")
    assert ran.out == f"{EMPTY[:-8]}w....... b - 1 7,8,8,8\n"


@each(
    ("texts", "code"),
    [(["b1"], "wrong-phase TA-1 - "), (["R", "R:b1"], "wrong-phase TA-1 - ")]
    + [(["R:a1"], "place-other-colour JO-3 a1 "), (["R:b1", "R:b1"], "place-on-marble JO-3 b1 ")],
)
def test_apply_refuses_what_why_explains(texts: list[str], code: str) -> None:
    ran = joggle("apply", JOGGLE_START, *texts)
    assert (ran.status, ran.out) == (1, "") and ran.err.startswith(code)
    assert len(ran.err.splitlines()) == 1


# why

REFUSED = [
    (f"{DUE} -", "c5-a1", "game-over TA-2 -"),
    (START, "choose w", "wrong-phase TA-1 -"),
    (START, "b1-c3", "move-not-yours SW-4 b1"),
    # Cells are in ASCII order.
    (START, "e5xa2", "swap-no-line SW-5 a2,e5"),
    (START, "c1xc2", "swap-no-majority SW-5 c1,c2,c4,c5"),
]


@each(("position", "move", "wanted"), REFUSED)
def test_why_tells_code_rule_cells_and_words(position: str, move: str, wanted: str) -> None:
    rans = [engine("why", position, move, *more) for more in lang_options()]
    for ran in rans:
        assert (ran.status, ran.err) == (1, "") and ran.out.startswith(wanted + " ")
        assert len(ran.lines) == 1 and len(ran.out.split()) > 5
    assert rans[0] == rans[2] and len({ran.out for ran in rans}) == 3
    # What is applied is refused just so, on the other output.
    ran = engine("apply", position, move)
    assert ran == (1, "", rans[0].out)


def lang_options() -> list[list[str]]:
    return [[], *(["--lang", language] for language in ("de", "en", "fr"))]


@each("move", ["a1-c3", "a1xb1", "  a1-c3 "])
def test_a_legal_move_is_called_legal(move: str) -> None:
    assert engine("why", f"  {CHEQUER}   b ", move) == (0, "legal\n", "")


def test_why_takes_a_roll_with_its_move() -> None:
    assert joggle("why", JOGGLE_START, "R:b1") == (0, "legal\n", "")
    assert joggle("why", JOGGLE_START, "R") == (0, "legal\n", "")
    assert joggle("why", JOGGLE_START, "R:a1").out.startswith("place-other-colour JO-3 a1 ")


def test_codes_are_one_word_and_rules_are_ids() -> None:
    for code, rule in RULE_OF.items():
        assert " " not in code and rule[:2].isupper() and rule[2] == "-"


# What is malformed


@each(
    ("verb", "position"),
    combined(VERBS, ["", CHEQUER, "bwbwb/wbwbw b", "\0", "\udcff", "é" * 25]),
)
def test_a_malformed_position_is_told(verb: tuple[str, ...], position: str) -> None:
    assert is_malformed(engine(verb[0], position, *verb[1:]))
    assert is_malformed(joggle(verb[0], position, *verb[1:]))


@each(
    ("verb", "move"),
    combined(["apply", "why"], ["", "a", "a1-i9", "undo", "R:d9", "\0", "\udcff", "🎲"]),
)
def test_a_malformed_move_is_told(verb: str, move: str) -> None:
    assert is_malformed(engine(verb, START, move))
    assert is_malformed(engine(verb, f"{CHEQUER} -", move))
    assert is_malformed(joggle(verb, JOGGLE_START, move))
    # After moves that are illegal as well: it is a move in no position.
    assert is_malformed(engine("apply", START, "a1-a2", move))


@each(
    ("words", "piece", "wanted"),
    [
        (["moves", "switch", "bwbwb/wbwbw b"], '"bwbwb/wbwbw"', "5 rows"),
        (["moves", "switch", "bwb/wbwbw/bw.wb/wbwbw/bwbwb b"], '"bwb"', "5 letters"),
        (["moves", "switch", "bwbwx/wbwbw/bw.wb/wbwbw/bwbwb b"], '"x"', "b w ."),
        (["moves", "switch", "bwbww/wbwbw/bw.wb/wbwbw/bwbwb b"], "b=11 w=13", "b=12 w=12"),
        (["moves", "switch", CHEQUER], f'"{CHEQUER}"', "ROWS b|w|-"),
        (["why", "switch", START, "a1-f1"], '"f1"', "a1-e5"),
        (["why", "switch", START, "a1"], '"a1"', "a1-c3 a1xa4"),
        (["perft", "switch", START, "10"], '"10"', "0-9"),
        (["moves", "switch", START, "--start", "x"], '"x"', "b w"),
    ],
)
def test_malformed_text_is_told_where_and_what_would_be_right(
    words: list[str], piece: str, wanted: str
) -> None:
    ran = typed("engine", *words)
    assert is_malformed(ran)
    assert piece in ran.err and wanted in ran.err


@each(("game", "verb"), combined(["switch", "joggle"], VERBS))
def test_a_megabyte_is_answered_briefly(game: str, verb: tuple[str, ...]) -> None:
    start = START if game == "switch" else JOGGLE_START
    for huge in ("b" * 2**20, "/" * 2**20, f"{start} " * 2**14, f"{EMPTY} w - " + "9" * 2**20):
        ran = engine(verb[0], huge, *verb[1:], game=game)
        assert is_malformed(ran) and len(ran.err) < 400
        if verb[0] in ("apply", "why", "perft"):
            ran = engine(verb[0], start, huge, game=game)
            assert is_malformed(ran) and len(ran.err) < 400
        if verb[0] == "moves":
            assert is_malformed(joggle("moves", JOGGLE_START, f"--board={huge}"))


def test_what_steers_a_terminal_is_not_passed_on() -> None:
    ran = engine("why", START, "\x1b[2Ja1\r\n\a")
    assert is_malformed(ran)
    assert not set(ran.err) & set("\x1b\r\a")


BEGUN = [("switch",), ("switch", START), ("joggle",), ("joggle", JOGGLE_START)]


@settings(max_examples=count(8, 300))
@given(
    st.lists(st.text(max_size=40), max_size=4),
    st.sampled_from(BEGUN),
    st.sampled_from([verb[0] for verb in VERBS]),
)
def test_whatever_is_typed_is_answered(words: list[str], begun: tuple[str, ...], verb: str) -> None:
    typed("engine", verb, *begun, *words)


# Options, languages, usage


@by_verb
@each("option", [f"--layout={CHEQUER}", "--layout=free", "--repetition=off"])
def test_an_option_leaves_a_position_what_it_is(verb: tuple[str, ...], option: str) -> None:
    words = (verb[0], START, *verb[1:])
    assert engine(*words, option) == engine(*words)


@each(
    ("verb", "option"),
    combined(
        VERBS,
        ["--layout=", "--layout=4", "--layout=bw/wb", "--repetition=", "--repetition=2"]
        # Of other games, or of none.
        + ["--start=B", "--goal=1R", "--extreme", "--no-field=pass", "--teams", "--mode=fast"]
        + ["--nonsense", "-x"],
    ),
)
def test_no_other_option_is_taken(verb: tuple[str, ...], option: str) -> None:
    ran = engine(verb[0], START, *verb[1:], option)
    assert (ran.status, ran.out) == (2, "") and ran.err


@each(
    "option",
    ["--goal=", "--goal=2", "--goal=5S", "--goal=1r", "--goal=1S1R", "--no-field=", "--no-field=x"]
    + ["--start=", "--start=x", "--extreme=on", "--teams=4", "--layout=1", "--repetition=off"],
)
def test_no_other_option_of_joggle_is_taken(option: str) -> None:
    ran = joggle("moves", JOGGLE_START, option)
    assert (ran.status, ran.out) == (2, "") and ran.err


@by_verb
def test_a_layout_with_a_connected_colour_is_refused(verb: tuple[str, ...]) -> None:
    rows = "bbbbb/bbbbb/bb.ww/wwwww/wwwww"
    ran = engine(verb[0], START, *verb[1:], "--layout", rows)
    assert (ran.status, ran.out) == (1, "")
    cells = "a3,a4,a5,b3,b4,b5,c4,c5,d4,d5,e4,e5"
    assert ran.err.startswith(f"layout-connected SW-10 {cells} ")
    # The very same rows are a position like any other.
    assert engine(verb[0], f"{rows} w", *verb[1:]).status in (0, 1)


@by_verb
def test_a_language_changes_no_form(verb: tuple[str, ...]) -> None:
    plainly = engine(verb[0], START, *verb[1:])
    assert plainly.status == 0 and plainly.err == ""
    words = ["engine", verb[0], "switch", START, *verb[1:]]
    # The option stands anywhere.
    for at, language in combined(range(len(words) + 1), ("de", "en", "fr")):
        assert typed(*words[:at], "--lang", language, *words[at:]) == plainly


def test_malformed_text_is_told_in_each_language() -> None:
    rans = [engine("moves", "x", "--lang", each) for each in ("de", "en", "fr")]
    assert all(is_malformed(ran) for ran in rans)
    assert len({ran.err for ran in rans}) == 3


@each("language", ["", "xx", "DE", "de_DE", "english"])
def test_no_other_language_is_spoken(language: str) -> None:
    for words in (["--lang", language], ["engine", "moves", "switch", START, "--lang", language]):
        ran = typed(*words)
        assert (ran.status, ran.out) == (2, "") and ran.err


@each(
    "words",
    [[], ["nonsense"], ["moves"], ["moves", "switch"], ["moves", "switch", START, "extra"]]
    + [["perft", "switch"], ["perft", "switch", START], ["perft", "switch", START, "1", "2"]]
    + [["apply", "switch"], ["why", "switch", START], ["why", "switch", START, "a1-c3", "b1-a1"]]
    + [["moves", START], ["moves", "--start", "b", "switch", START], ["moves", "switch", "-x"]],
)
def test_wrong_usage_is_told(words: list[str]) -> None:
    ran = typed("engine", *words)
    assert (ran.status, ran.out) == (2, "") and ran.err


@each(("verb", "game"), combined(VERBS, ["zwoggel", "drehwurm", "chess", "", "Switch"]))
def test_another_game_is_answered_in_one_sentence(verb: tuple[str, ...], game: str) -> None:
    ran = typed("engine", verb[0], game, "x", "y")
    assert is_malformed(ran) and "switch" in ran.err
    assert is_malformed(typed("engine", verb[0], game, "--help"))


# value and best: what is said of a position is tested in tests/solve


def test_a_value_is_a_word_and_plies_and_the_best_moves_keep_it() -> None:
    assert engine("value", START).lines == ["draw"]
    keeping = engine("best", START).lines
    assert keeping and all(line.endswith(" draw") for line in keeping)
    assert {line.split(" ")[0] for line in keeping} <= set(engine("moves", START).lines)
    due = f"{DUE} b"
    assert engine("value", due).lines == ["win 1"]
    assert "e1xe4 win 1" in engine("best", due).lines


def test_the_best_move_leads_to_what_was_promised() -> None:
    winning = "bbbww/wbwww/bwwww/.bbww/bbbbb w"
    position, plies = winning, int(engine("value", winning).out.split(" ")[1])
    while plies:
        move, value = engine("best", position).lines[0].split(" ", 1)
        assert value == (f"win {plies}" if value.startswith("win") else f"loss {plies}")
        reached = engine("apply", position, move).lines
        position, plies = reached[0], plies - 1
        assert (len(reached) == 2) == (plies == 0)


def test_values_are_of_games_that_go_on_and_of_switch() -> None:
    over = engine("value", f"{CHEQUER} -")
    assert over.status == 1 and over.err.startswith("game-over ")
    for verb in ("value", "best"):
        assert is_malformed(engine(verb, JOGGLE_START, game="joggle"))
        assert is_malformed(engine(verb, "ww b"))


def test_solving_needs_an_extra_and_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiri.cli.solve.find_spec", lambda name: None)
    ran = typed("solve", "switch")
    assert ran.status == 2 and "pip install numba numpy" in ran.err
