"""A start that is decided is told as it begins."""

from pathlib import Path

import pytest
from schiri.games import adapter_of
from schiri.games.switch import values
from schiri.prose.answers import notice_words
from schiri.referee import Referee
from schiri.table.intents import NewGame
from schiri.table.state import Notice
from schiri.texts import Words

from tests.cli.command import typed
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


def test_so_is_one_that_was_laid_freely_and_no_later_position() -> None:
    judge = Referee("switch", ["Ann", "Ben"], {"layout": "free"})
    adapter = adapter_of("switch")
    for row, stones in zip("54321", WON.split("/"), strict=True):
        for column, stone in zip("abcde", stones, strict=True):
            if stone != ".":
                events = judge.command(f"place {column}{row} {stone}")
                assert adapter.decided(judge.table, events) is None
    # Ben chooses the light stones, so that Ann begins with the dark ones.
    events = judge.command("choose w")
    assert adapter.decided(judge.table, events) == ("Ann", 6)
    assert adapter.decided(judge.table, judge.command("b1-a3")) is None


@pytest.mark.parametrize("content", [None, b"nonsense"], ids=["none", "damaged"])
def test_a_table_does_without_what_is_known_and_who_asks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    path = tmp_path / "switch.lost"
    monkeypatch.setattr(values, "LOST_FILE", path)
    if content:
        path.write_bytes(content)
    table = SteppedTable(tmp_path)
    table.run(500)
    table.session.do(NewGame("switch", ("Ann", "Ben"), {"layout": WON}))
    table.run(3000)
    assert table.session.state.notices == () and table.session.state.board
    asked = typed("engine", "value", "switch", f"{WON} b")
    assert (asked.status, asked.out) == (3, "")
    assert asked.err.startswith("What is known of Switch’s positions cannot be read:")
