"""A game of Joggle at the keyboard: rolls, typed turns, the coloured board, the luck at the end."""

from pathlib import Path

import pytest
from schiri.log.lines import read
from schiri.prose.setup_form import Asked
from schiri.texts import Words
from schiri_engines.registry import game_class

from tests.log.chain import objects
from tests.terminal.table import JOGGLE, Seat, at_an_open_table

pytestmark = pytest.mark.slow


def test_rolls_and_turns_are_typed_or_pressed() -> None:
    async def play(seat: Seat) -> None:
        assert "stand-in" in seat.text("#device")
        assert " r " in seat.board and " y " in seat.board
        await seat.press("1")
        assert len(seat.targets) == 16 and "The roll is red." in seat.text("#turn")
        assert seat.text("#seats").splitlines() == [
            "A  Marbles to place: 16",
            "B  Marbles to place: 16",
        ]
        await seat.type("b1")
        assert "B (black) rolls." in seat.text("#turn")
        assert seat.text("#seats").startswith("A  Marbles to place: 15\n")
        for text in ("J:a1", "Y:zz", "G:a3", "R:d1"):
            await seat.type(text)
        assert "A (white) rolls." in seat.text("#turn"), seat.text("#problem")
        await seat.press("r")
        assert "A (white) is to move." in seat.text("#turn")
        await seat.type("resign B")
        assert "A has won." in seat.text("#turn")
        assert "as many or more happen in 1 of" in seat.log() and "joggle 1" in seat.log()

    seat = at_an_open_table(play, JOGGLE)
    path = Path(seat.state.log)
    events = objects(read(path.read_bytes()))
    assert [event["entry"] for event in events if event["event"] == "move"] == [
        "b1",
        "a1",
        "a3",
        "d1",
    ]
    assert [event["origin"] for event in events if event["event"] == "roll"] == ["die"] * 4 + [
        "device"
    ]


def test_a_position_is_set_however_many_turns_were_played() -> None:
    rows = "......../......../......../......../......../......../.b.b.bwb/bw.w.w.w"

    async def play(seat: Seat) -> None:
        for position in (f"{rows} w - 10", f"{rows} w R 10"):
            await seat.type(f"set position {position}")
            assert seat.text("#problem") == ""
            assert seat.state.state is not None and seat.state.state.position == position  # type: ignore[attr-defined]

    at_an_open_table(play, JOGGLE)


def test_only_a_board_is_typed_at_the_start() -> None:
    """The last goal, 2R1S, is capitals and digits: no word that stands for text."""
    asked = {
        name: Asked.of(Words("en"), "joggle", name, listed, "")
        for name, listed in game_class("joggle").OPTIONS
    }
    assert {name: each.own for name, each in asked.items() if each.own} == {"board": "MAP"}
