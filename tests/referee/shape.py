"""The shape of a referee's answer for every game: keys, phases, side to move."""

import re
from typing import Any

from schiri.prose import words_of

from tests.games import beside

Answer = dict[str, Any]

DONE = ["line", "ok", "events", "state"]
REFUSED = ["line", "ok", "code", "rule", "text", "state"]
STATE = ["game", "turn", "phase", "over", "winner", "rule"]


def check_answer(answer: Answer) -> None:
    assert list(answer) == (DONE if answer["ok"] else REFUSED)
    if answer["ok"]:
        check_events(answer["events"])
    else:
        prefix = words_of(answer["state"]["game"]).rules[0][0].split("-")[0]
        assert " " not in answer["code"] and len(answer["text"].split()) > 2
        assert answer["rule"] is None or re.fullmatch(f"({prefix}|TA)-[0-9]+", answer["rule"])
    check_state(answer["state"])


def check_events(events: list[Answer]) -> None:
    assert events and all(type(event["event"]) is str for event in events)
    # The traps are only revealed at the end.
    for event in events:
        assert ("traps" not in event) or event["event"] == "end"


def check_state(state: Answer) -> None:
    assert list(state)[:6] == STATE
    # Between the games of a match no player is to move, and the match is not over.
    between = state["game"] == "drehwurm" and state["phase"] == "over" and not state["over"]
    assert between or state["over"] is (state["phase"] == "over") is (state["rule"] is not None)
    assert state["turn"] is not None or state["over"] or state["game"] == "drehwurm"
    assert state["turn"] is None or not state["over"]
    assert state["over"] or between or state["winner"] == []
    CHECKS[state["game"]](state)


def check_switch(state: Answer) -> None:
    assert list(state)[6:] == ["position", "counter", "colours"]
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
    assert list(state)[6:] == ["position", "left", "colours"]
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


def check_zwoggel(state: Answer) -> None:
    assert list(state)[6:] == ["flips_left", "stock", "penalties", "out", "field"]
    assert state["phase"] in ("flip", "place", "over")
    assert (state["flips_left"] > 0) is (state["phase"] == "flip")
    assert set(state["field"].values()) <= {"down", "red", "green"}
    assert all(0 <= count <= 3 for count in state["penalties"].values())


def check_drehwurm(state: Answer) -> None:
    sums = ["scores", "match", "number", "starter"]
    cards = ["piles", "hands", "hens", "draw", "eaten"]
    assert list(state)[6:] in ([*cards, *sums], ["order", *sums])
    full = state["phase"] in ("start", "turn", "shows", "new", "over")
    assert full if "piles" in state else state["phase"] in ("turn", "race", "count", "over")
    assert list(state["scores"]) == list(state["match"])


def check_board(state: Answer) -> None:
    assert list(state)[6:] == ["position", "colours"]
    assert (state["position"].split(" ")[1] == "-") is state["over"]


CHECKS = {
    "switch": check_switch,
    "joggle": check_joggle,
    "zwoggel": check_zwoggel,
    "drehwurm": check_drehwurm,
}
CHECKS |= dict.fromkeys(beside(CHECKS), check_board)
