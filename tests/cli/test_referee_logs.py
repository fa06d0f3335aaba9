"""``schiri referee --log``: games are kept, gone on with, replayed and exported."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import typed
from tests.cli.running import Running, process
from tests.cli.scripts import answers, run
from tests.counts import combined, count
from tests.engines.drehwurm_players import Players
from tests.engines.plain_drehwurm import No, PlainDrehwurm
from tests.log.chain import event, forged, header

PEOPLE = ["Ann", "Ben", "Cid"]
NAMES = ("--players", ",".join(PEOPLE))
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


# Zwoggel


def test_a_log_is_kept_gone_on_with_replayed_and_exported(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    lines = GAME.splitlines(keepends=True)
    for part in ("".join(lines[:4]), "".join(lines[4:])):
        assert answers(part, *NAMES, "--log", str(log), game="zwoggel")
    whole = answers(GAME, *NAMES, game="zwoggel")[-1]["state"]
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
    assert answers("flip 0,0 red\n", *NAMES, "--log", str(log), game="zwoggel")
    before = log.read_bytes()
    for options in (["--frame", "8x8"], ["--no-fill-holes"], ["--players", "Ann,Ben"]):
        ran = run("flip 1,0 red\n", "--json", *NAMES, *options, "--log", str(log), game="zwoggel")
        assert (ran.status, ran.out) == (3, "") and log.read_bytes() == before
    assert answers("resign Ann\nresign Ben\n", *NAMES, "--log", str(log), game="zwoggel")
    assert run("undo\n", "--json", *NAMES, "--log", str(log), game="zwoggel").status == 3


def test_a_log_that_was_cut_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    assert answers("flip 0,0 red\nflip 1,1 green\n", *NAMES, "--log", str(log), game="zwoggel")
    log.write_bytes(log.read_bytes()[:-20])
    ran = run("flip 1,1 red\n", "--json", *NAMES, "--log", str(log), game="zwoggel")
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


@pytest.mark.parametrize("game", ["switch", "zwoggel"])
def test_two_programs_do_not_write_one_log(game: str, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    options = (game, "--players", "Ann,Ben", "--json", "--log", str(log), "--script", "-")
    with Running("referee", *options) as first:
        first.type("dispute x\n")
        assert json.loads(first.out.line())["ok"]
        held = log.read_bytes()
        late = process("referee", *options, data=b"dispute y\n")
        assert (late.status, late.out) == (3, "") and "another program" in late.err
        assert log.read_bytes() == held
        first.type("undo\n")
        assert json.loads(first.out.line())["ok"]
        assert first.end_of_input().status == 0
    assert typed("log", "verify", str(log)).out == "ok 3 events unfinished\n"
    assert process("referee", *options, data=b"dispute y\n").status == 0


# Drehwurm


def a_match(mode: str, seed: int) -> tuple[str, dict[str, Any]]:
    """Return a whole match as a script, and the state at its end."""
    plain = PlainDrehwurm(PEOPLE, mode=mode)
    players, lines = Players(random.Random(seed), plain), []
    while not plain.state()["over"]:
        lines.append(players.next_command())
        try:
            plain.say(lines[-1])
        except No:
            continue
    return "\n".join(lines) + "\n", plain.state()


@pytest.mark.parametrize(
    ("mode", "cut"), combined(["full", "fast"], [7, 10_000, 1, 100][: count(2, 4)])
)
def test_a_match_is_logged_resumed_and_played_again(mode: str, cut: int, tmp_path: Path) -> None:
    script, state = a_match(mode, cut)
    log = str(tmp_path / "log")
    lines = script.splitlines(keepends=True)
    options = (*NAMES, "--mode", mode, "--log", log)
    assert answers("".join(lines[:cut]), *options, game="drehwurm")
    # The PC went down, and somebody pressed a key of it while it did.
    if cut < len(lines):
        with open(log, "ab") as file:
            file.write(b'{"n":')
        ran = run("".join(lines[cut:]), "--json", *options, game="drehwurm")
        assert ran.status == 0 and ran.err.startswith("The last line of the log was cut off")
    events = Path(log).read_text().splitlines()
    assert typed("log", "verify", log).out == f"ok {len(events)} events\n"
    replayed = typed("log", "replay", log)
    assert replayed.status == 0 and "DW-10" in replayed.out.splitlines()[-1]
    play = json.loads(typed("log", "export", log, "--format", "bgstats").out)["plays"][0]
    assert {each["score"] for each in play["playerScores"]} == set(
        map(str, state["match"].values())
    )
    winners = [PEOPLE[each["playerRefId"] - 1] for each in play["playerScores"] if each["winner"]]
    assert winners == state["winner"]
    for form in ("text", "json", "csv"):
        assert typed("log", "export", log, "--format", form).status == 0
    assert run("", *options, game="drehwurm").status == 3


def test_a_log_whose_race_is_forged_does_not_replay(tmp_path: Path) -> None:
    log = tmp_path / "log"
    options = (*NAMES, "--mode", "fast", "--log", str(log))
    answers("turned\nrace Ann:5 Cid:9\nstands\n", *options, game="drehwurm")
    assert '"stood","by":"Ann"' in log.read_text()
    assert typed("log", "replay", str(log)).status == 0
    events = [json.loads(line) for line in log.read_text().splitlines()]
    events[2]["entry"] = "race Ann:15 Cid:9"
    for each in events:
        del each["chain"]
    log.write_bytes(forged(events))
    assert typed("log", "replay", str(log)).status == 1
    assert typed("log", "verify", str(log)).out.startswith("line 5: ")


# Joggle


@pytest.mark.parametrize("options", [("--start", "b"), ("--teams", "--extreme")])
def test_a_roll_and_its_move_are_two_events(options: tuple[str, ...], tmp_path: Path) -> None:
    log = tmp_path / "log"
    moves = "Y:d6 Y:h2 R:d5 Y:h8 J"
    assert answers(moves.replace(" ", "\n"), *options, "--log", str(log), game="joggle")
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert typed("log", "verify", str(log)).out == f"ok {len(events)} events unfinished\n"
    assert typed("log", "replay", str(log)).status == 0
    entries = [each["entry"] for each in events if "entry" in each]
    assert entries == moves.replace(":", " ").split()


def test_questions_are_in_no_log(tmp_path: Path) -> None:
    script = "start y3 b7 j\ncan y4 1\nwhich 2\nundo\n"
    answers(script, *NAMES, "--log", f"{tmp_path}/log", game="drehwurm")
    events = [json.loads(line)["event"] for line in (tmp_path / "log").read_text().splitlines()]
    assert events == ["game", "start", "undo"]
