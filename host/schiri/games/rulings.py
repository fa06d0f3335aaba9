"""The bases of every game's ``rulings.py``: what the referee needs of a game beside its rules.

Decides what a game can add, the defaults, and how a position looks in a state.  Must not know which
games exist, or any words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, cast

from schiri_engines.game import BoardGame, Entry
from schiri_engines.table import UNDO, Table

from schiri.events import Cause, Common, End, Event, State
from schiri.views import BoardView, FieldView

if TYPE_CHECKING:
    from schiri_engines.options import Options

# A limit for each turn of a game without a board: it only reminds.
TURN_LIMIT = ("clock", "off +30 +60 +120 SEC")


class Rulings:
    """One game for the referee.

    Shape: ``events`` are the kinds that a log of the game may have beside its entries;
    ``match_options`` are those of a game without a board that are not part of its rules.
    """

    events: Sequence[type[Event]] = (End,)
    match_options: Options = ()

    def state(self, table: Table, common: Common) -> State:
        """Return the state, with the keys that only this game has."""
        return State(*common)

    def made_by(self, table: Table, entry: Entry) -> tuple[int | None, str]:
        """Return the seat that makes a move, and a remark for its sentence or ""."""
        return table.turn, ""

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return the events that followed from the last entry, except the end.

        Shape: for a question of the game's ``QUESTIONS``, its answer.
        """
        return []

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the event that ends the game, with the keys that only this game has."""
        return End(winner, rule)

    def causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return the causes of an end by the game's own rules, in the order of their sentences.

        Shape: ``is_played`` says whether a move caused it, not a correction.
        """
        outcome = table.outcome()
        return (Cause(outcome.rule),) if outcome else ()

    def view(self, table: Table) -> BoardView | FieldView | None:
        """Return the board or field on the table, None if the state is enough."""
        return None

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which the first player is drawn by lot, or ""."""
        return ""


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
