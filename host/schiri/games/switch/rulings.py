"""Switch for the referee: whether a counter is due, and a set-up that begins again.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, cast

from schiri_engines.switch.movegen import is_connected, stones_of
from schiri_engines.table import Table

from schiri.events import Cause, Common, End, Entry, Event, PlayerEvent, RuleEvent, State, word_of
from schiri.games.rulings import BoardRulings, OnBoard, colours_of, position_of
from schiri.json_object import UNWRITTEN
from schiri.views import BoardView

if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch


class SwitchState(State, OnBoard):
    """The position, whether a counter is due, and the colours once they are chosen."""

    position: str
    counter: bool
    colours: Mapping[str, str]


class Void(RuleEvent, kind="void"):
    """No stone can be placed any more: the set-up begins again."""


class Counter(PlayerEvent, kind="counter"):
    """Somebody has one counter move; ``other`` is who has connected."""

    other: str = field(default="", compare=False, metadata=UNWRITTEN)


class SwitchRulings(BoardRulings):
    """Switch for the referee."""

    events = (Void, Counter, End)

    def state(self, table: Table, common: Common) -> State:
        counter = game_of(table).counter and table.outcome() is None
        return SwitchState(*common, position_of(table), counter, colours_of(table))

    def view(self, table: Table) -> BoardView:
        """Return the board; while a counter is due, with the group that wins unless it helps."""
        view, game = super().view(table), game_of(table)
        if not game.counter or table.outcome():
            return view
        pieces = view.pieces().items()
        linked = tuple(name for name, piece in pieces if piece not in (".", game.side))
        return view._replace(linked=linked)

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which the first to place is drawn by lot; "" for a layout, which needs
        none.

        >>> SwitchRulings().lot_rule({"layout": "free"}), SwitchRulings().lot_rule({"layout": "1"})
        ('SW-3', '')
        """
        return "SW-3" if options["layout"] == "free" else ""

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return a void set-up, or a counter that is due now."""
        # Only these change the stones: a dispute has no effect.
        if not table.is_move(entry) and word_of(entry) != "set":
            return []
        if game_of(table).is_void():
            return [Void("SW-3")]
        turn = table.turn
        if turn is not None and game_of(table).counter:
            return [Counter(table.names[turn], "SW-7", table.names[1 - turn])]
        return []

    def causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return the cause: a connection, a counter, or a repeated position."""
        outcome = table.outcome()
        if not outcome or not outcome.winners:
            return (Cause("SW-9"),)
        game, winner = game_of(table), outcome.winners[0]
        names = (table.names[winner], table.names[1 - winner])
        if not is_played:
            return (Cause("lie-connected", names[:1]),)
        connected = [is_connected(stones_of(game.cells(), side)) for side in game.colours]
        if outcome.rule == "SW-6":
            # The loser made the move.
            pair = names[::-1]
            return (Cause("connected-both" if all(connected) else "connected-other", pair),)
        if game.colours[winner] != game.side:
            return (Cause("counter-alone", names[:1], (("colour", game.colours[winner]),)),)
        return (Cause("counter-both" if all(connected) else "counter-nothing", names),)


def game_of(table: Table) -> "Switch":
    """Return the game on a table of Switch."""
    return cast("Switch", table.game)


RULINGS = SwitchRulings
