"""``schiri referee --script --json``: each command answered as the interface has it.

What the rules make of a command is tested below the command line; the playthroughs have it all.
"""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.languages import LANGUAGES

from tests.cli.command import Ran, typed
from tests.cli.scripts import answers, run
from tests.counts import IS_PROOF, combined, count
from tests.each import each
from tests.engines.zwoggel_players import NONSENSE
from tests.golden import steps
from tests.playthroughs.player import scripts
from tests.referee.shape import Answer

EMPTY = "/".join(["........"] * 8)
FIRST: list[tuple[str, str, list[Answer], Answer]] = [
    (
        "switch",
        "a1-c3",
        [{"event": "move", "by": "Ann", "entry": "a1-c3"}],
        {
            "game": "switch",
            "turn": "Ben",
            "phase": "play",
            "over": False,
            "winner": [],
            "rule": None,
            "position": "bwbwb/wbwbw/bwbwb/wbwbw/.wbwb w",
            "counter": False,
            "colours": {"Ann": "b", "Ben": "w"},
        },
    ),
    (
        "joggle",
        "R:b1",
        [
            {"event": "roll", "by": "Ann", "entry": "R", "origin": "die"},
            {"event": "move", "by": "Ann", "entry": "b1"},
        ],
        {
            "game": "joggle",
            "turn": "Ben",
            "phase": "roll",
            "over": False,
            "winner": [],
            "rule": None,
            "position": EMPTY[:-8] + ".w...... b - 1",
            "left": {"Ann": 15, "Ben": 16},
            "colours": {"Ann": "w", "Ben": "b"},
        },
    ),
    (
        "zwoggel",
        "flip 0,0 red",
        [{"event": "flip", "by": "Ann", "entry": "flip 0,0 red"}],
        {
            "game": "zwoggel",
            "turn": "Ann",
            "phase": "flip",
            "over": False,
            "winner": [],
            "rule": None,
            "flips_left": 1,
            "stock": 60,
            "penalties": {"Ann": 0, "Ben": 0},
            "out": [],
            "field": {"0,0": "red", "1,0": "down", "0,1": "down", "1,1": "down"},
        },
    ),
    (
        # A script is of the full referee.
        "drehwurm",
        "start y3 b7 j",
        [{"event": "start", "entry": "start y3 b7 j"}],
        {
            "game": "drehwurm",
            "turn": "Ben",
            "phase": "turn",
            "over": False,
            "winner": [],
            "rule": None,
            "piles": [{"top": card, "under": "?", "cards": 2} for card in ("y3", "b7", "j")],
            "hands": {"Ann": 12, "Ben": 12, "Cid": 12},
            "hens": {"Ann": 2, "Ben": 2, "Cid": 2},
            "draw": 54,
            "eaten": {"Ann": [], "Ben": [], "Cid": []},
            "scores": {"Ann": 0, "Ben": 0, "Cid": 0},
            "match": {"Ann": 0, "Ben": 0, "Cid": 0},
            "number": 1,
            "starter": "Ben",
        },
    ),
]


@each(("game", "command", "events", "state"), FIRST)
def test_the_first_answer_is_this(
    game: str, command: str, events: list[Answer], state: Answer
) -> None:
    names = "Ann,Ben,Cid" if game == "drehwurm" else "Ann,Ben"
    wanted = {"line": 1, "ok": True, "events": events, "state": state}
    assert answers(command + "\n", "--players", names, game=game) == [wanted]


def test_a_fast_script_has_an_order_and_no_cards() -> None:
    script = "turned 2\nrace Cid:9 Ann:9\nstands\n"
    options = ("--mode", "fast", "--players", "Ann,Ben,Cid")
    *_, last, gone = answers(script, *options, game="drehwurm")
    assert last["state"]["order"] == [
        {"name": "Cid", "ms": 9, "tie": True},
        {"name": "Ann", "ms": 9, "tie": True},
    ]
    assert gone["state"]["order"] == []
    assert gone["events"][1] == {"event": "stood", "by": "Cid", "rule": "DW-6"}


def test_questions_are_answered() -> None:
    script = "start y3 b7 j\ncan y4 1\nwhich 2\ncan b4 1\n"
    _, no, which, yes = answers(script, game="drehwurm")
    can = {"event": "can", "card": "y4", "pile": 1, "legal": False}
    assert no["events"] == [{**can, "code": "same-colour", "rule": "DW-3"}]
    assert which["events"][0]["cards"] == ["g6", "g8", "j", "p6", "p8", "r6", "r8", "y6", "y8"]
    can = {"event": "can", "card": "b4", "pile": 1, "legal": True}
    assert yes["events"] == [{**can, "code": None, "rule": None}]


def test_a_three_is_told_with_its_places_the_penalty_and_the_hole() -> None:
    found = answers("set square 2,0 red\nflip 0,0 red\nflip 1,0 red\n", game="zwoggel")[-1]
    three = {"event": "three", "by": "A", "colour": "red", "cells": [["0,0", "1,0", "2,0"]]}
    assert found["events"] == [
        {"event": "flip", "by": "A", "entry": "flip 1,0 red"},
        {**three, "rule": "ZW-4"},
        {"event": "penalty", "by": "A", "hole": "1,0", "count": 1, "rule": "ZW-4"},
    ]


@each(
    ("game", "more"),
    [("switch", {}), ("joggle", {"rolls": {"w": [0] * 5, "b": [0] * 5}})]
    + [("zwoggel", {"traps": {n: {"survived": 0, "sprung": 0, "laid": 0} for n in "AB"}})],
)
def test_an_end_is_told_with_its_winner_and_rule(game: str, more: Answer) -> None:
    rule = {"switch": "SW-11", "joggle": "JO-13", "zwoggel": "ZW-7"}[game]
    found = answers("resign A\nundo\n", game=game)
    end = {"event": "end", "winner": ["B"], "rule": rule, **more}
    assert found[0]["events"][-1] == end and found[0]["state"]["winner"] == ["B"]
    assert found[0]["state"]["rule"] == rule and found[0]["state"]["turn"] is None
    assert found[1]["events"] == [{"event": "undo", "entry": "undo"}]
    assert not found[1]["state"]["over"]


def test_a_refusal_changes_nothing_and_the_session_goes_on() -> None:
    first, second, third, fourth = answers("b1-c3\nnonsense\nresign Zoe\na1-c3\n")
    assert first["code"] == "move-not-yours" and first["rule"] == "SW-4"
    assert second["code"] == "bad-move" and second["rule"] is None
    assert third["code"] == "unknown-name" and third["rule"] == "TA-4"
    assert first["state"] == third["state"] and fourth["ok"]


# Scripts


@each(
    ("script", "lines"),
    [
        ("", []),
        ("\n\n# nothing\n", []),
        ("a1-c3", [1]),
        ("# first\n\na1-c3\n   \n  # third\n\tundo  \n", [3, 6]),
        ("a1-c3\r\n\r\n# x\r\nundo\r\n", [1, 4]),
        ("\ufeffa1-c3\nundo\n", [1, 2]),
        ("\ufeff# first\nundo\na1-c3\n", [2, 3]),
        ("\ufeff\n\ufeffa1-c3\n", [2]),
        # No other character ends a line.
        ("dispute a\u2028b\x85c\x0bd\x0ce\nundo\n", [1, 2]),
    ],
)
def test_lines_are_counted_as_they_stand_in_the_file(script: str, lines: list[int]) -> None:
    assert [answer["line"] for answer in answers(script)] == lines


@each(
    "data",
    [b"\xff\xfe", b"a1-c3\xff\n", b"\x00\n\x00\x00\n", b"a\x001\x00-\x00c\x003\x00", b"\x1b[2J"],
)
def test_what_is_no_text_is_no_command(data: bytes) -> None:
    found = answers(data)
    assert found and all(answer["code"] == "bad-move" for answer in found)
    assert all(answer["rule"] is None for answer in found)


def test_what_is_no_text_in_a_dispute_is_kept_as_well_as_it_goes() -> None:
    (answer,) = answers(b"dispute caf\xe9 \xe2\x82\xac\n")
    assert answer["events"][0]["entry"] == "dispute caf\ufffd €"


# Each is a command of its own, which takes longer than most texts.
FEWER = settings(max_examples=count(8, 300))


@FEWER
@given(st.binary(max_size=300))
def test_any_bytes_are_a_script(data: bytes) -> None:
    answers(data)


WORDS = ["set position ", "set turn ", "resign ", "dispute ", "place ", "choose ", "undo "]
WORDS += ["flip ", "set square ", "set stock ", "lay ", "race "]


BEGUN = [("switch",), ("switch", "--layout", "free"), ("joggle",), ("zwoggel",), ("drehwurm",)]


@FEWER
@given(st.lists(st.text(max_size=30), max_size=10), st.sampled_from(BEGUN))
def test_any_text_is_a_script_of_any_game(lines: list[str], begun: tuple[str, ...]) -> None:
    script = "\n".join(WORDS[len(line) % len(WORDS)] + line for line in lines)
    game, *options = begun
    answers(script.encode(errors="replace"), *options, game=game)


def test_nonsense_is_refused_and_the_session_goes_on() -> None:
    found = answers("\n".join([*NONSENSE, "flip 0,0 red"]), "--players=A,B,Cid", game="zwoggel")
    assert not any(answer["ok"] for answer in found[:-1]) and found[-1]["ok"]
    assert len(found) == len([text for text in NONSENSE if text]) + 1


def test_a_long_line_is_a_line() -> None:
    first, second = answers("a" * 2**20 + "\ndispute " + "a" * 2**20 + "\n")
    assert first["code"] == "bad-move" and len(first["text"]) < 300
    assert len(second["events"][0]["entry"]) == 2**20 + len("dispute ")


@each("name", ["", ".", "missing", "below/a/file", "x" * 300])
def test_a_script_that_cannot_be_read_is_told(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = str(tmp_path / name) if name else ""
    ran = typed("referee", "switch", "--script", script, "--log", str(log))
    assert (ran.status, ran.out) == (3, "") and len(ran.err.splitlines()) == 1
    assert not log.exists()


def games_of(name: str, least: int) -> list[tuple[str, str]]:
    """Return the options and the script of each game of a playthrough that is so long."""
    (path,) = [path for path in scripts() if path.stem == name]
    found: list[tuple[str, list[str]]] = []
    for step in steps(path.read_text()):
        if step.text.startswith("begin "):
            found.append((step.text, []))
        elif step.is_command and step.text not in ("moves", "summary"):
            found[-1][1].extend(step.text.split(" ; "))
    return [(begun, "\n".join(lines)) for begun, lines in found if len(lines) >= least]


def options_of(begun: str) -> list[str]:
    """Return how a game of a playthrough is begun on the command line."""
    _, _, *words = begun.split()
    names = [word for word in words if "=" not in word]
    pairs = [word.split("=", 1) for word in words if "=" in word]
    options = [f"--{key}" if value == "on" else f"--{key}={value}" for key, value in pairs]
    return ["--players", ",".join(names), *options]


@each(
    ("name", "languages"),
    combined(
        ["switch", "joggle", "zwoggel", "drehwurm_full", "drehwurm_fast"],
        [LANGUAGES] if IS_PROOF else [("de", "en"), ("fr", "en")],
    ),
)
def test_language_changes_the_texts_of_a_whole_game_alone(
    name: str, languages: tuple[str, ...]
) -> None:
    begun, script = games_of(name, 40)[-1]
    game, options = name.split("_")[0], options_of(begun)
    found = {
        each: answers(script + "\nnonsense\n", *options, "--lang", each, game=game)
        for each in languages
    }
    texts = [[answer.pop("text", None) for answer in found[each]] for each in found]
    assert all(found[each] == found["en"] for each in languages)
    assert len(set(map(tuple, texts))) == len(languages)


# Names and options


def starts(*options: str, game: str = "switch") -> Ran:
    return typed("referee", game, "--json", "--script", "/dev/null", *options)


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith("\n") and "\x1b" not in text


NO_PLAYERS = [
    ("Ann", 2, "players is 1; the game is for "),
    (",".join(f"P{number}" for number in range(40)), 2, "players is 40"),
    ("Ann,Ann,Ben", 1, "doubled-name TA-4 - "),
    ("Ann,Be\tn", 1, "bad-name TA-4 - "),
    ("Ann,\x1b[2JBen", 1, "bad-name TA-4 - "),
    ("Ann,", 1, "bad-name TA-4 - "),
    ("", 1, "bad-name TA-4 - "),
    ("A" * 25 + ",Ben", 1, "bad-name TA-4 - "),
]


@each(("game", "case"), combined(["switch", "joggle", "zwoggel", "drehwurm"], NO_PLAYERS))
def test_who_cannot_play_is_told(game: str, case: tuple[str, int, str]) -> None:
    players, status, said = case
    ran = starts(f"--players={players}", game=game)
    assert (ran.status, ran.out) == (status, "") and said in ran.err and is_one_line(ran.err)


def test_the_number_of_names_goes_with_the_options() -> None:
    assert starts("--players=A,B,C,D", game="joggle").status == 2
    assert starts("--players=A,B,C,D", "--teams", game="joggle").status == 0


@each(
    ("options", "position"),
    [
        (("--layout=2", "--start=w"), "wbwwb/bwbbw/bw.wb/wbbwb/bwwbw w"),
        (("--layout=.wbwb/wbwbw/bwbwb/wbwbw/bwbwb",), ".wbwb/wbwbw/bwbwb/wbwbw/bwbwb b"),
        (("--layout", "free"), "...../...../...../...../..... -"),
    ],
)
def test_a_layout_is_where_it_starts(options: tuple[str, ...], position: str) -> None:
    state = answers("nonsense\n", *options)[0]["state"]
    assert state["position"] == position and state["turn"] == "A"


def test_a_layout_with_a_connected_colour_is_no_start() -> None:
    ran = starts("--layout=bbbbb/bbbbb/bb.ww/wwwww/wwwww")
    assert (ran.status, ran.out) == (1, "") and is_one_line(ran.err)
    assert ran.err.startswith("layout-connected SW-10 a3,a4,a5,b3,b4,b5,c4,c5,d4,d5,e4,e5 ")


@each(
    ("game", "option"),
    [("switch", "--layout="), ("switch", "--layout=x"), ("switch", "--repetition=on")]
    + [("switch", "--start=Ann"), ("joggle", "--goal=5S"), ("joggle", "--board=MAP")]
    + [("zwoggel", "--frame=9x9"), ("drehwurm", "--colours=7"), ("drehwurm", "--joker=x")]
    + [("drehwurm", "--mode=x"), ("drehwurm", "--throw-in=x"), ("drehwurm", "--throw-in-s=1.5")]
    + [("drehwurm", "--false-start-ms=1e3"), ("drehwurm", "--lockout-ms=99999999999999999999")],
)
def test_a_wrong_value_is_told(game: str, option: str) -> None:
    ran = starts(option, game=game)
    assert (ran.status, ran.out) == (2, "") and is_one_line(ran.err)


@each(
    "options",
    [["--goal", "1R"], ["--extreme"], ["--no-fill-holes"], ["--mode", "fast"], ["--colours", "5"]]
    + [["--layout"], ["--start"], ["extra"], ["--nonsense"], ["--json=1"], ["--lang", "xx"]],
)
def test_options_of_other_games_are_wrong_usage(options: list[str]) -> None:
    ran = starts(*options)
    assert (ran.status, ran.out) == (2, "") and ran.err
    assert starts("--fill-holes", game="zwoggel").status == 2


def test_options_are_named_at_the_start_in_each_language() -> None:
    said = set()
    for language in ("de", "en", "fr"):
        ran = run("", "--frame", "8x8", "--trip-ends-turn", "--lang", language, game="zwoggel")
        assert (ran.status, ran.out) == (0, "") and ran.err.count("ZW-") == 3
        said.add(ran.err)
    assert len(said) == 3
    assert any("Frame: 8 by 8 (ZW-3, house rule)" in each for each in said)
