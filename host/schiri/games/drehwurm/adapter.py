"""Drehwurm: piles, hands and scores, or only races and scores; games of a match.

Decides the keys of its states and events.  Must not decide what is legal.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from schiri_engines.drehwurm.game import HENS
from schiri_engines.refusals import Outcome
from schiri_engines.table import Table

from schiri.events import Cause, Common, End, Entry, Event, Made, State, word_of
from schiri.games.adapter import HOUSE, MIXED, SHEET, GameAdapter
from schiri.games.drehwurm.proof import RaceProof, claims_of
from schiri.games.drehwurm.tables import fast_game, full_game, match_of
from schiri.games.drehwurm.words import (
    COLOURS,
    Can,
    Claim,
    DrehwurmState,
    Eaten,
    FastState,
    FullState,
    GameEnd,
    MatchEnd,
    Pile,
    Stood,
    Struck,
    Which,
    card_words,
    claims_in,
    event_words,
    lines,
    notation,
    points_words,
    race_words,
    seat_note,
)
from schiri.texts import N_, Words

if TYPE_CHECKING:
    from schiri.games.drehwurm.key_race import KeyRace
    from schiri.games.drehwurm.scene import DrehwurmScene
    from schiri.json_object import Json
    from schiri.referee import Referee
    from schiri.table.card_table import CardTable
    from schiri.table.state import CardView

T = TypeVar("T")
# What a full game's state has of the cards, in its order.
Cards = tuple[
    tuple[Pile, ...],
    Mapping[str, int],
    Mapping[str, int],
    int,
    Mapping[str, tuple[Eaten, ...]],
]

# The moves that are made by whoever is on turn, and those that name who makes them; the others
# are the table's.
BY_TURN = ("lay", "pass", "hen", "shows", "new", "turned", "passed")
BY_NAME = ("throw", "ate", "left")


class DrehwurmAdapter(GameAdapter):
    """Drehwurm on the PC."""

    rules = [
        ("DW-1", MIXED),
        ("DW-2", SHEET),
        ("DW-3", SHEET),
        ("DW-4", HOUSE),
        ("DW-5", SHEET),
        ("DW-6", MIXED),
        ("DW-7", MIXED),
        ("DW-8", MIXED),
        ("DW-9", SHEET),
        ("DW-10", SHEET),
        ("DW-11", HOUSE),
        ("DW-12", HOUSE),
    ]
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
        "t": "turned",
        "p": "passed",
        "i": "illegal",
        "s": "stands",
        "e": "end",
        "n": "next",
    }

    def state(self, table: Table, common: Common) -> State:
        """Return what lies or who is how fast, and the scores."""
        match = match_of(table)
        sums = (*scores_of(table), match.number, table.names[match.game.starter])
        if match.game.QUESTIONS:
            return FullState(*common, *shown_cards(table), *sums)
        return FastState(*common, order_of(table), *sums)

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
        """Return the end, and the scores."""
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
        return (game_cause(table), Cause("highest-sum", winners, (("points", points),)))

    def cause_details(self, words: Words, cause: Cause) -> Mapping[str, str]:
        """Return how many points decide the match."""
        return {each: points_words(words, count) for each, count in cause.counts}

    def view(self, referee: "Referee") -> State:
        """Return the state: piles, hands and races are all in it."""
        return referee.state()

    def scores(self, state: State) -> Mapping[str, int]:
        """Return the scores of the match."""
        assert isinstance(state, DrehwurmState)
        return state.match

    def claims_of(self, proof: "Json", referee: "Referee") -> str:
        """Return the claims that the proof of a race comes to."""
        return claims_of(RaceProof.parse(proof), referee)

    def move_words(self, words: Words, game: str, made: Made) -> str | None:
        """Return a move in words; a race of several is one sentence."""
        told = super().move_words(words, game, made)
        if told is None and re.fullmatch(r"race( [^:]+:\d+)+", made.entry):
            return race_words(words, claims_in(made.entry))
        return told

    def part_words(self, words: Words, game: str, part: str, text: str) -> str:
        """Return a part of a move in words: a card as people say it, a hen as its colour."""
        if part in ("card", "cards"):
            return ", ".join(card_words(words, card) for card in text.split())
        if part == "hen":
            return words.gettext(COLOURS.get(text, text))
        return super().part_words(words, game, part, text)

    def event_words(self, words: Words, event: Event) -> str | None:
        """Return answers, and what became of a race, in words."""
        return event_words(words, event)

    def state_lines(self, words: Words, state: State) -> list[str]:
        """Return what lies, who has claimed, and a line for each player."""
        assert isinstance(state, DrehwurmState)
        return lines(words, state)

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return how many cards and points somebody has."""
        assert isinstance(state, DrehwurmState)
        return seat_note(words, state, name)

    def notation(self, words: Words) -> Sequence[tuple[str, str]]:
        """Return how cards and commands are written."""
        return (*notation(words), *super().notation(words))

    def key_race(self, referee: "Referee") -> "KeyRace | None":
        """Return the races of a fast game."""
        from schiri.games.drehwurm.key_race import KeyRace

        return KeyRace(referee) if referee.options["mode"] == "fast" else None

    def panel_words(self, words: Words, cards: "CardView | None", players: Sequence[str]) -> str:
        """Return who chooses a colour, or that they practise."""
        from schiri.games.drehwurm.table import RaceView, panel_words

        return panel_words(words, cards, players) if isinstance(cards, RaceView) else ""

    def scene(self) -> "DrehwurmScene":
        """Return what Drehwurm adds to a scene."""
        from schiri.games.drehwurm.scene import DrehwurmScene

        return DrehwurmScene(self)

    def card_table(self) -> type["CardTable"]:
        from schiri.games.drehwurm.table import DrehwurmTable

        return DrehwurmTable


def shown_cards(table: Table) -> Cards:
    """Return all that lies, and how many cards there are elsewhere."""
    game = full_game(table)
    eaten = [tuple(Eaten(*pile) for pile in piles) for piles in game.eaten]
    return (
        tuple(pile_of(top, under) for top, under in game.piles),
        by_name(table, game.hands),
        by_name(table, game.hens),
        game.draw,
        by_name(table, eaten),
    )


def pile_of(top: Sequence[str], under: Sequence[str]) -> Pile:
    """Return a pile as it shows, from the cards on its two sides."""
    cards = len(top) + len(under)
    return Pile(top[-1] if top else None, under[-1] if under else None, cards)


def order_of(table: Table) -> tuple[Claim, ...]:
    """Return whose throw-in counts in this order."""
    order = fast_game(table).order()
    return tuple(Claim(table.names[seat], ms, tie) for seat, ms, tie in order)


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


ADAPTER = DrehwurmAdapter()
