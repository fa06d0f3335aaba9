"""Zwoggel: the field, stock and penalties; what a flip brought; the traps, after the end only.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from schiri_engines.table import Table
from schiri_engines.zwoggel.field import HOLE
from schiri_engines.zwoggel.notation import place_text

from schiri.events import Common, Entry, Event, State, word_of
from schiri.games.adapter import HOUSE, MIXED, SHEET, GameAdapter
from schiri.games.zwoggel.words import EVENTS, ZwoggelState, field_lines, trap_lines

if TYPE_CHECKING:
    from schiri.terminal.cards import CardScreen


class ZwoggelAdapter(GameAdapter):
    """Zwoggel on the PC."""

    rules = [
        ("ZW-1", SHEET),
        ("ZW-2", MIXED),
        ("ZW-3", MIXED),
        ("ZW-4", SHEET),
        ("ZW-5", SHEET),
        ("ZW-6", SHEET),
        ("ZW-7", SHEET),
        ("ZW-8", SHEET),
        ("ZW-9", HOUSE),
        ("ZW-10", HOUSE),
        ("ZW-11", HOUSE),
    ]

    def state(self, table: Table, common: Common) -> State:
        """Return the field, the stock and the penalties."""
        game = table.game
        cards = game.field.cards
        return ZwoggelState(
            *common,
            game.flips_left,
            game.stock,
            dict(zip(table.names, game.people.penalties, strict=True)),
            tuple(name for seat, name in enumerate(table.names) if game.people.is_out(seat)),
            {
                place_text(place): cards[place]
                for place in sorted(cards, key=lambda place: (place[1], place[0]))
                if cards[place] != HOLE
            },
        )

    def actor(self, table: Table, entry: Entry) -> int | None:
        """Return whoever resigns, or is on turn."""
        match entry:
            case ("resign", int(seat), *_):
                return seat
        return table.turn

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return what a flip or a hand of cards brought about."""
        # A dispute brings nothing about.
        if not table.is_move(entry) and word_of(entry) != "set":
            return []
        return [EFFECTS[kind](table.names, *facts) for kind, *facts in table.game.effects]

    def summary(self, table: Table) -> Event:
        """Return what became of the traps: said after the game only, for memory is the point."""
        traps = {}
        for name, counts in zip(table.names, table.game.people.traps, strict=True):
            traps[name] = dict(zip(("survived", "sprung", "laid"), counts, strict=True))
        return {"traps": traps}

    def event_words(self, event: Event) -> str | None:
        """Return in words what a flip or a hand of cards brought about."""
        words = EVENTS.get(event["event"])
        return words(event) if words else None

    def state_lines(self, state: State) -> list[str]:
        """Return the field, the stock and the penalties."""
        assert isinstance(state, ZwoggelState)
        return field_lines(state)

    def ending_lines(self, event: Event) -> list[str]:
        """Return what became of the traps."""
        return trap_lines(event)

    def screen(self) -> type["CardScreen"]:
        """Return the field with a cursor."""
        from schiri.games.zwoggel.screen import ZwoggelScreen

        return ZwoggelScreen


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


# The event of each effect that a move can have.
EFFECTS: dict[str, Callable[..., Event]] = {
    "three": _three,
    "penalty": _penalty,
    "out": _out,
    "stock": _stock,
    "aside": _aside,
}

ADAPTER = ZwoggelAdapter()
