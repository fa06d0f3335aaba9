"""A board at the keyboard: cells and controls, typed moves, refusals, the device, the way back."""

import json
import random
from pathlib import Path

import pytest
from schiri.device.reports import DeviceRefusal, SetAside
from schiri.games.switch.adapter import SwitchState
from schiri.log.lines import read
from schiri.log.replay import referee_after
from schiri.log.stored import read_file
from schiri.table.intents import Enter, Leave
from schiri.terminal.controls import ControlsView
from schiri.terminal.form import FormScreen
from schiri.terminal.grid import GridView
from schiri.terminal.lights import LightsPanel, light_sign
from schiri.terminal.quit import Question
from schiri.terminal.table import TableScreen
from schiri.texts import Words
from schiri_device.lights.language import BASES
from schiri_engines.switch import Switch

from tests.counts import count
from tests.log.chain import objects
from tests.terminal.table import (
    DREHWURM,
    JOGGLE,
    SWITCH,
    ZWOGGEL,
    Seat,
    at_an_open_table,
    at_the_table,
)
from tests.terminal.virtual_loop import opened, run_virtually

pytestmark = pytest.mark.slow

# From the middle to a1 and back.
TO_A1 = ("left", "left", "down", "down")
TO_C3 = ("right", "right", "up", "up")


def test_enter_starts_and_arrows_play(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        assert seat.form.form_id == "start"
        await seat.press("enter")
        assert "A (dark)" in seat.text("#seats")
        assert "Put the pieces" in seat.text("#turn")
        # To touch the board begins, and picks the stone.
        await seat.press(*TO_A1, "enter")
        assert "A (dark) is to move." in seat.text("#turn")
        assert "▶▜█▛◀" in seat.board and len(seat.targets) == 5
        await seat.press(*TO_C3, "enter")
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
        for text, why in (
            ("a1-c3", "No stone lies there"),
            ("nonsense", '"nonsense" is not a move'),
            ("resign Zed", "Nobody of that name"),
        ):
            await seat.type(text)
            assert why in seat.text("#problem"), text
        await seat.type("undo")
        assert "A (dark) is to move." in seat.text("#turn")
        await seat.type("resign A")
        assert "B has won." in seat.text("#turn") and "A resigned" in seat.text("#turn")
        # What was won stays in sight.
        assert type(seat.app.screen) is TableScreen

    at_an_open_table(play, SWITCH)


def test_a_click_touches() -> None:
    async def play(seat: Seat) -> None:
        await seat.pilot.click(GridView, offset=(5, 8))
        await seat.wait()
        assert len(seat.targets) == 5
        await seat.pilot.click(GridView, offset=(15, 4))
        await seat.wait()
        assert "A: a1-c3" in seat.log()
        await seat.press("u")
        assert "A (dark) is to move." in seat.text("#turn") and "undo" in seat.log()

    at_an_open_table(play, SWITCH)


def test_keys5_is_played_as_well(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.press(*TO_A1, "enter", *TO_C3, "enter")
        assert "A: a1-c3" in seat.log()

    at_the_table(play, tmp_path, SWITCH, build="keys5")


def test_tab_goes_to_what_has_no_key_and_asks_first() -> None:
    async def play(seat: Seat) -> None:
        assert "resigns" not in seat.text("#controls")
        await seat.press("m")
        assert "A resigns" in seat.text("#controls")
        for _ in range(20):
            await seat.press("tab")
            if seat.app.table._chosen == "resign-0":
                break
        await seat.press("enter")
        assert isinstance(seat.app.screen, Question)
        await seat.press("n")
        assert seat.state.state and not seat.state.state.over
        await seat.press("enter", "enter")
        assert "B has won." in seat.text("#turn")

    at_an_open_table(play, SWITCH)


def test_the_device_is_a_drawer() -> None:
    async def play(seat: Seat) -> None:
        lights = seat.app.table.query_one(LightsPanel)
        shown = [bool(lights.display)]
        await seat.press("d")
        shown.append(bool(lights.display))
        assert shown == [False, True] and "connected" in seat.text("#controls")
        before = lights.content
        await seat.press("2")
        await seat.press(*TO_A1, "enter")
        assert lights.content != before
        # Pull the cable, and put it in again.
        await seat.press("l")
        await seat.wait(200)
        assert "The cable is out" in seat.text("#hint")
        await seat.press("l")
        await seat.wait(2000)
        assert "connected" in seat.text("#controls")
        await seat.press("d")
        assert not bool(lights.display)

    at_an_open_table(play, SWITCH)


def test_signs_of_lights_differ_without_colour() -> None:
    pure = ((90, 0, 0), (90, 90, 0), (0, 90, 0), (0, 0, 90), (90, 90, 90), (0, 0, 0))
    assert len({light_sign(rgb, 90) for rgb in pure}) == len(pure)
    assert len({light_sign((*rgb,), 104) for rgb in BASES}) == len(BASES)


def test_a_position_is_put_right_by_touching() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("m", "tab")
        while seat.app.table._chosen != "edit":
            await seat.press("tab")
        await seat.press("enter", *TO_A1, "enter", "enter")
        assert "Put the position right." in seat.text("#turn")
        rows = seat.board.splitlines()
        assert rows[-2].startswith(" 1 ▶ · ◀")
        # Twelve stones of each colour there must be: it is refused, and nothing has changed.
        await seat.press("b")
        assert seat.text("#problem") != "" and "set" not in seat.log()
        await seat.press("x")
        assert "is to move" in seat.text("#turn")

    at_an_open_table(play, SWITCH)


SIZES = [(80, 24), (200, 60), (20, 5), (100, 30), (40, 12), (60, 20)][: count(3, 6)]


def test_any_size_is_taken() -> None:
    async def play(seat: Seat) -> None:
        for size in (*SIZES, SIZES[0]):
            await seat.pilot.resize_terminal(*size)
            await seat.wait()
            assert "is to move" in seat.text("#turn"), size

    at_an_open_table(play, SWITCH, size=SIZES[-1])


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


def test_a_refusal_has_its_rule_where_there_is_one() -> None:
    async def play(seat: Seat) -> None:
        for code, rule, ending in (("busy", "-", "in a moment."), ("not-legal", "SW-4", "(SW-4)")):
            seat.stepped.worker._hear(DeviceRefusal(code, rule, "-"), 0)
            await seat.wait(5)
            assert seat.text("#problem").endswith(ending)

    at_an_open_table(play, SWITCH)


def test_a_refusal_goes_when_something_else_is_picked() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("enter")
        assert seat.text("#problem") != ""
        await seat.press(*TO_A1)
        assert "! · !" in seat.board
        # Asked why, the device lights it again.
        await seat.press("w")
        assert seat.text("#problem") != ""
        await seat.press("enter")
        assert seat.state.board is not None and seat.state.board.picked == "a1"
        assert seat.text("#problem") == ""

    at_an_open_table(play, SWITCH)


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
        await seat.press("h")
        await seat.wait(3000)
        assert seat.board.count("{") == seat.board.count("}") == 2
        hint = seat.text("#hint")
        assert hint.startswith("Hint: ") and "keeps the draw" in hint and hint in seat.history()
        await seat.type(hint.removeprefix("Hint: ")[:5])
        await seat.wait(1000)
        assert "{" not in seat.board

    at_the_table(play, tmp_path, SWITCH._replace(options={"hints-a": "free"}))


def test_joggle_is_rolled_and_placed() -> None:
    async def play(seat: Seat) -> None:
        assert "stand-in" in seat.text("#title") and "1 rectangle" in seat.text("#title")
        assert " r " in seat.board and " y " in seat.board
        await seat.press("r")
        assert len(seat.targets) == 16 and "The roll is red." in seat.text("#turn")
        await seat.type("b1")
        assert "B (black) rolls." in seat.text("#turn")
        assert "Marbles to place: 15" in seat.text("#seats")
        for text in ("J:a1", "Y:zz", "G:a3", "R:d1"):
            await seat.type(text)
        await seat.press("space")
        assert "A (white) is to move." in seat.text("#turn")
        await seat.type("resign B")
        assert "as many or more happen in 1 of" in seat.log() and "joggle 1" in seat.log()

    seat = at_an_open_table(play, JOGGLE)
    events = objects(read(Path(seat.state.log).read_bytes()))
    assert [event["origin"] for event in events if event["event"] == "roll"] == ["die"] * 4 + [
        "device"
    ]


def test_a_new_game_shows_nothing_of_the_one_before(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.type("resign B")
        assert "has won" in seat.log()
        seat.do(SWITCH)
        await seat.press("b")
        assert "has won" not in seat.log()
        await seat.type("a1-c3")
        assert [line.split(":")[0] for line in seat.log().splitlines()] == ["Switch", "A"]
        # On the way back from cards the board's history is there again.
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


@pytest.mark.parametrize("level", [4, 1][: count(1, 2)])
def test_a_whole_game_against_the_device(tmp_path: Path, level: int) -> None:
    last = {"players": ["Schiri", "Ann"], "game": "switch", "options": {"layout": WON}}
    (tmp_path / "last.json").write_text(json.dumps(last))
    chance = random.Random(level)

    async def play_on(seat: Seat) -> None:
        state, now = seat.state.state, seat.state.now
        assert isinstance(state, SwitchState) and now
        if now.own_move:
            assert f"moves {now.detail}" in seat.text("#turn")
            assert seat.targets == now.own_move[1:]
            await seat.press("b")
        elif state.turn == "Schiri" and not now.is_thinking:
            game = Switch.from_position(state.position)
            move = game.move_text(chance.choice(game.legal_moves()))
            seat.session.do(Enter(move))
            seat.stepped.run(300)
            if seat.state.refusal or seat.state.state is state:
                # There was a warning.
                seat.session.do(Enter(move))
        await seat.wait(50)

    async def play(seat: Seat) -> None:
        seat.field("device").put(str(level))
        seat.field("first").put("named")
        await seat.wait(0)
        assert not seat.field("player-1").display
        seat.form.query_one("#submit").focus()
        await seat.press("enter")
        assert seat.state.players == ("Schiri", Words("en").gettext("Device"))
        await seat.press("b")
        while seat.state.state and not seat.state.state.over:
            await play_on(seat)

    at_the_table(play, tmp_path, game="switch")
    [path] = (tmp_path / "logs").glob("*.jsonl")
    log = read_file(path)
    assert log.header.options["device-b"] == str(level)
    assert referee_after(log).state().over


def test_a_click_on_a_control_presses_it() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("a1-c3")
        await click(seat, "undo")
        await seat.wait()
        assert "undo" in seat.log()
        # A click beside it presses nothing.
        await seat.pilot.click(ControlsView, offset=(20, 0))
        await seat.press("d")
        await click(seat, "dev-hold-black")
        await seat.wait()
        assert seat.state.now and seat.state.now.mode == "menu"
        await seat.press("6", "d")

    at_an_open_table(play, SWITCH)


async def click(seat: Seat, id: str) -> None:
    """Click on a control."""
    view = seat.app.table.query_one(ControlsView)
    line, column = next((line, first) for each, line, first, _end in view.spots if each == id)
    await seat.pilot.click(view, offset=(column, line))


def test_with_the_device_in_sight_it_still_says_what_to_do() -> None:
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


def test_forms_have_their_place_among_the_controls() -> None:
    async def play(seat: Seat) -> None:
        assert "a A hen ate a pile" in seat.text("#controls")
        await click(seat, "form-eaten")
        assert isinstance(seat.app.screen, FormScreen) and seat.app.screen.form_id == "eaten"
        await seat.press("escape", "m")
        await click(seat, "form-dispute")
        assert isinstance(seat.app.screen, FormScreen) and seat.app.screen.form_id == "dispute"
        await seat.press("escape", "m")
        assert "agreed" not in seat.text("#controls")

    at_an_open_table(play, DREHWURM, pace_ms=0)


def test_figures_that_are_not_of_the_players_stand_below_at_the_end() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("resign Ben")
        await seat.type("resign Ann")
        sheet = seat.app.viewer.scene.sheets[0]
        shown = seat.text("#pile").splitlines()
        assert shown[0] == sheet.caption and shown[1].split() == list(sheet.heads)
        assert shown[2].split() == [sheet.rows[0][0], *map(str, sheet.rows[0][1])]

    at_an_open_table(play, ZWOGGEL, pace_ms=0)
