"""``schiri referee joggle --script``: whole games, and what is answered on the way."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import process, typed
from tests.cli.joggle_golden import GOLDEN, MOSTLY_YELLOW, Playthrough
from tests.cli.scripts import Answer, answers, play
from tests.engines.plain_joggle import GOALS, empty, write_rows

EMPTY = write_rows(empty())
PASSING = ("--no-field", "pass", "--board", MOSTLY_YELLOW)

each_game = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.options[:40])


def told(script: str, *options: str) -> list[Answer]:
    return answers(script, *options, game="joggle")


def last(*commands: str, options: tuple[str, ...] = ()) -> Answer:
    return play(*commands, options=options, game="joggle")


def refused(code: str, rule: str | None, *commands: str, options: tuple[str, ...] = ()) -> None:
    answer = last(*commands, options=options)
    assert not answer["ok"]
    assert (answer["code"], answer["rule"]) == (code, rule)


# Whole games


@each_game
def test_game_is_refereed_to_its_end(golden: Playthrough) -> None:
    moves = golden.moves.split()
    found = told("\n".join(moves), *golden.options.split())
    assert all(answer["ok"] for answer in found) and len(found) == len(moves)
    assert not any(answer["state"]["over"] for answer in found[:-1])
    state = found[-1]["state"]
    names = "ABCD"[: len(state["colours"])]
    winners = [names[seat] for seat in golden.winners]
    assert (state["position"], state["winner"], state["rule"]) == (golden.position, winners, "JO-7")
    end = found[-1]["events"][-1]
    assert (end["event"], end["winner"], end["rule"]) == ("end", winners, "JO-7")
    rolls = [text[0] for text in moves]
    assert sum(map(sum, end["rolls"].values())) == len(rolls)
    turns = [int(answer["state"]["position"].split()[3]) for answer in found]
    assert turns == sorted(turns)


@each_game
def test_rolls_and_moves_may_come_one_by_one(golden: Playthrough) -> None:
    words = golden.moves.replace(":", " ").split()
    found = told("\n".join(words), *golden.options.split())
    assert all(answer["ok"] for answer in found)
    events = [event for answer in found for event in answer["events"]]
    together = told("\n".join(golden.moves.split()), *golden.options.split())
    assert events == [event for answer in together for event in answer["events"]]
    assert found[-1]["state"] == together[-1]["state"]
    kinds = [event["event"] for event in events if "entry" in event]
    assert kinds == ["roll" if len(word) == 1 else "move" for word in words]


@each_game
def test_undo_leads_back_to_the_start(golden: Playthrough) -> None:
    words = golden.moves.replace(":", " ").split()
    found = told("\n".join([*words, *["undo"] * len(words), "undo"]), *golden.options.split())
    forth, back = found[: len(words)], found[len(words) : -1]
    states = [answer["state"] for answer in forth]
    assert [answer["state"] for answer in back[:-1]] == states[-2::-1]
    assert back[-1]["state"]["position"].split()[0] == EMPTY
    assert (found[-1]["code"], found[-1]["rule"]) == ("nothing-to-undo", "TA-3")


@each_game
def test_engine_applies_the_same_game(golden: Playthrough) -> None:
    options = golden.options.split()
    start = told("dispute begin", *options)[0]["state"]["position"]
    ran = typed("engine", "apply", "joggle", start, *golden.moves.split(), *options)
    first = options[options.index("--start") + 1]
    colours = (first + {"b": "w", "w": "b"}[first]) * 2
    assert ran == (0, f"{golden.position}\nover {colours[golden.winners[0]]} JO-7\n", "")
    more = typed("engine", "apply", "joggle", start, *golden.moves.split(), "J", *options)
    assert (more.status, more.out) == (1, "") and more.err.startswith("game-over TA-2 - ")
    # What was reached is a position, whoever began, and nothing can be played in it.
    options = [word for word in options if word not in ("--start", "b", "w")]
    assert typed("engine", "moves", "joggle", golden.position, *options) == (0, "", "")
    assert typed("engine", "why", "joggle", golden.position, "J", *options).status == 1


@each_game
def test_a_log_of_the_game_verifies_and_replays(golden: Playthrough, tmp_path: Path) -> None:
    script, log = tmp_path / "script", tmp_path / "log"
    script.write_text("\n".join(golden.moves.split()))
    options = [*golden.options.split(), "--script", str(script), "--log", str(log)]
    assert typed("referee", "joggle", *options).status == 0
    verified = typed("log", "verify", str(log))
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert verified == (0, f"ok {len(events)} events\n", "")
    assert typed("log", "replay", str(log)).status == 0
    # A roll and its move are two events.
    entries = [event["entry"] for event in events if "entry" in event]
    assert entries == golden.moves.replace(":", " ").split()
    for form in ("text", "json", "csv", "bgstats"):
        assert typed("log", "export", str(log), "--format", form).status == 0


def test_golden_games_have_every_goal_and_option() -> None:
    options = [golden.options.split() for golden in GOLDEN]
    assert {words[1] for words in options} == set(GOALS)
    for option in ("--extreme", "--teams", "--no-field", "--swap-may-complete-opponent"):
        assert any(option in words for words in options)
    assert {words[3] for words in options} == {"b", "w"}
    moves = [golden.moves for golden in GOLDEN]
    assert any("x" in text for text in moves) and any("-" in text for text in moves)


# Single answers


def test_the_first_answer_is_this() -> None:
    assert told("R:b1\n", "--players", "Ann,Ben") == [
        {
            "line": 1,
            "ok": True,
            "events": [
                {"event": "roll", "by": "Ann", "entry": "R", "origin": "die"},
                {"event": "move", "by": "Ann", "entry": "b1"},
            ],
            "state": {
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
        }
    ]


def test_a_roll_does_not_stay_where_its_move_is_refused() -> None:
    first, second, third = told("R:a1\nb1\nR:b1\n")
    assert (first["ok"], first["code"], first["rule"]) == (False, "place-other-colour", "JO-3")
    assert first["state"]["phase"] == "roll" and first["state"]["position"] == f"{EMPTY} w - 0"
    assert (second["code"], second["rule"]) == ("wrong-phase", "TA-1")
    assert third["ok"]
    # Nothing of it is left to be undone either.
    assert told("R:a1\nundo\n")[1]["code"] == "nothing-to-undo"
    # A roll that lies stays, and cannot be made again with a move.
    answer = told("R\nR:b1\n")[1]
    assert (answer["code"], answer["state"]["phase"]) == ("wrong-phase", "move")


@pytest.mark.parametrize("no_field", ["reroll", "pass"])
def test_a_roll_with_no_field_is_told(no_field: str) -> None:
    options = ("--no-field", no_field, "--board", MOSTLY_YELLOW, "--players", "Ann,Ben")
    found = told("R:a8\nR:b8\nR\nR:a1\n", *options)
    kind = "turn-lost" if no_field == "pass" else "reroll"
    assert found[2]["events"] == [
        {"event": "roll", "by": "Ann", "entry": "R", "origin": "die"},
        {"event": kind, "rule": "JO-5"},
    ]
    assert found[2]["state"]["turn"] == ("Ben" if no_field == "pass" else "Ann")
    assert found[2]["state"]["position"].split()[2:] == ["-", "3" if no_field == "pass" else "2"]
    # A move cannot be made with such a roll, and nothing of it stays.
    assert (found[3]["code"], found[3]["state"]) == ("wrong-phase", found[2]["state"])


def test_a_seat_that_is_skipped_is_told() -> None:
    # C and D find no red field any more, and A and B are out first.
    cells = iter([file + rank for rank in "1357" for file in "abcdefgh"])
    script = ["R:a8", "R:b8"]
    for _ in range(7):
        script += ["R", "R", f"J:{next(cells)}", f"J:{next(cells)}"]
    script += [f"J:{next(cells)}", f"J:{next(cells)}"]
    found = told("\n".join(script), "--teams", "--goal", "4S", *PASSING)
    assert all(answer["ok"] for answer in found)
    skipped = [event for answer in found for event in answer["events"] if event["event"] == "skip"]
    assert skipped == [
        {"event": "skip", "by": "A", "rule": "JO-5"},
        {"event": "skip", "by": "B", "rule": "JO-5"},
    ]
    assert found[-1]["state"]["left"] == {"A": 0, "B": 0, "C": 7, "D": 7}
    assert found[-1]["state"]["turn"] == "C"


def test_four_names_are_four_seats() -> None:
    answer = last("J:a1", "J:h8", options=("--teams", "--players", "Ann,Ben,Cem,Dua"))
    assert answer["state"]["turn"] == "Cem"
    assert answer["state"]["left"] == {"Ann": 7, "Ben": 7, "Cem": 8, "Dua": 8}
    assert answer["state"]["colours"] == {"Ann": "w", "Ben": "b", "Cem": "w", "Dua": "b"}
    answer = last("resign Ben", options=("--teams", "--players", "Ann,Ben,Cem,Dua"))
    assert (answer["state"]["winner"], answer["state"]["rule"]) == (["Ann", "Cem"], "JO-13")


@pytest.mark.parametrize(
    ("options", "names"),
    [((), "A"), ((), "A,B,C,D"), (("--teams",), "A,B"), (("--teams",), "A,B,C,D,E")],
)
def test_other_numbers_of_names_are_wrong(options: tuple[str, ...], names: str) -> None:
    ran = typed("referee", "joggle", *options, "--players", names, "--script", "/dev/null")
    assert (ran.status, ran.out) == (2, "") and len(ran.err.splitlines()) == 1


def test_side_and_roll_are_none_after_any_end() -> None:
    for end in ("draw", "resign A", "resign B"):
        answer = last("J", end)
        assert answer["state"]["position"] == f"{EMPTY} - - 0" and answer["state"]["over"]
        assert answer["state"]["rule"] == "JO-13"
        refused("game-over", "TA-2", "J", end, "a1")
        refused("game-over", "TA-2", "J", end, "J")
        assert last("J", end, "undo")["state"]["position"] == f"{EMPTY} w J 0"


@pytest.mark.parametrize("name", ["A", "B"])
def test_the_turn_is_set_and_a_roll_falls(name: str) -> None:
    answer = last("J:a1", "R", f"set turn {name}")
    side = "w" if name == "A" else "b"
    assert answer["state"]["position"] == EMPTY[:-8] + f"w....... {side} - 1"
    assert (answer["state"]["turn"], answer["state"]["phase"]) == (name, "roll")
    assert last("J:a1", "R", f"set turn {name}", "undo")["state"]["phase"] == "move"


def test_a_position_is_set_and_colours_stay_with_their_names() -> None:
    rows = EMPTY.replace(".", "b", 3)
    state = last(f"set position {rows} w J 3")["state"]
    assert (state["turn"], state["phase"]) == ("A", "move")
    assert state["left"] == {"A": 16, "B": 13}
    assert state["colours"] == {"A": "w", "B": "b"}
    six = write_rows(empty() | dict.fromkeys(["a1", "a2", "b1", "b2", "c1", "c2"], "b"))
    answer = last(f"set position {six} w - 6")
    end = answer["events"][1]
    assert (end["event"], end["winner"], end["rule"]) == ("end", ["B"], "JO-7")


def test_a_position_whose_roll_has_no_field_is_stuck_until_it_is_put_right() -> None:
    rows = "wb" + EMPTY[2:]
    answer = last(f"set position {rows} w R 2", options=PASSING)
    assert answer["state"]["phase"] == "move"
    refused("no-usable-field", "JO-5", f"set position {rows} w R 2", "a1", options=PASSING)
    assert last(f"set position {rows} w R 2", "set turn A", "J:a1", options=PASSING)["ok"]


@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        ("r", "bad-move", None),
        ("joggle", "bad-move", None),
        ("W", "bad-move", None),
        ("JJ", "bad-cell", None),
        ("J J", "bad-move", None),
        ("i1", "bad-cell", None),
        ("a9", "bad-cell", None),
        ("a1-b9", "bad-cell", None),
        ("a1xx2", "bad-cell", None),
        ("R:", "bad-move", None),
        (":d4", "bad-move", None),
        ("R:R", "bad-move", None),
        ("d4:R", "bad-move", None),
        ("d4:d5", "bad-move", None),
        ("R:d4:d5", "bad-move", None),
        ("place a1 w", "bad-move", None),
        ("set left A 3", "unknown-key", None),
        ("set position", "unknown-command", None),
        (f"set position {EMPTY} - - 0", "bad-position", None),
        (f"set position {EMPTY} w - 5", "bad-turn", None),
        (f"set position {EMPTY.replace('.', 'w', 17)} b - 17", "bad-count", None),
        (f"set position {EMPTY} w - 0 8,8,8,8", "bad-supplies", None),
        (f"set position {EMPTY.replace('.', 'w', 16)} w - 16", "skipped-side", None),
        ("a1", "wrong-phase", "TA-1"),
        ("R:a1", "place-other-colour", "JO-3"),
        ("J:a1-b1", "marble-move-too-early", "JO-4"),
        ("J:a1xb1", "marble-swap-too-early", "JO-8"),
        ("resign C", "unknown-name", "TA-4"),
    ],
)
def test_a_bad_command_is_refused(command: str, code: str, rule: str | None) -> None:
    refused(code, rule, command)


@given(st.lists(st.sampled_from([*"RGBYJ", "a1", "b1", "J:c3", "R:d4", "a1-b1", "undo", "draw"])))
def test_any_commands_are_answered(commands: list[str]) -> None:
    told("\n".join([*commands, "set turn B", f"set position {EMPTY} w - 0"]), *PASSING)


# Words for people


def test_people_are_told_what_was_rolled_and_what_came_of_it() -> None:
    words = ("referee", "joggle", "--script", "-", "--players", "Ann,Ben", *PASSING)
    for language, red in (("en", "The roll is red."), ("de", "Gewürfelt ist Rot.")):
        ran = typed_in("R\na8\nR\nb8\nR\n", *words, "--lang", language)
        assert red in ran and ran.count("JO-5") == 1


def typed_in(script: str, *words: str) -> str:
    ran = process(*words, data=script.encode())
    assert (ran.status, ran.err) == (0, "")
    return ran.out
