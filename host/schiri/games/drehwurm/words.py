"""Events and states of Drehwurm as sentences.

Decides the words.  Must not know the rules: all of it is in the events and states.
"""

from collections.abc import Sequence
from typing import TypedDict

from schiri_engines.refusals import Refusal

from schiri.events import Event, State
from schiri.texts import _, refusal_words

NO_CARD = "-"


class Pile(TypedDict):
    """A pile: its two sides, "?" for one never seen and None for no card, and how many cards."""

    top: str | None
    under: str | None
    cards: int


class Claim(TypedDict):
    """Who was how fast, in ms since the turning, and whether somebody was as fast."""

    name: str
    ms: int
    tie: bool


def lines(state: State) -> list[str]:
    """Return what lies, who has claimed, and a line for each player."""
    shown = [game_words(state)]
    if state.get("piles"):
        shown.append("   ".join(pile_words(*pile) for pile in enumerate(state["piles"], 1)))
    if state.get("order"):
        shown.append(order_words(state["order"]))
    return [*shown, *(player_words(state, name) for name in state["match"])]


def game_words(state: State) -> str:
    """Return which game of the match it is, and how large the draw pile."""
    count = len(state["match"])
    words = [_("Game {number} of {count}").format(number=state["number"], count=count)]
    if "draw" in state:
        words.append(_("draw pile {count}").format(count=state["draw"]))
    return ", ".join(words)


def pile_words(number: int, pile: Pile) -> str:
    """Return a pile: its two sides, the upper one first, and how many cards it has.

    >>> pile_words(2, {"top": "y3", "under": "?", "cards": 5})
    '2: y3/? (5)'
    """
    top, under = pile["top"] or NO_CARD, pile["under"] or NO_CARD
    return f"{number}: {top}/{under} ({pile['cards']})"


def order_words(order: Sequence[Claim]) -> str:
    """Return who was how fast."""
    return ", ".join(
        f"{each['name']} {each['ms']} ms" + (f" ({_('tie')})" if each["tie"] else "")
        for each in order
    )


def player_words(state: State, name: str) -> str:
    """Return what a player has."""
    words = []
    if "hands" in state:
        hand = _("{cards} cards, {hens} of them hens")
        words.append(hand.format(cards=state["hands"][name], hens=state["hens"][name]))
    score = _("{score} points, {match} in the match")
    words.append(score.format(score=state["scores"][name], match=state["match"][name]))
    width = max(map(len, state["match"]))
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
