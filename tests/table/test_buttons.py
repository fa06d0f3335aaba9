"""Buttons with an effect: the information for views, checked against the modes of the device."""

from pathlib import Path

import pytest
from schiri.table.intents import Enter, NewGame, Press

from tests.table.stepped import SteppedTable

BUTTON_NAMES = "up down left right press red yellow green blue white black hold-white hold-black"

# The way to each mode, from a game of this name.
WAYS = {
    "choose": ("switch", ["hold-black", "left", "white"]),
    "options": ("switch", ["hold-black", "left", "white", "black"]),
    "play": ("switch", ["white"]),
    "menu": ("switch", ["white", "hold-black"]),
    "paint": ("joggle", ["hold-black", "left", "white", "white", "yellow", "left", "white"]),
    "correct": ("switch", ["white", "hold-black", "right", "right", "white"]),
    "dice": ("joggle", ["red"]),
    "dice roll": ("joggle", []),
}


def table_in(folder: Path, mode: str) -> SteppedTable:
    """Return a table whose device is in this mode."""
    game, presses = WAYS[mode]
    table = SteppedTable(folder)
    table.run(500)
    table.session.do(NewGame(game, ("A", "B"), {}))
    table.run(6000)
    for button in presses:
        table.session.do(Press(button))
        table.run(800)
    return table


def seen(table: SteppedTable) -> object:
    """Return all state that a press may change."""
    device = table.device.simulator.device
    state = table.session.state
    shown = state.device.status, state.device.refusal
    return shown, state.game and state.game.state, device.journal.last


@pytest.mark.parametrize("mode", ["play", "menu", "paint", "correct", "dice", "dice roll"])
def test_disabled_buttons_do_nothing(mode: str, tmp_path: Path) -> None:
    table = table_in(tmp_path, mode)
    now = table.session.state.device.status
    assert now is not None and now.mode == mode.split()[0]
    table.run(1500)
    asked = table.session.state
    assert asked.game and asked.device.refusal is None
    for button in BUTTON_NAMES.split():
        if not asked.device.has_effect(button, asked.game.state.phase):
            before = seen(table)
            table.session.do(Press(button))
            table.run(1500)
            assert seen(table) == before, button


def test_after_the_end_and_in_a_free_set_up(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    table.run(500)
    table.session.do(NewGame("switch", ("A", "B"), {"layout": "free"}))
    table.run(3000)
    for mode in ("place", "finished"):
        if mode == "finished":
            table.session.do(NewGame("switch", ("A", "B"), {}))
            table.run(3000)
            table.session.do(Press("white"))
            table.run(500)
            table.session.do(Enter("resign A"))
            table.run(3000)
        asked = table.session.state
        now = asked.device.status
        assert now is not None and now.mode == mode and asked.device.refusal is None
        assert asked.game
        for button in BUTTON_NAMES.split():
            if not asked.device.has_effect(button, asked.game.state.phase):
                before = seen(table)
                table.session.do(Press(button))
                table.run(1500)
                assert seen(table) == before, (mode, button)
