"""Every command to the referee of every game: the shape of its results, and undo."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.referee import Referee
from schiri_engines.refusals import MalformedText, Refused

from tests.counts import count
from tests.engines.switch_games import CHEQUER_PLACED, CYCLE, DUE, START
from tests.golden import steps
from tests.playthroughs.rules_player import scripts
from tests.referee.shape import Answer, check_events, check_state

JOGGLE_START = "/".join(["........"] * 8) + " w - 0"
MOSTLY_YELLOW = "/".join(["RRGGBBYY"] + ["YYYYYYYY"] * 7)


def say(referee: Referee, text: str) -> list[Answer] | None:
    """Return the events of a command, or None if it is refused; a refusal changes nothing."""
    before = referee.state()
    try:
        events = [event.json() for event in referee.command(text)]
    except (Refused, MalformedText):
        assert referee.state() == before
        return None
    check_events(events)
    check_state(referee.state().json())
    return events


def games(path: Path) -> Iterator[tuple[Referee, list[str]]]:
    found: list[tuple[Referee, list[str]]] = []
    for step in steps(path.read_text()):
        verb, _, rest = step.text.partition(" ")
        if verb == "begin":
            game, *words = rest.split()
            options = dict(word.split("=", 1) for word in words if "=" in word)
            try:
                referee = Referee(game, [word for word in words if "=" not in word], options)
            except (Refused, MalformedText):
                continue
            found.append((referee, []))
        elif step.is_command and found and verb not in ("moves", "summary"):
            found[-1][1].extend(step.text.split(" ; "))
    yield from found


@pytest.mark.parametrize("path", scripts())
def test_every_answer_has_the_documented_shape(path: Path) -> None:
    for referee, commands in list(games(path))[:: count(2, 1)]:
        check_state(referee.state().json())
        for command in commands:
            say(referee, command)


def test_rolls_and_moves_may_come_one_by_one() -> None:
    (path,) = [path for path in scripts() if path.stem == "joggle"]
    pairs = zip(games(path), games(path), strict=True)
    for together, apart in list(pairs)[:: count(3, 1)]:
        for command in together[1]:
            events = say(together[0], command)
            if events is not None:
                words = [command] if command.startswith("set") else command.split(":")
                found = [event for word in words for event in say(apart[0], word) or []]
                assert found == events and together[0].state() == apart[0].state()


def test_a_dispute_does_not_repeat_a_penalty() -> None:
    referee = Referee("zwoggel", ["Ann", "Ben"])
    referee.command("set square 2,0 down")
    for place in ("0,0", "1,0"):
        referee.command(f"set square {place} red")
    kinds = [
        [event.kind for event in referee.command(text)]
        for text in ("flip 2,0 red", "dispute it was green")
    ]
    assert kinds == [["flip", "three", "penalty"], ["dispute"]]


def test_a_roll_is_undone_if_its_move_is_refused() -> None:
    referee = Referee("joggle")
    for command in ("R:a1", "b1"):
        assert say(referee, command) is None
        assert referee.state().phase == "roll"
    # Nothing of it can be undone either.
    assert say(referee, "undo") is None
    # An existing roll stays, and cannot be repeated with a move.
    assert say(referee, "R")
    assert say(referee, "R:b1") is None and referee.state().phase == "move"


SWITCH = [*CYCLE, *CHEQUER_PLACED, "resign B", "draw", "undo", "dispute x", "set turn B", "x"]
SWITCH += [f"set position {START}", f"set position {DUE} b", "choose b", "e1xe4"]
JOGGLE = [*"RGBYJ", "a1", "b1", "J:c3", "R:d4", "a1-b1", "undo", "draw", "set turn B"]
JOGGLE += [f"set position {JOGGLE_START}"]
PASSING = {"no-field": "pass", "board": MOSTLY_YELLOW}


@settings(max_examples=count(10, 400))
@given(
    st.sampled_from(
        [("switch", {}, SWITCH), ("switch", {"layout": "free"}, SWITCH)]
        + [("joggle", {}, JOGGLE), ("joggle", PASSING, JOGGLE)]
    ),
    st.data(),
)
def test_every_state_can_be_undone_to_the_beginning(
    game: tuple[str, dict[str, str], list[str]], data: st.DataObject
) -> None:
    name, options, pool = game
    referee = Referee(name, [], options)
    commands = data.draw(st.lists(st.sampled_from(pool), max_size=30))
    stack = [referee.state()]
    for command in [*commands, *["undo"] * 60]:
        for word in command.split(":") if command[1:2] == ":" else [command]:
            events = say(referee, word)
            if events and events[0]["event"] == "undo":
                stack.pop()
            elif events:
                stack.append(referee.state())
            assert referee.state() == stack[-1]
    assert len(stack) == 1


def test_commands_that_belong_together_are_carried_out_all_or_none() -> None:
    referee = Referee("zwoggel", ["Ann", "Ben"], {})
    before = referee.state()
    for second in ("set penalties Cid 1", "set stock 9999", "set stock x", "nonsense"):
        with pytest.raises((Refused, MalformedText)):
            referee.command("set penalties Ann 1", second)
        assert referee.state() == before and not referee.table.entries
    made = referee.command("set penalties Ann 1", "set stock 50")
    assert [event.json()["event"] for event in made] == ["set", "set"]


def test_an_origin_is_kept_only_where_it_belongs() -> None:
    rolls, moves = Referee("joggle", ["Ann", "Ben"], {}), Referee("switch", ["Ann", "Ben"], {})
    told = [
        rolls.command("R", origin="banana")[0].json()["origin"],
        rolls.command("b1", origin="device")[0].json().get("origin"),
        rolls.command("G", origin="device")[0].json()["origin"],
        moves.command("a1-c3", origin="stones")[0].json()["origin"],
        moves.command("undo", origin="stones")[0].json().get("origin"),
    ]
    assert told == ["die", None, "device", "stones", None]
