"""``schiri referee --log``: games are saved, continued, replayed and exported."""

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

PEOPLE = ["Ann", "Ben", "Cid"]
NAMES = ("--players", ",".join(PEOPLE))


def test_two_programs_do_not_write_one_log(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    options = ("zwoggel", "--players", "Ann,Ben", "--json", "--log", str(log), "--script", "-")
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
    # The PC was switched off in the middle of a line.
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
