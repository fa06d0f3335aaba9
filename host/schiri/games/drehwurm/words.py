"""Drehwurm in words: cards, piles, points and races.

Decides how each is said.  Must not know the table.
"""

import re
from collections.abc import Sequence

from schiri_engines.refusals import Refusal

from schiri.games.drehwurm.events import Can, DrehwurmState, FullState, Pile
from schiri.texts import N_, Words

NO_CARD = "-"
TIE = N_("tie")
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


def points_words(words: Words, points: int) -> str:
    """Return a number of points as words."""
    return words.counted("{count} point", "{count} points", points)


def race_words(words: Words, claims: Sequence[tuple[str, int]]) -> str:
    """Return who was first in a race, by how much, and who came later.

    Shape: names with the ms since the turning, in any order; equal ones are a tie.

    >>> race_words(Words("en"), [("Ben", 340), ("Ann", 310), ("Cem", 340)])
    'Race: Ann first after 310 ms, Ben + Cem (tie) 30 ms behind.'
    """
    times = sorted({ms for _name, ms in claims})
    text, order = words.gettext("{names} first after {ms} ms"), []
    for ms in times:
        names = [name for name, each in claims if each == ms]
        tie = f" ({words.gettext(TIE)})" if len(names) > 1 else ""
        behind = ms - times[0] or ms
        order.append(text.format(names=" + ".join(names) + tie, ms=behind))
        text = words.gettext("{names} {ms} ms behind")
    return words.gettext("Race: {order}.").format(order=", ".join(order))


def claims_in(entry: str) -> list[tuple[str, int]]:
    """Return the names with the ms of a race that was entered.

    >>> claims_in("race Oma Erna:310 Ben:340")
    [('Oma Erna', 310), ('Ben', 340)]
    """
    return [(name, int(ms)) for name, ms in re.findall(r" ([^:]+):(\d+)", entry)]


def game_words(words: Words, state: DrehwurmState) -> str:
    """Return which game of the match it is, and how large the draw pile."""
    count = len(state.match)
    parts = [words.gettext("Game {number} of {count}").format(number=state.number, count=count)]
    if isinstance(state, FullState):
        parts.append(words.gettext("draw pile {count}").format(count=state.draw))
    return ", ".join(parts)


def pile_words(number: int, pile: Pile) -> str:
    """Return a pile: its two sides, the upper one first, and how many cards it has.

    >>> pile_words(2, Pile("y3", "?", 5))
    '2: y3/? (5)'
    """
    top, under = pile.top or NO_CARD, pile.under or NO_CARD
    return f"{number}: {top}/{under} ({pile.cards})"


def spoken_pile(words: Words, number: int, pile: Pile) -> str:
    """Return a pile in words, for a screen reader.

    >>> spoken_pile(Words("en"), 2, Pile("y3", "?", 5))
    'Pile 2: yellow 3, underneath a hidden card, 5 cards'
    """
    hidden = words.gettext("a hidden card")
    top, under = (
        hidden if side == "?" else card_words(words, side or "") or words.gettext("nothing")
        for side in (pile.top, pile.under)
    )
    text = words.gettext("Pile {number}: {top}, underneath {under}, {cards}")
    cards = words.counted("{count} card", "{count} cards", pile.cards)
    return text.format(number=number, top=top, under=under, cards=cards)
