"""``schiri referee`` line by line: standard input, output for people, and a prompt."""

import json
from pathlib import Path

import pytest
from schiri.cli.referee import seating_order
from schiri.config import change
from schiri.log.lines import read

from tests.cli.running import Running, process
from tests.cli.scripts import read_answers
from tests.counts import some
from tests.log.chain import forged
from tests.referee.shape import check_answer
from tests.table.test_beginning import WON

SCRIPT = ("referee", "switch", "--script", "-", "--json")
NAMES = ("--players", "Ann,Ben")


def test_standard_input_is_answered_line_by_line() -> None:
    with Running(*SCRIPT, *NAMES) as running:
        for number, (text, turn) in enumerate(
            [("a1-c3", "Ben"), ("b1-a1", "Ann"), ("b1-a1", "Ann"), ("undo", "Ben"), ("x", "Ben")]
        ):
            # A comment is counted but not answered.
            running.type(f"# {number}\n{text}\n")
            answer = json.loads(running.out.line())
            check_answer(answer)
            assert answer["line"] == 2 * number + 2
            assert answer["state"]["turn"] == turn
        running.type("a1-c3")
        ran = running.end_of_input()
    assert (ran.status, ran.err) == (0, "")
    assert [answer["line"] for answer in read_answers(ran.out)] == [2, 4, 6, 8, 10, 11]


def test_without_json_each_line_is_answered_as_well() -> None:
    with Running("referee", "switch", "--script", "-", *NAMES) as running:
        running.type("a1-c3\n")
        assert running.out.line() == "Ann moves from a1 to c3 (a1-c3)"
        assert running.out.line_with("to move") == "Ben (light) is to move."
        running.type("nonsense\n")
        assert running.out.line_with("nonsense").startswith('"nonsense" is not a move')
        assert running.end_of_input().status == 0


@pytest.mark.parametrize("data", some([b"", b"\n\n", b"# only\n#comments", b"\xef\xbb\xbf"], 2))
def test_an_empty_script_has_no_answer_and_binary_input_has(data: bytes) -> None:
    assert process(*SCRIPT, data=data) == (0, "", "")
    assert process("referee", "switch", "--script", "-", data=data) == (0, "", "")
    ran = process(*SCRIPT, data=data + bytes(range(256)) * 3)
    assert ran.status == 0 and read_answers(ran.out)


# At a prompt


def test_without_a_script_the_board_is_shown_and_the_end_of_input_quits() -> None:
    with Running("referee", "switch", *NAMES) as running:
        board = [running.out.line() for _ in range(6)]
        assert board == [
            " 5  b w b w b",
            " 4  w b w b w",
            " 3  b w . w b",
            " 2  w b w b w",
            " 1  b w b w b",
            "    a b c d e",
        ]
        # People draw lots for the first move.
        turn = running.out.line()
        assert turn in ("Ann (dark) is to move.", "Ben (dark) is to move.")
        running.type("a1-c3\n")
        assert running.out.line() == f"{turn[:3]} moves from a1 to c3 (a1-c3)"
        ran = running.end_of_input()
    assert (ran.status, ran.err) == (0, "")


def test_lots_decide_who_starts_at_a_prompt() -> None:
    ran = process("referee", "zwoggel", "--players", "Ann,Ben,Cid")
    assert " turns up a card." in ran.out
    assert "Stock: 60" in ran.out and "Holes: may be filled" in ran.err
    names = ["Ann", "Ben", "Cid"]
    starts = {seating_order(names, None)[0] for _ in range(100)}
    assert starts == set(names)


def test_known_names_get_their_capitals_at_a_prompt_but_not_in_a_script() -> None:
    change("names", "Anna,Ben")
    words, see = ("referee", "zwoggel", "--players", "anna,cem"), b"set turn anna\n"
    ran, script = process(*words, data=b"help\n"), process(*words, "--script", "-", data=see)
    assert "Anna" in ran.out and "anna" in script.out and "Anna" not in script.out


@pytest.mark.parametrize(("game", "command"), [("switch", "a1-c3"), ("zwoggel", "flip 0,0 red")])
def test_without_a_log_nothing_is_written(game: str, command: str, tmp_path: Path) -> None:
    home = {"SCHIRI_LOGS": f"{tmp_path}/logs", "XDG_CONFIG_HOME": f"{tmp_path}/settings"}
    ran = process("referee", game, *NAMES, data=f"{command}\n".encode(), more=home)
    assert ran.status == 0 and command in ran.out
    assert list(tmp_path.iterdir()) == []


def test_json_without_a_script_counts_what_is_typed() -> None:
    ran = process("referee", "switch", "--json", data=b"a1-c3\n\nundo\n")
    assert [answer["line"] for answer in read_answers(ran.out)] == [1, 3]


def test_notices_are_for_people_and_no_reply() -> None:
    words = ("referee", "switch", f"--layout={WON}", *NAMES)
    ran = process(*words, data=b"")
    assert "With this start" in ran.err and "this start" not in ran.out
    assert process(*words, "--script", "-", data=b"") == (0, "", "")


# Prose


def test_help_and_quit_work_with_piped_input() -> None:
    ran = process("referee", "switch", *NAMES, data=b"help\n?\na1-c3\nquit\nb1-a1\n")
    assert ran.status == 0 and ran.out.count("resign NAME = ") == 2
    assert "moves from a1 to c3" in ran.out and "b1" not in ran.out
    assert "is not a move" not in ran.out


def test_people_may_type_cells_in_capitals() -> None:
    ran = process("referee", "switch", *NAMES, data=b"A1-C3\ndispute A1?\n")
    assert "(a1-c3)" in ran.out and "(dispute A1?)" in ran.out
    ran = process(*SCRIPT, *NAMES, data=b"A1-C3\n")
    assert [answer["ok"] for answer in read_answers(ran.out)] == [False]


def test_help_offers_what_the_game_takes() -> None:
    for game, ending in (("drehwurm", "abandon"), ("zwoggel", "resign NAME")):
        ran = process("referee", game, "--players", "Ann,Ben,Cid", data=b"help\nquit\n")
        endings = [each for each in ("abandon", "draw", "resign NAME") if f"\n{each} =" in ran.out]
        assert ran.status == 0 and endings == [ending]


@pytest.mark.parametrize("game", ["switch", "joggle"])
@pytest.mark.parametrize("name", ["--clock", "--clock-a", "--clock-b"])
def test_a_clock_is_refused_in_a_script_and_when_it_is_malformed(game: str, name: str) -> None:
    for value in ("5+3", "90/40+30", "+30", "5", "0+1"):
        ran = process("referee", game, *NAMES, name, value, "--script", "-", data=b"")
        assert (ran.status, ran.out) == (2, "") and ran.err
    assert process("referee", game, *NAMES, name, "5", "--json", data=b"").status == 2
    assert process("referee", game, *NAMES, "--clock", "off", "--script", "-").status == 0


@pytest.mark.parametrize("game", ["zwoggel", "drehwurm"])
def test_a_limit_for_each_turn_is_the_only_clock_without_a_board(game: str) -> None:
    players = ("--players", "Ann,Ben,Cem")
    for value in ("5+3", "90/40+30", "30", "+0"):
        ran = process("referee", game, *players, "--clock", value, data=b"quit\n")
        assert (ran.status, ran.out) == (2, "") and value in ran.err, ran
    ran = process("referee", game, *players, "--clock", "+30", "--script", "-", data=b"")
    assert (ran.status, ran.out) == (2, "") and ran.err
    with Running("referee", game, *players, "--clock", "+1") as running:
        running.err.line_with("the time for this turn is up.")
        running.type("quit\n")


def test_at_the_prompt_the_state_has_the_clock_and_the_log_each_time(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = ("referee", "switch", *NAMES, "--clock", "5+3", "--json", "--log", str(log))
    with Running(*words) as running:
        running.type("a1-c3\n")
        first = json.loads(running.out.line())["state"]
        turn, other = first["turn"], ({"Ann", "Ben"} - {first["turn"]}).pop()
        assert first["clock"].keys() == {"Ann", "Ben"}
        assert 303_000 > first["clock"][other] > 200_000
        assert 300_000 >= first["clock"][turn] > 200_000
        running.type("flag " + turn + "\n")
        assert json.loads(running.out.line())["code"] == "time-left"
        running.type("undo\n")
        assert json.loads(running.out.line())["ok"]
        running.end_of_input()
    made = [json.loads(line) for line in log.read_text().splitlines()]
    assert made[1]["left_ms"] == 303_000 - made[1]["spent_ms"]
    assert process("log", "verify", str(log)).out == "ok 3 events unfinished\n"
    # What is left is what the times leave, or the log is wrong.
    changed = read(log.read_bytes())
    lines = [dict(line.json) for line in changed.lines]
    lines[1]["left_ms"] = 1
    log.write_bytes(forged(lines))
    assert process("log", "verify", str(log)).status == 1
