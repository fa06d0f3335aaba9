"""When a command for a device is answered: after its effect has arrived as well."""

from pathlib import Path

import pytest
from schiri.events import EntryMade
from schiri.table.intents import Answer, Enter, NewGame, RefusalReport

from tests.game_now import game_of
from tests.table.stepped import STEP_MS, SteppedTable

SETTLE_MS = 600


def begun(folder: Path, game: str) -> SteppedTable:
    table = SteppedTable(folder)
    table.run(SETTLE_MS)
    table.session.do(NewGame(game, ("Ann", "Ben"), {}))
    # A device has one game in memory: for another one it restarts.
    table.run(5 * SETTLE_MS)
    return table


def answered(table: SteppedTable, text: str) -> Answer:
    """Type a command, and only let time pass until it is answered."""
    future = table.session.do(Enter(text))
    for _ in range(SETTLE_MS // STEP_MS):
        if future.done():
            break
        table.run(STEP_MS)
    return future.result(0)


def entries(table: SteppedTable) -> list[str]:
    return [
        event.entry
        for event in game_of(table.session.state).events.items
        if isinstance(event, EntryMade)
    ]


@pytest.mark.parametrize(
    ("game", "text", "made"),
    [
        ("switch", "a1-c3", ["a1-c3"]),
        ("switch", "dispute too fast", ["dispute too fast"]),
        ("joggle", "B:a8", ["B", "a8"]),
    ],
)
def test_with_the_answer_the_events_are_there(
    game: str, text: str, made: list[str], tmp_path: Path
) -> None:
    table = begun(tmp_path, game)
    assert answered(table, text) == Answer()
    assert entries(table) == made


def test_of_a_roll_with_its_move_all_is_done_or_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path, "joggle")
    assert answered(table, "R:a8").refusal == RefusalReport("place-other-colour", "JO-3", ("a8",))
    table.run(SETTLE_MS)
    assert entries(table) == [] and game_of(table.session.state).state.phase == "roll"  # type: ignore[union-attr]


def test_where_the_cable_goes_before_the_event_nobody_waits(tmp_path: Path) -> None:
    table = begun(tmp_path, "switch")
    future = table.session.do(Enter("a1-c3"))
    table.session.step(table.clock_ms())
    table.device.plug(is_in=False)
    table.run(6000)
    error = future.result(0).error
    assert error is not None and error.code == "no-answer"
