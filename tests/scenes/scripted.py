"""States of a game of Switch, without a table: as many events as a test wants."""

from schiri.events import EntryMade, Event, State
from schiri.referee import Referee
from schiri.table.state import GameSnapshot, Latest, TableState
from schiri.views import BoardView

PLAYERS = ("Ann", "Ben")
BEGUN = Referee("switch", PLAYERS).state()


def moves(count: int) -> list[Event]:
    """Return moves of the two in turn, the same one again and again."""
    return [EntryMade("move", "a1-c3", PLAYERS[at % 2]) for at in range(count)]


def table_of(
    events: list[Event],
    log: str = "a.jsonl",
    state: State = BEGUN,
    view: BoardView | None = None,
    results: tuple[tuple[str, ...], ...] = (),
) -> TableState:
    """Return a table whose game has these events."""
    latest = Latest[Event]().plus(*events)
    return TableState(game=GameSnapshot(state, PLAYERS, {}, log, 0, latest, False, view, results))
