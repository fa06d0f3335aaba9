"""A game at the keyboard: presses, typed moves, refusals, help, sizes, and the way out."""

import json
from pathlib import Path

import pytest
from schiri.device.reports import DeviceRefusal, SetAside
from schiri.languages import LANGUAGES
from schiri.log.lines import read
from schiri.prose import mode_words
from schiri.simulator.simulator import FIRST_TICK
from schiri.terminal.board import Board
from schiri.terminal.help import Help
from schiri.terminal.lights import LightsPanel
from schiri.terminal.start import Start
from schiri.texts import Words
from schiri_device.ticks import later

from tests.counts import count
from tests.log.chain import objects
from tests.terminal.table import JOGGLE, SWITCH, Seat, at_an_open_table, at_the_table
from tests.terminal.virtual_loop import opened, run_virtually

pytestmark = pytest.mark.slow


@pytest.mark.usefixtures("short_form")
def test_enter_starts_and_arrows_play(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        assert isinstance(seat.app.screen, Start)
        await seat.press("enter")
        assert "A (dark)" in seat.text("#title")
        assert "Lay the stones" in seat.text("#hint")
        await seat.press("5")
        assert "A (dark) is to move." in seat.text("#turn")
        await seat.press("left", "left", "down", "down", "enter")
        assert "[▜█▛]" in seat.board or "▶▜█▛◀" in seat.board
        assert len(seat.targets) == 5
        await seat.press("right", "right", "up", "up", "enter")
        assert "B (light) is to move." in seat.text("#turn")
        assert "A: a1-c3" in seat.log()

    at_the_table(play, tmp_path)
    (path,) = (tmp_path / "logs").glob("*.jsonl")
    assert [event.get("entry") for event in objects(read(path.read_bytes()))] == [None, "a1-c3"]
    assert json.loads((tmp_path / "last.json").read_text())["players"] == ["A", "B"]


def test_typed_moves_are_requests() -> None:
    async def play(seat: Seat) -> None:
        await seat.type_keys("a1-c3")
        assert "A: a1-c3" in seat.log()
        await seat.type("a1-c3")
        assert "No stone lies there" in seat.text("#problem")
        assert "(SW-4)" in seat.text("#problem")
        await seat.type("nonsense")
        assert '"nonsense" is not a move' in seat.text("#problem")
        await seat.type("resign Zed")
        assert "Nobody of that name" in seat.text("#problem")
        await seat.type("undo")
        assert "A (dark) is to move." in seat.text("#turn")
        await seat.type("resign A")
        assert "B has won." in seat.text("#turn")
        assert "A resigned" in seat.text("#turn")

    at_an_open_table(play, SWITCH)


def test_a_click_presses() -> None:
    async def play(seat: Seat) -> None:
        lights = seat.app.table.query_one(LightsPanel)
        before = lights.content
        await seat.pilot.click(Board, offset=(5, 8))
        await seat.wait()
        assert len(seat.targets) == 5 and lights.content != before
        await seat.pilot.click(Board, offset=(15, 4))
        await seat.wait()
        assert "A: a1-c3" in seat.log()
        # The black cap takes it back.
        await seat.pilot.click("ButtonsPanel", offset=(26, 1))
        await seat.wait()
        assert seat.text("#hint").startswith("Take the piece off c3 of the real board")
        assert "undo" in seat.log()

    at_an_open_table(play, SWITCH)


def test_keys5_is_played_with_a_cursor_of_the_terminal(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("left", "left", "down", "down", "enter")
        await seat.press("right", "right", "up", "up", "enter")
        assert "A: a1-c3" in seat.log()

    at_the_table(play, tmp_path, SWITCH, build="keys5")


def test_help_and_menu() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("question_mark")
        assert isinstance(seat.app.screen, Help)
        await seat.press("escape", "m")
        assert "Menu: resign" in seat.text("#hint")
        await seat.press("4")
        assert "Menu: agree to a draw" in seat.text("#hint")
        await seat.press("6")
        assert "Press a stone" in seat.text("#hint")

    at_an_open_table(play, SWITCH)


def test_the_cable_can_be_pulled() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("u")
        await seat.wait(200)
        assert "no device" in seat.text("#device")
        assert "The cable is out" in seat.text("#hint") and "u plugs" in seat.text("#hint")
        await seat.press("left", "left", "down", "down", "enter")
        await seat.press("right", "right", "up", "up", "enter")
        assert "A: a1-c3" not in seat.log()
        await seat.press("u")
        await seat.wait(2000)
        assert "connected" in seat.text("#device")
        assert "A: a1-c3" in seat.log()

    at_an_open_table(play, SWITCH)


SIZES = [(80, 24), (200, 60), (20, 5), (100, 30), (40, 12), (60, 20)][: count(3, 6)]


def test_any_size_is_taken() -> None:
    async def play(seat: Seat) -> None:
        for size in (*SIZES, SIZES[0]):
            await seat.pilot.resize_terminal(*size)
            await seat.wait()
            assert "is to move" in seat.text("#turn"), size

    at_an_open_table(play, SWITCH, size=SIZES[-1])


def test_signs_are_told_in_words_that_fit() -> None:
    async def play(seat: Seat) -> None:
        simulator, told = seat.device.simulator, set()
        device = simulator.device

        def enter(mode: str) -> None:
            passed = seat.stepped.now_ms - simulator._started_ms
            device.go_to(later(FIRST_TICK, passed), mode)

        assert device.match.game_name == "joggle", "it has the larger board"
        for language in LANGUAGES:
            words = seat.app.table.words = Words(language)
            for mode in ("resume", "failed", "keep", "aside", "rescue"):
                enter(mode)
                await seat.wait(200)
                told.add(seat.text("#hint"))
                assert seat.text("#hint") == mode_words(words, mode, "-"), (language, mode)
                region = seat.app.table.query_one("#hint").region
                assert 0 < region.height <= 2, (language, mode)
                assert region.right <= 80 and region.bottom <= 24, (language, mode)
        assert len(told) == 5 * len(LANGUAGES)
        enter("play")

    at_an_open_table(play, JOGGLE)


def test_without_colour_the_pieces_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(seat: Seat) -> None:
        text = seat.board
        assert text.count("╰─╯") == 12 and text.count("▜█▛") == 12

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


def test_disputes_in_any_language() -> None:
    async def play(seat: Seat) -> None:
        seat.app.table.run_typed("dispute Das war über die Ecke: 7€")
        await seat.wait()
        assert "dispute Das war über die Ecke: 7€" in seat.log()
        seat.app.table.run_typed("dispute " + "x" * 200)
        await seat.wait()
        assert "longer than" in seat.text("#problem")

    at_an_open_table(play, SWITCH)


def test_what_no_rule_forbids_is_told_without_one() -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.worker._hear(DeviceRefusal("busy", "-", "-"), 0)
        await seat.wait(5)
        assert seat.text("#problem") == "The device is busy just now. Try again in a moment."
        seat.stepped.worker._hear(DeviceRefusal("not-legal", "SW-4", "-"), 0)
        await seat.wait(5)
        assert seat.text("#problem").endswith("(SW-4)")

    at_an_open_table(play, SWITCH)


def test_a_device_that_has_left_its_game_shows_none() -> None:
    async def play(seat: Seat) -> None:
        assert seat.text("#turn") and seat.board.strip()
        await seat.press("m", "left", "5")
        for mode in ("restart", "choose"):
            assert seat.state.now and seat.state.now.mode == mode
            assert seat.text("#turn") == "" == seat.board.strip()
            await seat.wait(3000)
        assert "the game before" in seat.text("#hint")
        await seat.press("6")
        assert seat.text("#turn") and seat.board.strip()

    at_an_open_table(play, SWITCH)


def test_a_refusal_goes_when_something_else_is_picked() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("enter")
        assert seat.text("#problem") != ""
        # Going to another field tries nothing, and yellow lights it again.
        await seat.press("left", "left", "down", "down", "2")
        assert seat.text("#problem") != ""
        await seat.press("enter")
        assert seat.state.board is not None and seat.state.board.picked == "a1"
        assert seat.text("#problem") == ""

    at_an_open_table(play, SWITCH)


def test_a_free_set_up_shows_the_stone_that_is_pressed() -> None:
    def stone(seat: Seat) -> str:
        view = seat.state.board
        assert view is not None and view.picked in ("", "c3")
        return view.letters[12]

    async def play(seat: Seat) -> None:
        assert "Stones to place: 12 dark, 12 light." in seat.text("#turn")
        for letter in "bw.b":
            await seat.press("enter")
            assert stone(seat) == letter
        assert "▜█▛" in seat.board
        await seat.press("5")
        assert stone(seat) == "b" and seat.state.board is not None and not seat.state.board.picked
        assert "Stones to place: 11 dark, 12 light." in seat.text("#turn")

    at_an_open_table(play, SWITCH._replace(options={"layout": "free"}))


def test_a_journal_that_was_set_aside_is_told_at_the_table() -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.worker._hear(SetAside("broken", bytes(40)), 0)
        await seat.wait(5)
        log = "".join(seat.log().split())
        assert "cannotplayonfromwhatitholds" in log and "begins" in log

    at_an_open_table(play, SWITCH)


def test_a_hint_is_drawn_on_the_board_with_what_it_comes_to(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        # The cursor would stand where the move goes.
        await seat.press("left")
        assert "{" not in seat.board
        await seat.press("t")
        await seat.wait(3000)
        assert seat.board.count("{") == seat.board.count("}") == 2
        hint = seat.text("#hint")
        assert hint.startswith("Hint: ") and "This move keeps the draw." in hint
        await seat.type(hint.removeprefix("Hint: ")[:5])
        await seat.wait(1000)
        assert "{" not in seat.board

    at_the_table(play, tmp_path, SWITCH._replace(options={"hints-a": "free"}))
