"""A board at the keyboard: cells and controls, typed moves, refusals, the device, and undo."""

import json
import re
from pathlib import Path

import pytest
from schiri.device.reports import SetAside
from schiri.log.lines import read
from schiri.scene.scene import HistoryLine, Scene
from schiri.table.intents import Enter, Leave, NewGame, Turn
from schiri.terminal import table_screen
from schiri.terminal.controls import ControlsView
from schiri.terminal.lights import LightsPanel, light_sign
from schiri.terminal.table_screen import turn_text
from schiri.texts import Words
from schiri_device.lights.language import BASES

from tests.game_now import game_of
from tests.log.chain import objects
from tests.terminal.seat import (
    DREHWURM,
    JOGGLE,
    SWITCH,
    ZWOGGEL,
    Seat,
    at_an_open_table,
    at_the_table,
)
from tests.terminal.virtual_loop import opened, run_virtually

# From the middle to a1 and back.
TO_A1 = ("left", "left", "down", "down")
TO_C3 = ("right", "right", "up", "up")


def test_enter_starts_and_arrows_play(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        assert seat.form.form_id == "start"
        await seat.press("enter")
        assert "Player 1 (dark)" in seat.text("#seats")
        assert "Put the pieces" in seat.text("#turn")
        assert "Enter begins, too" in seat.text("#hint")
        # A touch of the board begins the game, and picks the stone.
        await seat.press(*TO_A1, "enter")
        assert "Player 1 (dark) is to move." in seat.text("#turn")
        assert "▶▜█▛◀" in seat.board and len(seat.legal) == 5
        await seat.press(*TO_C3, "enter")
        assert "Player 2 (light) is to move." in seat.text("#turn")
        assert "Player 1: a1-c3" in seat.log()

    at_the_table(play, tmp_path)
    (path,) = (tmp_path / "logs").glob("*.jsonl")
    assert [event.get("entry") for event in objects(read(path.read_bytes()))] == [None, "a1-c3"]
    assert json.loads((tmp_path / "last.json").read_text())["players"] == ["Player 1", "Player 2"]


def test_what_is_cheered_is_in_the_turn_line_in_reverse() -> None:
    table = Scene("en", "table", "zwoggel", "", "", "Ben is to move.", "")
    trap = table._replace(banner=HistoryLine(1, "", cheer="Trap!"))
    (cheer,) = turn_text(trap).spans
    assert turn_text(trap).plain[cheer.start : cheer.end] == " Trap! "
    assert cheer.style == "reverse" and not turn_text(table).spans
    end = turn_text(trap._replace(heading="Trap! Ann wins."))
    assert (end.plain, end.style) == ("Trap! Ann wins.", "reverse")


def test_a_banner_does_not_stand_in_the_title_too() -> None:
    async def play(seat: Seat) -> None:
        for command in ("flip 0,0 red", "flip 1,0 red", "place 2,0 2,1 3,0", "flip 2,0 red"):
            await seat.type(command)
        assert seat.text("#turn").startswith(" Trap! Ben takes penalty 1 of 3. ")
        assert seat.text("#title") == "Zwoggel"

    at_an_open_table(play, ZWOGGEL)


def test_the_device_is_shown_in_a_drawer() -> None:
    async def play(seat: Seat) -> None:
        lights = seat.app.table.query_one(LightsPanel)
        shown = [bool(lights.display)]
        await seat.press("d")
        shown.append(bool(lights.display))
        assert shown == [False, True] and "Hold white" in seat.text("#controls")
        before = lights.content
        await seat.press("2")
        await seat.press(*TO_A1, "enter")
        assert lights.content != before
        # Pull the cable, and plug it in again.
        await seat.press("l")
        await seat.wait(200)
        assert "The cable is unplugged" in seat.text("#hint")
        # A long sentence wraps; clicks below it still reach their buttons.
        await seat.pilot.resize_terminal(80, 40)
        seat.speak(Words("fr"))
        await seat.wait(200)
        assert "est débranché.\nRebranche-le.\n1 rouge" in seat.text("#controls")
        controls = seat.app.table.query_one(ControlsView)
        spots = {id: (column, line) for id, line, column, _end in controls.spots}
        await seat.pilot.click(controls, offset=spots["cable"])
        seat.speak(Words("en"))
        await seat.wait(2000)
        assert "unplugged" not in seat.text("#controls")
        await seat.press("d")
        assert not bool(lights.display)

    at_an_open_table(play, SWITCH)


def test_signs_of_lights_differ_without_colour() -> None:
    pure = ((90, 0, 0), (90, 90, 0), (0, 90, 0), (0, 0, 90), (90, 90, 90), (0, 0, 0))
    assert len({light_sign(rgb, 90) for rgb in pure}) == len(pure)
    assert len({light_sign((*rgb,), 104) for rgb in BASES}) == len(BASES)


def test_without_colour_the_pieces_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(seat: Seat) -> None:
        assert seat.board.count("╰─╯") == 12 and seat.board.count("▜█▛") == 12

    at_the_table(play, tmp_path, SWITCH)


def test_two_views_speak_two_languages_in_one_process(tmp_path: Path) -> None:
    german, french = (Seat(tmp_path / name, language=name) for name in ("de", "fr"))
    for seat in (german, french):
        seat.begin(SWITCH)

    async def sit() -> None:
        async with opened(german.app) as german.pilot, opened(french.app) as french.pilot:
            for seat in (german, french, german):
                await seat.wait(500)
                await seat.press("left")
            assert "ist am Zug" in german.text("#turn") and "de jouer" in french.text("#turn")

    run_virtually(sit())


def test_a_set_aside_journal_is_reported_at_the_table() -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.worker._receive(SetAside("broken", bytes(40)))
        await seat.wait(5)
        log = "".join(seat.log().split())
        assert "cannotcontinuethegame" in log and "startsagain" in log

    at_an_open_table(play, SWITCH)


def test_a_hint_is_drawn_on_the_board_with_its_result(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        # The cursor would cover the target of the move.
        await seat.press("left")
        assert "{" not in seat.board
        await seat.press("h")
        await seat.wait(3000)
        assert seat.board.count("{") == seat.board.count("}") == 2
        hint = seat.text("#problem")
        assert hint.startswith("Hint: ") and "nobody can beat you" in hint
        assert hint in seat.history()
        first, then = re.findall(r"\b[a-e][1-5]\b", hint)
        sign = "x" if "swap" in hint else "-"
        await seat.type(f"{first}{sign}{then}")
        await seat.wait(1000)
        assert "{" not in seat.board

    at_the_table(play, tmp_path, SWITCH._replace(options={"hints-a": "free"}))


def test_the_device_plays_joggle_and_gives_hints(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("space")
        await seat.press("h")
        await seat.wait(3000)
        hint = seat.text("#problem")
        assert hint.startswith("Hint: ") and hint.endswith("The game is even.")
        await seat.type(hint.removeprefix("Hint: ")[:2])
        # It rolls, and shows its move, which somebody makes.
        await seat.wait(6000)
        await seat.press("b")
        await seat.wait(500)
        roll, move = seat.log().splitlines()[-2:]
        assert roll.startswith("B: ") and move.startswith("B: ") and len(move) == len("B: d4")
        assert seat.state.game and seat.state.game.state.turn == "A"

    options = {"hints-a": "free", "device-b": "3"}
    at_the_table(play, tmp_path, JOGGLE._replace(options=options))


def test_a_new_game_shows_nothing_of_the_one_before(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.type("resign B")
        assert "wins!" in seat.log()
        seat.do(SWITCH)
        await seat.press("b")
        assert "wins!" not in seat.log()
        await seat.type("a1-c3")
        assert [line.split(":")[0] for line in seat.log().splitlines()] == ["Switch", "A"]
        # After leaving the cards the board's history is shown again.
        board = seat.log()
        seat.do(ZWOGGEL)
        await seat.wait()
        assert "a1-c3" not in seat.log() and "░" in seat.board
        seat.do(Leave())
        await seat.wait(1000)
        assert seat.log() == board and "▜█▛" in seat.board

    at_the_table(play, tmp_path, JOGGLE)


# Dark is to move, and wins in six plies.
WON = "bbbww/wbwbb/.bbww/bwbbw/wbwww"


def test_with_the_device_shown_the_next_step_is_still_said() -> None:
    async def play(seat: Seat) -> None:
        for size in ((60, 20), (80, 24)):
            await seat.pilot.resize_terminal(*size)
            await seat.press("d")
            for part in ("#turn", "#hint", "#keys"):
                region = seat.app.table.query_one(part).region
                assert region.height and region.bottom <= size[1], (part, size)
            assert "▲" in seat.text("#controls")
            lights = seat.app.table.query_one(LightsPanel).region
            assert lights.bottom <= seat.app.table.query_one("#turn").region.y
            await seat.press("d")

    at_an_open_table(play, JOGGLE, size=(60, 20))


def test_a_clock_runs_down_until_the_flag_falls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(seat: Seat) -> None:
        def times() -> list[str]:
            return re.findall(r"\d+[:.]\d+", seat.text("#seats"))

        monkeypatch.setattr(table_screen, "now_ms", lambda: seat.stepped.now_ms)
        await seat.wait()
        assert times() == ["4:59", "5:00"]
        await seat.wait(100_000)
        first, second = times()
        assert "3:15" < first < "3:21" and second == "5:00"
        await seat.wait(185_000)
        first, second = times()
        assert 10 < float(first) < 16 and second == "5:00"
        await seat.wait(20_000)
        assert "The time of A is up" in seat.text("#turn") and "flag A" in seat.log()

    at_the_table(play, tmp_path, SWITCH._replace(options={"clock": "5+3"}))


@pytest.mark.parametrize(("game", "word"), [(ZWOGGEL, "flip 0,0 red"), (DREHWURM, "turned")])
def test_a_turn_without_a_board_is_reminded_of_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: NewGame, word: str
) -> None:
    async def play(seat: Seat) -> None:
        def times() -> list[str]:
            return re.findall(r"\b\d+[:.]\d+\b", seat.text("#seats"))

        rings: list[bool] = []
        monkeypatch.setattr(table_screen, "now_ms", lambda: seat.stepped.now_ms)
        monkeypatch.setattr(seat.app, "bell", lambda: rings.append(True))
        if game == DREHWURM:
            # Before the first turning colours are chosen.
            seat.do(Turn("turned"))
        await seat.wait(1000)
        player = game_of(seat.state).state.turn
        await seat.wait(9000)
        (time,) = times()
        assert "0:48" < time < "0:52"
        await seat.wait(48_000)
        (time,) = times()
        assert 0 < float(time) < 3 and rings == []
        await seat.wait(3000)
        assert f"{player}, the time for this turn is up." in seat.text("#turn")
        assert (rings, times()) == ([True], ["0.0"])
        seat.do(Enter(word))
        await seat.wait(5000)
        assert "is up" not in seat.text("#turn") and rings == [True]

    at_the_table(play, tmp_path, game._replace(options={"clock": "+60"}))
