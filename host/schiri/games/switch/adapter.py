"""Switch: whether a counter is due, and a set-up that begins again.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from schiri_engines.board_games.stones import STONES_EACH, is_connected, stones_of
from schiri_engines.table import Table

from schiri.errors import HostError
from schiri.events import Cause, Common, End, Entry, Event, Header, Made, State, word_of
from schiri.games.adapter import HOUSE, MIXED, SHEET
from schiri.games.board import BoardAdapter, OnBoard, colours_of, position_of
from schiri.texts import N_, Words

if TYPE_CHECKING:
    from schiri_engines.switch import Switch

    from schiri.games.switch.scene import SwitchScene


@dataclass(frozen=True)
class SwitchState(OnBoard):
    """The position, whether a counter is due, and the colours once they are chosen."""

    position: str
    counter: bool
    colours: Mapping[str, str]


@dataclass(frozen=True)
class Void(Event):
    """No stone can be placed any more: the set-up begins again."""

    KIND = "void"

    rule: str | None = None


@dataclass(frozen=True)
class Counter(Event):
    """Somebody has one counter move."""

    KIND = "counter"

    by: str
    rule: str | None = None


class SwitchAdapter(BoardAdapter):
    """Switch on the PC."""

    rules = [
        ("SW-1", SHEET),
        ("SW-2", MIXED),
        ("SW-3", MIXED),
        ("SW-4", SHEET),
        ("SW-5", SHEET),
        ("SW-6", SHEET),
        ("SW-7", SHEET),
        ("SW-8", SHEET),
        ("SW-9", HOUSE),
        ("SW-10", HOUSE),
        ("SW-11", HOUSE),
    ]
    told_by_state = (Counter.KIND,)
    events = (Void, Counter, End)
    moves = (
        (r"(?P<first>\w\d)-(?P<then>\w\d)", N_("{name} moves from {first} to {then}")),
        (r"(?P<first>\w\d)x(?P<then>\w\d)", N_("{name} swaps {first} and {then}")),
        (r"place (?P<cell>\w\d) (?P<colour>[bw])", N_("{name} places a stone on {cell}: {colour}")),
        (r"choose (?P<colour>[bw])", N_("{name} chooses: {colour}")),
    )

    def state(self, table: Table, common: Common) -> State:
        """Return the position, whether a counter is due, and the colours."""
        counter = game_of(table).counter and table.outcome() is None
        return SwitchState(*common, position_of(table), counter, colours_of(table))

    def scene(self) -> "SwitchScene":
        """Return what Switch adds to a scene."""
        from schiri.games.switch.scene import SwitchScene

        return SwitchScene(self)

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which it is drawn who places first; who starts a layout no rule says.

        >>> ADAPTER.lot_rule({"layout": "free"}), ADAPTER.lot_rule({"layout": "1"})
        ('SW-3', '')
        """
        return "SW-3" if options["layout"] == "free" else ""

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return a set-up that is void, or a counter that is due now."""
        # Only these change what lies: a dispute brings nothing about.
        if not table.is_move(entry) and word_of(entry) != "set":
            return []
        if game_of(table).is_void():
            return [Void("SW-3")]
        turn = table.turn
        if turn is not None and game_of(table).counter:
            return [Counter(table.names[turn], "SW-7")]
        return []

    def decided(self, table: Table, events: Sequence[Event]) -> tuple[str, int] | None:
        """Return who wins from a start of the players' own, and in how many plies."""
        if table.turn is None or table.phase != "play" or not any(map(is_own_start, events)):
            return None
        # Only whoever has such a start loads what is known of it.
        from schiri.games.switch.values import lost_positions

        try:
            value = game_of(table).value(lost_positions())
        except HostError:
            # Who asks for a value is told; a warning that there is not keeps nobody from playing.
            return None
        winner = table.turn if value > 0 else 1 - table.turn
        return (table.names[winner], abs(value)) if value else None

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return whose move connected whom, what a counter changed, or that a position repeats."""
        outcome = table.outcome()
        if not outcome or not outcome.winners:
            return (Cause("SW-9"),)
        game, winner = game_of(table), outcome.winners[0]
        names = (table.names[winner], table.names[1 - winner])
        if not is_played:
            return (Cause("lie-connected", names[:1]),)
        connected = [is_connected(stones_of(game.cells(), side)) for side in game.colours]
        if outcome.rule == "SW-6":
            # Who moved was the other one.
            pair = names[::-1]
            return (Cause("connected-both" if all(connected) else "connected-other", pair),)
        if game.colours[winner] != game.side:
            return (Cause("counter-alone", names[:1], colour=game.colours[winner]),)
        return (Cause("counter-both" if all(connected) else "counter-nothing", names),)

    def cause_details(self, words: Words, cause: Cause) -> Mapping[str, str]:
        """Return the colour of the stones that a counter connected."""
        return {"colour": words.pgettext("colour", f"switch {cause.colour}")}

    def event_words(self, words: Words, event: Event) -> str | None:
        """Return a void set-up or a counter in words."""
        if isinstance(event, Counter):
            return counter_words(words, event.by)
        if isinstance(event, Void):
            return words.gettext(
                "No stone can be placed any more: the set-up begins again. (SW-3, house rule)"
            )
        return None

    def notation(self, words: Words) -> Sequence[tuple[str, str]]:
        """Return how moves are written."""
        return (
            ("a1-c3", words.gettext("a stone of yours to the free field")),
            ("a1xa4", words.gettext("swap two stones, yours first")),
            ("place c3 b", words.gettext("free set-up: place a stone, b dark, w light")),
            ("choose b", words.gettext("free set-up: choose a colour")),
            *super().notation(words),
        )

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return that a counter is due, or in a free set-up how many stones have no place yet."""
        assert isinstance(state, SwitchState)
        if state.phase == "place":
            stones = state.position.split()[0]
            dark, light = (STONES_EACH - stones.count(letter) for letter in "bw")
            text = words.gettext("Stones to place: {dark} dark, {light} light.")
            return [text.format(dark=dark, light=light)]
        return [counter_words(words, state.turn)] if state.counter and state.turn else []


def is_own_start(event: Event) -> bool:
    """Return whether a game begins here with stones that lie as the players wished."""
    if isinstance(event, Header):
        return "/" in event.options.get("layout", "")
    return isinstance(event, Made) and event.word in ("choose", "set")


def counter_words(words: Words, name: str) -> str:
    """Return who has a counter."""
    return words.gettext("{name} has one counter move. (SW-7)").format(name=name)


def game_of(table: Table) -> "Switch":
    """Return the game on a table of Switch."""
    return cast("Switch", table.game)


ADAPTER = SwitchAdapter()
