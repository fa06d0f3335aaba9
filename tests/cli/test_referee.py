"""``schiri referee --script --json``: each command answered as the interface has it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.command import typed
from tests.cli.plain import CHEQUER, DUE
from tests.cli.scripts import CHEQUER_PLACED, answers, play
from tests.cli.test_engine import CYCLE, ENDINGS
from tests.counts import count

START = f"{CHEQUER} b"


def refused(code: str, rule: str | None, *commands: str, options: tuple[str, ...] = ()) -> None:
    """Assert that the last of some commands is refused just so."""
    answer = play(*commands, options=options)
    assert not answer["ok"]
    assert (answer["code"], answer["rule"]) == (code, rule)


# Answers


def test_the_first_answer_is_this() -> None:
    assert answers("a1-c3\n", "--players", "Ann,Ben") == [
        {
            "line": 1,
            "ok": True,
            "events": [{"event": "move", "by": "Ann", "entry": "a1-c3"}],
            "state": {
                "game": "switch",
                "turn": "Ben",
                "phase": "play",
                "over": False,
                "winner": [],
                "rule": None,
                "position": "bwbwb/wbwbw/bwbwb/wbwbw/.wbwb w",
                "counter": False,
                "colours": {"Ann": "b", "Ben": "w"},
            },
        }
    ]


def test_a_refusal_changes_nothing_and_the_session_goes_on() -> None:
    first, second, third, fourth = answers("b1-c3\nnonsense\nresign Zoe\na1-c3\n")
    assert first["code"] == "move-not-yours" and first["rule"] == "SW-4"
    assert second["code"] == "bad-move" and second["rule"] is None
    assert third["code"] == "unknown-name" and third["rule"] == "TA-4"
    assert first["state"]["position"] == START
    assert fourth["ok"]


@pytest.mark.parametrize(
    ("script", "lines"),
    [
        ("", []),
        ("\n\n# nothing\n", []),
        ("a1-c3", [1]),
        ("# first\n\na1-c3\n   \n  # third\n\tundo  \n", [3, 6]),
        ("a1-c3\r\n\r\n# x\r\nundo\r\n", [1, 4]),
        ("\ufeffa1-c3\nundo\n", [1, 2]),
        ("\ufeff# first\nundo\na1-c3\n", [2, 3]),
        ("\ufeff\n\ufeffa1-c3\n", [2]),
        # No other character ends a line.
        ("dispute a\u2028b\x85c\x0bd\x0ce\nundo\n", [1, 2]),
    ],
)
def test_lines_are_counted_as_they_stand_in_the_file(script: str, lines: list[int]) -> None:
    assert [answer["line"] for answer in answers(script)] == lines


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe", b"a1-c3\xff\n", b"\x00\n\x00\x00\n", b"a\x001\x00-\x00c\x003\x00", b"\x1b[2J"],
)
def test_what_is_no_text_is_no_command(data: bytes) -> None:
    found = answers(data)
    assert found and all(answer["code"] == "bad-move" for answer in found)
    assert all(answer["rule"] is None for answer in found)


def test_what_is_no_text_in_a_dispute_is_kept_as_well_as_it_goes() -> None:
    (answer,) = answers(b"dispute caf\xe9 \xe2\x82\xac\n")
    assert answer["events"][0]["entry"] == "dispute caf\ufffd €"


@given(st.binary(max_size=300))
def test_any_bytes_are_a_script(data: bytes) -> None:
    answers(data)


@given(st.lists(st.text(max_size=30), max_size=10))
def test_any_text_is_a_script(lines: list[str]) -> None:
    words = ["set position ", "set turn ", "resign ", "dispute ", "place ", "choose ", "undo "]
    text = "\n".join(words[len(line) % len(words)] + line for line in lines)
    answers(text.encode(errors="replace"))
    answers(text.encode(errors="replace"), "--layout", "free")


def test_a_long_line_is_a_line() -> None:
    first, second = answers("a" * 2**20 + "\ndispute " + "a" * 2**20 + "\n")
    assert first["code"] == "bad-move" and len(first["text"]) < 300
    assert len(second["events"][0]["entry"]) == 2**20 + len("dispute ")


@pytest.mark.parametrize("name", ["", ".", "missing", "below/a/file", "x" * 300])
def test_a_script_that_cannot_be_read_is_told(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = str(tmp_path / name) if name else ""
    ran = typed("referee", "switch", "--script", script, "--log", str(log))
    assert (ran.status, ran.out) == (3, "") and len(ran.err.splitlines()) == 1
    assert not log.exists()


def test_language_changes_the_texts_alone() -> None:
    script = "b1-c3\nnonsense\nresign Zoe\na1-c3\nresign B\n"
    found = {each: answers(script, "--lang", each) for each in ("de", "en", "fr")}
    texts = [[answer.pop("text", None) for answer in found[each]] for each in found]
    assert found["de"] == found["en"] == found["fr"]
    assert len(set(map(tuple, texts))) == 3


# Endings


@pytest.mark.parametrize(("position", "move", "ending"), ENDINGS)
def test_a_move_ends_the_game(position: str, move: str, ending: str) -> None:
    winner, rule = ending.split()
    side = position.split()[1]
    options = ("--players", "Ann,Ben", "--start", side)
    answer = play(f"set position {position}", move, options=options)
    name = "Ann" if winner == side else "Ben"
    assert answer["events"] == [
        {"event": "move", "by": "Ann", "entry": move},
        {"event": "end", "winner": [name], "rule": rule},
    ]
    state = answer["state"]
    assert (state["over"], state["winner"], state["rule"]) == (True, [name], rule)
    assert state["colours"] == {"Ann": side, "Ben": "bw"["wb".index(side)]}
    back = play(f"set position {position}", move, "undo", options=options)
    assert back["state"]["position"] == position and back["state"]["winner"] == []


def test_a_counter_is_told() -> None:
    answer = play("set position wwww./bwwww/wbbww/bbbbb/bbbbw b", "a1xa3")
    assert answer["events"] == [
        {"event": "move", "by": "A", "entry": "a1xa3"},
        {"event": "counter", "by": "B", "rule": "SW-7"},
    ]
    assert answer["state"]["counter"] is True and answer["state"]["turn"] == "B"
    answer = play(f"set position {DUE} b")
    assert answer["state"]["counter"] is True


def test_the_third_time_is_a_draw_and_undo_takes_counts_back() -> None:
    answer = play(*CYCLE, *CYCLE)
    assert answer["events"][1:] == [{"event": "end", "winner": [], "rule": "SW-9"}]
    assert answer["state"]["winner"] == [] and answer["state"]["rule"] == "SW-9"
    again = play(*CYCLE, *CYCLE, "undo", "undo", *CYCLE[-2:])
    assert again["state"] == answer["state"]
    assert not play(*CYCLE, *CYCLE[:-1])["state"]["over"]
    off = ("--repetition", "off")
    assert not play(*CYCLE, *CYCLE, *CYCLE, options=off)["state"]["over"]


def test_resigning_and_an_agreed_draw_end_the_game() -> None:
    for name, winner in (("A", "B"), ("B", "A")):
        answer = play(f"resign {name}")
        end = {"event": "end", "winner": [winner], "rule": "SW-11"}
        assert answer["events"] == [{"event": "resign", "entry": f"resign {name}"}, end]
        assert answer["state"]["position"] == f"{CHEQUER} -"
    answer = play("a1-c3", "draw")
    assert answer["events"][1] == {"event": "end", "winner": [], "rule": "SW-11"}
    assert answer["state"]["winner"] == [] and answer["state"]["over"] is True


@pytest.mark.parametrize("setup", [False, True])
@pytest.mark.parametrize("ending", ["resign A", "draw"])
def test_nothing_is_played_after_the_end_but_undo(ending: str, setup: bool) -> None:
    options = ("--layout", "free") if setup else ()
    move = "place a1 b" if setup else "a1-c3"
    for command in (move, "c3-a1", "resign B", "draw", "dispute x", "set turn A", "choose b"):
        refused("game-over", "TA-2", ending, command, options=options)
    refused("game-over", "TA-2", ending, f"set position {START}", options=options)
    assert play(ending, "undo", move, options=options)["ok"]


# Undo, disputes, putting right


def test_undo_takes_back_entries_of_every_kind_to_the_start() -> None:
    commands = ["a1-c3", "dispute who began?", "set turn A", f"set position {DUE} b", "e1xe4"]
    commands += ["undo", "set position " + f"{CHEQUER} w", "resign A"]
    states = [play("dispute x", "undo")["state"]]
    stack = list(states)
    for at, command in enumerate(commands):
        state = play(*commands[: at + 1])["state"]
        if command == "undo":
            stack.pop()
            assert state == stack[-1]
        else:
            stack.append(state)
    found = answers("\n".join([*commands, *["undo"] * len(stack)]))
    for answer in found[len(commands) : -1]:
        stack.pop()
        assert answer["events"] == [{"event": "undo", "entry": "undo"}]
        assert answer["state"] == stack[-1]
    assert (found[-1]["code"], found[-1]["rule"]) == ("nothing-to-undo", "TA-3")


@settings(max_examples=count(15, 100))
@given(st.data())
def test_undo_is_a_way_back_from_anywhere(data: st.DataObject) -> None:
    is_free = data.draw(st.booleans())
    options = ("--layout", "free") if is_free else ()
    pool = [*CYCLE, *CHEQUER_PLACED, "resign B", "draw", "undo", "dispute x", "set turn B", "x"]
    pool += [f"set position {START}", f"set position {DUE} b", "choose b", "e1xe4"]
    commands = data.draw(st.lists(st.sampled_from(pool), max_size=30))
    stack = [answers("nonsense\n", *options)[0]["state"]]
    for answer in answers("\n".join([*commands, *["undo"] * 30]), *options):
        if answer["ok"] and answer["events"][0]["event"] == "undo":
            stack.pop()
        elif answer["ok"]:
            stack.append(answer["state"])
        assert answer["state"] == stack[-1]
    assert len(stack) == 1


@pytest.mark.parametrize("text", ["x", "a1-c3", "undo", "Ann's stone  slipped 🎲", "# really"])
def test_a_dispute_changes_nothing_but_is_an_entry(text: str) -> None:
    answer = play(f"dispute {text}")
    assert answer["events"] == [{"event": "dispute", "entry": f"dispute {text}"}]
    assert answer["state"]["position"] == START
    assert play(f"dispute {text}", "undo")["ok"]


@pytest.mark.parametrize("name", ["A", "B"])
def test_the_turn_is_set(name: str) -> None:
    answer = play(f"set turn {name}")
    assert answer["events"] == [{"event": "set", "entry": f"set turn {name}"}]
    assert answer["state"]["turn"] == name
    assert answer["state"]["position"] == f"{CHEQUER} {'b' if name == 'A' else 'w'}"


def test_a_position_is_set_and_its_history_begins_there() -> None:
    answer = play(f"set position {CHEQUER}  w ")
    assert answer["state"]["turn"] == "B" and answer["state"]["position"] == f"{CHEQUER} w"
    once = play(*CYCLE, f"set position {START}", *CYCLE)
    assert not once["state"]["over"]
    assert play(*CYCLE, f"set position {START}", *CYCLE, *CYCLE)["state"]["rule"] == "SW-9"


def test_a_position_that_is_set_may_end_the_game() -> None:
    answer = play(f"set position {DUE} w")
    assert answer["events"][1:] == [{"event": "end", "winner": ["B"], "rule": "SW-6"}]


@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        ("set", "unknown-key", None),
        ("set colour A", "unknown-key", None),
        ("set Turn A", "unknown-key", None),
        ("set hand A 3", "unknown-key", None),
        ("set turn", "unknown-command", None),
        ("set turn A B", "unknown-command", None),
        ("set turn Zoe", "unknown-name", "TA-4"),
        ("set turn a", "unknown-name", "TA-4"),
        ("set position", "unknown-command", None),
        ("set position x", "bad-position", None),
        (f"set position {CHEQUER}", "bad-position", None),
        (f"set position {CHEQUER} -", "bad-position", None),
        ("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbww b", "bad-count", None),
        ("set position bwbwb/wbwbw/bw.wb/wbwbw b", "bad-row-count", None),
        ("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbw b", "bad-row-length", None),
        ("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwB b", "bad-letter", None),
        ("resign", "unknown-command", None),
        ("resign A B", "unknown-command", None),
        ("resign C", "unknown-name", "TA-4"),
        ("draw now", "unknown-command", None),
        ("undo 2", "unknown-command", None),
        ("dispute", "unknown-command", None),
        ("undo", "nothing-to-undo", "TA-3"),
        ("Undo", "bad-move", None),
        ("abandon", "bad-move", None),
        ("a1-f9", "bad-cell", None),
        ("place c3 b", "wrong-phase", "TA-1"),
        ("choose b", "wrong-phase", "TA-1"),
        ("e1xa5", "swap-same-colour", "SW-5"),
    ],
)
def test_a_bad_command_is_refused(command: str, code: str, rule: str | None) -> None:
    refused(code, rule, command)
