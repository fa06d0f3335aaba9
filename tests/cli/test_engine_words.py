"""``schiri engine``: what is malformed, options, languages, usage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri_engines.refusals import RULE_OF

from tests.cli.command import Ran, typed
from tests.cli.plain import CHEQUER

START = f"{CHEQUER} b"
VERBS = [
    ("moves", START),
    ("perft", START, "1"),
    ("apply", START, "a1-c3"),
    ("why", START, "a1-c3"),
]
BY_NAME = [verb[0] for verb in VERBS]

POSITIONS = [
    "",
    " ",
    "b",
    CHEQUER,
    f"b {CHEQUER}",
    f"{CHEQUER} B",
    f"{CHEQUER} x",
    f"{CHEQUER} bw",
    f"{CHEQUER} b w",
    f"{CHEQUER} b a1-c3",
    f"{CHEQUER}-b",
    f"{CHEQUER}/ b",
    f"/{CHEQUER} b",
    "bwbwb/wbwbw/bw.wb/wbwbw b",
    "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb/..... b",
    "bwbw/wbwbw/bw.wb/wbwbw/bwbwb b",
    "bwbwbb/wbwbw/bw.wb/wbwbw/bwbwb b",
    "bwbwb//bw.wb/wbwbw/bwbwb b",
    "BWBWB/wbwbw/bw.wb/wbwbw/bwbwb b",
    "bwbwb/wbwbw/bw1wb/wbwbw/bwbwb b",
    "bwbwb/wbwbw/bw.wb/wbwbw/bwbw\N{CYRILLIC SMALL LETTER BE} b",
    # Counts that no complete board has.
    "bwbwb/wbwbw/bw.wb/wbwbw/bwbw. b",
    "bwbwb/wbwbw/bwbwb/wbwbw/bwbwb b",
    "bwbwb/wbwbw/bw.wb/wbwbw/bwbww b",
    "...../...../...../...../..... -",
    "...../...../...../...../..... b",
    "\0",
    "\udcff",
    "é" * 25,
]
MOVES = [
    *("", " ", "a1-", "c3", "a1", "a1c3", "a1*b2", "a1+b2", "a1--c3", "a1-c3-a1", "a1xx4"),
    *("A1-b2", "a1-B2", "a1Xa4", "a0-c3", "a6-c3", "f1-c3", "a1-h8", "11-c3", "aa-c3", "a1-33"),
    *("a1 - c3", "a1- c3", "a1 -c3", "a1-c3 b1", "a1-c3,b1-a1", "a1–c3", "a1×a4", "а1-c3"),
    *("a\N{ARABIC-INDIC DIGIT ONE}-c3", "a\N{SUPERSCRIPT ONE}-c3", "a\N{FULLWIDTH DIGIT ONE}-c3"),
    *("undo", "draw", "resign A", "dispute x", "set turn A", "place", "place a1", "place a1 x"),
    *("place a1 B", "place f1 b", "place a1 b w", "choose", "choose x", "choose b w", "R:d4"),
    *("null", "\0", "\udcff", "🎲", "a1-c3\0"),
]


def is_malformed(ran: Ran) -> bool:
    return ran.status == 2 and ran.out == "" and len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("verb", VERBS, ids=BY_NAME)
@pytest.mark.parametrize("position", POSITIONS)
def test_a_malformed_position_is_told(verb: tuple[str, ...], position: str) -> None:
    assert is_malformed(typed("engine", verb[0], "switch", position, *verb[2:]))


@pytest.mark.parametrize("verb", ["apply", "why"])
@pytest.mark.parametrize("move", MOVES)
def test_a_malformed_move_is_told(verb: str, move: str) -> None:
    assert is_malformed(typed("engine", verb, "switch", START, move))
    # Also after the end, and after moves that are none: it is no move in any position.
    assert is_malformed(typed("engine", verb, "switch", f"{CHEQUER} -", move))
    if verb == "apply":
        assert is_malformed(typed("engine", verb, "switch", START, "a1-a2", move))


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("verb", VERBS, ids=BY_NAME)
def test_a_megabyte_is_answered_briefly(verb: tuple[str, ...]) -> None:
    for huge in ("b" * 2**20, "/" * 2**20, f"{CHEQUER} " * 2**15, "bwbwb/" * 2**17):
        ran = typed("engine", verb[0], "switch", huge, *verb[2:])
        assert is_malformed(ran) and len(ran.err) < 400
        if verb[0] in ("apply", "why", "perft"):
            ran = typed("engine", verb[0], "switch", START, huge)
            assert is_malformed(ran) and len(ran.err) < 400


def test_what_steers_a_terminal_is_not_passed_on() -> None:
    ran = typed("engine", "why", "switch", START, "\x1b[2Ja1\r\n\a")
    assert is_malformed(ran)
    assert not set(ran.err) & set("\x1b\r\a")


def test_blanks_around_a_move_or_a_side_do_no_harm() -> None:
    assert typed("engine", "why", "switch", f"  {CHEQUER}   b ", " a1-c3 ").out == "legal\n"


@given(st.lists(st.text(max_size=40), max_size=4))
def test_whatever_is_typed_is_answered(words: list[str]) -> None:
    for verb in BY_NAME:
        typed("engine", verb, "switch", *words)
        typed("engine", verb, "switch", START, *words)


# Options


@pytest.mark.parametrize("verb", VERBS, ids=BY_NAME)
@pytest.mark.parametrize(
    "option",
    ["--layout=1", "--layout=2", "--layout=3", "--layout=free", f"--layout={CHEQUER}"]
    + ["--repetition=3", "--repetition=off", "--start=b", "--start=w"],
)
def test_options_of_the_game_are_taken_and_a_position_stays_what_it_is(
    verb: tuple[str, ...], option: str
) -> None:
    assert typed("engine", verb[0], "switch", *verb[1:], option) == typed(
        "engine", verb[0], "switch", *verb[1:]
    )


@pytest.mark.parametrize("verb", VERBS, ids=BY_NAME)
@pytest.mark.parametrize(
    "option",
    ["--layout=", "--layout=4", "--layout=Free", "--layout=ROWS", "--layout=bw/wb", "--layout=/"]
    + ["--layout=bwbwb/wbwbw/bw.wb/wbwbw/bwbw.", "--repetition=", "--repetition=2"]
    + ["--repetition=3 off", "--start=", "--start=x", "--start=B", "--start=bw"]
    # Of other games, or of none.
    + ["--goal=1R", "--extreme", "--no-field=pass", "--teams", "--mode=fast", "--nonsense", "-x"],
)
def test_no_other_option_is_taken(verb: tuple[str, ...], option: str) -> None:
    ran = typed("engine", verb[0], "switch", *verb[1:], option)
    assert (ran.status, ran.out) == (2, "") and ran.err


@pytest.mark.parametrize("verb", VERBS, ids=BY_NAME)
def test_a_layout_with_a_connected_colour_is_refused(verb: tuple[str, ...]) -> None:
    rows = "bbbbb/bbbbb/bb.ww/wwwww/wwwww"
    ran = typed("engine", verb[0], "switch", *verb[1:], "--layout", rows)
    assert (ran.status, ran.out) == (1, "")
    cells = "a3,a4,a5,b3,b4,b5,c4,c5,d4,d5,e4,e5"
    assert ran.err.startswith(f"layout-connected SW-10 {cells} ")
    # The very same rows are a position like any other.
    assert typed("engine", verb[0], "switch", f"{rows} w", *verb[2:]).status in (0, 1)


# Languages


@pytest.mark.parametrize("verb", VERBS, ids=BY_NAME)
def test_a_language_changes_no_form(verb: tuple[str, ...]) -> None:
    plainly = typed("engine", verb[0], "switch", *verb[1:])
    assert plainly.status == 0 and plainly.err == ""
    for language in ("de", "en", "fr"):
        words = ["engine", verb[0], "switch", *verb[1:]]
        # The option stands anywhere.
        for at in range(len(words) + 1):
            assert typed(*words[:at], "--lang", language, *words[at:]) == plainly


def test_malformed_text_is_told_in_each_language() -> None:
    rans = [typed("engine", "moves", "switch", "x", "--lang", each) for each in ("de", "en", "fr")]
    assert all(is_malformed(ran) for ran in rans)
    assert len({ran.err for ran in rans}) == 3


@pytest.mark.parametrize("language", ["", "xx", "DE", "de_DE", "english"])
def test_no_other_language_is_spoken(language: str) -> None:
    for words in (["--lang", language], ["engine", "moves", "switch", START, "--lang", language]):
        ran = typed(*words)
        assert (ran.status, ran.out) == (2, "") and ran.err


# Usage


@pytest.mark.parametrize(
    "words",
    [[], ["nonsense"], ["moves"], ["moves", "switch"], ["moves", "switch", START, "extra"]]
    + [["perft", "switch"], ["perft", "switch", START], ["perft", "switch", START, "1", "2"]]
    + [["apply", "switch"], ["why", "switch", START], ["why", "switch", START, "a1-c3", "b1-a1"]]
    + [["moves", START], ["moves", "--start", "b", "switch", START], ["moves", "switch", "-x"]],
)
def test_wrong_usage_is_told(words: list[str]) -> None:
    ran = typed("engine", *words)
    assert (ran.status, ran.out) == (2, "") and ran.err


@pytest.mark.parametrize("verb", BY_NAME)
@pytest.mark.parametrize("game", ["zwoggel", "drehwurm", "chess", "", "Switch"])
def test_another_game_is_answered_in_one_sentence(verb: str, game: str) -> None:
    assert is_malformed(typed("engine", verb, game, "x", "y"))
    assert is_malformed(typed("engine", verb, game, "--help"))


def test_codes_are_one_word_and_rules_are_ids() -> None:
    for code, rule in RULE_OF.items():
        assert " " not in code and rule[:2].isupper() and rule[2] == "-"
