"""Noughts and crosses in the terminal: chosen in the menu, played with the keys, told in words."""

from pathlib import Path

import pytest
from schiri.terminal.board import Board

from tests.terminal.table import Seat
from tests.terminal.virtual_loop import run_virtually

pytestmark = pytest.mark.slow


def test_a_game_at_the_keyboard(tmp_path: Path) -> None:
    seat = Seat(tmp_path, "keys5", "noughts", "de")

    async def sit() -> None:
        async with seat.app.run_test(size=(80, 24)) as pilot:
            seat.pilot = pilot
            await seat.wait(500)
            await seat.press("enter")
            await seat.wait(3000)
            assert seat.text("#title") == "Noughts  A (Kreuze) – B (Kreise)"
            assert seat.text("#turn") == "A (Kreuze) belegt ein Feld."
            await seat.type("a1")
            await seat.type("a1")
            assert seat.text("#problem") == "Dieses Feld ist schon belegt. (NC-1)"
            assert "!███████!" in str(seat.app.table.query_one(Board).render())
            for text in ("b2", "a2", "c3", "a3"):
                await seat.type(text)
            assert "A hat gewonnen. Drei stehen in einer Reihe. (NC-2)" in seat.log()

    run_virtually(sit())
