"""The moves of a game of Switch, each with its value before and after.

Decides what a blunder is, and which moves were better.  Must not know words or screens.

Repetition (SW-9) is outside the values: a draw is a position from which neither side can force
a win.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from schiri_engines.solver.lost import LostPositions

from schiri.errors import HostError
from schiri.events import Event, Made
from schiri.games.switch.values import lost_positions, outcome_of, value_text
from schiri.json_object import JsonObject
from schiri.log.lines import Log
from schiri.log.replay import played, referee_of, require_short

if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch
    from schiri_engines.table import Table

GAME = "switch"
# An analysis of so many moves takes some minutes.
MOST_LINES = 20_000


@dataclass(frozen=True)
class MoveAnalysis:
    """A move of a game, and its value for the player who made it.

    Shape: ``number`` counts the entries of the log up to it; ``side`` is the colour that moved;
    ``before`` and ``after`` are values, see `schiri.games.switch.values`, ``after`` that of the
    move; ``better`` are the best moves, empty if this is one of them; ``is_undone`` tells that it
    was undone later.
    """

    number: int
    by: str
    side: str
    move: str
    before: int
    after: int
    better: tuple[str, ...]
    is_undone: bool = False

    @property
    def blunder(self) -> str:
        """The value given away, "win to draw", "win to loss" or "draw to loss"; else "".

        >>> MoveAnalysis(7, "Ann", "b", "a1-c3", 5, 0, ("a2-c3",)).blunder
        'win to draw'
        >>> MoveAnalysis(7, "Ann", "b", "a1-c3", 5, 9, ("a2-c3",)).blunder
        ''
        """
        before, after = outcome_of(self.before), outcome_of(self.after)
        return "" if before == after else f"{before} to {after}"

    def json(self) -> JsonObject:
        """Return it as an object for JSON, with values as `schiri engine value` writes them.

        >>> MoveAnalysis(7, "Ann", "b", "a1-c3", 0, -8, ("a2-c3",)).json()["after"]
        'loss 8'
        """
        return {
            "entry": self.number,
            "by": self.by,
            "side": self.side,
            "move": self.move,
            "before": value_text(self.before),
            "after": value_text(self.after),
            "blunder": self.blunder or None,
            "better": list(self.better),
            "undone": self.is_undone,
        }


def analyse(log: Log) -> list[MoveAnalysis]:
    """Return the moves of a game, those of its free set-up left out.

    Raises: HostError (not-solved, solution-unreadable, log-too-long), BrokenLog (as
    `schiri.log.replay.played`).
    """
    if log.header.game != GAME:
        raise HostError("not-solved", game=log.header.game)
    require_short(log, MOST_LINES)
    referee = referee_of(log.header)
    analyst = _Analyst(cast("Table[Switch]", referee.table), lost_positions())
    for each in played(log.lines, referee):
        analyst.see(each.event)
    return analyst.found


class _Analyst:
    """An observer of a table, before and after each entry."""

    def __init__(self, table: "Table[Switch]", lost: LostPositions) -> None:
        self.found: list[MoveAnalysis] = []
        self._table = table
        self._number = 0
        self._lost = lost
        # The moves not undone, by their index in ``found``, each with the number of entries then.
        self._standing: list[tuple[int, int]] = []
        self._look()

    def _look(self) -> None:
        """Evaluate the legal moves, best first."""
        game = self._table.game
        self._side, self._worths = game.side, dict[str, int]()
        if game.phase == "play" and not self._table.outcome():
            self._worths = {game.move_text(move): worth for move, worth in game.worths(self._lost)}

    def see(self, event: Event) -> None:
        """See an event, which the table has carried out."""
        if not isinstance(event, Made):
            return
        self._number += 1
        depth = len(self._table.entries)
        while self._standing and self._standing[-1][0] > depth:
            at = self._standing.pop()[1]
            self.found[at] = replace(self.found[at], is_undone=True)
        if event.entry in self._worths:
            self._standing.append((depth, len(self.found)))
            self.found.append(self._compare(self._number, event))
        self._look()

    def _compare(self, number: int, event: Made) -> MoveAnalysis:
        before = next(iter(self._worths.values()))
        after = self._worths[event.entry]
        best = tuple(move for move, worth in self._worths.items() if worth == before)
        better = () if event.entry in best else best
        by = event.by or ""
        return MoveAnalysis(number, by, self._side, event.entry, before, after, better)
