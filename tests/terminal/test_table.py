"""A board at the keyboard: cells and controls, typed moves, refusals, the device, and undo."""

import json
import random
from pathlib import Path

import pytest
from schiri.device.reports import RefusalReport, SetAside
from schiri.games.switch.adapter import SwitchState
from schiri.log.lines import read
from schiri.log.replay import referee_after
from schiri.log.stored import read_file
from schiri.names import DEVICE_NAME
from schiri.table.intents import Enter, Leave
from schiri.terminal.controls import ControlsView
from schiri.terminal.lights import LightsPanel, light_sign
from schiri.texts import Words
from schiri_device.lights.language import BASES
from schiri_engines.switch.game import Switch

from tests.counts import count
from tests.log.chain import objects
from tests.terminal.seat import JOGGLE, SWITCH, ZWOGGEL, Seat, at_an_open_table, at_the_table
from tests.terminal.virtual_loop import opened, run_virtually

# From the middle to a1 and back.
TO_A1 = ("left", "left", "down", "down")
TO_C3 = ("right", "right", "up", "up")


def test_enter_starts_and_arrows_play(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        assert seat.form.form_id == "start"
        await seat.press("enter")
        assert "A (dark)" in seat.text("#seats")
        assert "Put the pieces" in seat.text("#turn")
        assert "Enter begins, too" in seat.text("#hint")
        # A touch of the board begins the game, and picks the stone.
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


def test_keys5_can_be_played_at_the_terminal(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.press(*TO_A1, "enter", *TO_C3, "enter")
        assert "A: a1-c3" in seat.log()

    at_the_table(play, tmp_path, SWITCH, build="keys5")


def test_the_device_is_shown_in_a_drawer() -> None:
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
        # Pull the cable, and plug it in again.
        await seat.press("l")
        await seat.wait(200)
        assert "The cable is out" in seat.text("#hint")
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
        assert "connected" in seat.text("#controls")
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


def test_a_refusal_names_its_rule_if_it_has_one() -> None:
    async def play(seat: Seat) -> None:
        for code, rule, ending in (("busy", "", "in a moment."), ("not-legal", "SW-4", "(SW-4)")):
            seat.stepped.worker._hear(RefusalReport(code, rule), 0)
            await seat.wait(5)
            assert seat.text("#problem").endswith(ending)

    at_an_open_table(play, SWITCH)


def test_a_set_aside_journal_is_reported_at_the_table() -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.worker._hear(SetAside("broken", bytes(40)), 0)
        await seat.wait(5)
        log = "".join(seat.log().split())
        assert "cannotcontinuethegame" in log and "begins" in log

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
        assert hint.startswith("Hint: ") and "keeps the draw" in hint and hint in seat.history()
        await seat.type(hint.removeprefix("Hint: ")[:5])
        await seat.wait(1000)
        assert "{" not in seat.board

    at_the_table(play, tmp_path, SWITCH._replace(options={"hints-a": "free"}))


def test_a_new_game_shows_nothing_of_the_one_before(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.type("resign B")
        assert "has won" in seat.log()
        seat.do(SWITCH)
        await seat.press("b")
        assert "has won" not in seat.log()
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


@pytest.mark.parametrize("level", [4, 1][: count(1, 2)])
def test_a_whole_game_against_the_device(tmp_path: Path, level: int) -> None:
    last = {"players": ["Bea", "Ann"], "game": "switch", "options": {"layout": WON}}
    (tmp_path / "last.json").write_text(json.dumps(last))
    chance = random.Random(level)

    async def play_on(seat: Seat) -> None:
        state, now = seat.state.state, seat.state.device.status
        assert isinstance(state, SwitchState) and now
        if now.own_move:
            first, then = (now.detail[:2], now.detail[3:5])
            move = "swaps {} and {}" if "x" in now.detail else "moves from {} to {}"
            assert f"Schiri {move.format(first, then)}." in seat.text("#turn")
            assert seat.targets == now.own_move[1:]
            await seat.press("b")
        elif state.turn == "Bea" and not now.is_thinking:
            game = Switch.from_position(state.position)
            move = game.move_text(chance.choice(game.legal_moves()))
            seat.session.do(Enter(move))
            seat.stepped.run(300)
            if seat.state.refusal or seat.state.state is state:
                # The move brought a warning.
                seat.session.do(Enter(move))
        await seat.wait(50)

    async def play(seat: Seat) -> None:
        seat.field("device").put(str(level))
        seat.field("first").put("named")
        await seat.wait(0)
        assert not seat.field("player-1").display
        seat.form.query_one("#submit").focus()
        await seat.press("enter")
        assert seat.state.game.players == ("Bea", DEVICE_NAME)
        await seat.press("b")
        while seat.state.state and not seat.state.state.over:
            await play_on(seat)

    at_the_table(play, tmp_path, game="switch")
    [path] = (tmp_path / "logs").glob("*.jsonl")
    log = read_file(path)
    assert log.header.options["device-b"] == str(level)
    assert referee_after(log).state().over


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
