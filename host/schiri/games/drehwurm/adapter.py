"""Drehwurm: piles, hands and scores, or only races and scores; games of a match."""

from collections.abc import Sequence
from typing import Any

from schiri_engines.refusals import Outcome
from schiri_engines.table import Table

from schiri.games.adapter import GameAdapter

# The moves that are made by whoever is on turn, and those that name who makes them; the others
# are the table's.
BY_TURN = ("lay", "pass", "hen", "shows", "new", "turned", "passed")
BY_NAME = ("throw", "ate", "left")


class DrehwurmAdapter(GameAdapter):
    """What Drehwurm adds to states and events."""

    def state(self, table: Table) -> dict[str, Any]:
        match = table.game
        ended = None if table.outcome() else match.game_outcome()
        return {
            **(result_of(table, ended) if ended else {}),
            **(shown_cards(table) if match.game.QUESTIONS else {"order": order_of(table)}),
            **scores_of(table),
            "number": match.number,
            "starter": table.names[match.game.starter],
        }

    def actor(self, table: Table, entry: Any) -> int | None:
        seat: int | None = entry[1] if entry[0] in BY_NAME else None
        return table.turn if entry[0] in BY_TURN else seat

    def consequences(self, table: Table, entry: Any) -> list[dict[str, Any]]:
        game, names = table.game.game, table.names
        told: list[dict[str, Any]] = []
        if entry[0] == "illegal":
            told.append({"event": "struck", "by": names[game.struck[-1]], "rule": "DW-6"})
        elif entry[0] in ("turned", "passed", "stands", "end") and game.stood >= 0:
            told.append({"event": "stood", "by": names[game.stood], "rule": "DW-6"})
        ended = None if table.outcome() else table.game.game_outcome()
        if ended and entry[0] != "dispute":
            result = result_of(table, ended)
            told.append({"event": "game-end", **result, **scores_of(table)})
        return told

    def answer(self, table: Table, question: Any) -> dict[str, Any]:
        game, pile = table.game.game, question[-1]
        if question[0] == "which":
            return {"event": "which", "pile": pile + 1, "cards": game.fitting(pile)}
        no = game.why_no_fit(question[1], pile)
        return {
            "event": "can",
            "card": question[1],
            "pile": pile + 1,
            "legal": no is None,
            "code": no and no.code,
            "rule": no and no.rule,
        }

    def summary(self, table: Table) -> dict[str, Any]:
        return scores_of(table)


def result_of(table: Table, outcome: Outcome) -> dict[str, Any]:
    """Return how the game just played ended; the match goes on."""
    return {"winner": [table.names[seat] for seat in outcome.winners], "rule": outcome.rule}


def shown_cards(table: Table) -> dict[str, Any]:
    """Return all that lies, and how many cards there are elsewhere."""
    game = table.game.game
    eaten = [
        [{"hen": hen, "points": points, "cards": cards} for hen, points, cards in piles]
        for piles in game.eaten
    ]
    return {
        "piles": [
            {
                "top": top[-1] if top else None,
                "under": under[-1] if under else None,
                "cards": len(top) + len(under),
            }
            for top, under in game.piles
        ],
        "hands": by_name(table, game.hands),
        "hens": by_name(table, game.hens),
        "draw": game.draw,
        "eaten": by_name(table, eaten),
    }


def order_of(table: Table) -> list[dict[str, Any]]:
    """Return whose throw-in counts in this order."""
    order = table.game.game.order()
    return [{"name": table.names[seat], "ms": ms, "tie": tie} for seat, ms, tie in order]


def scores_of(table: Table) -> dict[str, Any]:
    """Return the scores of the game and of the match."""
    match = table.game
    return {
        "scores": by_name(table, match.game.scores()),
        "match": by_name(table, match.match_scores()),
    }


def by_name(table: Table, values: Sequence[Any]) -> dict[str, Any]:
    """Return one value for each player."""
    return dict(zip(table.names, values, strict=True))
