"""What there is to see at a table, as plain values made in the link's thread.

Decides what a screen needs to know, whichever screen it is.  Must not know how it looks.
"""

from typing import Any, NamedTuple

from schiri_engines.grid import cell_text, parse_cell
from schiri_engines.refusals import MalformedText

from schiri.device.reports import Connected, DeviceRefusal, DeviceStatus, Lights
from schiri.games import adapter_of
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

    Shape: ``state`` is the referee's, empty before the first game; ``score`` counts the games
    that each player has won since the program began.
    """

    connected: Connected | None
    now: DeviceStatus | None
    refusal: DeviceRefusal | None
    disagreement: str | None
    lights: Lights | None
    state: dict[str, Any]
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
        referee.state() if referee else {},
        _board_of(live),
        dict(live.score),
    )


def _board_of(live: LiveTable) -> BoardView | None:
    referee = live.referee
    if referee is None or not hasattr(referee.table.game, "cells"):
        return None
    table, game = referee.table, referee.table.game
    size = game.SIZE
    picked, targets = _picked(live, game)
    last: tuple[str, ...] = ()
    if table.entries and table.is_move(table.entries[-1]):
        last = tuple(cell_text(cell, size) for cell in game.move_cells(table.entries[-1]))
    cells = live.refusal.cells if live.refusal else "-"
    return BoardView(
        size,
        game.cells(),
        picked,
        targets,
        last,
        tuple(cell_text(cell, size) for cell in game.winning_cells()),
        tuple(cells.split(",")) if cells != "-" else (),
        live.now.cursor if live.now else "",
        adapter_of(game.NAME).fields(game),
    )


def _picked(live: LiveTable, game: Any) -> tuple[str, tuple[str, ...]]:
    """Return the piece that is picked on the device, and where it may go."""
    if live.now is None or live.now.mode not in ("play", "dice"):
        return "", ()
    try:
        cell = parse_cell(live.now.detail, game.SIZE)
    except MalformedText:
        # Nothing is picked; after a roll the fields that may be used glow all the same.
        free = adapter_of(game.NAME).usable_cells(game)
        return "", tuple(cell_text(each, game.SIZE) for each in free)
    targets = [game.move_cells(move)[-1] for move in game.moves_from(cell)]
    return live.now.detail, tuple(cell_text(target, game.SIZE) for target in targets)
