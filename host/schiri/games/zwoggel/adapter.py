"""Zwoggel: the field, stock and penalties; what a flip brought; the traps, after the end only."""

from collections.abc import Callable
from typing import Any

from schiri_engines.table import Table
from schiri_engines.zwoggel.field import HOLE
from schiri_engines.zwoggel.notation import place_text

from schiri.games.adapter import GameAdapter

Event = dict[str, Any]


class ZwoggelAdapter(GameAdapter):
    """What Zwoggel adds to states and events."""

    def state(self, table: Table) -> dict[str, Any]:
        game = table.game
        cards = game.field.cards
        return {
            "flips_left": game.flips_left,
            "stock": game.stock,
            "penalties": dict(zip(table.names, game.penalties, strict=True)),
            "out": [name for seat, name in enumerate(table.names) if game.is_out(seat)],
            "field": {
                place_text(place): cards[place]
                for place in sorted(cards, key=lambda place: (place[1], place[0]))
                if cards[place] != HOLE
            },
        }

    def actor(self, table: Table, entry: Any) -> int | None:
        return entry[1] if entry[0] == "resign" else table.turn

    def consequences(self, table: Table, entry: Any) -> list[Event]:
        # A dispute brings nothing about.
        if not table.is_move(entry) and entry[0] != "set":
            return []
        return [NEWS[kind](table.names, *facts) for kind, *facts in table.game.effects]

    def summary(self, table: Table) -> Event:
        traps = {}
        for name, counts in zip(table.names, table.game.traps, strict=True):
            traps[name] = dict(zip(("survived", "sprung", "laid"), counts, strict=True))
        return {"traps": traps}


Names = tuple[str, ...]
Place = tuple[int, int]


def _three(names: Names, seat: int, colour: str, rows: tuple[tuple[Place, ...], ...]) -> Event:
    cells = [[place_text(place) for place in row] for row in rows]
    return {"event": "three", "by": names[seat], "colour": colour, "cells": cells, "rule": "ZW-4"}


def _penalty(names: Names, seat: int, place: Place, count: int) -> Event:
    by, hole = names[seat], place_text(place)
    return {"event": "penalty", "by": by, "hole": hole, "count": count, "rule": "ZW-4"}


def _out(names: Names, seat: int, rule: str) -> Event:
    return {"event": "out", "by": names[seat], "rule": rule}


def _stock(names: Names) -> Event:
    return {"event": "stock", "rule": "ZW-8"}


def _aside(names: Names, seat: int, cards: int) -> Event:
    return {"event": "aside", "by": names[seat], "cards": cards, "rule": "ZW-3"}


# The event of each piece of news that a game has.
NEWS: dict[str, Callable[..., Event]] = {
    "three": _three,
    "penalty": _penalty,
    "out": _out,
    "stock": _stock,
    "aside": _aside,
}
