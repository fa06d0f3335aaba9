"""What is one person's own stays theirs, whoever comes first."""

from pathlib import Path

from schiri.device.requests import requests_for
from schiri.last_setup import Setups
from schiri.table.intents import NewGame
from schiri_engines.registry import game_class

from tests.table.stepped import SteppedTable

# As PROTOCOL.md has it of what a game is given back with; so long are the words before the game.
MOST, BEFORE = 126, len("restore 89abcdef 123456") - len("new")


def test_for_whom_the_device_plays_is_drawn_along(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    table.run(500)
    table.lots = [1]
    options = {"device-b": "4", "hints-a": "2", "layout": "2"}
    table.session.do(NewGame("switch", ("Ann", "Schiri"), options, "lot"))
    table.run(3000)
    state = table.session.state
    assert state.players == ("Schiri", "Ann")
    assert (state.options["device-a"], state.options["hints-b"]) == ("4", "2")
    assert (state.options["device-b"], state.options["hints-a"]) == ("off", "off")


def test_a_memory_that_makes_no_sense_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "last.json").write_text('{"players": 7, "options": [1], "game": null}')
    assert SteppedTable(tmp_path).session.state.setups == Setups()


def test_a_line_has_room_for_the_longest_game() -> None:
    values = {name: listed.split()[-1] for name, listed in game_class("switch").OPTIONS}
    longest = values | {"layout": "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"}
    for each in (longest, longest | {"device-a": "off", "device-b": "off"}):
        [text] = requests_for("switch", 2, each)
        assert len(text) + BEFORE <= MOST
