"""A viewer of scripted states: what moves on past a limit, and what is forgotten when."""

from datetime import UTC, datetime

from schiri.events import Event
from schiri.scene.viewer import MOST_LINES, Viewer
from schiri.table.state import TableState
from schiri.texts import Words

from tests.scenes.scripted import moves, table_of

NOW = datetime(2026, 1, 31, 18, 4, tzinfo=UTC)


def viewer_of(table: TableState) -> Viewer:
    return Viewer(Words("en"), table, lambda *_: None, lambda: None, lambda: NOW)


def test_the_history_goes_on_past_its_limit() -> None:
    events: list[Event] = []
    viewer = viewer_of(table_of(events))
    for each in moves(MOST_LINES + 1):
        events.append(each)
        viewer.see(table_of(events))
    # The line of the players was the first one.
    assert [each.number for each in viewer.scene.lines] == [*range(3, MOST_LINES + 3)]
    assert viewer.scene.lines[-1].text == "Ann moves from a1 to c3"


def test_a_score_sheet_has_the_last_games_and_the_wins_of_all() -> None:
    results = (("Ann",), ("Ann",), (), ("Ben",), ("Ann",), ("Ben",), ("Ben",), ("Ann", "Ben"))
    for first, last in ((1, 6), (3, 8)):
        (sheet,) = viewer_of(table_of([], results=results[:last])).scene.sheets
        assert sheet.heads == (*(f"game {at}" for at in range(first, last + 1)), "match")
    assert sheet.rows == (("Ann", (0, 0, 1, 0, 0, 1, 4)), ("Ben", (0, 1, 0, 1, 1, 1, 4)))
