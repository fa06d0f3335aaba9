"""``schiri referee drehwurm``: scripts of both kinds, their logs, and what cannot be."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Ran, typed
from tests.engines.drehwurm_players import Players
from tests.engines.plain_drehwurm import No, PlainDrehwurm
from tests.log.chain import forged

NAMES = ["Ann", "Ben", "Cid"]
GAME = ("referee", "drehwurm", "--players", "Ann,Ben,Cid")
TABLE = ["game", "turn", "phase", "over", "winner", "rule"]
SUMS = ["scores", "match", "number", "starter"]


def run(folder: Path, script: str, *options: str) -> list[dict[str, Any]]:
    """Return the answers to a script, all of them in the form of the interface."""
    path = folder / "script"
    path.write_text(script)
    ran = typed(*GAME, "--json", "--script", str(path), *options)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def a_match(mode: str, seed: int) -> tuple[str, dict[str, Any]]:
    """Return a whole match as a script, and the state at its end."""
    plain = PlainDrehwurm(NAMES, mode=mode)
    players, lines = Players(random.Random(seed), plain), []
    while not plain.state()["over"]:
        lines.append(players.next_command())
        try:
            plain.say(lines[-1])
        except No:
            continue
    return "\n".join(lines) + "\n", plain.state()


def test_a_script_is_full_and_this_is_its_first_answer(tmp_path: Path) -> None:
    first, second, third = run(tmp_path, "start y3 b7 j\nlay y4 1\nlay b4 1\n")
    assert first == {
        "line": 1,
        "ok": True,
        "events": [{"event": "start", "entry": "start y3 b7 j"}],
        "state": {
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
    }
    assert list(second) == ["line", "ok", "code", "rule", "text", "state"]
    assert (second["code"], second["rule"]) == ("same-colour", "DW-3")
    assert second["state"] == first["state"]
    assert third["events"] == [{"event": "lay", "by": "Ben", "entry": "lay b4 1"}]
    assert third["state"]["piles"][0] == {"top": "?", "under": "b4", "cards": 3}


def test_a_fast_script_has_an_order_and_no_cards(tmp_path: Path) -> None:
    *_, last, gone = run(tmp_path, "turned 2\nrace Cid:9 Ann:9\nstands\n", "--mode", "fast")
    assert list(last["state"]) == [*TABLE, "order", *SUMS]
    assert last["state"]["order"] == [
        {"name": "Cid", "ms": 9, "tie": True},
        {"name": "Ann", "ms": 9, "tie": True},
    ]
    assert gone["state"]["order"] == []
    assert gone["events"][1] == {"event": "stood", "by": "Cid", "rule": "DW-6"}


def test_questions_are_answered_and_are_no_entries(tmp_path: Path) -> None:
    script = "start y3 b7 j\ncan y4 1\nwhich 2\ncan b4 1\nundo\nundo\n"
    start, no, which, yes, undone, refused = run(tmp_path, script, "--log", f"{tmp_path}/log")
    can = {"event": "can", "card": "y4", "pile": 1, "legal": False}
    assert no["events"] == [{**can, "code": "same-colour", "rule": "DW-3"}]
    assert which["events"][0]["cards"] == ["g6", "g8", "j", "p6", "p8", "r6", "r8", "y6", "y8"]
    can = {"event": "can", "card": "b4", "pile": 1, "legal": True}
    assert yes["events"] == [{**can, "code": None, "rule": None}]
    assert no["state"] == which["state"] == yes["state"] == start["state"]
    assert undone["ok"] and undone["state"]["phase"] == "start"
    assert (refused["code"], refused["rule"]) == ("nothing-to-undo", "TA-3")
    events = [json.loads(line)["event"] for line in (tmp_path / "log").read_text().splitlines()]
    assert events == ["game", "start", "undo"]


def test_a_game_ends_and_then_the_match(tmp_path: Path) -> None:
    end = "start y3 b7 j\nset hand Ann 0\n"
    *_, first, _next, _, _, _, _, last, over = run(tmp_path, f"{end}next\n{end}next\n{end}next\n")
    result = {"winner": ["Ann"], "rule": "DW-8"}
    sums = {"scores": {"Ann": 0, "Ben": -12, "Cid": -12}}
    once = {"match": {"Ann": 0, "Ben": -12, "Cid": -12}}
    assert first["events"][1] == {"event": "game-end", **result, **sums, **once}
    assert {**first["state"], **result, "over": False, "turn": None} == first["state"]
    thrice = {"match": {"Ann": 0, "Ben": -36, "Cid": -36}}
    result["rule"] = "DW-10"
    assert last["events"][1] == {"event": "end", **result, **sums, **thrice}
    assert {**last["state"], **result, "over": True, "turn": None} == last["state"]
    assert (over["code"], over["rule"]) == ("game-over", "TA-2")


# Logs


@pytest.mark.parametrize("mode", ["full", "fast"])
@pytest.mark.parametrize("cut", [1, 7, 100, 10_000])
def test_a_match_is_logged_resumed_and_played_again(mode: str, cut: int, tmp_path: Path) -> None:
    script, state = a_match(mode, cut)
    log = str(tmp_path / "log")
    lines = script.splitlines(keepends=True)
    options = ("--mode", mode, "--log", log)
    first = run(tmp_path, "".join(lines[:cut]), *options)
    # The PC went down, and somebody pressed a key of it while it did.
    if cut < len(lines):
        with open(log, "ab") as file:
            file.write(b'{"n":')
        run_on(tmp_path, "".join(lines[cut:]), *options)
    assert first
    assert (
        typed("log", "verify", log).out == f"ok {len(Path(log).read_text().splitlines())} events\n"
    )
    replayed = typed("log", "replay", log)
    assert replayed.status == 0 and "DW-10" in replayed.out.splitlines()[-1]
    play = json.loads(typed("log", "export", log, "--format", "bgstats").out)["plays"][0]
    assert {each["score"] for each in play["playerScores"]} == set(
        map(str, state["match"].values())
    )
    winners = [NAMES[each["playerRefId"] - 1] for each in play["playerScores"] if each["winner"]]
    assert winners == state["winner"]
    for form in ("text", "json", "csv"):
        assert typed("log", "export", log, "--format", form).status == 0
    finished = typed(*GAME, *options)
    assert finished.status == 3


def run_on(folder: Path, script: str, *options: str) -> None:
    """Go on with a log whose last line was cut."""
    path = folder / "script"
    path.write_text(script)
    ran = typed(*GAME, "--json", "--script", str(path), *options)
    assert ran.status == 0 and ran.err.startswith("The last line of the log was cut off")


def test_a_log_whose_race_is_forged_does_not_replay(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run(tmp_path, "turned\nrace Ann:5 Cid:9\nstands\n", "--mode", "fast", "--log", str(log))
    assert '"stood","by":"Ann"' in log.read_text()
    assert typed("log", "replay", str(log)).status == 0
    events = [json.loads(line) for line in log.read_text().splitlines()]
    events[2]["entry"] = "race Ann:15 Cid:9"
    for event in events:
        del event["chain"]
    log.write_bytes(forged(events))
    assert typed("log", "verify", str(log)).status == 0
    assert typed("log", "replay", str(log)).status == 1


# What cannot be


def refused(*words: str) -> Ran:
    ran = typed("referee", "drehwurm", *words, "--script", "/dev/null")
    assert ran.out == "" and len(ran.err.strip().splitlines()) == 1
    return ran


@pytest.mark.parametrize(
    ("players", "status"),
    [
        ("A,B", 2),
        ("A", 2),
        (",".join("ABCDEFG"), 2),
        (",".join(f"P{number}" for number in range(40)), 2),
        ("A,B,A", 1),
        ("A,B,", 1),
        ("A,B,C\x1b[2J", 1),
        ("A,B,C\x07", 1),
        ("A,B,C D", 1),
        ("A,B,C:1", 1),
        ("A,B," + "C" * 25, 1),
    ],
)
def test_players_that_cannot_be(players: str, status: int) -> None:
    assert refused("--players", players).status == status


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--colours", "2"),
        ("--colours", "7"),
        ("--joker", "x"),
        ("--mode", "x"),
        ("--throw-in", "x"),
        ("--throw-in-s", "-1"),
        ("--throw-in-s", "1.5"),
        ("--false-start-ms", "1e3"),
        ("--lockout-ms", "99999999999999999999"),
    ],
)
def test_options_that_cannot_be(option: str, value: str) -> None:
    assert refused(option, value).status == 2


def test_names_may_be_words_of_the_referee(tmp_path: Path) -> None:
    script = "turned\nrace next:3 undo:3\nillegal\nstands\nate undo y 1 0 1\nend\nleft undo 3\n"
    path = tmp_path / "script"
    path.write_text(script)
    options = ("--mode", "fast", "--json", "--script", str(path), "--players", "next,turned,undo")
    lines = typed("referee", "drehwurm", *options).out.splitlines()
    assert [json.loads(line)["ok"] for line in lines] == [True] * 7
