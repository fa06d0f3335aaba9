"""Zwoggel in words: what a flip brought, the field, stock and penalties, the traps at the end.

Decides the words.  Must not know the rules: all of it is in the events and states.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from schiri.events import End, Event, State
from schiri.json_object import Record
from schiri.texts import Words

# What stands for a card in text.
CARD_SIGNS = {"down": "#", "red": "R", "green": "G"}


@dataclass(frozen=True)
class ZwoggelState(State):
    """The cards of the field by their places, how many there are elsewhere, and who is out."""

    flips_left: int
    stock: int
    penalties: Mapping[str, int]
    out: tuple[str, ...]
    field: Mapping[str, str]


@dataclass(frozen=True)
class Three(Event):
    """Rows of three of a colour were completed; ``cells`` are those of each row."""

    KIND = "three"

    by: str
    colour: str
    cells: tuple[tuple[str, ...], ...]
    rule: str | None = None


@dataclass(frozen=True)
class Penalty(Event):
    """Somebody takes a card as a penalty; ``count`` is how many they have now."""

    KIND = "penalty"

    by: str
    hole: str
    count: int
    rule: str | None = None


@dataclass(frozen=True)
class Out(Event):
    """Somebody is out."""

    KIND = "out"

    by: str
    rule: str


@dataclass(frozen=True)
class Stock(Event):
    """The stock is used up."""

    KIND = "stock"

    rule: str | None = None


@dataclass(frozen=True)
class Aside(Event):
    """Cards that found no place were put aside."""

    KIND = "aside"

    by: str
    cards: int
    rule: str | None = None


@dataclass(frozen=True)
class Traps(Record):
    """How many traps somebody has survived, sprung and laid."""

    survived: int
    sprung: int
    laid: int


@dataclass(frozen=True)
class ZwoggelEnd(End):
    """The end of a game, and what became of everybody's traps."""

    traps: Mapping[str, Traps] | None = None


def event_words(words: Words, event: Event) -> str | None:
    """Return what a flip or a hand of cards brought in words, None for what is none of that."""
    match event:
        case Three(_by, colour, cells):
            rows = " / ".join(" ".join(row) for row in cells)
            text = words.gettext("Three in a row, {colour}: {rows} (ZW-4)")
            return text.format(colour=words.pgettext("colour", f"zwoggel {colour}"), rows=rows)
        case Penalty(name, hole, count):
            text = words.gettext(
                "{name} takes {hole} as penalty card {count} of 3; a hole is left. (ZW-4)"
            )
            return text.format(name=name, hole=hole, count=count)
        case Out(name, rule):
            return words.gettext("{name} is out. ({rule})").format(name=name, rule=rule)
        case Stock():
            return words.gettext(
                "The stock is used up: from the next player on, each turn is one card turned up. "
                "(ZW-8)"
            )
        case Aside(_by, cards):
            text = words.ngettext(
                "{count} card is put aside, for no place is open. (ZW-3)",
                "{count} cards are put aside, for no place is open. (ZW-3)",
                cards,
            )
            return text.format(count=cards)
    return None


def cards_words(words: Words, count: int) -> str:
    """Return so many penalty cards."""
    text = words.ngettext("{count} penalty card", "{count} penalty cards", count)
    return text.format(count=count)


def trap_lines(words: Words, end: End | None) -> list[str]:
    """Return what became of the traps: said after the game only, for memory is the point."""
    text = words.gettext("Traps of {name}: survived {survived}, sprung {sprung}, laid {laid}")
    traps = end.traps if isinstance(end, ZwoggelEnd) else None
    return [
        text.format(name=name, survived=each.survived, sprung=each.sprung, laid=each.laid)
        for name, each in (traps or {}).items()
    ]


def field_lines(words: Words, state: ZwoggelState) -> list[str]:
    """Return the field with its rows and columns numbered, the stock and the penalties.

    >>> from schiri.texts import Words
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
    each = ", ".join(penalty_lines(words, state))
    return [*lines, stock_line(words, state), words.gettext("Penalties: {each}").format(each=each)]


def stock_line(words: Words, state: ZwoggelState) -> str:
    """Return how many cards are in the stock, and how many are to be turned up."""
    text = words.gettext("Stock: {stock}. To be turned up: {flips}.")
    return text.format(stock=state.stock, flips=state.flips_left)


def penalty_lines(words: Words, state: ZwoggelState) -> list[str]:
    """Return how many penalty cards everybody has, and who is out."""
    return [f"{name} {penalties_of(words, state, name)}" for name in state.penalties]


def penalties_of(words: Words, state: ZwoggelState, name: str) -> str:
    """Return how many penalty cards somebody has, and whether that one is out."""
    out = words.gettext("out")
    return f"{state.penalties[name]} ({out})" if name in state.out else str(state.penalties[name])
