"""Switch against the simulated device, begun in the form and played to its end."""

import json
import random
from pathlib import Path

import pytest
from schiri.games.switch.adapter import SwitchState
from schiri.log.replay import referee_after
from schiri.log.stored import read_file
from schiri.prose.answers import device_hint
from schiri.table.intents import Enter, Press
from schiri.terminal.start import Option
from schiri.texts import Words
from schiri_engines.switch import Switch
from textual.widgets import Select

from tests.counts import IS_PROOF, count
from tests.terminal.table import Seat, ask_only, at_the_table

pytestmark = pytest.mark.slow
STEP_MS = 50
ANSWER_MS = 300
# Dark is to move, and wins in six plies.
WON = "bbbww/wbwbb/.bbww/bwbbw/wbwww"


def play_on(seat: Seat, chance: random.Random) -> None:
    """Let Ann make a move, or let the device go on with its own."""
    state, now = seat.state.state, seat.state.now
    assert isinstance(state, SwitchState) and now
    if now.own_move:
        assert seat.targets == now.own_move[1:]
        assert f"moves {now.detail}" in device_hint(Words("en"), seat.state)
        seat.do(Press("white"))
    elif now.is_thinking:
        assert "thinks" in device_hint(Words("en"), seat.state) and not seat.targets
    elif state.turn == "Ann":
        game = Switch.from_position(state.position)
        move = game.move_text(chance.choice(game.legal_moves()))
        seat.session.do(Enter(move))
        seat.stepped.run(ANSWER_MS)
        if seat.state.refusal or seat.state.state is state:
            # There was a warning.
            seat.session.do(Enter(move))
    seat.stepped.run(STEP_MS)


@pytest.mark.parametrize("level", [4, 1][: count(1, 2)])
def test_a_whole_game_from_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: int
) -> None:
    if not IS_PROOF:
        ask_only(monkeypatch, "layout", "device-a")
    last = {"players": ["Schiri", "Ann"], "game": "switch", "options": {"layout": WON}}
    (tmp_path / "last.json").write_text(json.dumps(last))
    chance = random.Random(level)

    async def play(seat: Seat) -> None:
        screen = seat.app.screen
        option = next(each for each in screen.query(Option) if each.name_of == "device-a")
        option.query_one(Select).value = str(level)
        screen.query_one("#play").focus()
        await seat.press("enter")
        seat.do(Press("white"))
        while seat.state.state and not seat.state.state.over:
            play_on(seat, chance)
            await seat.wait(0)

    at_the_table(play, tmp_path, game="switch")
    [path] = (tmp_path / "logs").glob("*.jsonl")
    log = read_file(path)
    assert log.header.options["device-a"] == str(level)
    over = referee_after(log).state()
    assert over.over and (level == 1 or over.winner == ("Schiri",))
