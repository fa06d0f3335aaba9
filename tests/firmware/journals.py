"""Journals for tests: a store that notes its writes, and functions that read a store."""

from collections.abc import Iterable
from functools import reduce
from operator import xor
from typing import Any, NamedTuple

from schiri.simulator.flash import Flash
from schiri_device.app.match import Match
from schiri_device.journal import STEP_MS, Journal, JournalReader, owner_of
from schiri_engines.registry import names_for, row_of

from tests.entropy import Entropy

# A setting by its id.
BRIGHTNESS = 1
OWNER = owner_of("TEST", "01234567")


def board_rules(size: int = 8) -> str:
    """Return the combined digest of all board games that fit a grid of this size."""
    digests = [int(row_of(name).digest, 16) for name in names_for(size)]
    return f"{reduce(xor, digests):08x}"


class Write(NamedTuple):
    """One write to a store: place, data, and whether all of it was blank before."""

    place: int
    data: bytes
    was_blank: bool


class Noting(Flash):
    """A store that notes its writes, in order."""

    def __init__(self, size: int = 4096) -> None:
        Flash.__init__(self, size)
        self.noted: list[Write] = []

    def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
        self.noted.append(Write(place.start, bytes(data), self._is_blank(place)))
        Flash.__setitem__(self, place, data)


def journal_on(store: Any, seed: int = 1, owner: bytes = OWNER) -> Journal:
    """Return the journal that a device finds in a store at its start."""
    return Journal(store, Entropy(seed), owner)


def done(steps: Iterable[None]) -> None:
    """Do all steps of a compaction."""
    for _ in steps:
        pass


def copy_of(journal: Journal) -> bytearray:
    """Return the bytes of the journal's store."""
    return bytearray(journal.raw(0, len(journal)))


def again(journal: Journal, owner: bytes = OWNER) -> Journal:
    """Return the journal that another start finds in a copy of the store."""
    return journal_on(copy_of(journal), 99, owner)


def fill(journal: Journal, room: int) -> None:
    """Fill it up to a number of slots, by toggling a setting."""
    before = journal.settings.get(BRIGHTNESS, 2)
    while journal.room() > room:
        journal.set(BRIGHTNESS, bytes((5 - journal.settings.get(BRIGHTNESS, 2),)))
    journal.set(BRIGHTNESS, bytes((before,)))


def events_in(journal: Journal) -> list[tuple[int, str]]:
    """Return the numbers and texts of the events; a move is its number."""
    reader, found = JournalReader(journal), []
    while reader.next():
        found.append((reader.number, reader.text if reader.move < 0 else str(reader.move)))
    return found


def times_in(journal: Journal) -> list[int]:
    """Return the times of the events, in ms since the epoch began."""
    reader, found = JournalReader(journal), []
    while reader.next():
        found.append(reader.at * STEP_MS)
    return found


def match_on(journal: Journal, loaded: str = "switch", now_ms: int = 0) -> Any:
    """Return the match of a device after a start."""
    match = Match(journal, loaded, now_ms)
    match.resume(False)
    return match


def state_of(match: Match) -> dict[str, Any]:
    """Return all state of a match that players can see."""
    wins = {letter: count for letter, count in match.wins.items() if count}
    table: Any = match.table
    if table is None:
        return {"wins": wins, "left": match.left}
    game = table.game
    return {
        "wins": wins,
        "left": match.left,
        "game": (match.game_name, match.options, match.seats),
        "origin": match.origin,
        "position": game.board_text(),
        "cells": game.cells(),
        "phase": table.phase,
        "turn": table.turn,
        "outcome": (match.outcome, table.outcome()),
        "colours": game.colours,
        "entries": [table.text(entry) for entry in table.entries],
        "sealed": table._sealed,
        "repetition": sorted(getattr(game, "_left", ())),
        "seen": sorted(getattr(game, "_seen", ())),
        "carried": match._is_carried,
    }


def journal_with(*events: str | int, after_ms: int = STEP_MS) -> Journal:
    """Return a journal with these events at equal distances; a move is its int, ``~`` a roll."""
    journal = journal_on(Flash())
    for event in events:
        if isinstance(event, int):
            journal.append("", max(event, ~event), after_ms, event < 0)
        else:
            journal.append(event, None, after_ms)
    return journal


class Brittle(bytearray):
    """A store that fails once, in the write of this number."""

    left = 0

    def __setitem__(self, place: Any, data: Any) -> None:
        self.left -= 1
        if self.left == 0:
            raise MemoryError
        super().__setitem__(place, data)
