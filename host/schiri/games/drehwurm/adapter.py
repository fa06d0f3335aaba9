"""Drehwurm on the PC: piles, hands and scores, or only races and scores; games of a match.

Decides the events of an entry.  Must not decide what is legal.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from schiri_engines.refusals import Outcome
from schiri_engines.table import Table

from schiri.events import SAME, Cause, Common, End, Entry, EntryMade, Event, State, word_of
from schiri.games.adapter import GameAdapter, rules_of
from schiri.games.drehwurm.events import (
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
)
from schiri.games.drehwurm.match import (
    by_name,
    claims_of,
    fast_game,
    full_game,
    game_cause,
    match_of,
    scores_of,
)
from schiri.games.drehwurm.words import (
    COLOURS,
    NO_CARD,
    TIE,
    can_words,
    card_words,
    claims_in,
    game_words,
    pile_words,
    points_words,
    race_words,
)
from schiri.texts import N_, Words
from schiri.views import CardView

if TYPE_CHECKING:
    from schiri.json_object import Json

# The moves of the player on turn, and the moves that name their player; all others are the table's.
BY_TURN = ("lay", "pass", "hen", "shows", "new", "turned", "passed")
BY_NAME = ("throw", "ate", "left")
# The sentences of a race without a winner.
NOBODY = {"nobody": N_("Nobody threw in"), "nobody-else": N_("Nobody else threw in")}


class DrehwurmAdapter(GameAdapter):
    """Drehwurm on the PC."""

    rules = rules_of("DW", 12, mixed=(1, 6, 7, 8), house=(4, 11, 12))
    abandoned = ("DW-11",)
    told_by_state = (GameEnd.KIND,)
    events = (Struck, Stood, GameEnd, MatchEnd)
    # A script has each card.
    script_options = {"mode": "full"}
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
        piles = tuple(
            Pile(top[-1] if top else None, under[-1] if under else None, len(top) + len(under))
            for top, under in game.piles
        )
        eaten = [tuple(Eaten(*pile) for pile in each) for each in game.eaten]
        hands, hens = by_name(table, game.hands), by_name(table, game.hens)
        return FullState(*common, piles, hands, hens, game.draw, by_name(table, eaten), *sums)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the end of the match, or of the game just played, after which it goes on."""
        return table.outcome() or match_of(table).game_outcome()

    def mover(self, table: Table, entry: Entry) -> int | None:
        """Return the player that an entry names, or the one on turn."""
        match entry:
            case (word, int(seat), *_) if word in BY_NAME:
                return seat
            case (word, *_) if word in BY_TURN:
                return table.turn
        return None

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return whose card stays or is struck, and the end of a game of the match."""
        game, names = fast_game(table), table.names
        events: list[Event] = []
        if word_of(entry) == "illegal":
            events.append(Struck(names[game.struck[-1]], "DW-6"))
        elif word_of(entry) in ("turned", "passed", "stands", "end") and game.stood >= 0:
            events.append(Stood(names[game.stood], "DW-6"))
        ended = None if table.outcome() else match_of(table).game_outcome()
        if ended and word_of(entry) != "dispute":
            winner = tuple(names[seat] for seat in ended.winners)
            causes = (game_cause(table),)
            events.append(GameEnd(winner, ended.rule, *scores_of(table), causes=causes))
        return events

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

    def scores(self, state: State) -> Mapping[str, int]:
        assert isinstance(state, DrehwurmState)
        return state.match

    def claims_of(self, proof: "Json", table: Table) -> str:
        # Imported late, because showing the rules does not need it.
        from schiri.games.race import RaceProof

        return claims_of(RaceProof.parse(proof), table)

    def move_words(self, words: Words, game: str, made: EntryMade) -> str | None:
        """Return a move in words; a race of several is one sentence."""
        if made.entry == "stands" and made.remark in NOBODY:
            return words.gettext(NOBODY[made.remark])
        text = super().move_words(words, game, made)
        if text is None and re.fullmatch(r"race( [^:]+:\d+)+", made.entry):
            return race_words(words, claims_in(made.entry))
        return text

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
        lines = [game_words(words, state)]
        if isinstance(state, FullState) and state.piles:
            lines.append("   ".join(pile_words(*pile) for pile in enumerate(state.piles, 1)))
        if isinstance(state, FastState) and state.order:
            tie = f" ({words.gettext(TIE)})"
            order = [f"{each.name} {each.ms} ms{tie * each.tie}" for each in state.order]
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
            hand = words.gettext("{cards}, including {hens}")
            notes.append(hand.format(cards=cards, hens=hens))
        notes.append(points_words(words, state.scores[name]))
        notes.append(words.gettext("{count} in the match").format(count=state.match[name]))
        return ", ".join(notes)

    def key_words(self, words: Words, table: Table) -> str:
        if match_of(table).options["mode"] != "fast":
            return ""
        text = words.gettext(
            "Keys for the race after each turning: {seats}. Enter or the next command closes it. "
            "The keys of a PC are less exact than the device."
        )
        seats = (f"{number} {name}" for number, name in enumerate(table.names, 1))
        return text.format(seats=", ".join(seats))

    def panel_words(self, words: Words, cards: CardView | None, players: Sequence[str]) -> str:
        """Return who chooses a colour, or that they practise."""
        from schiri.games.drehwurm.card_game import CHOOSE_COLOURS, PRACTISE, RaceView

        if not isinstance(cards, RaceView):
            return ""
        if cards.due == CHOOSE_COLOURS:
            text = words.gettext("{name}, press the button of your colour.")
            return text.format(name=players[len(cards.colours)])
        if cards.due == PRACTISE:
            text = words.gettext(
                "Practise once: turn a pile, press your buttons, turn a pile. "
                "It counts for nothing."
            )
            claims = [(players[seat], ms) for seat, ms, _tie in cards.order if cards.is_open]
            return f"{text} {race_words(words, claims)}" if claims else text
        return ""


ADAPTER = DrehwurmAdapter()
