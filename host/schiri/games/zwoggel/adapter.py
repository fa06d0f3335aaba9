"""Zwoggel: the field, stock and penalties; the effects of a flip; the traps, only after the end.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from schiri_engines.table import Table
from schiri_engines.zwoggel.notation import HOLE, place_text

from schiri.events import Cause, Common, End, Entry, Event, RuleEvent, State, word_of
from schiri.games.adapter import GameAdapter, rules_of
from schiri.json_object import Record
from schiri.texts import N_, Words
from schiri.views import FieldView

if TYPE_CHECKING:
    from schiri_engines.zwoggel.game import Zwoggel


# The letters of cards in text.
CARD_SIGNS = {"down": "#", "red": "R", "green": "G"}


class ZwoggelState(State):
    """The cards of the field by place, the numbers of other cards, and players who are out."""

    flips_left: int
    stock: int
    penalties: Mapping[str, int]
    out: tuple[str, ...]
    field: Mapping[str, str]


class Three(Event, kind="three"):
    """Rows of three of a colour were completed; ``cells`` are those of each row."""

    by: str
    colour: str
    cells: tuple[tuple[str, ...], ...]
    rule: str | None = None


class Penalty(Event, kind="penalty"):
    """Somebody takes a card as a penalty; ``count`` is how many they have now."""

    by: str
    hole: str
    count: int
    rule: str | None = None


class Out(Event, kind="out"):
    """Somebody is out."""

    by: str
    rule: str


class Stock(RuleEvent, kind="stock"):
    """The stock is used up."""


class CardsLeftOver(Event, kind="aside"):
    """Cards that found no place were put aside."""

    by: str
    cards: int
    rule: str | None = None


class Traps(Record):
    """How many traps somebody has survived, sprung and laid."""

    survived: int
    sprung: int
    laid: int


class ZwoggelEnd(End):
    """The end of a game, and what became of everybody's traps."""

    traps: Mapping[str, Traps] | None = None


class ZwoggelAdapter(GameAdapter):
    """Zwoggel on the PC."""

    rules = rules_of("ZW", 11, mixed=(2, 3), house=(9, 10, 11))
    events = (Three, Penalty, Out, Stock, CardsLeftOver, ZwoggelEnd)
    moves = (
        (r"flip (?P<place>\S+) (?P<colour>\w+)", N_("{name} turns up {place}: {colour}")),
        (r"place (?P<places>.+)", N_("{name} lays cards on {places}")),
    )

    forms = (
        ("flip 0,0 red", N_("turn up a card; columns run right, rows up, from 0,0")),
        ("place 2,1 2,0 2,-1", N_("lay the cards drawn, one after the other")),
        ("resign NAME", N_("somebody resigns, and is out")),
    )
    sentences = {
        Three.KIND: N_("Three in a row, {colour}: {cells} (ZW-4)"),
        Penalty.KIND: N_(
            "{name} takes {hole} as penalty card {count} of 3; a hole is left. (ZW-4)"
        ),
        Out.KIND: N_("{name} is out. ({rule})"),
        Stock.KIND: N_(
            "The stock is used up: from the next player on, each turn is one card turned up. (ZW-8)"
        ),
    }

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

    def mover(self, table: Table, entry: Entry) -> int | None:
        match entry:
            case ("resign", int(seat), *_):
                return seat
        return table.turn

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return the events of a flip or a laid hand."""
        # A dispute brings nothing about.
        if not table.is_move(entry) and word_of(entry) != "set":
            return []
        return [effect_event(table.names, effect) for effect in game_of(table).effects]

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        found = zip(table.names, game_of(table).traps, strict=True)
        return ZwoggelEnd(winner, rule, {name: Traps(*counts) for name, counts in found})

    def pieces(self, table: Table) -> Mapping[str, str]:
        """Return the card on each place, nothing where a penalty has left a hole."""
        cards = game_of(table).field.cards
        return {place_text(place): card for place, card in cards.items() if card != HOLE}

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
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

    def part_words(self, words: Words, game: str, part: str, text: str) -> str:
        if part == "cards":
            return words.counted("{count} penalty card", "{count} penalty cards", int(text))
        return super().part_words(words, game, part, text)

    def view(self, table: Table) -> FieldView:
        return field_of(table)

    def event_words(self, words: Words, game: str, event: Event) -> str | None:
        if isinstance(event, CardsLeftOver):
            return words.counted(
                "{count} card is put aside, for no place is open. (ZW-3)",
                "{count} cards are put aside, for no place is open. (ZW-3)",
                event.cards,
            )
        return super().event_words(words, game, event)

    def state_lines(self, words: Words, state: State) -> list[str]:
        assert isinstance(state, ZwoggelState)
        return field_lines(words, state)

    def seat_note(self, words: Words, state: State, name: str) -> str:
        assert isinstance(state, ZwoggelState)
        count = penalties_of(words, state, name)
        return words.gettext("Penalties: {each}").format(each=count)

    def ending_lines(self, words: Words, end: End) -> list[str]:
        """Return what became of the traps: said after the game only, for memory is the point."""
        text = words.gettext("Traps of {name}: survived {survived}, sprung {sprung}, laid {laid}")
        traps = end.traps if isinstance(end, ZwoggelEnd) else None
        return [
            text.format(name=name, survived=each.survived, sprung=each.sprung, laid=each.laid)
            for name, each in (traps or {}).items()
        ]


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


def field_lines(words: Words, state: ZwoggelState) -> list[str]:
    """Return the field with its rows and columns numbered, the stock and the penalties.

    >>> words = Words("en")
    >>> field = {"0,0": "red", "1,0": "down", "-1,1": "green"}
    >>> state = ZwoggelState("zwoggel", "A", "flip", False, (), None, 1, 57, {"A": 2}, (), field)
    >>> print(*field_lines(words, state), sep=chr(10))
        1   G  .  .
        0   .  R  #
           -1  0  1
    Stock: 57. To be turned up: 1.
    Penalties: A 2
    """
    places = [tuple(int(word) for word in text.split(",")) for text in state.field]
    lines = []
    if places:
        columns = range(min(x for x, _y in places), max(x for x, _y in places) + 1)
        for y in range(max(y for _x, y in places), min(y for _x, y in places) - 1, -1):
            row = [CARD_SIGNS.get(state.field.get(f"{x},{y}", ""), ".") for x in columns]
            lines.append(f"{y:5} " + "".join(f"{sign:>3}" for sign in row))
        lines.append(" " * 6 + "".join(f"{x:>3}" for x in columns))
    each = ", ".join(f"{name} {penalties_of(words, state, name)}" for name in state.penalties)
    return [*lines, stock_line(words, state), words.gettext("Penalties: {each}").format(each=each)]


def stock_line(words: Words, state: ZwoggelState) -> str:
    """Return how many cards are in the stock, and how many are to be turned up, if any."""
    if not state.flips_left:
        return words.gettext("Stock: {stock}.").format(stock=state.stock)
    text = words.gettext("Stock: {stock}. To be turned up: {flips}.")
    return text.format(stock=state.stock, flips=state.flips_left)


def penalties_of(words: Words, state: ZwoggelState, name: str) -> str:
    """Return how many penalty cards somebody has, and whether that one is out."""
    out = words.gettext("out")
    return f"{state.penalties[name]} ({out})" if name in state.out else str(state.penalties[name])


def game_of(table: Table) -> "Zwoggel":
    """Return the game on a table of Zwoggel."""
    return cast("Zwoggel", table.game)


def field_of(table: Table) -> FieldView:
    """Return the field on a table of Zwoggel."""
    game = game_of(table)
    three = frozenset(place for row in game.threes for place in row)
    return FieldView(dict(game.field.cards), game.turned, three)


ADAPTER = ZwoggelAdapter()
