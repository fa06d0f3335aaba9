"""Events and states of Drehwurm as sentences.

Decides the words.  Must not know the rules: all of it is in the events and states.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schiri_engines.refusals import Refusal

from schiri.events import Event, State
from schiri.json_object import Record
from schiri.texts import _, refusal_words

NO_CARD = "-"


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


def lines(state: DrehwurmState) -> list[str]:
    """Return what lies, who has claimed, and a line for each player."""
    shown = [game_words(state)]
    if isinstance(state, FullState) and state.piles:
        shown.append(piles_words(state.piles))
    if isinstance(state, FastState) and state.order:
        shown.append(order_words(state.order))
    return [*shown, *(player_words(state, name) for name in state.match)]


def game_words(state: DrehwurmState) -> str:
    """Return which game of the match it is, and how large the draw pile."""
    count = len(state.match)
    words = [_("Game {number} of {count}").format(number=state.number, count=count)]
    if isinstance(state, FullState):
        words.append(_("draw pile {count}").format(count=state.draw))
    return ", ".join(words)


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


def order_words(order: Sequence[Claim]) -> str:
    """Return who was how fast."""
    return ", ".join(
        f"{each.name} {each.ms} ms" + (f" ({_('tie')})" if each.tie else "") for each in order
    )


def player_words(state: DrehwurmState, name: str) -> str:
    """Return what a player has."""
    words = []
    if isinstance(state, FullState):
        hand = _("{cards} cards, {hens} of them hens")
        words.append(hand.format(cards=state.hands[name], hens=state.hens[name]))
    score = _("{score} points, {match} in the match")
    words.append(score.format(score=state.scores[name], match=state.match[name]))
    width = max(map(len, state.match))
    return f"  {name:{width}}  {', '.join(words)}"


def can_words(event: Event) -> str:
    """Return whether a card fits, and why not."""
    card, pile = event["card"], event["pile"]
    if event["legal"]:
        return _("{card} fits on pile {pile}.").format(card=card, pile=pile)
    return _("{card} does not fit on pile {pile}. {why} ({rule})").format(
        card=card,
        pile=pile,
        why=refusal_words(Refusal(event["code"], event["rule"])),
        rule=event["rule"],
    )


def which_words(event: Event) -> str:
    """Return which cards fit."""
    cards = " ".join(event["cards"]) or NO_CARD
    return _("On pile {pile}: {cards}").format(pile=event["pile"], cards=cards)


def stood_words(event: Event) -> str:
    """Return whose card stays."""
    return _("{name} was the fastest: the card stays.").format(name=event["by"])


def struck_words(event: Event) -> str:
    """Return whose card was illegal."""
    return _("{name}'s card was illegal: the next one counts.").format(name=event["by"])


EVENTS = {
    "can": can_words,
    "which": which_words,
    "stood": stood_words,
    "struck": struck_words,
}
