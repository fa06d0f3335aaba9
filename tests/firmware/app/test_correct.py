"""The menu's "correct": what the lights show is changed with the real buttons, all else stays."""

import sys
from random import Random

import pytest
from schiri_engines.joggle.rules import JoggleRules

from tests.counts import count
from tests.each import each
from tests.firmware.stage import Stage

TEAMS = "new joggle ABCD goal=1R no-field=pass teams=on"
FULL = "/".join(["bwbwbwbw", "wbwbwbwb"] * 2 + ["........"] * 4)
# As the lights are pressed from one letter to the next.
AROUND = ".bw"


def table(new: str, *entries: str) -> Stage:
    """Return a device with a game in which these entries were made."""
    stage = Stage("cursor")
    stage.do("plug")
    for text in (new, *entries):
        # A game that is not in memory begins the program anew first.
        heard = stage.do(f"ask {text}")
        assert any(line.endswith(" ok") for line in heard), heard
    if stage.device.mode_name == "lay":
        stage.do("press white")
    return stage


def correct(stage: Stage, changes: dict[str, str], *buttons: str) -> None:
    """Open the menu's "correct", let these lie on cells, press more buttons, and keep it all."""
    stage.do("hold black")
    stage.do("press blue blue white")
    assert stage.device.mode_name == "correct"
    game = stage.device.match.game
    for cell, letter in changes.items():
        lying = game.cells()["abcdefgh".index(cell[0]) + (int(cell[1]) - 1) * game.SIZE]
        for _ in range((AROUND.index(letter) - AROUND.index(lying)) % 3):
            stage.do(f"press {cell}")
    for button in (*buttons, "white"):
        stage.do(f"press {button}")


def position(stage: Stage) -> list[str]:
    return str(stage.device.match.game.position()).split(" ")


def test_a_stone_of_switch_lies_elsewhere() -> None:
    stage = table("new switch AB layout=1", "a1-c3")
    correct(stage, {"a1": "b", "c3": "."}, "blue")
    assert stage.device.mode_name == "play"
    assert position(stage) == ["bwbwb/wbwbw/bw.wb/wbwbw/bwbwb", "b"]


@each("letter", AROUND[1:])
def test_a_marble_more_is_a_turn_more(letter: str) -> None:
    stage = table("new joggle AB goal=1R", "R", "b1")
    before = position(stage)
    correct(stage, {"d4": letter})
    assert stage.device.mode_name == "dice"
    rows, side, roll, turns = position(stage)
    assert (side, roll, turns) == (before[1], "-", "2")
    assert rows == f"......../......../......../......../...{letter}..../......../......../.w......"


def test_the_side_changes_and_the_turns_stay() -> None:
    stage = table("new joggle AB goal=1R", "R", "b1")
    correct(stage, {}, "blue")
    assert position(stage)[1:] == ["w", "-", "1"]


@each("turns", [10, 11, 25, 30])
def test_turns_of_two_figures_follow(turns: int) -> None:
    letters = ("bw" * 16)[:turns].ljust(64, ".")
    rows = "/".join([letters[at : at + 8] for at in range(56, -1, -8)])
    side = "wb"[turns % 2]
    stage = table("new joggle AB goal=1R1S", f"set position {rows} {side} - {turns}")
    correct(stage, {"a1": "."})
    assert position(stage)[1:] == [side, "-", str(turns - 1)]
    correct(stage, {"h8": "b"})
    assert position(stage)[1:] == [side, "-", str(turns)]


def test_turns_are_those_that_placed_where_marbles_are_taken_away() -> None:
    stage = table("new joggle AB goal=4S", f"set position {FULL} w - 47")
    correct(stage, {"a5": ".", "b5": "."})
    assert position(stage)[1:] == ["w", "-", "30"]


def test_turns_stay_while_all_marbles_lie() -> None:
    stage = table("new joggle AB goal=4S", f"set position {FULL} w - 47")
    correct(stage, {"a8": ".", "a1": "b"})
    assert position(stage)[1:] == ["w", "-", "47"]


def test_a_pending_roll_stays() -> None:
    stage = table("new joggle AB goal=1R", "R", "b1", "G")
    correct(stage, {"d4": "w"})
    assert position(stage)[1:] == ["b", "G", "2"] and stage.device.mode_name == "dice"


def test_a_roll_that_has_no_field_any_more_is_due_again() -> None:
    stage = table("new joggle AB goal=1R", "R")
    # On the stand-in board all red fields but one are taken first.
    game = stage.device.match.game
    assert isinstance(game, JoggleRules)
    red = [cell for cell in range(64) if game.board[cell] == "R"]
    letters = ["."] * 64
    for number, cell in enumerate(red[:-1]):
        letters[cell] = "bw"[number % 2]
    rows = "/".join(["".join(letters[at : at + 8]) for at in range(56, -1, -8)])
    heard = stage.do(f"ask set position {rows} w R {len(red) - 1}")
    assert any(line.endswith(" ok") for line in heard), heard
    last = "abcdefgh"[red[-1] % 8] + str(red[-1] // 8 + 1)
    correct(stage, {last: "b"})
    assert position(stage)[1:] == ["w", "-", str(len(red))] and stage.device.mode_name == "dice"


@each(
    ("changes", "left"),
    [
        ({"d4": "w"}, "7,8,7,8"),
        ({"d4": "b"}, "7,7,8,8"),
        ({"d4": "w", "e5": "w"}, "6,8,7,8"),
        ({"b1": "."}, "8,8,8,8"),
        ({"b1": "b"}, "8,7,8,8"),
    ],
)
def test_partners_share_what_is_left(changes: dict[str, str], left: str) -> None:
    stage = table(TEAMS, "R", "b1")
    assert position(stage)[4] == "7,8,8,8"
    correct(stage, changes)
    assert position(stage)[4] == left and stage.device.mode_name == "dice"
    black, white = (position(stage)[0].count(letter) for letter in "bw")
    assert int(position(stage)[3]) == black + white


def test_too_many_of_a_colour_are_refused_in_lights() -> None:
    stage = table("new joggle AB goal=4S", f"set position {FULL} w - 47")
    before = position(stage)
    correct(stage, {"a1": "b"})
    assert stage.device.mode_name == "correct" and position(stage) == before
    assert all(cell[0] == "A" for row in stage.do("see")[:8] for cell in row.split())
    stage.do("press black")
    assert stage.device.mode_name == "dice" and position(stage) == before


def test_the_event_replays() -> None:
    stage = table(TEAMS, "R", "b1", "G")
    correct(stage, {"d4": "w"}, "blue")
    before = position(stage)
    stage.do("cut")
    assert position(stage) == before


@each("options", ["goal=2S", "goal=4S extreme=on no-field=pass", "teams=on"])
def test_random_corrections_are_kept_or_refused(options: str) -> None:
    random = Random(options)
    seats = "ABCD" if "teams" in options else "AB"
    stage = table(f"new joggle {seats} {options}")
    kept = 0
    for _ in range(count(25, 250)):
        device = stage.device
        game = device.match.game
        if device.match.outcome:
            stage.do("press black black white white white white")
            continue
        if game.phase == "roll":
            stage.do("press " + random.choice(["red", "green", "blue", "yellow", "white"]))
            continue
        if random.random() < 0.6:
            move = random.choice(game.legal_moves())
            stage.do("press " + " ".join(game.cell_text(cell) for cell in game.move_cells(move)))
            continue
        before = position(stage)
        cells = random.sample(range(64), 2)
        changes = {game.cell_text(cell): random.choice(AROUND) for cell in cells}
        correct(stage, changes, *random.sample(["blue"], random.randrange(2)))
        if device.mode_name == "correct":
            assert position(stage) == before
            stage.do("press black")
        else:
            kept += 1
    assert kept > 0


@pytest.mark.usefixtures("small_heap")
def test_what_only_a_correction_needs_is_let_go_of() -> None:
    stage = table("new joggle AB goal=1R", "R", "b1")
    correct(stage, {"d4": "w"})
    assert "schiri_device.games.joggle_position" not in sys.modules
    assert "schiri_device.app.menu" not in sys.modules
