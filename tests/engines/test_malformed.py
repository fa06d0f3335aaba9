"""Malformed texts of Switch and Joggle: positions, moves, boards and supplies.

The tests of the commands cover the messages for people.
"""

from collections.abc import Callable

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
    *("", " ", "b", CHEQUER, f"b {CHEQUER}", f"{CHEQUER}-b", f"{CHEQUER}/ b", f"/{CHEQUER} b"),
    *(f"{CHEQUER} {side}" for side in ("B", "x", "bw", "b w", "b a1-c3")),
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
    *("", EMPTY, f"w - 0 {EMPTY}"),
    *(f"{EMPTY} {rest}" for rest in ("w", "w -", "w - 0 0", "w - 0 8,8,8,8")),
    *(f"{EMPTY} {side} 0" for side in ("W -", "x -", "w r", "w W", "w RG", "- R")),
    *(f"{EMPTY} - - x", f"{EMPTY} w - 1000000000"),
    *(f"{EMPTY} w - {turns}" for turns in ("-1", "+0", "00", "0.0", "٠")),
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
SUPPLIES = ["", "8,8,8", "8,8,8,8,0", "9,8,7,8", "8,8,8,7", "7,8,8,8", "8,8,8,-8", "8;8;8;8", ",,,"]
ROLLED = [JOGGLE_START, f"{EMPTY} w J 0", f"{FULL} b J 33", f"{FULL} - - 40"]
JOGGLE_MOVES = [
    *("", " ", "r", "j", "W", "-", "RG", "d", "4", "d4d5", "d4+d5", "d4-", "d4-d5-d6"),
    *("D4", "i4", "d9", "d0", "d4xd9", "d4Xd5", "R d4", "R:", ":d4", "R::d4", "d4:R", "R:G"),
    *("R:d4:d5", "d4:d5", "undo", "draw", "resign A", "place d4 w", "choose b", "\0", "🎲"),
]


def supplied(left: str) -> Joggle:
    return Joggle.from_position(f"{JOGGLE_START} {left}", {"teams": "on", "no-field": "pass"})


def with_a_fifth_word(option: str) -> Joggle:
    return Joggle.from_position(f"{JOGGLE_START} 8,8,8,8", dict([option.split("=")]))


CASES: list[tuple[Callable[[str], object], list[str]]] = [
    (Switch.from_position, SWITCH_POSITIONS),
    (Joggle.from_position, JOGGLE_POSITIONS),
    (lambda board: Joggle({"board": board}), JOGGLE_BOARDS),
    (lambda board: Joggle.from_position(JOGGLE_START, {"board": board}), JOGGLE_BOARDS),
    (supplied, SUPPLIES),
    # Only four seats that pass have a fifth word.
    (with_a_fifth_word, ["teams=on", "teams=off", "no-field=pass"]),
    # No move in any position, also after the end.
    *(
        (Switch.from_position(position).parse_move, SWITCH_MOVES)
        for position in (START, f"{CHEQUER} -")
    ),
    *((Joggle.from_position(position).parse_moves, JOGGLE_MOVES) for position in ROLLED),
]


@pytest.mark.parametrize(("parse", "texts"), CASES)
def test_malformed_text_names_the_wrong_part_and_the_right_form(
    parse: Callable[[str], object], texts: list[str], subtests: pytest.Subtests
) -> None:
    for text in texts:
        with subtests.test(text=text):
            with pytest.raises(MalformedText) as raised:
                parse(text)
            if texts is SWITCH_MOVES:
                assert raised.value.wanted and raised.value.found in text
            if texts is SUPPLIES:
                assert raised.value.code in ("bad-supplies", "bad-position")


@pytest.mark.parametrize("start", ["w", "b"])
def test_a_position_stays_what_it_is_whoever_starts(start: str) -> None:
    for position in (JOGGLE_START, *ROLLED[2:]):
        assert Joggle.from_position(position, {"start": start}).position() == position
    for position in (START, f"{CHEQUER} w", f"{CHEQUER} -"):
        for option in ({"start": start}, {"layout": "free"}, {"layout": "2"}):
            assert Switch.from_position(position, option).position() == position
