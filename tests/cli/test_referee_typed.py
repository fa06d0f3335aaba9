"""``schiri referee`` line by line: from standard input, for people, at a prompt."""

import json
from pathlib import Path

from schiri.cli.referee import seating_order

from tests.cli.command import typed
from tests.cli.running import Running, process
from tests.cli.scripts import read_answers, run
from tests.cli.test_referee_logs import GAME
from tests.counts import some
from tests.each import each
from tests.engines.switch_games import CHEQUER, CHEQUER_PLACED, DUE, RUNS_DRY
from tests.referee.shape import check_answer

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


def test_prose_is_answered_line_by_line_as_well() -> None:
    with Running("referee", "switch", "--script", "-", *NAMES) as running:
        running.type("a1-c3\n")
        assert running.out.line() == "Ann moves from a1 to c3 (a1-c3)"
        assert running.out.line_with("to move") == "Ben (light) is to move."
        running.type("nonsense\n")
        assert running.out.line_with("nonsense").startswith('"nonsense" is not a move')
        assert running.end_of_input().status == 0


@each("data", some([b"", b"\n\n", b"# only\n#comments", b"\xef\xbb\xbf"], 2))
def test_an_empty_script_has_no_answer(data: bytes) -> None:
    assert process(*SCRIPT, data=data) == (0, "", "")
    assert process("referee", "switch", "--script", "-", data=data) == (0, "", "")


def test_binary_input_is_answered_too() -> None:
    ran = process(*SCRIPT, data=bytes(range(256)) * 3)
    assert ran.status == 0 and read_answers(ran.out)


def test_the_same_script_from_a_file_and_from_standard_input(tmp_path: object) -> None:
    script = "a1-c3\nb1-c3\n# x\n\nresign Ann\nundo\nresign Ben\na1-c3\n"
    path = f"{tmp_path}/script"
    with open(path, "w", encoding="utf-8") as file:
        file.write(script)
    from_file = typed("referee", "switch", "--json", *NAMES, "--script", path)
    assert from_file == process(*SCRIPT, *NAMES, data=script.encode())


# At a prompt


def test_without_a_script_it_shows_where_the_game_stands_and_ends_with_the_input() -> None:
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
        # People draw lots for who starts.
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


@each(("game", "command"), [("switch", "a1-c3"), ("zwoggel", "flip 0,0 red")])
def test_without_a_log_nothing_is_written(game: str, command: str, tmp_path: Path) -> None:
    home = {"SCHIRI_LOGS": f"{tmp_path}/logs", "XDG_CONFIG_HOME": f"{tmp_path}/settings"}
    ran = process("referee", game, *NAMES, data=f"{command}\n".encode(), more=home)
    assert ran.status == 0 and command in ran.out
    assert list(tmp_path.iterdir()) == []


def test_json_without_a_script_counts_what_is_typed() -> None:
    ran = process("referee", "switch", "--json", data=b"a1-c3\n\nundo\n")
    assert [answer["line"] for answer in read_answers(ran.out)] == [1, 3]


# Prose


def told(script: list[str], *options: str) -> str:
    """Return what is told of a script, without the boards."""
    ran = run("\n".join(script), *NAMES, *options)
    assert (ran.status, ran.err) == (0, "")
    return "\n".join(line for line in ran.lines if not line.startswith(" "))


def test_a_refusal_is_told_with_its_rule() -> None:
    words = told(["b1-c3", "resign Zoe", "undo"])
    assert words.splitlines() == [
        "You may move only a stone of your own colour. (SW-4)",
        "Nobody of that name is playing. (TA-4)",
        "There is nothing left to take back. (TA-3)",
    ]


def test_endings_are_told_with_their_rules() -> None:
    assert "Ben has won. The stones of Ben lie connected. (SW-6)" in told([f"set position {DUE} w"])
    assert "Ann has won. Ann's counter connected dark alone. (SW-8)" in told(
        [f"set position {DUE} b", "e1xe4"]
    )
    assert "Ann has one counter move. (SW-7)" in told([f"set position {DUE} b"])
    assert "The game is a draw. Agreed by Ann, Ben (house rule). (SW-11)" in told(["draw"])
    assert "The game is over" in told(["draw", "a1-c3"])


def test_a_setup_is_told() -> None:
    words = told([*CHEQUER_PLACED, "choose b"], "--layout", "free").splitlines()
    left = "Stones to place: 11 dark, 12 light."
    placed = "Ann places a stone on a1: dark (place a1 b)"
    assert words[:2] == [placed, f"Ben places a stone. {left}"]
    chosen = "Ann chooses: dark (choose b)"
    assert words[-3:] == ["Ann chooses a colour.", chosen, "Ben (light) is to move."]
    assert "begins again. (SW-3, house rule)" in told(RUNS_DRY, "--layout", "free")


def test_prose_is_told_in_each_language() -> None:
    script = ["a1-c3", "a1-c3", "set turn Ann", f"set position {CHEQUER} w", "draw", "undo"]
    found = {each: told(script, "--lang", each) for each in ("de", "en", "fr")}
    assert len(set(found.values())) == 3
    assert all(words.count("SW-11") == 1 for words in found.values())


def test_people_are_told_what_happens_to_cards() -> None:
    ran = run(GAME, "--players", "Ann,Ben,Cid", game="zwoggel")
    assert ran.status == 0
    for words in (
        "Three in a row, red: 0,0 1,0 2,0 (ZW-4)",
        "Ann takes 1,0 as penalty card 1 of 3; a hole is left. (ZW-4)",
        "A card is laid next to one that lies there, straight or diagonal. (ZW-3)",
        "    0   R  .  R",
        "Ben is out. (ZW-11)",
        "Cid has won. Ann resigned; only Cid is left (house rule). (ZW-7)",
        "Traps of Ann: survived 0, sprung 1, laid 0",
    ):
        assert words in ran.out


def test_people_are_told_what_was_rolled_and_what_came_of_it() -> None:
    board = "--board=" + "/".join(["RRGGBBYY"] + ["YYYYYYYY"] * 7)
    for language, red in (("en", "The roll is red."), ("de", "Gewürfelt ist Rot.")):
        options = (*NAMES, "--no-field=pass", board, "--lang", language)
        ran = run("R\na8\nR\nb8\nR\n", *options, game="joggle")
        assert (ran.status, ran.err) == (0, "")
        assert red in ran.out and ran.out.count("JO-5") == 1


def test_help_and_quit_are_heard_where_input_is_piped() -> None:
    ran = process("referee", "switch", *NAMES, data=b"help\n?\na1-c3\nquit\nb1-a1\n")
    assert ran.status == 0 and ran.out.count("In every game: undo") == 2
    assert "moves from a1 to c3" in ran.out and "b1" not in ran.out
    assert "is not a move" not in ran.out
