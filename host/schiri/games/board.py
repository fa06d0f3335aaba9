"""The common part of board games on the PC: position, colours, and a board in letters.

Decides how a position looks in a state and in text.  Must not know any of these games.
"""

from collections.abc import Mapping
from typing import cast

from schiri_engines.game import BoardGame
from schiri_engines.table import Table

from schiri.events import Common, State
from schiri.games.adapter import FORMS, GameAdapter
from schiri.texts import N_, Words
from schiri.views import BoardView


class OnBoard:
    """The fields of a state on a board: a position, and the colour of each player."""

    position: str
    colours: Mapping[str, str]


class BoardState(State, OnBoard):
    """The position, and the colours once they are chosen."""

    position: str
    colours: Mapping[str, str]


class BoardAdapter(GameAdapter):
    """A game on a board, which a device can play."""

    common_forms = (("resign NAME", N_("resign the game")), ("draw", N_("agree to a draw")), *FORMS)

    def state(self, table: Table, common: Common) -> State:
        return BoardState(*common, position_of(table), colours_of(table))

    def view(self, table: Table) -> BoardView:
        """Return the board with the last move and the winning cells."""
        game, entries = board_of(table), table.entries
        last = game.move_cells(entries[-1]) if entries and isinstance(entries[-1], int) else ()
        return BoardView(
            game.SIZE,
            game.cells(),
            last=tuple(game.cell_text(cell) for cell in last),
            won=tuple(game.cell_text(cell) for cell in game.winning_cells()),
            fields=self.fields(game),
        )

    def pieces(self, table: Table) -> Mapping[str, str]:
        game = board_of(table)
        return {game.cell_text(cell): piece for cell, piece in enumerate(game.cells())}

    def fields(self, game: BoardGame) -> str:
        """Return the colours of the fields, a letter each from a1 on, or ""."""
        return ""

    def targets(self, game: BoardGame, cell: int | None) -> list[int]:
        """Return where the piece on a cell may go, or with None what glows with nothing picked."""
        return [] if cell is None else [game.move_cells(move)[-1] for move in game.moves_from(cell)]

    def state_lines(self, words: Words, state: State) -> list[str]:
        assert isinstance(state, OnBoard)
        return board_lines(state.position)


def position_of(table: Table) -> str:
    """Return the position; side and roll are ``-`` also after an end that only the table knows."""
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


def board_lines(position: str) -> list[str]:
    """Return a board as lines of text, with the names of files and ranks.

    >>> print(board_lines("b./.w b")[0])
     2  b .
    """
    rows = position.split()[0].split("/")
    ranks = range(len(rows), 0, -1)
    lines = [f"{rank:2}  {' '.join(row)}" for rank, row in zip(ranks, rows, strict=True)]
    return [*lines, "    " + " ".join("abcdefgh"[: len(rows)])]
