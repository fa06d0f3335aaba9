"""Zwoggel for the referee: field, stock, penalties, the effects of a flip, the traps at the end.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from schiri_engines.table import Table
from schiri_engines.zwoggel.notation import HOLE, place_text

from schiri.events import Cause, Common, End, Entry, Event, RuleEvent, State, word_of
from schiri.games.rulings import TURN_LIMIT, Rulings
from schiri.json_object import Record
from schiri.views import FieldView

if TYPE_CHECKING:
    from schiri_engines.zwoggel.game import Zwoggel


class ZwoggelState(State):
    """The cards of the field by place, the numbers of other cards, and players who are out."""

    flips_left: int
    stock: int
    penalties: Mapping[str, int]
    out: tuple[str, ...]
    field: Mapping[str, str]


class Three(Event, kind="three"):
    """Rows of three of one colour were completed; ``cells`` are those of each row."""

    by: str
    colour: str
    cells: tuple[tuple[str, ...], ...]
    rule: str | None = None


class Penalty(Event, kind="penalty"):
    """A player takes a card as a penalty; ``count`` is how many they have now."""

    by: str
    hole: str
    count: int
    rule: str | None = None


class Out(Event, kind="out"):
    """A player is out."""

    by: str
    rule: str


class Stock(RuleEvent, kind="stock"):
    """The stock is used up."""


class CardsLeftOver(Event, kind="aside"):
    """Cards without an open place were put aside."""

    by: str
    cards: int
    rule: str | None = None


class Traps(Record):
    """How many traps a player has survived, sprung and laid."""

    survived: int
    sprung: int
    laid: int


class ZwoggelEnd(End):
    """The end of a game, with the traps of each player."""

    traps: Mapping[str, Traps] | None = None


class ZwoggelRulings(Rulings):
    """Zwoggel for the referee."""

    events = (Three, Penalty, Out, Stock, CardsLeftOver, ZwoggelEnd)
    match_options = (TURN_LIMIT,)

    def lot_rule(self, options: Mapping[str, str]) -> str:
        return "ZW-1"

    def state(self, table: Table, common: Common) -> State:
        game, names = game_of(table), table.names
        penalties = dict(zip(names, game.penalties, strict=True))
        out = tuple(name for seat, name in enumerate(names) if game.is_out(seat))
        # Row by row from the lowest one.
        cards = sorted(game.field.cards.items(), key=lambda card: card[0][::-1])
        field = {place_text(place): card for place, card in cards if card != HOLE}
        return ZwoggelState(*common, game.flips_left, game.stock, penalties, out, field)

    def made_by(self, table: Table, entry: Entry) -> tuple[int | None, str]:
        match entry:
            case ("resign", int(seat), *_):
                return seat, ""
        return table.turn, ""

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return the events of a flip or a laid hand."""
        # A dispute has no effect.
        if not table.is_move(entry) and word_of(entry) != "set":
            return []
        return [effect_event(table.names, effect) for effect in game_of(table).effects]

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        found = zip(table.names, game_of(table).traps, strict=True)
        return ZwoggelEnd(winner, rule, {name: Traps(*counts) for name, counts in found})

    def causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return the cause: the last player who went out, or the fewest penalties."""
        game, outcome = game_of(table), table.outcome()
        winners = tuple(table.names[seat] for seat in outcome.winners) if outcome else ()
        if outcome and outcome.rule == "ZW-9":
            fewest = game.penalties[outcome.winners[0]]
            return (Cause("fewest-penalties", winners, (("cards", str(fewest)),)),)
        match table.entries[-1] if is_played else None:
            case ("resign", int(seat)):
                return (Cause("out-resigned", (table.names[seat], *winners)),)
            case ("flip", *_):
                events = [effect_event(table.names, effect) for effect in game.effects]
                out = [event.by for event in events if isinstance(event, Out)]
                return (Cause("out-third", (*out, *winners)),)
        return (Cause("others-out", winners),)

    def view(self, table: Table) -> FieldView:
        return field_of(table)


def effect_event(names: Sequence[str], effect: tuple[object, ...]) -> Event:
    """Return the event of an effect that a move had."""
    match effect:
        case ("three", int(seat), str(colour), tuple(rows)):
            cells = tuple(tuple(place_text(place) for place in row) for row in rows)
            return Three(names[seat], colour, cells, "ZW-4")
        case ("penalty", int(seat), tuple(place), int(count)):
            return Penalty(names[seat], place_text(place), count, "ZW-4")
        case ("out", int(seat), str(rule)):
            return Out(names[seat], rule)
        case ("stock",):
            return Stock("ZW-8")
        case ("aside", int(seat), int(cards)):
            return CardsLeftOver(names[seat], cards, "ZW-3")
    raise AssertionError(effect)


def game_of(table: Table) -> "Zwoggel":
    """Return the game on a table of Zwoggel."""
    return cast("Zwoggel", table.game)


def field_of(table: Table) -> FieldView:
    """Return the field on a table of Zwoggel."""
    game = game_of(table)
    three = frozenset(place for row in game.threes for place in row)
    return FieldView(dict(game.field.cards), game.turned, three)


RULINGS = ZwoggelRulings
