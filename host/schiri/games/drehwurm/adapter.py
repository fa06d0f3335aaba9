"""Drehwurm: piles, hands and scores, or only races and scores; games of a match.

Decides the keys of its states and events.  Must not decide what is legal.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar, cast

from schiri_engines.drehwurm.rules import HENS
from schiri_engines.refusals import Outcome, Refusal
from schiri_engines.table import NEXT, Table

from schiri.events import SAME, Cause, Common, End, Entry, Event, Made, State, word_of
from schiri.games.adapter import GameAdapter, rules_of
from schiri.json_object import Record
from schiri.texts import N_, Words

if TYPE_CHECKING:
    from schiri_engines.drehwurm.fast import FastGame
    from schiri_engines.drehwurm.full import FullGame
    from schiri_engines.drehwurm.game import Drehwurm
    from schiri_engines.game import Entry

    from schiri.games.race import RaceProof
    from schiri.json_object import Json
    from schiri.referee import Referee
    from schiri.table.state import CardView

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


class Pile(Record):
    """A pile: its two sides, "?" for one never seen and None for no card, and how many cards."""

    top: str | None
    under: str | None
    cards: int


class Claim(Record):
    """Who was how fast, in ms since the turning, and whether somebody was as fast."""

    name: str
    ms: int
    tie: bool


class Eaten(Record):
    """A pile that was eaten: the colour of the hen, what it counts, and how many worms it had."""

    hen: str
    points: int
    cards: int


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


class FastState(State):
    """Whose throw-in counts in this order, and the points of game and match."""

    order: tuple[Claim, ...]
    scores: Mapping[str, int]
    match: Mapping[str, int]
    number: int
    starter: str


DrehwurmState = FullState | FastState


# Of the cards: those that each is dealt, hens among them, all worms, and those that lie as piles.
DEALT, WORMS, LYING = 12, 90, 6
T = TypeVar("T")
# The moves that are made by whoever is on turn, and those that name who makes them; the others
# are the table's.
BY_TURN = ("lay", "pass", "hen", "shows", "new", "turned", "passed")
BY_NAME = ("throw", "ate", "left")
# What is told of a race that nobody won.
NOBODY = {"nobody": N_("Nobody threw in"), "nobody-else": N_("Nobody else threw in")}


class Can(Event, kind="can"):
    """The answer to whether a card fits on a pile, and the refusal where it does not."""

    card: str
    pile: int
    legal: bool
    code: str | None
    rule: str | None


class Which(Event, kind="which"):
    """The answer to which cards fit on a pile."""

    pile: int
    cards: tuple[str, ...]


class Stood(Event, kind="stood"):
    """Somebody was the fastest, and the card stays."""

    by: str
    rule: str | None = None


class Struck(Event, kind="struck"):
    """Somebody's card was illegal, and the next one counts."""

    by: str
    rule: str | None = None


class MatchEnd(End):
    """The end of a match, with the points of its last game and its own."""

    scores: Mapping[str, int] | None = None
    match: Mapping[str, int] | None = None


class GameEnd(MatchEnd, kind="game-end"):
    """The end of one game of a match."""


class DrehwurmAdapter(GameAdapter):
    """Drehwurm on the PC."""

    rules = rules_of("DW", 12, mixed=(1, 6, 7, 8), house=(4, 11, 12))
    abandoned = ("DW-11",)
    told_by_state = (GameEnd.KIND,)
    events = (Struck, Stood, GameEnd, MatchEnd)
    moves = (
        (r"lay (?P<card>\S+) (?P<pile>\d)", N_("{name} lays {card} on pile {pile}")),
        (r"hen (?P<hen>\S+) (?P<pile>\d)", N_("{name} plays the hen ({hen}) on pile {pile}")),
        (r"pass (?P<pile>\d)", N_("{name} draws and turns pile {pile}")),
        (r"shows (?P<card>\S+)", N_("The turned side shows {card}")),
        (r"throw (?P<who>.+) (?P<card>\S+)", N_("{who} throws in {card}")),
        (r"new (?P<card>\S+)", N_("In its place lies {card}")),
        (r"start (?P<cards>.+)", N_("The first cards of the piles: {cards}")),
        (r"turned", N_("{name} has laid and turned")),
        (r"passed", N_("{name} has drawn and turned")),
        (r"race (?P<who>[^:]+):(?P<ms>\d+)", N_("{who} throws in after {ms} ms")),
        (r"illegal", N_("The fastest player's card was illegal")),
        (r"stands", N_("The fastest player's card stays")),
        (
            r"ate (?P<who>.+) (?P<hen>\S+) (?P<own>\d+) (?P<jokers>\d+) (?P<others>\d+)",
            N_(
                "{who} eats a pile with the hen ({hen}): "
                "worms of its colour {own}, jokers {jokers}, others {others}"
            ),
        ),
        (r"end", N_("The game is declared over")),
        (r"left (?P<who>.+) (?P<count>\d+)", N_("{who}: cards left in hand: {count}")),
        (r"next", N_("The next game begins")),
    )
    short_forms = {
        word[0]: word for word in ("turned", "passed", "illegal", "stands", "end", "next")
    }
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

    def state(self, table: Table, common: Common) -> State:
        match = match_of(table)
        sums = (*scores_of(table), match.number, table.names[match.game.starter])
        if not match.game.QUESTIONS:
            order = fast_game(table).order()
            claims = tuple(Claim(table.names[seat], ms, tie) for seat, ms, tie in order)
            return FastState(*common, claims, *sums)
        game = full_game(table)
        piles = tuple(pile_of(top, under) for top, under in game.piles)
        eaten = [tuple(Eaten(*pile) for pile in each) for each in game.eaten]
        hands, hens = by_name(table, game.hands), by_name(table, game.hens)
        return FullState(*common, piles, hands, hens, game.draw, by_name(table, eaten), *sums)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the end of the match, or of the game just played, after which it goes on."""
        return table.outcome() or match_of(table).game_outcome()

    def actor(self, table: Table, entry: Entry) -> int | None:
        """Return whoever an entry names, or is on turn."""
        match entry:
            case (word, int(seat), *_) if word in BY_NAME:
                return seat
            case (word, *_) if word in BY_TURN:
                return table.turn
        return None

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return whose card stays or is struck, and the end of a game of the match."""
        game, names = fast_game(table), table.names
        told: list[Event] = []
        if word_of(entry) == "illegal":
            told.append(Struck(names[game.struck[-1]], "DW-6"))
        elif word_of(entry) in ("turned", "passed", "stands", "end") and game.stood >= 0:
            told.append(Stood(names[game.stood], "DW-6"))
        ended = None if table.outcome() else match_of(table).game_outcome()
        if ended and word_of(entry) != "dispute":
            winner = tuple(names[seat] for seat in ended.winners)
            causes = (game_cause(table),)
            told.append(GameEnd(winner, ended.rule, *scores_of(table), causes=causes))
        return told

    def remark(self, table: Table, entry: Entry) -> str:
        """Return who threw in before a race was closed: its winner has an event of its own."""
        if word_of(entry) != "stands":
            return ""
        if fast_game(table).stood >= 0:
            return SAME
        return "nobody-else" if table.entries[-2] == ("illegal",) else "nobody"

    def answer(self, table: Table, question: Entry) -> Event:
        """Return whether a card fits, or which cards fit."""
        assert isinstance(question, tuple)
        game, pile = full_game(table), int(str(question[-1]))
        if word_of(question) == "which":
            return Which(pile + 1, tuple(game.fitting(pile)))
        card = str(list(question)[1])
        refusal = game.why_no_fit(card, pile)
        code, rule = (refusal.code, refusal.rule) if refusal else (None, None)
        return Can(card, pile + 1, refusal is None, code, rule)

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        return MatchEnd(winner, rule, *scores_of(table))

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return what ended the game just played, and in the last one what decides the match."""
        outcome, match = table.outcome(), match_of(table)
        if outcome is None:
            return (game_cause(table),)
        if not outcome.winners:
            return (Cause("abandoned"),)
        points = match.match_scores()[outcome.winners[0]]
        winners = tuple(table.names[seat] for seat in outcome.winners)
        return (game_cause(table), Cause("highest-sum", winners, (("points", str(points)),)))

    def view(self, referee: "Referee") -> DrehwurmState:
        state = referee.state()
        assert isinstance(state, DrehwurmState)
        return state

    def scores(self, state: State) -> Mapping[str, int]:
        assert isinstance(state, DrehwurmState)
        return state.match

    def claims_of(self, proof: "Json", referee: "Referee") -> str:
        # Rules are told without it.
        from schiri.games.race import RaceProof

        return claims_of(RaceProof.parse(proof), referee)

    def move_words(self, words: Words, game: str, made: Made) -> str | None:
        """Return a move in words; a race of several is one sentence."""
        if made.entry == "stands" and made.remark in NOBODY:
            return words.gettext(NOBODY[made.remark])
        told = super().move_words(words, game, made)
        if told is None and re.fullmatch(r"race( [^:]+:\d+)+", made.entry):
            return race_words(words, claims_in(made.entry))
        return told

    def part_words(self, words: Words, game: str, part: str, text: str) -> str:
        if part in ("card", "cards"):
            return ", ".join(card_words(words, card) for card in text.split()) or NO_CARD
        if part == "hen":
            return words.gettext(COLOURS.get(text, text))
        if part == "points":
            return points_words(words, int(text))
        return super().part_words(words, game, part, text)

    def event_words(self, words: Words, game: str, event: Event) -> str | None:
        if isinstance(event, Can):
            return can_words(words, event)
        return super().event_words(words, game, event)

    def state_lines(self, words: Words, state: State) -> list[str]:
        assert isinstance(state, DrehwurmState)
        shown = [game_words(words, state)]
        if isinstance(state, FullState) and state.piles:
            shown.append("   ".join(pile_words(*pile) for pile in enumerate(state.piles, 1)))
        if isinstance(state, FastState) and state.order:
            tie = f" ({words.gettext(TIE)})"
            order = [f"{each.name} {each.ms} ms{tie * each.tie}" for each in state.order]
            shown.append(", ".join(order))
        width = max(map(len, state.match))
        notes = [(name, self.seat_note(words, state, name)) for name in state.match]
        return [*shown, *(f"  {name:{width}}  {note}" for name, note in notes)]

    def seat_note(self, words: Words, state: State, name: str) -> str:
        assert isinstance(state, DrehwurmState)
        told = []
        if isinstance(state, FullState):
            cards, hens = state.hands[name], state.hens[name]
            # Translators: {cards} is "12 cards", {hens} "2 hens".
            hand = words.gettext("{cards}, including {hens}")
            told.append(
                hand.format(
                    cards=words.counted("{count} card", "{count} cards", cards),
                    hens=words.counted("{count} hen", "{count} hens", hens),
                )
            )
        told.append(points_words(words, state.scores[name]))
        told.append(words.gettext("{count} in the match").format(count=state.match[name]))
        return ", ".join(told)

    def key_words(self, words: Words, referee: "Referee") -> str:
        if referee.options["mode"] != "fast":
            return ""
        text = words.gettext(
            "Keys for the race after each turning: {seats}. Enter or the next command closes it. "
            "The keys of a PC are less exact than the device."
        )
        seats = (f"{number} {name}" for number, name in enumerate(referee.names, 1))
        return text.format(seats=", ".join(seats))

    def panel_words(self, words: Words, cards: "CardView | None", players: Sequence[str]) -> str:
        """Return who chooses a colour, or that they practise."""
        from schiri.games.drehwurm.table import RaceView, panel_words

        return panel_words(words, cards, players) if isinstance(cards, RaceView) else ""


def pile_of(top: Sequence[str], under: Sequence[str]) -> Pile:
    """Return a pile as it shows, from the cards on its two sides."""
    cards = len(top) + len(under)
    return Pile(top[-1] if top else None, under[-1] if under else None, cards)


def game_cause(table: Table) -> Cause:
    """Return what ended the game just played, as far as the referee was told of the cards."""
    match = match_of(table)
    game, seats = match.game, range(match.seats)
    empty = tuple(table.names[seat] for seat in seats if not game.cards_left(seat))
    if empty:
        return Cause("hand-empty", empty)
    if game.QUESTIONS:
        return Cause("deck-empty" if sum(full_game(table).hens) else "hens-played")
    # Nobody tells a fast referee of the draw pile.
    played = sum(fast_game(table).played)
    return Cause("hens-played" if played == HENS * match.seats else "game-called")


def scores_of(table: Table) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the scores of the game and of the match."""
    match = match_of(table)
    return by_name(table, match.game.scores()), by_name(table, match.match_scores())


def by_name(table: Table, values: Sequence[T]) -> dict[str, T]:
    """Return one value for each player."""
    return dict(zip(table.names, values, strict=True))


def match_of(table: Table) -> "Drehwurm":
    """Return the match on a table."""
    return cast("Drehwurm", table.game)


def full_game(table: Table) -> "FullGame":
    """Return the game of a match of which each card is entered."""
    return cast("FullGame", match_of(table).game)


def fast_game(table: Table) -> "FastGame":
    """Return the game of a match of which races and eaten piles are entered."""
    return cast("FastGame", match_of(table).game)


def points_played(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the points of each seat in each game that a match has left behind.

    Shape: the game that is played now, or has just ended, is not among them.
    """
    number = match_of(table).number
    if number == 1:
        return ()
    entries = [*table.entries]
    steps = [at for at, entry in enumerate(entries) if entry == NEXT]
    options = tuple(sorted(match_of(table).options.items()))
    return _points(tuple(entries[: steps[-1] + 1]), options, table.names)


# All that was played is played through anew, once for each game that follows.
@lru_cache(4)
def _points(
    entries: "tuple[Entry, ...]", options: tuple[tuple[str, str], ...], names: tuple[str, ...]
) -> tuple[tuple[int, ...], ...]:
    # Whoever plays none does not load it.
    from schiri_engines.drehwurm.game import Drehwurm

    table = Table(Drehwurm(dict(options), len(names)), names)
    found = []
    for entry in entries:
        if entry == NEXT:
            found.append(match_of(table).game.scores())
        table.apply(entry)
    return tuple(found)


def claims_of(proof: "RaceProof", referee: "Referee") -> str:
    """Return the command that tells the claims which a proof comes to, "" where there are none.

    What is known of the race already is not told again.

    Raises: ValueError (no race is open now).
    """
    if referee.table.phase != "race":
        raise ValueError(referee.table.phase)
    names, game = referee.names, fast_game(referee.table)
    presses = [(tick, seat) for tick, seat in proof.presses]
    order = proof.race(game.turner, len(names)).judge(presses).order
    named = dict(game.claims)
    # Who ties with somebody who was named before has the same ms.
    ties = {ms: named[seat] for seat, ms, _ in order if seat in named}
    claims = [f"{names[seat]}:{ties.get(ms, ms)}" for seat, ms, _ in order if seat not in named]
    return " ".join(["race", *claims]) if claims else ""


def most_left(seats: int) -> int:
    """Return how many cards one player may have left at most.

    Rule: DW-2: whoever drew all that was not dealt has the most.

    >>> most_left(3)
    66
    """
    return DEALT + WORMS - (DEALT - HENS) * seats - LYING


def game_words(words: Words, state: DrehwurmState) -> str:
    """Return which game of the match it is, and how large the draw pile."""
    count = len(state.match)
    told = [words.gettext("Game {number} of {count}").format(number=state.number, count=count)]
    if isinstance(state, FullState):
        told.append(words.gettext("draw pile {count}").format(count=state.draw))
    return ", ".join(told)


def pile_words(number: int, pile: Pile) -> str:
    """Return a pile: its two sides, the upper one first, and how many cards it has.

    >>> pile_words(2, Pile("y3", "?", 5))
    '2: y3/? (5)'
    """
    top, under = pile.top or NO_CARD, pile.under or NO_CARD
    return f"{number}: {top}/{under} ({pile.cards})"


def race_words(words: Words, claims: Sequence[tuple[str, int]]) -> str:
    """Return who was first in a race, by how much, and who came later.

    Shape: names with the ms since the turning, in any order; equal ones are a tie.

    >>> race_words(Words("en"), [("Ben", 340), ("Ann", 310), ("Cem", 340)])
    'Race: Ann first after 310 ms, Ben + Cem (tie) 30 ms behind.'
    """
    times = sorted({ms for _name, ms in claims})
    text, told = words.gettext("{names} first after {ms} ms"), []
    for ms in times:
        names = [name for name, each in claims if each == ms]
        tie = f" ({words.gettext(TIE)})" if len(names) > 1 else ""
        behind = ms - times[0] or ms
        told.append(text.format(names=" + ".join(names) + tie, ms=behind))
        text = words.gettext("{names} {ms} ms behind")
    return words.gettext("Race: {order}.").format(order=", ".join(told))


def claims_in(entry: str) -> list[tuple[str, int]]:
    """Return the names with the ms of a race that was entered.

    >>> claims_in("race Oma Erna:310 Ben:340")
    [('Oma Erna', 310), ('Ben', 340)]
    """
    return [(name, int(ms)) for name, ms in re.findall(r" ([^:]+):(\d+)", entry)]


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
    return words.counted("{count} point", "{count} points", points)


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


ADAPTER = DrehwurmAdapter()
