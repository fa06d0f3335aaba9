"""Joggle for the referee: marbles to place, rolls without a free field, counts of rolls.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Self, cast

from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.programs import roll_had_no_field, skipped
from schiri_engines.table import UNDO, Table

from schiri.events import Cause, Common, End, Entry, Event, PlayerEvent, RuleEvent, State
from schiri.games.joggle.luck import FACES
from schiri.games.rulings import BoardRulings, OnBoard, colours_of, position_of
from schiri.views import BoardView

# More rolls than any log has.
MOST_ROLLS = 100_000


class JoggleState(State, OnBoard):
    """The position, how many marbles each has to place, and the colours."""

    position: str
    left: Mapping[str, int]
    colours: Mapping[str, str]


class Reroll(RuleEvent, kind="reroll"):
    """A roll without a free field, which is repeated."""


class TurnLost(RuleEvent, kind="turn-lost"):
    """A roll without a free field, after which the turn passes."""


class Skip(PlayerEvent, kind="skip"):
    """A player has no marble left to place, and is skipped."""


class JoggleEnd(End):
    """The end of a game; ``rolls`` counts the rolls of each side, of each kind."""

    rolls: Mapping[str, tuple[int, ...]] | None = None

    @classmethod
    def parse(cls, value: object) -> Self:
        found = super().parse(value)
        for counts in (found.rolls or {}).values():
            if len(counts) != len(FACES) or not all(0 <= each <= MOST_ROLLS for each in counts):
                raise ValueError(counts)
        return found


class JoggleRulings(BoardRulings):
    """Joggle for the referee."""

    events = (Reroll, TurnLost, Skip, JoggleEnd)

    def state(self, table: Table, common: Common) -> State:
        left = dict(zip(table.names, game_of(table).supplies, strict=True))
        return JoggleState(*common, position_of(table), left, colours_of(table))

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which the first player is drawn."""
        return "JO-13"

    def view(self, table: Table) -> BoardView:
        return super().view(table)._replace(fields=game_of(table).board)

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return a roll without a usable field, and skipped players."""
        if not table.is_move(entry):
            return []
        game = game_of(table)
        events: list[Event] = []
        if roll_had_no_field(game):
            events.append(TurnLost("JO-5") if game.passes else Reroll("JO-5"))
        for seat in skipped(game):
            events.append(Skip(table.names[seat], "JO-5"))
        return events

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the end, with the rolls of each side."""
        return JoggleEnd(winner, rule, roll_counts(table))

    def causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return who completed the goal for whom."""
        game, outcome = game_of(table), table.outcome()
        goal = (("figures", "".join(f"{count}{kind}" for kind, count in game.goal.items())),)
        if not is_played or not outcome:
            return (Cause("goal-lies", (), goal),)
        # The turn has passed on.
        mover = (game.seat - 1) % len(table.names)
        if mover in outcome.winners:
            return (Cause("goal-completed", (table.names[mover],), goal),)
        winners = ", ".join(table.names[seat] for seat in outcome.winners)
        return (Cause("goal-given", (table.names[mover], winners), goal),)


def roll_counts(table: Table) -> dict[str, tuple[int, ...]]:
    """Return how often each side has rolled each of R G B Y J, also before corrections."""
    game, past = game_of(table), deepcopy(table)
    counts = {side: [0] * len(FACES) for side in game.colours[:2]}
    while past.entries:
        entry = past.entries[-1]
        past.apply(UNDO)
        if isinstance(entry, int) and entry & Joggle.ROLL == Joggle.ROLL:
            counts[game_of(past).side][entry & 7] += 1
    return {side: tuple(each) for side, each in counts.items()}


def game_of(table: Table) -> Joggle:
    """Return the game on a table of Joggle."""
    return cast(Joggle, table.game)


RULINGS = JoggleRulings
