"""The common part of board games for the referee: position, colours, and the view.

Decides how a position looks in a state.  Must not know any of these games, or any words.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import cast

from schiri_engines.game import BoardGame, Entry
from schiri_engines.table import UNDO, Table

from schiri.events import Common, State
from schiri.games.rulings import Rulings
from schiri.views import BoardView


class OnBoard:
    """The fields of a state on a board: a position, and the colour of each player."""

    position: str
    colours: Mapping[str, str]


class BoardState(State, OnBoard):
    """The position, and the colours once they are chosen."""

    position: str
    colours: Mapping[str, str]


class BoardRulings(Rulings):
    """A game on a board, which a device can play."""

    def state(self, table: Table, common: Common) -> State:
        return BoardState(*common, position_of(table), colours_of(table))

    def view(self, table: Table) -> BoardView:
        """Return the board with the last move and the winning cells."""
        game, move = board_of(table), last_move(table)
        last = game.move_cells(move) if isinstance(move, int) else ()
        return BoardView(
            game.SIZE,
            game.cells(),
            last=tuple(game.cell_text(cell) for cell in last),
            won=tuple(game.cell_text(cell) for cell in game.winning_cells()),
        )


def last_move(table: Table) -> Entry | None:
    """Return the last move or roll, None if a correction has changed the board since.

    >>> from schiri_engines.switch.game import Switch
    >>> table = Table(Switch(), ("Ann", "Ben"))
    >>> for text in ("a1-c3", "set turn Ann", "dispute It was b2."):
    ...     table.apply(table.parse(text))
    >>> table.text(last_move(table))
    'a1-c3'
    >>> table.apply(("set", "position", "wbbwb/wbwbw/bw.wb/wbwbw/bwbwb w"))
    >>> last_move(table) is None
    True
    """
    cells, earlier = board_of(table).cells(), table
    while earlier.entries and not earlier.is_move(earlier.entries[-1]):
        earlier = deepcopy(table) if earlier is table else earlier
        if earlier.try_apply(UNDO) or board_of(earlier).cells() != cells:
            return None
    return earlier.entries[-1] if earlier.entries else None


def position_of(table: Table) -> str:
    """Return the position; side and roll are ``-`` even after an end that only the table knows."""
    words = board_of(table).board_text().split()
    if table.outcome():
        words[1:3] = ["-"] * len(words[1:3])
    return " ".join(words)


def colours_of(table: Table) -> dict[str, str]:
    """Return the colour of each player, empty until chosen."""
    return dict(zip(table.names, board_of(table).colours, strict=False))


def board_of(table: Table) -> BoardGame:
    """Return the game on a table with a board."""
    return cast(BoardGame, table.game)
