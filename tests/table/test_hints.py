"""A hint that the device gives is at the table: its move on the board, and what it comes to."""

import pytest
from schiri.prose.answers import device_hint
from schiri.table.intents import Enter, NewGame, Press
from schiri.texts import Words

from tests.table.stepped import SteppedTable
from tests.table.test_session import sent

# Dark is to move: it wins in six plies; whatever it does it loses; nobody wins.
STARTS = {
    "bbbww/wbwbb/.bbww/bwbbw/wbwww": "This move wins.",
    ".bwwb/bwwwb/bbwbb/bwwwb/bwwbw": "Every move loses, this one last.",
    "1": "This move keeps the draw.",
}


@pytest.mark.parametrize("layout", STARTS)
def test_a_hint_is_on_the_board_until_something_else_is_done(
    table: SteppedTable, layout: str
) -> None:
    options = {"layout": layout, "hints-a": "free"}
    sent(table, NewGame("switch", ("Ann", "Ben"), options), Press("white"), for_ms=2000)
    sent(table, Press("hold-yellow"), for_ms=3000)
    state = table.session.state
    assert state.now and state.now.hint and state.board
    assert state.board.hint == state.now.hint[:2] and not state.board.targets
    assert STARTS[layout] in device_hint(Words("en"), state)
    move = state.now.detail[:-1]
    assert f"Hint: {move}." in device_hint(Words("en"), state)
    sent(table, Enter(move), for_ms=1500)
    state = table.session.state
    assert state.board and not state.board.hint and state.board.last
