"""Switch: whether a counter is due, and a set-up that begins again.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from schiri_engines.switch.movegen import STONES_EACH, is_connected, stones_of
from schiri_engines.table import Table

from schiri.errors import HostError
from schiri.events import (
    Cause,
    Common,
    End,
    Entry,
    EntryMade,
    Event,
    Header,
    PlayerEvent,
    RuleEvent,
    State,
    word_of,
)
from schiri.games.adapter import rules_of
from schiri.games.board import BoardAdapter, OnBoard, colours_of, position_of
from schiri.texts import N_, Words

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
    """Somebody has one counter move."""


class SwitchAdapter(BoardAdapter):
    """Switch on the PC."""

    rules = rules_of("SW", 11, mixed=(2, 3), house=(9, 10, 11))
    told_by_state = (Counter.KIND,)
    events = (Void, Counter, End)
    moves = (
        (r"(?P<first>\w\d)-(?P<then>\w\d)", N_("{name} moves from {first} to {then}")),
        (r"(?P<first>\w\d)x(?P<then>\w\d)", N_("{name} swaps {first} and {then}")),
        (r"place (?P<cell>\w\d) (?P<colour>[bw])", N_("{name} places a stone on {cell}: {colour}")),
        (r"choose (?P<colour>[bw])", N_("{name} chooses: {colour}")),
    )

    forms = (
        ("a1-c3", N_("a stone of yours to the free field")),
        ("a1xa4", N_("swap two stones, yours first")),
        ("place c3 b", N_("free set-up: place a stone, b dark, w light")),
        ("choose b", N_("free set-up: choose a colour")),
    )
    sentences = {
        Void.KIND: N_(
            "No stone can be placed any more: the set-up begins again. (SW-3, house rule)"
        ),
        Counter.KIND: N_("{name} has one counter move. (SW-7)"),
    }

    def state(self, table: Table, common: Common) -> State:
        counter = game_of(table).counter and table.outcome() is None
        return SwitchState(*common, position_of(table), counter, colours_of(table))

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which lots decide who places first; "" for a layout, which has none.

        >>> ADAPTER.lot_rule({"layout": "free"}), ADAPTER.lot_rule({"layout": "1"})
        ('SW-3', '')
        """
        return "SW-3" if options["layout"] == "free" else ""

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return a set-up that is void, or a counter that is due now."""
        # Only these change the stones: a dispute has no effect.
        if not table.is_move(entry) and word_of(entry) != "set":
            return []
        if game_of(table).is_void():
            return [Void("SW-3")]
        turn = table.turn
        if turn is not None and game_of(table).counter:
            return [Counter(table.names[turn], "SW-7")]
        return []

    def forced_win(self, table: Table, events: Sequence[Event]) -> tuple[str, int] | None:
        """Return who wins from a start of the players' own, and in how many plies."""
        if table.turn is None or table.phase != "play" or not any(map(is_own_start, events)):
            return None
        # Loaded only for such a start.
        from schiri_engines.switch.programs import value_of

        from schiri.games.switch.values import lost_positions

        try:
            value = value_of(game_of(table), lost_positions())
        except HostError:
            # A query for a value reports this; a missing warning does not stop a game.
            return None
        winner = table.turn if value > 0 else 1 - table.turn
        return (table.names[winner], abs(value)) if value else None

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
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

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return that a counter is due, or in a free set-up how many stones have no place yet."""
        assert isinstance(state, SwitchState)
        if state.phase == "place":
            stones = state.position.split()[0]
            dark, light = (STONES_EACH - stones.count(letter) for letter in "bw")
            text = words.gettext("Stones to place: {dark} dark, {light} light.")
            return [text.format(dark=dark, light=light)]
        text = words.gettext(self.sentences[Counter.KIND])
        return [text.format(name=state.turn)] if state.counter else []


def is_own_start(event: Event) -> bool:
    """Return whether a game begins here with a layout of the players' own."""
    if isinstance(event, Header):
        return "/" in event.options.get("layout", "")
    return isinstance(event, EntryMade) and event.word in ("choose", "set")


def game_of(table: Table) -> "Switch":
    """Return the game on a table of Switch."""
    return cast("Switch", table.game)


ADAPTER = SwitchAdapter()
