"""A hint by the device is shown at the table: its move on the board, and its value."""

from datetime import datetime

import pytest
from schiri.prose import move_words
from schiri.scene.compose import scene_of
from schiri.scene.participant import Participant
from schiri.table.intents import Enter, NewGame, Press
from schiri.texts import Words

from tests.game_now import board_of
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
    assert board.hint == state.device.status.hint[:2] and not board.legal
    move = state.device.status.detail[:-1]
    said = scene_of(state, Participant(Words("en"), datetime.min)).hint
    assert said.startswith("Hint: ") and STARTS[layout] in said
    assert move_words(Words("en"), move) in said
    sent(table, Enter(move), for_ms=1500)
    board = board_of(table.session.state)
    assert not board.hint and board.last
