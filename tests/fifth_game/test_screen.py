"""Noughts and crosses in the terminal: chosen in the menu, played by keys, with all its texts."""

from pathlib import Path

from tests.terminal.seat import Seat, at_the_table


def test_a_game_at_the_keyboard(tmp_path: Path) -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("enter")
        await seat.wait(3000)
        await seat.press("b")
        assert seat.text("#title") == "Noughts" and "Person 1 (Kreuze)" in seat.text("#seats")
        assert seat.text("#turn") == "Person 1 (Kreuze) belegt ein Feld."
        await seat.type("a1")
        await seat.type("a1")
        assert seat.text("#problem") == "Dieses Feld ist schon belegt."
        assert "!███████!" in seat.board
        assert "Person 1 belegt a1" in seat.history()
        for text in ("b2", "a2", "c3", "a3"):
            await seat.type(text)
        assert "Person 1 gewinnt! Drei stehen in einer Reihe. (NC-2)" in seat.log()

    at_the_table(scene, tmp_path, build="keys5", game="noughts", language="de")
