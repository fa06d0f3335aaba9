"""Drehwurm for the referee: piles, hands and scores, or only races and scores; games of a match.

Decides the events of an entry.  Must not decide what is legal.
"""

from schiri_engines.table import Table

from schiri.events import SAME, Cause, Common, End, Entry, Event, State, word_of
from schiri.games.drehwurm.events import (
    Can,
    Claim,
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
    fast_game,
    full_game,
    game_cause,
    match_of,
    scores_of,
)
from schiri.games.rulings import TURN_LIMIT, Rulings

# The moves of the player on turn, and the moves that name their player; all others belong to the
# table.
BY_TURN = ("lay", "pass", "hen", "shows", "new", "turned", "passed")
BY_NAME = ("throw", "ate", "left")
# The remarks on a race without a winner, after an illegal card and without one.
NOBODY_ELSE, NOBODY = "nobody-else", "nobody"


class DrehwurmRulings(Rulings):
    """Drehwurm for the referee."""

    events = (Struck, Stood, GameEnd, MatchEnd)
    match_options = (TURN_LIMIT,)

    def state(self, table: Table, common: Common) -> State:
        match = match_of(table)
        if (ended := match.game_outcome()) and not table.outcome():
            # Between two games the end of the last one is shown.
            common = (*common[:4], tuple(table.names[seat] for seat in ended.winners), ended.rule)
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

    def made_by(self, table: Table, entry: Entry) -> tuple[int | None, str]:
        """Return the player of an entry, named or on turn, and the remark on a race nobody won."""
        match entry:
            case (word, int(seat), *_) if word in BY_NAME:
                return seat, ""
            case (word, *_) if word in BY_TURN:
                return table.turn, ""
            case ("stands",) if fast_game(table).order():
                # The winner of the race has a separate event.
                return None, SAME
            case ("stands",):
                is_struck = table.entries and table.entries[-1] == ("illegal",)
                return None, NOBODY_ELSE if is_struck else NOBODY
        return None, ""

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return whose card stays or is struck, and the end of a game of the match."""
        if word_of(entry) in fast_game(table).QUESTIONS:
            return [answer(table, entry)]
        game, names = fast_game(table), table.names
        events: list[Event] = []
        if word_of(entry) == "illegal":
            events.append(Struck(names[game.struck[-1]], "DW-6"))
        elif word_of(entry) in ("turned", "passed", "stands", "end") and game.stood >= 0:
            events.append(Stood(names[game.stood], "DW-6", game.stood_ms))
        ended = None if table.outcome() else match_of(table).game_outcome()
        if ended and word_of(entry) != "dispute":
            winner = tuple(names[seat] for seat in ended.winners)
            causes = (game_cause(table),)
            events.append(GameEnd(winner, ended.rule, *scores_of(table), causes=causes))
        return events

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        return MatchEnd(winner, rule, *scores_of(table))

    def causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return the cause of the last game's end; at the end of a match also what decides it."""
        outcome, match = table.outcome(), match_of(table)
        if outcome is None:
            return (game_cause(table),)
        if not outcome.winners:
            return (Cause("abandoned"),)
        points = match.match_scores()[outcome.winners[0]]
        winners = tuple(table.names[seat] for seat in outcome.winners)
        return (game_cause(table), Cause("highest-sum", winners, (("points", str(points)),)))


def answer(table: Table, question: Entry) -> Event:
    """Return whether a card fits, or which cards fit."""
    assert isinstance(question, tuple)
    game, pile = full_game(table), int(str(question[-1]))
    if word_of(question) == "which":
        return Which(pile + 1, tuple(game.fitting(pile)))
    card = str(list(question)[1])
    refusal = game.why_no_fit(card, pile)
    code, rule = (refusal.code, refusal.rule) if refusal else (None, None)
    return Can(card, pile + 1, refusal is None, code, rule)


RULINGS = DrehwurmRulings
