"""Malformed texts of Switch and Joggle: positions, moves, boards and supplies.

The tests of the commands cover the messages for people.
"""

import pytest
from schiri_engines.joggle.game import DEFAULT, Joggle
from schiri_engines.refusals import MalformedText
from schiri_engines.switch.game import Switch

from tests.engines import plain_joggle as plain
from tests.engines.switch_games import CHEQUER, START

EMPTY = plain.write_rows(plain.empty())
JOGGLE_START = f"{EMPTY} w - 0"
FULL = "b.w.b.w./.b.w.b.w/w.b.w.b./.w.b.w.b/b.w.b.w./.b.w.b.w/w.b.w.b./.w.b.w.b"

SWITCH_POSITIONS = [
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
SWITCH_MOVES = [
    *("", " ", "a1-", "c3", "a1", "a1c3", "a1*b2", "a1+b2", "a1--c3", "a1-c3-a1", "a1xx4"),
    *("A1-b2", "a1-B2", "a1Xa4", "a0-c3", "a6-c3", "f1-c3", "a1-h8", "11-c3", "aa-c3", "a1-33"),
    *("a1 - c3", "a1- c3", "a1 -c3", "a1-c3 b1", "a1-c3,b1-a1", "a1–c3", "a1×a4", "а1-c3"),
    *("a\N{ARABIC-INDIC DIGIT ONE}-c3", "a\N{SUPERSCRIPT ONE}-c3", "a\N{FULLWIDTH DIGIT ONE}-c3"),
    *("undo", "draw", "resign A", "dispute x", "set turn A", "place", "place a1", "place a1 x"),
    *("place a1 B", "place f1 b", "place a1 b w", "choose", "choose x", "choose b w", "R:d4"),
    *("null", "\0", "\udcff", "🎲", "a1-c3\0"),
]
JOGGLE_BOARDS = [
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
JOGGLE_POSITIONS = [
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
    # Impossible counts.
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
JOGGLE_MOVES = [
    *("", " ", "r", "j", "W", "-", "RG", "d", "4", "d4d5", "d4+d5", "d4-", "d4-d5-d6"),
    *("D4", "i4", "d9", "d0", "d4xd9", "d4Xd5", "R d4", "R:", ":d4", "R::d4", "d4:R", "R:G"),
    *("R:d4:d5", "d4:d5", "undo", "draw", "resign A", "place d4 w", "choose b", "\0", "🎲"),
]


def test_a_malformed_position_of_switch(subtests: pytest.Subtests) -> None:
    for position in SWITCH_POSITIONS:
        with subtests.test(position=position), pytest.raises(MalformedText):
            Switch.from_position(position)


def test_a_malformed_position_of_joggle(subtests: pytest.Subtests) -> None:
    for position in JOGGLE_POSITIONS:
        with subtests.test(position=position), pytest.raises(MalformedText):
            Joggle.from_position(position)


@pytest.mark.parametrize("board", JOGGLE_BOARDS)
def test_a_malformed_board(board: str) -> None:
    for make in (Joggle, lambda options: Joggle.from_position(JOGGLE_START, options)):
        with pytest.raises(MalformedText):
            make({"board": board})


def test_a_malformed_move_of_switch(subtests: pytest.Subtests) -> None:
    for move in SWITCH_MOVES:
        with subtests.test(move=move):
            # Also after the end: it is no move in any position.
            for position in (START, f"{CHEQUER} -"):
                with pytest.raises(MalformedText):
                    Switch.from_position(position).parse_move(move)


def test_a_malformed_move_of_joggle(subtests: pytest.Subtests) -> None:
    for move in JOGGLE_MOVES:
        with subtests.test(move=move):
            for position in (JOGGLE_START, f"{EMPTY} w J 0", f"{FULL} b J 33", f"{FULL} - - 40"):
                game = Joggle.from_position(position)
                with pytest.raises(MalformedText):
                    game.parse_moves(move)


@pytest.mark.parametrize(
    "left", ["8,8,8", "8,8,8,8,0", "9,8,7,8", "8,8,8,7", "7,8,8,8", "8,8,8,-8", "8;8;8;8", ",,,"]
)
def test_supplies_that_cannot_be(left: str) -> None:
    with pytest.raises(MalformedText) as raised:
        Joggle.from_position(f"{JOGGLE_START} {left}", {"teams": "on", "no-field": "pass"})
    assert raised.value.code in ("bad-supplies", "bad-position")


def test_only_four_seats_that_pass_have_a_fifth_word() -> None:
    for options in ({}, {"teams": "on"}, {"no-field": "pass"}):
        with pytest.raises(MalformedText):
            Joggle.from_position(f"{JOGGLE_START} 8,8,8,8", options)
    with pytest.raises(MalformedText):
        Joggle.from_position(JOGGLE_START, {"teams": "on", "no-field": "pass"})


@pytest.mark.parametrize("start", ["w", "b"])
def test_a_position_stays_what_it_is_whoever_starts(start: str) -> None:
    for position in (JOGGLE_START, f"{FULL} b J 33", f"{FULL} - - 40"):
        assert Joggle.from_position(position, {"start": start}).position() == position
    for position in (START, f"{CHEQUER} w", f"{CHEQUER} -"):
        for option in ({"start": start}, {"layout": "free"}, {"layout": "2"}):
            assert Switch.from_position(position, option).position() == position


def test_malformed_text_names_the_wrong_part_and_the_right_form() -> None:
    for text in SWITCH_MOVES:
        with pytest.raises(MalformedText) as raised:
            Switch().parse_move(text)
        assert raised.value.wanted and raised.value.found in text
