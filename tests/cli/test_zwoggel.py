"""``schiri referee zwoggel``: answers, names, options, logs and words as the interface has them."""

import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import Ran, process, typed
from tests.engines import plain_zwoggel as plain
from tests.engines.zwoggel_players import NONSENSE, Players
from tests.log.chain import event, forged, header

Answer = dict[str, Any]

STATE = ["game", "turn", "phase", "over", "winner", "rule", "flips_left", "stock", "penalties"]
STATE += ["out", "field"]
NAMES = ("--players", "Ann,Ben,Cid")
# Ann springs a trap that nobody laid, Ben resigns, and so does she.
GAME = """# a whole game
set square 2,0 red
flip 0,0 red
flip 1,0 red

place 5,5 6,6 7,7
dispute was that a diagonal
resign Ben
undo
resign Ben
resign Ann
"""


def run(script: str | bytes, *options: str) -> Ran:
    """Let a script be refereed."""
    data = script.encode(errors="surrogatepass") if isinstance(script, str) else script
    with TemporaryDirectory() as folder:
        path = Path(folder) / "script"
        path.write_bytes(data)
        return typed("referee", "zwoggel", "--script", str(path), *(options or NAMES))


def answers(script: str | bytes, *options: str) -> list[Answer]:
    """Return the answers to a script, each held against the interface."""
    ran = run(script, "--json", *(options or NAMES))
    assert (ran.status, ran.err) == (0, "")
    found = [json.loads(line) for line in ran.out.split("\n")[:-1]]
    for before, answer in zip([None, *found], found, strict=False):
        check(answer)
        if before and not answer["ok"]:
            assert answer["state"] == before["state"]
    return found


def check(answer: Answer) -> None:
    """Hold an answer against the interface."""
    if answer["ok"]:
        assert list(answer) == ["line", "ok", "events", "state"]
    else:
        assert list(answer) == ["line", "ok", "code", "rule", "text", "state"]
        assert len(answer["text"].split()) > 2 and " " not in answer["code"]
    state = answer["state"]
    assert list(state) == STATE and state["game"] == "zwoggel"
    assert state["phase"] in ("flip", "place", "over")
    assert state["over"] is (state["phase"] == "over") is (state["turn"] is None)
    assert (state["flips_left"] > 0) is (state["phase"] == "flip")
    assert set(state["field"].values()) <= {"down", "red", "green"}
    assert all(0 <= count <= 3 for count in state["penalties"].values())
    # What became of the traps is said when it is over, and never before.
    ends = [each for each in answer.get("events", []) if each["event"] == "end"]
    assert ("survived" in json.dumps(answer)) is bool(ends)


def test_the_first_answer_is_this() -> None:
    assert answers("flip 0,0 red\n", "--players", "Ann,Ben") == [
        {
            "line": 1,
            "ok": True,
            "events": [{"event": "flip", "by": "Ann", "entry": "flip 0,0 red"}],
            "state": {
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
        }
    ]


def test_a_three_is_told_with_its_places_the_penalty_and_the_hole() -> None:
    found = answers("set square 2,0 red\nflip 0,0 red\nflip 1,0 red\n")[-1]
    assert found["events"] == [
        {"event": "flip", "by": "Ann", "entry": "flip 1,0 red"},
        {
            "event": "three",
            "by": "Ann",
            "colour": "red",
            "cells": [["0,0", "1,0", "2,0"]],
            "rule": "ZW-4",
        },
        {"event": "penalty", "by": "Ann", "hole": "1,0", "count": 1, "rule": "ZW-4"},
    ]
    assert "1,0" not in found["state"]["field"] and found["state"]["phase"] == "place"


def test_the_end_tells_the_traps() -> None:
    found = answers(GAME)[-1]
    end = found["events"][-1]
    assert (end["event"], end["winner"], end["rule"]) == ("end", ["Cid"], "ZW-7")
    assert end["traps"]["Ann"] == {"survived": 0, "sprung": 1, "laid": 0}
    assert found["events"][0] == {"event": "resign", "by": "Ann", "entry": "resign Ann"}


@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_random_players_is_answered(seed: int) -> None:
    game = plain.start(("Ann", "Ben", "Cid"), plain.Rules())
    players, lines = Players(random.Random(seed), 0.2, 0.5), []
    for _ in range(120):
        text = players.text(game)
        lines.append(text)
        due = plain.play(game, text)
        game = due if isinstance(due, plain.Game) and text != "undo" else game
    assert len(answers("\n".join(line for line in lines if line != "undo"))) > 60


@pytest.mark.slow
@given(st.lists(st.text(max_size=30), max_size=10))
def test_any_text_is_a_script(lines: list[str]) -> None:
    words = ["flip ", "place ", "set square ", "set turn ", "resign ", "dispute ", "set stock "]
    text = "\n".join(words[len(line) % len(words)] + line for line in lines)
    answers(text.encode(errors="replace"))


def test_nonsense_is_refused_and_the_session_goes_on() -> None:
    found = answers("\n".join([*NONSENSE, "flip 0,0 red"]))
    assert not any(answer["ok"] for answer in found[:-1]) and found[-1]["ok"]
    assert len(found) == len([text for text in NONSENSE if text]) + 1


def test_language_changes_the_texts_alone() -> None:
    script = GAME + "flip 9,9 red\nplace 1\nset stock 99\n"
    found = {each: answers(script, *NAMES, "--lang", each) for each in ("de", "en", "fr")}
    for de, en, fr in zip(*found.values(), strict=True):
        assert len({de.pop("text", "1"), en.pop("text", "2"), fr.pop("text", "3")}) == 3
        assert de == en == fr


# Names and options


@pytest.mark.parametrize(
    ("players", "status", "said"),
    [
        ("Ann", 2, "1 names; the game is for 2-4"),
        ("A,B,C,D,E", 2, "5 names"),
        (",".join(f"P{number}" for number in range(40)), 2, "40 names"),
        ("Ann,Ann", 1, "doubled-name TA-4"),
        ("Ann,Be\tn", 1, "bad-name TA-4"),
        ("Ann,\x1b[2JBen", 1, "bad-name TA-4"),
        ("Ann,\u202eBen", 1, "bad-name TA-4"),
        ("Ann,", 1, "bad-name TA-4"),
        ("A" * 25 + ",Ben", 1, "bad-name TA-4"),
    ],
)
def test_who_cannot_play_is_told(players: str, status: int, said: str) -> None:
    ran = run("flip 0,0 red\n", "--json", "--players", players)
    assert (ran.status, ran.out) == (status, "") and said in ran.err
    assert len(ran.err.splitlines()) == 1 and "\x1b" not in ran.err


@pytest.mark.parametrize("players", ["Ann,Ben", "a,A", "red,green", "undo,set,flip,place"])
def test_names_are_taken_and_the_first_starts(players: str) -> None:
    first = answers("flip 0,0 red\n", "--players", players)[0]["state"]
    assert first["turn"] == players.split(",")[0]
    assert list(first["penalties"]) == players.split(",")


def test_without_names_there_are_two() -> None:
    state = answers("flip 0,0 red\n", "--frame", "none")[0]["state"]
    assert state["penalties"] == {"A": 0, "B": 0}


@pytest.mark.parametrize(
    "options", [["--frame", "9x9"], ["--frame"], ["--fill-holes"], ["--goal", "1R"]]
)
def test_an_option_that_is_none_is_told(options: list[str]) -> None:
    assert run("", "--json", *options).status == 2


def test_options_are_named_at_the_start_in_each_language() -> None:
    said = set()
    for language in ("de", "en", "fr"):
        ran = run("", "--frame", "8x8", "--trip-ends-turn", "--lang", language)
        assert (ran.status, ran.out) == (0, "") and ran.err.count("ZW-") == 3
        said.add(ran.err)
    assert len(said) == 3
    assert any("Frame: 8 by 8 (ZW-3, house rule)" in each for each in said)


@pytest.mark.parametrize("verb", ["moves", "perft", "apply", "why"])
def test_the_engine_knows_no_position_of_it(verb: str) -> None:
    ran = typed("engine", verb, "zwoggel", "x", "1")
    assert (ran.status, ran.out) == (2, "") and "switch" in ran.err


# Words


def test_people_are_told_what_happens() -> None:
    ran = run(GAME)
    assert ran.status == 0
    for words in (
        "Three in a row, red: 0,0 1,0 2,0 (ZW-4)",
        "Ann takes 1,0 as penalty card 1 of 3; a hole is left. (ZW-4)",
        "A card is laid next to one that lies there, straight or diagonal. (ZW-3)",
        "    0   R  .  R",
        "Ben is out. (ZW-11)",
        "Cid has won. Everybody else is out. (ZW-7)",
        "Traps of Ann: survived 0, sprung 1, laid 0",
    ):
        assert words in ran.out


def test_lots_decide_who_starts_at_a_prompt() -> None:
    starts = set()
    for _ in range(6):
        ran = process("referee", "zwoggel", *NAMES)
        starts |= {name for name in ("Ann", "Ben", "Cid") if f"{name} turns up a card." in ran.out}
        assert "Stock: 60" in ran.out and "Holes: may be filled" in ran.err
        if len(starts) > 1:
            break
    assert len(starts) > 1


# Logs


def test_a_log_is_kept_gone_on_with_replayed_and_exported(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    lines = GAME.splitlines(keepends=True)
    for part in ("".join(lines[:4]), "".join(lines[4:])):
        assert answers(part, *NAMES, "--log", str(log))
    whole = answers(GAME)[-1]["state"]
    assert typed("log", "verify", str(log)).out == "ok 15 events\n"
    assert json.loads(typed("log", "replay", str(log)).lines[-1]) == whole
    shown = typed("log", "show", str(log)).out
    assert "dispute was that a diagonal" in shown and "undo" in shown and "Three in a row" in shown
    assert typed("log", "export", str(log), "--format", "csv").out.count("\n") == 16
    assert "Traps of Ann" in typed("log", "export", str(log), "--format", "text").out
    assert len(json.loads(typed("log", "export", str(log), "--format", "json").out)) == 15
    play = json.loads(typed("log", "export", str(log), "--format", "bgstats").out)
    scores = {each["playerRefId"]: each["winner"] for each in play["plays"][0]["playerScores"]}
    assert scores == {1: False, 2: False, 3: True} and play["games"][0]["name"] == "Zwoggel"


def test_a_log_of_other_options_or_a_finished_one_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    assert answers("flip 0,0 red\n", *NAMES, "--log", str(log))
    before = log.read_bytes()
    for options in (["--frame", "8x8"], ["--no-fill-holes"], ["--players", "Ann,Ben"]):
        ran = run("flip 1,0 red\n", "--json", *NAMES, *options, "--log", str(log))
        assert (ran.status, ran.out) == (3, "") and log.read_bytes() == before
    assert answers("resign Ann\nresign Ben\n", *NAMES, "--log", str(log))
    assert run("undo\n", "--json", *NAMES, "--log", str(log)).status == 3


def test_a_log_that_was_cut_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    assert answers("flip 0,0 red\nflip 1,1 green\n", *NAMES, "--log", str(log))
    log.write_bytes(log.read_bytes()[:-20])
    ran = run("flip 1,1 red\n", "--json", *NAMES, "--log", str(log))
    assert ran.status == 0 and "cut off" in ran.err
    assert json.loads(ran.out)["state"]["field"]["1,1"] == "red"


@pytest.mark.parametrize("kind", ["three", "penalty", "out", "stock", "aside", "end"])
def test_events_of_our_names_with_other_fields_are_shown_all_the_same(
    kind: str, tmp_path: Path
) -> None:
    log = tmp_path / "game.jsonl"
    odd = event(2, kind, winner=["A"], rule="ZW-7", traps=[1], by="A", cells=7)
    log.write_bytes(forged([header(game="zwoggel"), odd]))
    ran = typed("log", "show", str(log))
    assert (ran.status, ran.err) == (0, "") and kind in ran.out
