"""A game with a die: no piece can be picked before the roll."""

from typing import Any

from schiri_device.games.dice import Dice

from tests.firmware.app.test_correct import table


def test_no_piece_can_be_picked_before_the_roll() -> None:
    """Yellow, which is no face of the die, is tested as well."""
    stage = table("new joggle AB goal=1R")
    mode: Any = stage.device.mode
    assert set(Dice.movable(mode)) == set()
    stage.do("press red")
    cells = set(Dice.movable(mode))
    assert len(cells) == 16 and cells == set(mode.movable())
