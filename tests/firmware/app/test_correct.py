"""A game with a die: what can be picked, and what "correct" of the menu changes."""

from random import Random
from typing import Any

import pytest
from schiri_device.games.dice import Dice
from schiri_engines.joggle.game import Joggle

from tests.counts import count
from tests.firmware.stage import Stage

# The order in which presses change the light of a cell.
AROUND = ".bw"


def table(new: str, *entries: str) -> Stage:
    """Return a device with a game that has these entries."""
    stage = Stage("cursor")
    stage.do("plug")
    for text in (new, *entries):
        # For a game that is not in memory, the program restarts first.
        heard = stage.do(f"ask {text}")
        assert any(line.endswith(" ok") for line in heard), heard
    if stage.device.mode_name == "lay":
        stage.do("press white")
    return stage


def correct(stage: Stage, changes: dict[str, str], *buttons: str) -> None:
    """Open the menu's "correct", set these cells, press more buttons, and confirm."""
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
    return str(stage.device.match.game.board_text()).split(" ")


def test_no_piece_can_be_picked_before_the_roll() -> None:
    """Yellow, which is no face of the die, is tested as well."""
    stage = table("new joggle AB goal=1R")
    mode: Any = stage.device.mode
    assert set(Dice.movable(mode)) == set()
    stage.do("press red")
    cells = set(Dice.movable(mode))
    assert len(cells) == 16 and cells == set(mode.movable())


def test_a_roll_that_has_no_field_any_more_is_due_again() -> None:
    stage = table("new joggle AB goal=1R", "R")
    # On the stand-in board all red fields but one are occupied first.
    game = stage.device.match.game
    assert isinstance(game, Joggle)
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


@pytest.mark.parametrize("options", ["goal=2S", "goal=4S extreme=on no-field=pass", "teams=on"])
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
