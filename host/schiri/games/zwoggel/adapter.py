"""Zwoggel: the field, stock and penalties; what a flip brought; the traps, after the end only.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from schiri_engines.table import Table
from schiri_engines.zwoggel.notation import HOLE, place_text

from schiri.events import Cause, Common, End, Entry, Event, State, word_of
from schiri.games.adapter import HOUSE, MIXED, SHEET, GameAdapter
from schiri.games.zwoggel.field import FieldView, field_of, game_of
from schiri.games.zwoggel.words import (
    Aside,
    Out,
    Penalty,
    Stock,
    Three,
    Traps,
    ZwoggelEnd,
    ZwoggelState,
    cards_words,
    event_words,
    field_lines,
    penalties_of,
    trap_lines,
)
from schiri.texts import N_, Words

if TYPE_CHECKING:
    from schiri.games.zwoggel.scene import ZwoggelScene
    from schiri.referee import Referee
    from schiri.table.card_table import CardTable


class ZwoggelAdapter(GameAdapter):
    """Zwoggel on the PC."""

    rules = [
        ("ZW-1", SHEET),
        ("ZW-2", MIXED),
        ("ZW-3", MIXED),
        ("ZW-4", SHEET),
        ("ZW-5", SHEET),
        ("ZW-6", SHEET),
        ("ZW-7", SHEET),
        ("ZW-8", SHEET),
        ("ZW-9", HOUSE),
        ("ZW-10", HOUSE),
        ("ZW-11", HOUSE),
    ]

    events = (Three, Penalty, Out, Stock, Aside, ZwoggelEnd)
    moves = (
        (r"flip (?P<place>\S+) (?P<colour>\w+)", N_("{name} turns up {place}: {colour}")),
        (r"place (?P<places>.+)", N_("{name} lays cards on {places}")),
    )

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which it is drawn who starts."""
        return "ZW-1"

    def state(self, table: Table, common: Common) -> State:
        """Return the field, the stock and the penalties."""
        game = game_of(table)
        cards = game.field.cards
        return ZwoggelState(
            *common,
            game.flips_left,
            game.stock,
            dict(zip(table.names, game.people.penalties, strict=True)),
            tuple(name for seat, name in enumerate(table.names) if game.people.is_out(seat)),
            {
                place_text(place): cards[place]
                for place in sorted(cards, key=lambda place: (place[1], place[0]))
                if cards[place] != HOLE
            },
        )

    def actor(self, table: Table, entry: Entry) -> int | None:
        """Return whoever resigns, or is on turn."""
        match entry:
            case ("resign", int(seat), *_):
                return seat
        return table.turn

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return what a flip or a hand of cards brought about."""
        # A dispute brings nothing about.
        if not table.is_move(entry) and word_of(entry) != "set":
            return []
        return [effect_event(table.names, effect) for effect in game_of(table).effects]

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the end, and what became of the traps: until then memory is the point."""
        found = zip(table.names, game_of(table).people.traps, strict=True)
        return ZwoggelEnd(winner, rule, {name: Traps(*counts) for name, counts in found})

    def lying(self, table: Table) -> Mapping[str, str]:
        """Return the card on each place, nothing where a penalty has left a hole."""
        cards = game_of(table).field.cards
        return {place_text(place): card for place, card in cards.items() if card != HOLE}

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return who went out last, or who has the fewest penalties."""
        game, outcome = game_of(table), table.outcome()
        winners = tuple(table.names[seat] for seat in outcome.winners) if outcome else ()
        if outcome and outcome.rule == "ZW-9":
            fewest = game.people.penalties[outcome.winners[0]]
            return (Cause("fewest-penalties", winners, (("cards", fewest),)),)
        match table.entries[-1] if is_played else None:
            case ("resign", int(seat)):
                return (Cause("out-resigned", (table.names[seat], *winners)),)
            case ("flip", *_):
                events = [effect_event(table.names, effect) for effect in game.effects]
                out = [event.by for event in events if isinstance(event, Out)]
                return (Cause("out-third", (*out, *winners)),)
        return (Cause("others-out", winners),)

    def cause_details(self, words: Words, cause: Cause) -> Mapping[str, str]:
        """Return how many penalty cards the fewest are."""
        return {each: cards_words(words, count) for each, count in cause.counts}

    def view(self, referee: "Referee") -> FieldView:
        """Return the field."""
        return field_of(referee.table)

    def event_words(self, words: Words, event: Event) -> str | None:
        """Return in words what a flip or a hand of cards brought about."""
        return event_words(words, event)

    def notation(self, words: Words) -> Sequence[tuple[str, str]]:
        """Return how turns are written."""
        return (
            (
                "flip 0,0 red",
                words.gettext("turn up a card; columns run right, rows up, from 0,0"),
            ),
            ("place 2,1 2,0 2,-1", words.gettext("lay the cards drawn, one after the other")),
            ("resign NAME", words.gettext("somebody resigns, and is out")),
            *super().notation(words),
        )

    def state_lines(self, words: Words, state: State) -> list[str]:
        """Return the field, the stock and the penalties."""
        assert isinstance(state, ZwoggelState)
        return field_lines(words, state)

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return how many penalty cards somebody has."""
        assert isinstance(state, ZwoggelState)
        count = penalties_of(words, state, name)
        return words.gettext("Penalties: {each}").format(each=count)

    def ending_lines(self, words: Words, end: End) -> list[str]:
        """Return what became of the traps."""
        return trap_lines(words, end)

    def scene(self) -> "ZwoggelScene":
        """Return what Zwoggel adds to a scene."""
        from schiri.games.zwoggel.scene import ZwoggelScene

        return ZwoggelScene(self)

    def card_table(self) -> type["CardTable"]:
        from schiri.games.zwoggel.table import ZwoggelTable

        return ZwoggelTable


Names = tuple[str, ...]


def effect_event(names: Names, effect: tuple[object, ...]) -> Event:
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
            return Aside(names[seat], cards, "ZW-3")
    raise AssertionError(effect)


ADAPTER = ZwoggelAdapter()
