"""What there is to see at a table, as plain values made in the thread of the connection.

Decides what a screen needs to know, whichever screen it is.  Must not know how it looks.
"""

from typing import NamedTuple

from schiri_engines.game import BoardGame
from schiri_engines.grid import parse_cell
from schiri_engines.refusals import MalformedText

from schiri.device.reports import Connected, DeviceRefusal, DeviceStatus, Lights
from schiri.events import State
from schiri.games import adapter_of
from schiri.games.board import BoardAdapter, board_of
from schiri.recording.live import LiveTable


class BoardView(NamedTuple):
    """A board as it lies, and what is marked on it.

    Shape: ``letters`` has one letter a cell from a1 on, and so have ``fields``, their colours,
    where a board has them; the rest are names of cells.
    """

    size: int
    letters: str
    picked: str = ""
    targets: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    cause: tuple[str, ...] = ()
    cursor: str = ""
    fields: str = ""


class TableState(NamedTuple):
    """One moment at the table.

    Shape: ``state`` is the referee's, None before the first game; ``score`` counts the games
    that each player has won since the program began.
    """

    connected: Connected | None
    now: DeviceStatus | None
    refusal: DeviceRefusal | None
    disagreement: str | None
    lights: Lights | None
    state: State | None
    board: BoardView | None
    score: dict[str, int]


def table_state_of(live: LiveTable) -> TableState:
    """Return what there is to see now."""
    referee = live.referee
    return TableState(
        live.connected,
        live.now,
        live.refusal,
        live.disagreement,
        live.lights,
        referee.state() if referee else None,
        _board_of(live),
        dict(live.score),
    )


def _board_of(live: LiveTable) -> BoardView | None:
    referee = live.referee
    adapter = adapter_of(referee.game) if referee else None
    if referee is None or not isinstance(adapter, BoardAdapter):
        return None
    table, game = referee.table, board_of(referee.table)
    picked, targets = _picked(live, adapter, game)
    last: tuple[str, ...] = ()
    entry = table.entries[-1] if table.entries else None
    if isinstance(entry, int):
        last = tuple(game.cell_text(cell) for cell in game.move_cells(entry))
    cells = live.refusal.cells if live.refusal else "-"
    return BoardView(
        game.SIZE,
        game.cells(),
        picked,
        targets,
        last,
        tuple(game.cell_text(cell) for cell in game.winning_cells()),
        tuple(cells.split(",")) if cells != "-" else (),
        live.now.cursor if live.now else "",
        adapter.fields(game),
    )


def _picked(live: LiveTable, adapter: BoardAdapter, game: BoardGame) -> tuple[str, tuple[str, ...]]:
    """Return the piece that is picked on the device, and where it may go."""
    if live.now is None or live.now.mode not in ("play", "dice"):
        return "", ()
    picked = live.now.detail
    try:
        cell = parse_cell(picked, game.SIZE)
    except MalformedText:
        picked, cell = "", None
    return picked, tuple(game.cell_text(target) for target in adapter.targets(game, cell))
