"""A start that is decided is told as it begins."""

from pathlib import Path

from schiri.prose.answers import notice_words
from schiri.table.intents import NewGame
from schiri.table.state import Notice
from schiri.texts import Words

from tests.table.stepped import SteppedTable

# Dark is to move, and wins in six plies.
WON = "bbbww/wbwbb/.bbww/bwbbw/wbwww"


def test_a_start_that_is_decided_is_told(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    table.run(500)
    for layout in ("1", WON):
        table.session.do(NewGame("switch", ("Ann", "Ben"), {"layout": layout}))
        table.run(3000)
        notices = table.session.state.notices
        assert notices == ((Notice("decided", ("Ann", "6")),) if layout == WON else ())
    text = "This start is decided: if nobody errs Ann wins in 6 plies."
    assert notice_words(Words("en"), notices[0]) == text
