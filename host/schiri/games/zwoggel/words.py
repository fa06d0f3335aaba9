"""Zwoggel in words: the field in letters, stock and penalties, and after the end the traps.

Must not know the table.
"""

from schiri.events import End, Event, State
from schiri.games.words import HOUSE, SHEET, GameWords, plain_text, rules_of
from schiri.games.zwoggel.rulings import (
    CardsLeftOver,
    Out,
    Penalty,
    Stock,
    Three,
    ZwoggelEnd,
    ZwoggelState,
)
from schiri.texts import N_, Words

# What lies on a place, besides an open card.
NOTHING = N_("nothing")
LIES = {
    "": NOTHING,
    "-": NOTHING,
    "down": N_("face down"),
    "hole": N_("a hole: a penalty card lay there"),
}
# The letters of cards in text.
CARD_SIGNS = {"down": "#", "red": "R", "green": "G"}


class ZwoggelWords(GameWords):
    """The words of Zwoggel."""

    rules = rules_of("ZW", 11, mixed=(2, 3), house=(9, 10, 11))
    option_rules = {
        "frame": ("ZW-3", HOUSE),
        "no-fill-holes": ("ZW-3", HOUSE),
        "trip-ends-turn=off": ("ZW-5", SHEET),
        "trip-ends-turn=on": ("ZW-5", HOUSE),
    }
    moves = (
        (r"flip \S+ (?P<colour>\w+)", N_("{name} turns a card up: {colour}")),
        (r"place (?P<laid>.+)", N_("{name} lays {laid}")),
        (r"set stock (?P<count>\d+)", N_("Put right: cards in the stock: {count}")),
        (r"set square \S+ (?P<lies>\S+)", N_("Put right: a place of the field ({lies})")),
        (r"set penalties (?P<who>.+) (?P<cards>\d+)", N_("Put right: {who} has {cards}")),
    )
    forms = (
        ("flip 0,0 red", N_("turn up a card; columns run right, rows up, from 0,0")),
        ("place 2,1 2,0 2,-1", N_("lay the cards drawn, one after the other")),
        ("resign NAME", N_("somebody resigns, and is out")),
    )
    sentences = {
        Three.KIND: N_("Three in a row: {colour}"),
        Penalty.KIND: N_("{name} takes the card: penalty {count} of 3. A hole is left."),
        Out.KIND: N_("{name} is out."),
        Stock.KIND: N_(
            "The stock is used up: from the next player on, each turn is one card turned up."
        ),
    }

    cheers = {
        Penalty.KIND: ("trap", N_("Trap! {name} takes penalty {count} of 3.")),
        Out.KIND: ("out", N_("{name} is out!")),
        Stock.KIND: ("tense", N_("The stock is used up!")),
    }

    def part_words(self, words: Words, part: str, text: str) -> str:
        match part:
            case "cards":
                return words.counted("{count} penalty card", "{count} penalty cards", int(text))
            case "laid":
                count = len(text.split())
                return words.counted("{count} card face down", "{count} cards face down", count)
            case "lies":
                return lying_words(words, text)
            case "place":
                # People point at a place; only commands have numbers for it.
                return words.gettext("a place")
        return super().part_words(words, part, text)

    def notation(self, event: Event) -> str:
        match event:
            case Three(cells=cells):
                return plain_text(cells)
            case Penalty(hole=hole):
                return hole
        return super().notation(event)

    def sentence(self, words: Words, event: Event) -> str | None:
        if isinstance(event, CardsLeftOver):
            return words.counted(
                "{count} card is put aside, for no place is open.",
                "{count} cards are put aside, for no place is open.",
                event.cards,
            )
        return super().sentence(words, event)

    def state_lines(self, words: Words, state: State) -> list[str]:
        assert isinstance(state, ZwoggelState)
        return field_lines(words, state)

    def seat_note(self, words: Words, state: State, name: str) -> str:
        assert isinstance(state, ZwoggelState)
        count = penalties_of(words, state, name)
        return words.say("Penalties: {each}", each=count)

    def ending_lines(self, words: Words, end: End) -> list[str]:
        """Return the figures of the traps, only after the game because the game is about memory."""
        text = N_("Traps of {name}: survived {survived}, sprung {sprung}, laid {laid}")
        traps = end.traps if isinstance(end, ZwoggelEnd) else None
        return [
            words.say(text, name=name, survived=each.survived, sprung=each.sprung, laid=each.laid)
            for name, each in (traps or {}).items()
        ]


def lying_words(words: Words, card: str) -> str:
    """Return what lies on a place."""
    if card in LIES:
        return words.gettext(LIES[card])
    return words.pgettext("colour", f"zwoggel {card}")


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
    return [*lines, stock_line(words, state), words.say("Penalties: {each}", each=each)]


def stock_line(words: Words, state: ZwoggelState) -> str:
    """Return how many cards are in the stock, and how many are to be turned up, if any.

    Rule: cards that are to be laid have left the stock, though the players may not have drawn them.
    """
    if state.phase == "place":
        return words.say("Staying in the stock: {stock}.", stock=state.stock)
    if not state.flips_left:
        return words.say("Stock: {stock}.", stock=state.stock)
    return words.say(
        "Stock: {stock}. To be turned up: {flips}.", stock=state.stock, flips=state.flips_left
    )


def penalties_of(words: Words, state: ZwoggelState, name: str) -> str:
    """Return how many penalty cards a player has, and whether the player is out."""
    out = words.gettext("out")
    return f"{state.penalties[name]} ({out})" if name in state.out else str(state.penalties[name])


WORDS = ZwoggelWords
