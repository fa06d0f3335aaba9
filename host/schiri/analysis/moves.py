"""The moves of a game of Switch, each with its value before and after.

Decides what a blunder is, which moves were better, and which moments mattered most.  Must not know
words or screens.

Repetition (SW-9) is outside the values: a draw is a position from which neither side can force
a win.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from schiri_engines.solver.lost import LostPositions
from schiri_engines.switch.programs import worths_of

from schiri.errors import HostError
from schiri.events import EntryMade
from schiri.games.switch.values import lost_positions, outcome_of, value_text
from schiri.json_object import JsonObject
from schiri.log.lines import Log
from schiri.log.replay import referee_of, replay_lines, require_short

if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch
    from schiri_engines.table import Table

GAME = "switch"
# The most moves: their analysis takes some minutes.
MOST_LINES = 20_000
# The longest win, in plies.
LONGEST = 28
# The most moments.
MOST_MOMENTS = 3
# A win that takes so many plies longer than it had to is a lost chance.
LEAST_LONGER = 4
MISSED = "missed"
# What a move can give away, the worst first.
KINDS = ("win to loss", "draw to loss", "win to draw", MISSED)


@dataclass(frozen=True)
class MoveAnalysis:
    """A move of a game, and its value for the player who made it.

    Shape: ``number`` counts the entries of the log up to it; ``side`` is the colour that moved;
    ``before`` and ``after`` are values, see `schiri.games.switch.values`, ``after`` that of the
    move; ``better`` are the best moves, empty if this is one of them; ``is_undone`` means that it
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

    @property
    def nearness(self) -> float:
        """How near a win is after it: up to 1 for dark, down to -1 for light.

        >>> MoveAnalysis(1, "Ann", "b", "a1-c3", 1, 1, ()).nearness
        1.0
        >>> MoveAnalysis(1, "Ann", "b", "a1-c3", 0, -15, ("a2-c3",)).nearness
        -0.5
        """
        if not self.after:
            return 0.0
        near = (LONGEST + 1 - min(abs(self.after), LONGEST)) / LONGEST
        return near if (self.after > 0) == (self.side == "b") else -near

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
    """Return the moves of a game, without those of a free set-up.

    Raises: HostError (not-solved, solution-unreadable, log-too-long), BrokenLog (as
    `schiri.log.replay.replay_lines`).
    """
    if log.header.game != GAME:
        raise HostError("not-solved", game=log.header.game)
    require_short(len(log.lines), MOST_LINES)
    referee = referee_of(log.header)
    table, lost = cast("Table[Switch]", referee.table), lost_positions()
    found: list[MoveAnalysis] = []
    # The moves not undone: the number of entries after each, and its index in ``found``.
    standing: list[tuple[int, int]] = []
    side, worths = _look(table, lost)
    for each in replay_lines(log.lines, referee):
        if not isinstance(event := each.event, EntryMade):
            continue
        depth = len(table.entries)
        while standing and standing[-1][0] > depth:
            at = standing.pop()[1]
            found[at] = replace(found[at], is_undone=True)
        if event.entry in worths:
            standing.append((depth, len(found)))
            found.append(_compared(each.number, event, side, worths))
        side, worths = _look(table, lost)
    return found


def _look(table: "Table[Switch]", lost: LostPositions) -> tuple[str, dict[str, int]]:
    """Return the side to move, and its legal moves with their values, best first."""
    game = table.game
    is_play = game.phase == "play" and not table.outcome()
    moves = worths_of(game, lost) if is_play else []
    return game.side, {game.move_text(move): worth for move, worth in moves}


def _compared(number: int, made: EntryMade, side: str, worths: dict[str, int]) -> MoveAnalysis:
    """Return a move, compared with the best ones."""
    before, after = next(iter(worths.values())), worths[made.entry]
    best = tuple(move for move, worth in worths.items() if worth == before)
    better = () if made.entry in best else best
    return MoveAnalysis(number, made.by or "", side, made.entry, before, after, better)


def moments_of(moves: Sequence[MoveAnalysis]) -> list[MoveAnalysis]:
    """Return the moves that changed most, the worst first; undone ones changed nothing.

    >>> given = MoveAnalysis(7, "Ann", "b", "a1-c3", 5, -2, ("a2-c3",))
    >>> slower = MoveAnalysis(9, "Ann", "b", "a1-c3", 1, 9, ("a2-c3",))
    >>> [each.number for each in moments_of([slower, given])]
    [7, 9]
    """
    marked = [each for each in moves if kind_of(each) and not each.is_undone]
    return sorted(marked, key=_rank)[:MOST_MOMENTS]


def kind_of(each: MoveAnalysis) -> str:
    """Return what a move gave away, one of `KINDS`; "" for nothing worth a word.

    >>> kind_of(MoveAnalysis(9, "Ann", "b", "a1-c3", 1, 3, ("a2-c3",)))
    ''
    """
    if each.blunder:
        return each.blunder
    is_longer = 0 < each.before <= each.after - LEAST_LONGER
    return MISSED if is_longer else ""


def _rank(each: MoveAnalysis) -> tuple[int, int, int]:
    """Return a key: first what was given away, then how near the end was."""
    kind = kind_of(each)
    if kind == MISSED:
        return KINDS.index(kind), each.before - each.after, each.number
    near = min(abs(value) for value in (each.before, each.after) if value)
    return KINDS.index(kind), near, each.number
