"""A hint by the device is shown at the table: its move on the board, and its value."""

from datetime import datetime
from random import Random

import pytest
from schiri.games.rulings import OnBoard
from schiri.prose import move_words
from schiri.scene.compose import scene_of
from schiri.scene.participant import Participant
from schiri.table.intents import Enter, Intent, NewGame, Press, Undo
from schiri.table.state import GameSnapshot
from schiri.texts import Words
from schiri_engines.joggle.game import Joggle

from tests.game_now import board_of, game_of
from tests.table.stepped import SteppedTable
from tests.table.test_session import sent

# Dark is to move: it wins in six plies; it loses with any move; the game is a draw.
STARTS = {
    "bbbww/wbwbb/.bbww/bwbbw/wbwww": "you can win.",
    ".bwwb/bwwwb/bbwbb/bwwwb/bwwbw": "It is lost,",
    "1": "nobody can beat you.",
}


@pytest.mark.parametrize("layout", STARTS)
def test_a_hint_is_on_the_board_until_something_else_is_done(
    table: SteppedTable, layout: str
) -> None:
    options = {"layout": layout, "hints-a": "free"}
    sent(table, NewGame("switch", ("Ann", "Ben"), options), for_ms=1000)
    sent(table, Press("white"), for_ms=1000)
    sent(table, Press("hold-yellow"), for_ms=3000)
    state = table.session.state
    assert state.device.status and state.device.status.hint
    board = board_of(state)
    assert board.hint == state.device.status.hint[0] and not board.legal
    move = state.device.status.detail[:-1]
    said = scene_of(state, Participant(Words("en"), datetime.min)).hint
    assert said.startswith("Hint: ") and STARTS[layout] in said
    assert move_words(Words("en"), move) in said
    sent(table, Enter(move), for_ms=1500)
    board = board_of(table.session.state)
    assert not board.hint and board.last


def next_intent(game: GameSnapshot, chance: Random) -> Intent | None:
    """Return what Ann does, None while the device is to act."""
    if game.state.turn != "Ann":
        return None
    assert isinstance(game.state, OnBoard)
    joggle = Joggle.from_position(game.state.position)
    if joggle.phase == "roll":
        return Press("hold-white")
    return Enter(joggle.move_text(chance.choice(joggle.legal_moves())))


def test_a_whole_game_of_joggle_against_the_device(table: SteppedTable) -> None:
    """The device rolls for itself, and its moves are made for it; an undo is one of Ann's moves."""
    options = {"device-b": "3", "hints-a": "free"}
    sent(table, NewGame("joggle", ("Ann", "Schiri"), options), for_ms=8000)
    chance, heads, undone = Random(1), set(), 0
    ann = Participant(Words("en"), datetime.min)
    for _ in range(4000):
        state = table.session.state
        game = game_of(state)
        if game.state.over:
            break
        heads.add(scene_of(state, ann).heading)
        if intent := next_intent(game, chance):
            if undone < 2 and game.state.phase == "roll" and len(game.events.items) > 12:
                assert sent(table, Undo(), for_ms=2000)[0].is_done
                now = game_of(table.session.state).state
                assert (now.turn, now.phase) == ("Ann", "move")
                undone += 1
                continue
            sent(table, intent, for_ms=200)
        elif state.device.status and state.device.status.own_step == "device":
            sent(table, Press("white"), for_ms=200)
        else:
            table.run(30)
    state = table.session.state
    assert game_of(state).state.over and game_of(state).state.winner == ("Schiri",)
    assert state.fault is None and undone == 2
    assert "Schiri (black) rolls." in heads and "The device is thinking." not in heads
    assert any(head.startswith("Schiri places a marble on ") for head in heads)


def test_a_hint_at_joggle_says_how_likely_a_win_is(table: SteppedTable) -> None:
    options = {"hints-a": "free"}
    sent(table, NewGame("joggle", ("Ann", "Ben"), options), for_ms=8000)
    sent(table, Press("red"), for_ms=1000)
    ann = Participant(Words("en"), datetime.min)
    scene = scene_of(table.session.state, ann)
    assert "hint" in {control.id for row in scene.rows for control in row.controls}
    sent(table, Press("hold-yellow"), for_ms=3000)
    state = table.session.state
    assert state.device.status and state.device.status.hint
    assert board_of(state).hint == state.device.status.hint[0]
    assert scene_of(state, ann).hint == f"Hint: {board_of(state).hint[0]}. The game is even."
