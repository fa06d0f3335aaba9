"""Drehwurm in words: cards, piles, points and races.

Decides how each is worded.  Must not know the table.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from schiri_engines.refusals import Refusal

from schiri.events import EntryMade, Event, State
from schiri.games.drehwurm.events import (
    Can,
    DrehwurmState,
    FastState,
    FullState,
    GameEnd,
    MatchEnd,
    Pile,
    Stood,
    Struck,
    Which,
)
from schiri.games.drehwurm.rulings import NOBODY, NOBODY_ELSE
from schiri.games.words import HOUSE, SHEET, Cheer, GameWords, rules_of
from schiri.texts import N_, Words, signed

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
# The sentences of a race without a winner.
NO_WINNER = {NOBODY: N_("Nobody threw in"), NOBODY_ELSE: N_("Nobody else threw in")}


class DrehwurmWords(GameWords):
    """The words of Drehwurm."""

    rules = rules_of("DW", 12, mixed=(1, 6, 7, 8), house=(4, 11, 12))
    option_rules = {
        "colours": ("DW-1", HOUSE),
        "joker": ("DW-4", HOUSE),
        "throw-in": ("DW-6", SHEET),
        "throw-in-s": ("DW-7", SHEET),
        "false-start-ms": ("DW-12", HOUSE),
        "lockout-ms": ("DW-12", HOUSE),
    }
    moves = (
        (r"lay (?P<card>\S+) (?P<pile>\d)", N_("{name} lays {card} on pile {pile}")),
        (r"hen (?P<hen>\S+) (?P<pile>\d)", N_("{name} plays the hen ({hen}) on pile {pile}")),
        (r"pass (?P<pile>\d)", N_("{name} draws and turns pile {pile}")),
        (r"shows (?P<card>\S+)", N_("The turned side shows {card}")),
        (r"throw (?P<who>.+) (?P<card>\S+)", N_("{who} throws in {card}")),
        (r"new (?P<card>\S+)", N_("In its place: {card}")),
        (r"start (?P<cards>.+)", N_("The first cards of the piles: {cards}")),
        (r"turned", N_("{name} has laid and turned")),
        (r"passed", N_("{name} has drawn and turned")),
        (r"race (?P<who>[^:]+):(?P<time>\d+)", N_("{who} throws in after {time}")),
        (r"race(?P<claims>( [^:]+:\d+)+)", "{claims}"),
        (r"illegal", N_("The fastest player's card was illegal")),
        (r"stands", N_("The fastest player's card stays")),
        (
            r"ate (?P<who>.+) (?P<hen>\S+) (?P<own>\d+) (?P<jokers>\d+) (?P<others>\d+)",
            N_(
                "{who} eats a pile with the hen ({hen}): "
                "worms of its colour {own}, jokers {jokers}, others {others}"
            ),
        ),
        (r"end", N_("The game is over")),
        (r"left (?P<who>.+) (?P<count>\d+)", N_("{who}: cards left in hand: {count}")),
        (r"next", N_("The next game begins")),
        (
            r"set pile (?P<pile>\d) (?P<card>\S+) \S+ (?P<count>\d+)",
            N_("Put right: pile {pile} shows {card}, with {count} cards in all"),
        ),
        (r"set hand (?P<who>.+) (?P<count>\d+)", N_("Put right: {who}'s cards in hand: {count}")),
        (r"set stock (?P<count>\d+)", N_("Put right: cards in the draw pile: {count}")),
        (r"set score (?P<who>.+) (?P<points>-?\d+)", N_("Put right: {who} has {points}")),
    )
    forms = (
        ("y3", N_("a card: y3 = yellow 3, j = joker; y1 is 1 and 10")),
        ("r y g b p o", N_("the colours: red, yellow, green, blue, purple, orange")),
        ("start y3 b7 r9", N_("full: the cards on the three piles")),
        ("lay y3 2", N_("full: lay a card on pile 2")),
        ("hen y 2", N_("full: play the yellow hen on pile 2")),
        ("pass 2", N_("full: draw, and turn pile 2")),
        ("shows g5", N_("full: what the turned side shows")),
        ("throw NAME y6", N_("full: somebody throws a card in")),
        ("new g5", N_("full: what lies where a pile was eaten")),
        ("can y3 2", N_("full: does a card fit; which 2: which cards fit")),
        ("turned, passed", N_("fast: laid and turned; drew and turned")),
        ("race NAME:310", N_("fast: who threw in, after how many ms")),
        ("illegal, stands", N_("fast: the fastest player's card was illegal; it stays")),
        ("ate NAME y 3 1 2", N_("fast: the hen; worms of its colour, jokers, others")),
        ("end", N_("fast: the game has ended")),
        ("left NAME 4", N_("fast: cards left in hand")),
        ("next", N_("the next game of the match")),
        ("abandon", N_("abandon the match; nobody wins")),
    )
    sentences = {
        Which.KIND: N_("On pile {pile}: {cards}"),
        Stood.KIND: N_("{name} was the fastest: the card stays."),
        Struck.KIND: N_("{name}'s card was illegal: the next one counts."),
    }
    cheers = {Struck.KIND: ("out", N_("{name}'s card did not fit!"))}

    def sentence(self, words: Words, event: Event) -> str | None:
        match event:
            case Can():
                return can_words(words, event)
            case EntryMade(entry="stands", remark=remark) if remark in NO_WINNER:
                return words.gettext(NO_WINNER[remark])
        return super().sentence(words, event)

    def cheer(self, words: Words, event: Event) -> Cheer | None:
        match event:
            case Stood(by=name, ms=ms) if ms >= 0:
                said = words.say(
                    "{name} was the fastest: {time}", name=name, time=words.seconds(ms)
                )
                return Cheer("fast", said)
            case EntryMade("hen" | "ate", by=str(name)):
                return Cheer("tense", words.say("The hen of {name} eats a pile!", name=name))
            case GameEnd():
                pass
            case MatchEnd(match=points, winner=winner) if points and winner:
                return Cheer("won", podium_words(points))
        return super().cheer(words, event)

    def part_words(self, words: Words, part: str, text: str) -> str:
        match part:
            case "card" | "cards":
                return ", ".join(card_words(words, card) for card in text.split()) or NO_CARD
            case "hen":
                return words.gettext(COLOURS.get(text, text))
            case "points":
                return points_words(words, int(text))
            case "time":
                return words.seconds(int(text))
            case "claims":
                return race_words(words, claims_in(text))
        return super().part_words(words, part, text)

    def state_lines(self, words: Words, state: State) -> list[str]:
        assert isinstance(state, DrehwurmState)
        lines = [match_words(words, state)]
        if isinstance(state, FullState) and state.piles:
            lines.append("   ".join(pile_words(*pile) for pile in enumerate(state.piles, 1)))
        if isinstance(state, FastState) and state.order:
            tie = f" ({words.gettext(TIE)})"
            order = [
                f"{each.name} {words.seconds(each.ms)}{tie * each.tie}" for each in state.order
            ]
            lines.append(", ".join(order))
        width = max(map(len, state.match))
        notes = [(name, self.seat_note(words, state, name)) for name in state.match]
        return [*lines, *(f"  {name:{width}}  {note}" for name, note in notes)]

    def seat_note(self, words: Words, state: State, name: str) -> str:
        assert isinstance(state, DrehwurmState)
        notes = []
        if isinstance(state, FullState):
            cards = words.counted("{count} card", "{count} cards", state.hands[name])
            hens = words.counted("{count} hen", "{count} hens", state.hens[name])
            # Translators: {cards} is "12 cards", {hens} "2 hens".
            notes.append(words.say("{cards}, including {hens}", cards=cards, hens=hens))
        notes.append(points_words(words, state.scores[name]))
        notes.append(words.say("{count} in the match", count=state.match[name]))
        return ", ".join(notes)


def card_words(words: Words, card: str) -> str:
    """Return a card in words.

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
    text, why = N_("{card} fits on pile {pile}."), ""
    if event.code and event.rule:
        text = N_("{card} does not fit on pile {pile}. {why}")
        why = words.refusal(Refusal(event.code, event.rule))
    card = card_words(words, event.card)
    # A sentence begins with it.
    return words.say(text, card=card[:1].upper() + card[1:], pile=event.pile, why=why)


def points_words(words: Words, points: int) -> str:
    """Return a number of points as words."""
    return words.counted("{count} point", "{count} points", points)


def podium_words(points: Mapping[str, int]) -> str:
    """Return the players of a match with their points, the best first; equals share a place.

    >>> podium_words({"Ann": 7, "Ben": 24, "Cem": 7})
    '1. Ben 24 · 2. Ann 7 · 2. Cem 7'
    """
    order = sorted(points.items(), key=itemgetter(1), reverse=True)
    places = {count: order.index((name, count)) + 1 for name, count in reversed(order)}
    return " · ".join(f"{places[count]}. {name} {signed(count)}" for name, count in order)


def race_words(words: Words, claims: Sequence[tuple[str, int]]) -> str:
    """Return who was first in a race, by how much, and who came later.

    Shape: names with the ms since the turning, in any order; equal ones are a tie.

    >>> race_words(Words("en"), [("Ben", 340), ("Ann", 310), ("Cem", 340)])
    'Race: Ann first after 0.31 s, Ben + Cem (tie) 0.03 s behind.'
    """
    times = sorted({ms for _name, ms in claims})
    text, order = N_("{names} first after {time}"), []
    for ms in times:
        names = [name for name, each in claims if each == ms]
        tie = f" ({words.gettext(TIE)})" if len(names) > 1 else ""
        time = words.seconds(ms - times[0] or ms)
        order.append(words.say(text, names=" + ".join(names) + tie, time=time))
        text = N_("{names} {time} behind")
    return words.say("Race: {order}.", order=", ".join(order))


def claims_in(text: str) -> list[tuple[str, int]]:
    """Return the names with the ms of a race that was entered.

    >>> claims_in(" Oma Erna:310 Ben:340")
    [('Oma Erna', 310), ('Ben', 340)]
    """
    return [(name, int(ms)) for name, ms in re.findall(r" ([^:]+):(\d+)", text)]


def match_words(words: Words, state: DrehwurmState) -> str:
    """Return which game of the match it is, and how large the draw pile."""
    count = len(state.match)
    parts = [words.say("Game {number} of {count}", number=state.number, count=count)]
    if isinstance(state, FullState):
        parts.append(words.say("draw pile {count}", count=state.draw))
    return ", ".join(parts)


def pile_words(number: int, pile: Pile, named: Callable[[str], str] = str) -> str:
    """Return a pile: its two sides, the upper one first, and how many cards it has.

    Shape: ``named`` names a card.

    >>> pile_words(2, Pile("y3", "?", 5))
    '2: y3/? (5)'
    >>> pile_words(2, Pile("y3", "?", 5), lambda card: card_words(Words("de"), card))
    '2: Gelb 3/? (5)'
    """
    top, under = (named(side) if side else NO_CARD for side in (pile.top, pile.under))
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
    cards = words.counted("{count} card", "{count} cards", pile.cards)
    text = N_("Pile {number}: {top}, underneath {under}, {cards}")
    return words.say(text, number=number, top=top, under=under, cards=cards)


WORDS = DrehwurmWords
