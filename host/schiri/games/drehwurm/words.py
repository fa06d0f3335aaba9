"""Events and states of Drehwurm as sentences.

Decides the words.  Must not know the rules: all of it is in the events and states.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schiri_engines.refusals import Refusal

from schiri.events import End, Event, State
from schiri.json_object import Record
from schiri.texts import N_, Words

NO_CARD = "-"
JOKER = "j"
COLOURS = {
    "r": N_("red"),
    "y": N_("yellow"),
    "g": N_("green"),
    "b": N_("blue"),
    "p": N_("purple"),
    "o": N_("orange"),
    JOKER: N_("joker"),
}


@dataclass(frozen=True)
class Pile(Record):
    """A pile: its two sides, "?" for one never seen and None for no card, and how many cards."""

    top: str | None
    under: str | None
    cards: int


@dataclass(frozen=True)
class Claim(Record):
    """Who was how fast, in ms since the turning, and whether somebody was as fast."""

    name: str
    ms: int
    tie: bool


@dataclass(frozen=True)
class Eaten(Record):
    """A pile that was eaten: the colour of the hen, what it counts, and how many worms it had."""

    hen: str
    points: int
    cards: int


@dataclass(frozen=True)
class FullState(State):
    """What lies, how many cards there are elsewhere, and the points of game and match."""

    piles: tuple[Pile, ...]
    hands: Mapping[str, int]
    hens: Mapping[str, int]
    draw: int
    eaten: Mapping[str, tuple[Eaten, ...]]
    scores: Mapping[str, int]
    match: Mapping[str, int]
    number: int
    starter: str


@dataclass(frozen=True)
class FastState(State):
    """Whose throw-in counts in this order, and the points of game and match."""

    order: tuple[Claim, ...]
    scores: Mapping[str, int]
    match: Mapping[str, int]
    number: int
    starter: str


DrehwurmState = FullState | FastState


# Of the cards: those that each is dealt, the hens among them, all worms, and those that lie as
# piles.
DEALT, HENS, WORMS, LYING = 12, 2, 90, 6


def most_left(seats: int) -> int:
    """Return how many cards one player may have left at most.

    Rule: DW-2: whoever drew all that was not dealt has the most.

    >>> most_left(3)
    66
    """
    return DEALT + WORMS - (DEALT - HENS) * seats - LYING


def lines(words: Words, state: DrehwurmState) -> list[str]:
    """Return what lies, who has claimed, and a line for each player."""
    shown = [game_words(words, state)]
    if isinstance(state, FullState) and state.piles:
        shown.append(piles_words(state.piles))
    if isinstance(state, FastState) and state.order:
        shown.append(order_words(words, state.order))
    return [*shown, *(player_words(words, state, name) for name in state.match)]


def game_words(words: Words, state: DrehwurmState) -> str:
    """Return which game of the match it is, and how large the draw pile."""
    count = len(state.match)
    told = [words.gettext("Game {number} of {count}").format(number=state.number, count=count)]
    if isinstance(state, FullState):
        told.append(words.gettext("draw pile {count}").format(count=state.draw))
    return ", ".join(told)


def piles_words(piles: Sequence[Pile]) -> str:
    """Return the piles in a line."""
    return "   ".join(pile_words(*pile) for pile in enumerate(piles, 1))


def pile_words(number: int, pile: Pile) -> str:
    """Return a pile: its two sides, the upper one first, and how many cards it has.

    >>> pile_words(2, Pile("y3", "?", 5))
    '2: y3/? (5)'
    """
    top, under = pile.top or NO_CARD, pile.under or NO_CARD
    return f"{number}: {top}/{under} ({pile.cards})"


def order_words(words: Words, order: Sequence[Claim]) -> str:
    """Return who was how fast."""
    tie = words.gettext("tie")
    return ", ".join(
        f"{each.name} {each.ms} ms" + (f" ({tie})" if each.tie else "") for each in order
    )


def race_words(words: Words, claims: Sequence[tuple[str, int]]) -> str:
    """Return who was first in a race, by how much, and who came later.

    Shape: names with the ms since the turning, in any order; equal ones are a tie.

    >>> race_words(Words("en"), [("Ben", 340), ("Ann", 310), ("Cem", 340)])
    'Race: Ann first after 310 ms, Ben + Cem (tie) 30 ms behind.'
    """
    groups: dict[int, list[str]] = {}
    for name, ms in sorted(claims, key=lambda claim: claim[1]):
        groups.setdefault(ms, []).append(name)
    first = min(groups)
    told = []
    for ms, names in groups.items():
        text = words.gettext("{names} {ms} ms behind")
        if ms == first:
            text = words.gettext("{names} first after {ms} ms")
        tie = f" ({words.gettext('tie')})" if len(names) > 1 else ""
        told.append(
            text.format(names=" + ".join(names) + tie, ms=ms if ms == first else ms - first)
        )
    return words.gettext("Race: {order}.").format(order=", ".join(told))


def claims_in(entry: str) -> list[tuple[str, int]]:
    """Return the names with the ms of a race that was entered.

    >>> claims_in("race Oma Erna:310 Ben:340")
    [('Oma Erna', 310), ('Ben', 340)]
    """
    return [(name, int(ms)) for name, ms in re.findall(r" ([^:]+):(\d+)", entry)]


def player_words(words: Words, state: DrehwurmState, name: str) -> str:
    """Return a player, and what that one has."""
    width = max(map(len, state.match))
    return f"  {name:{width}}  {seat_note(words, state, name)}"


def seat_note(words: Words, state: DrehwurmState, name: str) -> str:
    """Return what a player has."""
    told = []
    if isinstance(state, FullState):
        cards, hens = state.hands[name], state.hens[name]
        # Translators: {cards} is "12 cards", {hens} "2 hens".
        hand = words.gettext("{cards}, including {hens}")
        told.append(
            hand.format(
                cards=words.ngettext("{count} card", "{count} cards", cards).format(count=cards),
                hens=words.ngettext("{count} hen", "{count} hens", hens).format(count=hens),
            )
        )
    told.append(points_words(words, state.scores[name]))
    told.append(words.gettext("{count} in the match").format(count=state.match[name]))
    return ", ".join(told)


def score_columns(
    words: Words, state: DrehwurmState, played: Sequence[Sequence[int]] = ()
) -> list[tuple[str, Mapping[str, int]]]:
    """Return each column of a score sheet: its head, and what each player has in it.

    Shape: ``played`` has the points of each seat in each earlier game of the match.
    """
    columns = []
    if isinstance(state, FullState):
        columns = [(words.gettext("cards"), state.hands), (words.gettext("hens"), state.hens)]
    for number, points in enumerate(played, 1):
        head = words.gettext("game {number}").format(number=number)
        columns.append((head, dict(zip(state.match, points, strict=True))))
    return [
        *columns,
        (words.gettext("points"), state.scores),
        (words.gettext("match"), state.match),
    ]


def points_words(words: Words, points: int) -> str:
    """Return so many points."""
    return words.ngettext("{count} point", "{count} points", points).format(count=points)


def card_words(words: Words, card: str) -> str:
    """Return a card as people say it.

    >>> [card_words(Words("de"), card) for card in ("y3", "g1", "j", "j5", "?")]
    ['Gelb 3', 'Grün 1/10', 'Joker', 'Joker 5', '?']
    """
    letter, value = card[:1], card[1:]
    if letter not in COLOURS:
        return card
    if value == "1" and letter != JOKER:
        value = "1/10"
    return f"{words.pgettext('card', letter)} {value}".strip()


def notation(words: Words) -> list[tuple[str, str]]:
    """Return how cards and commands are written: of both referees, of the full one, of the fast."""
    return [
        ("y3", words.gettext("a card: y3 = yellow 3, j = joker; y1 is 1 and 10")),
        ("r y g b p o", words.gettext("the colours: red, yellow, green, blue, purple, orange")),
        ("start y3 b7 r9", words.gettext("full: the cards on the three piles")),
        ("lay y3 2", words.gettext("full: lay a card on pile 2")),
        ("hen y 2", words.gettext("full: play the yellow hen on pile 2")),
        ("pass 2", words.gettext("full: draw, and turn pile 2")),
        ("shows g5", words.gettext("full: what the turned side shows")),
        ("throw NAME y6", words.gettext("full: somebody throws a card in")),
        ("new g5", words.gettext("full: what lies where a pile was eaten")),
        ("can y3 2", words.gettext("full: does a card fit; which 2: which cards fit")),
        ("turned, passed", words.gettext("fast: laid and turned; drew and turned")),
        ("race NAME:310", words.gettext("fast: who threw in, after how many ms")),
        ("illegal, stands", words.gettext("fast: the fastest player's card was illegal; it stays")),
        ("ate NAME y 3 1 2", words.gettext("fast: the hen; worms of its colour, jokers, others")),
        ("end", words.gettext("fast: the game has ended")),
        ("left NAME 4", words.gettext("fast: cards left in hand")),
        ("next", words.gettext("the next game of the match")),
        ("abandon", words.gettext("abandon the match; nobody wins")),
    ]


@dataclass(frozen=True)
class Can(Event):
    """The answer to whether a card fits on a pile, and the refusal where it does not."""

    KIND = "can"

    card: str
    pile: int
    legal: bool
    code: str | None
    rule: str | None


@dataclass(frozen=True)
class Which(Event):
    """The answer to which cards fit on a pile."""

    KIND = "which"

    pile: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Stood(Event):
    """Somebody was the fastest, and the card stays."""

    KIND = "stood"

    by: str
    rule: str | None = None


@dataclass(frozen=True)
class Struck(Event):
    """Somebody's card was illegal, and the next one counts."""

    KIND = "struck"

    by: str
    rule: str | None = None


@dataclass(frozen=True)
class MatchEnd(End):
    """The end of a match, with the points of its last game and its own."""

    scores: Mapping[str, int] | None = None
    match: Mapping[str, int] | None = None


@dataclass(frozen=True)
class GameEnd(MatchEnd):
    """The end of one game of a match."""

    KIND = "game-end"


def event_words(words: Words, event: Event) -> str | None:
    """Return answers, and what became of a race, in words; None for what is none of that."""
    match event:
        case Can():
            return can_words(words, event)
        case Which(pile, cards):
            text = words.gettext("On pile {pile}: {cards}")
            return text.format(
                pile=pile, cards=", ".join(card_words(words, card) for card in cards) or NO_CARD
            )
        case Stood(name):
            return words.gettext("{name} was the fastest: the card stays.").format(name=name)
        case Struck(name):
            return words.gettext("{name}'s card was illegal: the next one counts.").format(
                name=name
            )
    return None


def can_words(words: Words, event: Can) -> str:
    """Return whether a card fits, and why not."""
    text = words.gettext("{card} fits on pile {pile}.")
    why = rule = ""
    if event.code and event.rule:
        text = words.gettext("{card} does not fit on pile {pile}. {why} ({rule})")
        why, rule = words.refusal(Refusal(event.code, event.rule)), event.rule
    card = card_words(words, event.card)
    # A sentence begins with it.
    return text.format(card=card[:1].upper() + card[1:], pile=event.pile, why=why, rule=rule)
