"""The game of a table, for tests at which one is played."""

from schiri.table.state import GameSnapshot, TableState
from schiri.views import BoardView


def game_of(state: TableState) -> GameSnapshot:
    """Return the current game."""
    assert state.game is not None
    return state.game


def board_of(state: TableState) -> BoardView:
    """Return the board of the current game, a board game."""
    board = game_of(state).board
    assert board is not None
    return board
