"""``schiri referee``: names, options, layouts, the free set-up."""

import pytest

from tests.cli.command import typed
from tests.cli.plain import CHEQUER
from tests.cli.scripts import CHEQUER_PLACED, RUNS_DRY, Answer, answers, play

FREE = ("--layout", "free")
EMPTY = "...../...../...../...../..... -"
CONNECTED = "bbbbb/bbbbb/bb.ww/wwwww/wwwww"


def starts(*options: str) -> tuple[int, str, str]:
    """Start a game with an empty script; return the exit status and the two outputs."""
    return typed("referee", "switch", "--json", "--script", "/dev/null", *options)


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith("\n")


# Names


@pytest.mark.parametrize(
    "names",
    [["Ann", "Ben"], ["B", "A"], ["Zoë", "Straßenkönigin"], ["🎲", "王"], ["a" * 24, "A" * 24]]
    + [["undo", "draw"], ["-", "#"], ["b", "w"], ["1", "2"], ["(", ")"], ["Ann-Marie", "O_o"]],
)
def test_names_are_taken_and_the_first_starts(names: list[str]) -> None:
    answer = answers("nonsense\n", f"--players={','.join(names)}")[0]
    assert answer["state"]["turn"] == names[0]
    assert answer["state"]["colours"] == {names[0]: "b", names[1]: "w"}
    assert answers(f"resign {names[1]}\n", f"--players={','.join(names)}")[0]["ok"]


@pytest.mark.parametrize(
    "name",
    ["", " ", "Ann Lee", " Ann", "Ann ", "Ann\t", "A\u00a0B", "A\u3000B", "A\u200bB", "A\nB"]
    + ["Ann:", '"Ann"', "O'Neill", "O’Neill", "„Ann“", "«Ann»", "‹Ann›", "a" * 25, "🎲" * 25]
    + ["\x1b[31mAnn", "A\x00", "\x7f", "\ue000", "\udcff", "\u202eAnn"],
)
def test_a_name_that_is_none_is_refused(name: str) -> None:
    for players in (f"{name},Ben", f"Ben,{name}"):
        status, out, err = starts(f"--players={players}")
        assert (status, out) == (1, "")
        assert err.startswith("bad-name TA-4 - ") and is_one_line(err)


@pytest.mark.parametrize("players", ["Ann,Ann", "A,A,A", "Ann,Ben,Ann"])
def test_doubled_names_are_refused(players: str) -> None:
    status, out, err = starts(f"--players={players}")
    assert (status, out) == (1, "") and err.startswith("doubled-name TA-4 - ")


def test_names_that_differ_in_case_are_two() -> None:
    assert starts("--players=ann,Ann")[0] == 0


@pytest.mark.parametrize("players", ["Ann", "Ann,Ben,Cleo", "A,B,C,D,E,F,G"])
def test_switch_is_for_two(players: str) -> None:
    status, out, err = starts(f"--players={players}")
    assert (status, out) == (2, "") and is_one_line(err)


@pytest.mark.parametrize("players", ["", ",", ",,", "Ann,", ",Ben"])
def test_a_name_must_be_there(players: str) -> None:
    status, out, err = starts(f"--players={players}")
    assert (status, out) == (1, "") and err.startswith("bad-name TA-4 - ")


def test_without_names_the_players_are_letters() -> None:
    assert play("a1-c3")["state"]["colours"] == {"A": "b", "B": "w"}


# Options


@pytest.mark.parametrize(
    ("options", "position"),
    [
        ((), f"{CHEQUER} b"),
        (("--layout=1",), f"{CHEQUER} b"),
        (("--layout=2",), "wbwwb/bwbbw/bw.wb/wbbwb/bwwbw b"),
        (("--layout=3",), "wbwbw/wbwbw/wb.wb/bwbwb/bwbwb b"),
        (("--layout=2", "--start=w"), "wbwwb/bwbbw/bw.wb/wbbwb/bwwbw w"),
        ((f"--layout={CHEQUER[::-1]}",), f"{CHEQUER[::-1]} b"),
        (("--layout=.wbwb/wbwbw/bwbwb/wbwbw/bwbwb",), ".wbwb/wbwbw/bwbwb/wbwbw/bwbwb b"),
        (FREE, EMPTY),
        ((*FREE, "--start=w"), EMPTY),
    ],
)
def test_a_layout_is_where_it_starts(options: tuple[str, ...], position: str) -> None:
    state = answers("nonsense\n", *options)[0]["state"]
    assert state["position"] == position and state["turn"] == "A"
    if "--start=w" in options and "free" not in options:
        assert state["colours"] == {"A": "w", "B": "b"}


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (CONNECTED, "a3,a4,a5,b3,b4,b5,c4,c5,d4,d5,e4,e5"),
        ("wwwww/wwwww/ww.bb/bbbbb/bbbbb", "a1,a2,b1,b2,c1,c2,d1,d2,d3,e1,e2,e3"),
        # Light alone.
        ("bbbbb/wwwww/wwwww/wwb.b/bbbbb", "a2,a3,a4,b2,b3,b4,c3,c4,d3,d4,e3,e4"),
    ],
)
def test_a_layout_with_a_connected_colour_is_no_start(rows: str, cells: str) -> None:
    status, out, err = starts(f"--layout={rows}")
    assert (status, out) == (1, "")
    assert err.startswith(f"layout-connected SW-10 {cells} ")
    assert is_one_line(err)


@pytest.mark.parametrize(
    "option",
    ["--layout=", "--layout=4", "--layout=FREE", "--layout=x", "--layout=/", "--layout=ROWS"]
    + ["--layout=bwbwb/wbwbw/bw.wb/wbwbw", f"--layout={CHEQUER}/", f"--layout= {CHEQUER}"]
    + [
        f"--layout={CHEQUER} b",
        "--layout=bwbwb/wbwbw/bw.wb/wbwbw/bwbw.",
        f"--layout={CHEQUER.upper()}",
    ]
    + ["--layout=bwbwb/wbwbw/bwbwb/wbwbw/bwbwb", "--layout=bwbwb/wbwbw/bw.wb/wbwbw/bwbwö"]
    + ["--repetition=", "--repetition=3.0", "--repetition=on", "--repetition=٣", "--start="]
    + ["--start=B", "--start=dark", "--start=Ann"],
)
def test_a_wrong_value_is_told(option: str) -> None:
    status, out, err = starts(option)
    assert (status, out) == (2, "") and is_one_line(err)


@pytest.mark.parametrize(
    "options",
    [["--goal", "1R"], ["--extreme"], ["--no-fill-holes"], ["--mode", "fast"], ["--colours", "5"]]
    + [["--layout"], ["--start"], ["extra"], ["--nonsense"], ["--json=1"], ["--lang", "xx"]],
)
def test_options_of_other_games_are_wrong_usage(options: list[str]) -> None:
    status, out, err = starts(*options)
    assert (status, out) == (2, "") and err


# The free set-up


def test_a_free_setup_from_the_first_stone_to_the_last_move() -> None:
    found = answers("\n".join([*CHEQUER_PLACED, "choose w", "a1-c3"]), *FREE, "--players=Ann,Ben")
    for at, answer in enumerate(found[:23]):
        by, then = ("Ann", "Ben") if at % 2 == 0 else ("Ben", "Ann")
        assert answer["events"] == [{"event": "place", "by": by, "entry": CHEQUER_PLACED[at]}]
        assert (answer["state"]["turn"], answer["state"]["phase"]) == (then, "place")
    # Ben laid the last stone, which was the twelfth dark one: he starts, Ann chooses.
    assert CHEQUER_PLACED[23] == "place e5 b"
    state = found[23]["state"]
    assert (state["turn"], state["phase"], state["colours"]) == ("Ann", "choose", {})
    assert state["position"] == f"{CHEQUER} -"
    assert found[24]["events"] == [{"event": "choose", "by": "Ann", "entry": "choose w"}]
    state = found[24]["state"]
    assert (state["turn"], state["phase"]) == ("Ben", "play")
    assert state["colours"] == {"Ann": "w", "Ben": "b"}
    assert state["position"] == f"{CHEQUER} b"
    assert found[25]["events"][0]["by"] == "Ben"


@pytest.mark.parametrize("chosen", ["b", "w"])
def test_the_other_player_has_the_other_colour_and_starts(chosen: str) -> None:
    state = play(*CHEQUER_PLACED, f"choose {chosen}", options=FREE)["state"]
    others = "bw"["wb".index(chosen)]
    assert state["colours"] == {"A": chosen, "B": others}
    assert state["turn"] == "B" and state["position"] == f"{CHEQUER} {others}"


@pytest.mark.parametrize(("light_first", "starter", "chooser"), [(0, "B", "A"), (1, "A", "B")])
def test_who_places_the_twelfth_dark_stone_starts_whatever_follows(
    light_first: int, starter: str, chooser: str
) -> None:
    dark = [stone for stone in CHEQUER_PLACED if stone[-1] == "b"]
    light = [stone for stone in CHEQUER_PLACED if stone[-1] == "w"]
    order = [*light[:light_first], *dark, *light[light_first:]]
    assert play(*order, options=FREE)["state"]["turn"] == chooser
    assert play(*order, "choose b", options=FREE)["state"]["turn"] == starter


def refused(code: str, rule: str | None, *commands: str) -> Answer:
    answer = play(*commands, options=FREE)
    assert not answer["ok"] and (answer["code"], answer["rule"]) == (code, rule)
    return answer


def test_what_a_setup_refuses() -> None:
    refused("place-occupied", "SW-3", "place a1 b", "place a1 w")
    dark = [stone for stone in CHEQUER_PLACED if stone[-1] == "b"]
    refused("place-used-up", "SW-3", *dark, "place c3 b")
    row = [f"place {file}{rank} b" for rank in "12" for file in "abcde"]
    refused("place-connects", "SW-10", *row, "place a3 b", "place b3 b")
    assert play(*row, "place a3 b", "place c3 b", options=FREE)["code"] == "place-connects"
    assert play(*row, "place a3 b", "place e5 b", options=FREE)["ok"]
    for command in ("a1-c3", "choose b"):
        refused("wrong-phase", "TA-1", command)
    for command in ("a1-c3", "place c3 b"):
        refused("wrong-phase", "TA-1", *CHEQUER_PLACED, command)
    for command in ("place", "place a1", "place f1 b", "place a1 x", "choose", "choose x"):
        answer = play(command, options=FREE)
        assert not answer["ok"] and answer["rule"] is None


def test_a_setup_that_runs_dry_is_void_and_begins_again() -> None:
    found = answers("\n".join([*RUNS_DRY, "undo", RUNS_DRY[-1], "place a1 b"]), *FREE)
    *before, void, back, again, after = found
    assert all(answer["state"]["turn"] != "A" for answer in before[::2])
    for answer in (void, again):
        assert answer["events"] == [
            {"event": "place", "by": "A", "entry": RUNS_DRY[-1]},
            {"event": "void", "rule": "SW-3"},
        ]
        assert answer["state"]["position"] == EMPTY
        assert (answer["state"]["phase"], answer["state"]["turn"]) == ("place", "A")
    assert back["state"] == before[-1]["state"]
    assert after["events"][0]["by"] == "A"


def test_what_lies_in_a_setup_is_put_right() -> None:
    rows = "b..../...../...../...../....w"
    answer = play("place a1 b", f"set position {rows} -", options=FREE)
    assert answer["state"]["position"] == f"{rows} -" and answer["state"]["turn"] == "B"
    answer = play(f"set position {CHEQUER} -", options=FREE)
    assert answer["state"]["phase"] == "choose"
    assert play("set turn B", options=FREE)["state"]["turn"] == "B"
    # With a side to move it is a game that goes on.
    answer = play(f"set position {CHEQUER} w", options=FREE)
    assert answer["state"]["phase"] == "play" and answer["state"]["colours"] == {"A": "w", "B": "b"}
    refused("bad-count", None, "set position bbbbb/bbbbb/bbb../...../..... -")
    refused("layout-connected", "SW-10", "set position bbbbb/bbbbb/bb.../...../..... -")


def test_resigning_during_a_setup() -> None:
    answer = play("place a1 b", "resign B", options=FREE)
    assert answer["state"]["winner"] == ["A"] and answer["state"]["colours"] == {}
