"""Keys that come faster than the screen draws: none is lost, none is a key of the table."""

from pathlib import Path

import pytest
from schiri.terminal.app import SchiriApp
from schiri.terminal.table import TableScreen
from schiri.texts import Words
from textual.events import Key
from textual.widgets import Input

from tests.table.stepped import SteppedTable
from tests.terminal.table import DREHWURM, NAMES, SWITCH, Seat, at_an_open_table
from tests.terminal.virtual_loop import opened, run_virtually

pytestmark = pytest.mark.slow


async def burst(seat: Seat, text: str, *more: str) -> None:
    """Press keys with nothing between them, as a terminal hands over what was typed at once."""
    keys = [(NAMES.get(letter, letter), letter) for letter in text]
    for name, letter in (*keys, *((key, None) for key in more)):
        seat.app.post_message(Key(name, letter))
    await seat.pilot.pause()
    await seat.wait()


def test_what_is_typed_behind_a_colon_is_on_the_line() -> None:
    async def play(seat: Seat) -> None:
        await burst(seat, ":a1-c3")
        assert seat.app.table.query_one("#line", Input).value == "a1-c3"
        await burst(seat, "", "enter")
        assert "A: a1-c3" in seat.log() and not seat.app.table.query_one("#line").display
        await burst(seat, ":undo", "enter")
        assert "undo" in seat.log()
        # What comes behind the Enter is the table's again.
        await burst(seat, ":a1-c3\n:a2-a1\n")
        assert seat.log().endswith("A: a1-c3\nB: a2-a1"), seat.log()

    at_an_open_table(play, SWITCH)


def test_what_is_typed_behind_a_key_of_drehwurm_is_on_the_line() -> None:
    async def play(seat: Seat) -> None:
        await burst(seat, ":start y3 b7 r9", "enter")
        await burst(seat, "lb4 1", "enter")
        await burst(seat, "", "enter", "g", "5", "enter")
        assert seat.text("#piles").startswith("1: g5/b4 (3)")
        # Keys that do nothing say so, and what they said goes with the next one that does.
        await burst(seat, "z")
        assert seat.text("#hint").startswith("z does nothing now.")
        await burst(seat, "l", "escape")
        assert seat.text("#hint").startswith("l lays")

    at_an_open_table(play, DREHWURM._replace(options={"mode": "full"}), pace_ms=0)


def test_a_key_before_there_is_anything_to_see_is_nobodys(tmp_path: Path) -> None:
    stepped = SteppedTable(tmp_path)
    app = SchiriApp(Words("en"), stepped.session)

    async def sit() -> None:
        async with opened(app) as pilot:
            app.push_screen(TableScreen(app.words, app.session))
            for key in ("colon", "z"):
                app.post_message(Key(key, None))
            await pilot.pause()
            assert app.is_running and app.bug is None

    run_virtually(sit())
