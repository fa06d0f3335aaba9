"""A board that feels its stones, in the terminal: a cursor lifts them and puts them down."""

from pathlib import Path

import pytest
from schiri.device.reports import StonesView
from schiri.events import EntryMade
from schiri.table.intents import NewGame
from schiri.terminal.lights import LightsPanel

from tests.cli.command import typed
from tests.game_now import game_of
from tests.stones import whole_game
from tests.terminal.seat import Seat, at_the_table

SWITCH = NewGame("switch", ("Ann", "Ben"), {"layout": "1"})
# How long hands let go after a move: the device sees that it is one.
LET_GO_MS = 1000
# The seed of a short game.
SHORT = 33


def stones_of(seat: Seat) -> StonesView:
    """Return the stones of the table."""
    assert seat.state.device.stones
    return seat.state.device.stones


def lights_of(seat: Seat) -> str:
    return str(seat.app.table.query_one(LightsPanel).render())


async def go(seat: Seat, cell: str) -> None:
    """Move the cursor to a cell, and lift its stone, or put one down there."""
    row, column = divmod(seat.app.table.query_one(LightsPanel).cursor, 5)
    to_row, to_column = 5 - int(cell[1]), ord(cell[0]) - ord("a")
    down, right = to_row - row, to_column - column
    ways = ["down" if down > 0 else "up"] * abs(down)
    ways += ["right" if right > 0 else "left"] * abs(right)
    await seat.press(*ways, "enter")


def test_a_whole_game_is_played_by_stones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(seat: Seat) -> None:
        # Who moves its stones sees the device at once.
        await seat.press("j")
        await seat.wait(LET_GO_MS)
        assert lights_of(seat).count("●") == 24 and "▶ ◀" in lights_of(seat)
        made = []
        for text, steps in whole_game(SHORT):
            made.append(text)
            for word, cell in steps:
                before = len(stones_of(seat).hand)
                await go(seat, cell)
                assert len(stones_of(seat).hand) - before == (1 if word == "lift" else -1)
            await seat.wait(LET_GO_MS)
        if not game_of(seat.state).state.over:
            await seat.press("b")
        game = game_of(seat.state)
        assert [each.entry for each in game.events.items if isinstance(each, EntryMade)] == made
        assert "wins" in seat.text("#turn")
        assert typed("log", "verify", game.log).out.startswith("ok ")

    monkeypatch.setenv("SCHIRI_LOGS", str(tmp_path / "logs"))
    at_the_table(play, tmp_path, SWITCH, build="feel5")


def test_stones_come_from_beside_the_board_and_go_back(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("comma", "full_stop")
        assert stones_of(seat).hand == "bw"
        assert "In the hand: light stone, dark stone" in seat.text("#controls")
        await go(seat, "a1")
        await go(seat, "b1")
        assert stones_of(seat).letters[:2] == "wb"
        await seat.press("comma", "minus")
        assert not stones_of(seat).hand and stones_of(seat).beside("b") == 11
        await seat.press("question_mark")
        await seat.press("escape")
        # Without the device the keys are those of the game's board.
        await seat.press("d", "up", "enter")
        assert stones_of(seat).letters[:2] == "wb" and not stones_of(seat).hand

    at_the_table(play, tmp_path, SWITCH, build="feel5")


def test_stones_without_colour_differ_in_shape(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        seat.app.no_color = True
        await seat.press("j")
        await seat.wait(LET_GO_MS)
        assert lights_of(seat).count("●") == lights_of(seat).count("○") == 12

    at_the_table(play, tmp_path, SWITCH, build="feel5")
