"""Scripts for the referee, and what every answer in JSON must be like."""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.cli.command import typed

Answer = dict[str, Any]

DONE = ["line", "ok", "events", "state"]
REFUSED = ["line", "ok", "code", "rule", "text", "state"]
STATE = {"game", "turn", "phase", "over", "winner", "rule", "position", "colours"}

# Twelve of each where layout 1 has them, placed in the order of the cells.
CHEQUER_PLACED = [
    f"place {file}{rank} {'bw'[(column + row) % 2]}"
    for row, rank in enumerate("12345")
    for column, file in enumerate("abcde")
    if file + rank != "c3"
]
# After these neither field that is left can take the twelfth dark stone.
RUNS_DRY = [
    f"place {stone[:2]} {stone[2]}"
    for stone in (
        *("a4w", "c1w", "a2w", "d2b", "b2b", "e1w", "b4w", "a3w", "d1b", "e4b", "e2w", "c5b"),
        *("b5b", "d4b", "e5b", "d5w", "a1w", "a5w", "e3w", "c3w", "d3b", "c2b", "c4b"),
    )
]


def answers(script: str | bytes, *options: str, game: str = "switch") -> list[Answer]:
    """Return the answers to a script, each found as the interface has it."""
    data = script.encode() if isinstance(script, str) else script
    with TemporaryDirectory() as folder:
        path = Path(folder) / "script"
        path.write_bytes(data)
        ran = typed("referee", game, "--json", "--script", str(path), *options)
    assert (ran.status, ran.err) == (0, "")
    return read_answers(ran.out)


def read_answers(out: str) -> list[Answer]:
    """Return the answers on standard output, checked."""
    found: list[Answer] = []
    # Other characters that may end a line elsewhere are part of a text here.
    for line in out.split("\n")[:-1]:
        answer: Answer = json.loads(line)
        check_answer(answer)
        if not answer["ok"] and found:
            assert answer["state"] == found[-1]["state"]
        assert not found or answer["line"] > found[-1]["line"]
        found.append(answer)
    return found


def check_answer(answer: Answer) -> None:
    """Hold one answer against the interface."""
    assert list(answer) == (DONE if answer["ok"] else REFUSED)
    if answer["ok"]:
        assert answer["events"] and all(type(event["event"]) is str for event in answer["events"])
    else:
        assert " " not in answer["code"] and len(answer["text"].split()) > 2
        assert answer["rule"] is None or re.fullmatch("(SW|JO|TA)-[0-9]+", answer["rule"])
    check_state(answer["state"])


def check_state(state: Answer) -> None:
    """Hold a state against the interface."""
    assert state["over"] is (state["phase"] == "over")
    assert (state["turn"] is None) is state["over"] is (state["rule"] is not None)
    assert state["over"] or state["winner"] == []
    {"switch": check_switch, "joggle": check_joggle}[state["game"]](state)


def check_switch(state: Answer) -> None:
    """Hold a state of Switch against the interface."""
    assert set(state) == STATE | {"counter"}
    assert state["phase"] in ("place", "choose", "play", "over")
    assert type(state["counter"]) is bool and not (state["counter"] and state["over"])
    assert state["phase"] in ("play", "over") or state["colours"] == {}
    rows, side = state["position"].split(" ")
    assert (side == "-") is (state["phase"] != "play")
    if side != "-":
        assert state["colours"][state["turn"]] == side
        assert sorted(state["colours"].values()) == ["b", "w"]
    assert [len(row) for row in rows.split("/")] == [5] * 5


def check_joggle(state: Answer) -> None:
    """Hold a state of Joggle against the interface."""
    assert set(state) == STATE | {"left"}
    assert state["phase"] in ("roll", "move", "over")
    rows, side, roll, turns, *left = state["position"].split(" ")
    assert (side == "-") is state["over"] and (roll != "-") is (state["phase"] == "move")
    assert state["over"] or state["colours"][state["turn"]] == side
    assert [len(row) for row in rows.split("/")] == [8] * 8
    assert int(turns) >= 64 - rows.count(".")
    assert list(state["left"]) == list(state["colours"]) and len(state["left"]) in (2, 4)
    for colour in "bw":
        names = [name for name in state["left"] if state["colours"][name] == colour]
        assert sum(state["left"][name] for name in names) == 16 - rows.count(colour)
    if left:
        assert left == [",".join(map(str, state["left"].values()))]


def play(*commands: str, options: tuple[str, ...] = (), game: str = "switch") -> Answer:
    """Return the answer to the last of some commands; all before it are legal."""
    found = answers("".join(f"{command}\n" for command in commands), *options, game=game)
    assert len(found) == len(commands)
    assert all(answer["ok"] for answer in found[:-1]), found
    return found[-1]
