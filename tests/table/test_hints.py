"""A hint by the device is shown at the table: its move on the board, and its value."""

from datetime import datetime

import pytest
from schiri.scene.compose import scene_of
from schiri.scene.participant import Participant
from schiri.table.intents import Enter, NewGame, Press
from schiri.texts import Words

from tests.game_now import board_of
from tests.table.stepped import SteppedTable
from tests.table.test_session import sent

# Dark is to move: it wins in six plies; it loses with any move; the game is a draw.
STARTS = {
    "bbbww/wbwbb/.bbww/bwbbw/wbwww": "wins.",
    ".bwwb/bwwwb/bbwbb/bwwwb/bwwbw": "every move loses;",
    "1": "keeps the draw.",
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
    assert said.startswith("Hint: ") and STARTS[layout] in said and move in said
    sent(table, Enter(move), for_ms=1500)
    board = board_of(table.session.state)
    assert not board.hint and board.last
