"""A match folded afresh from its journal's bytes, set against the one that is being played."""

from random import Random
from typing import Any

from schiri_device.companion import Companion
from schiri_device.journal import Journal
from schiri_device.match import Match
from schiri_device.slots import SLOT

STORE_BYTES = 4096


class Flash(bytearray):
    """A store that cannot grow, and in which only an erasure of all of it touches what is there."""

    def __init__(self) -> None:
        super().__init__(b"\xff" * STORE_BYTES)

    def __setitem__(self, place: Any, data: Any) -> None:
        old = self[place]
        assert len(old) == len(data), f"{place} does not take {len(data)} bytes"
        assert len(data) == STORE_BYTES or old == b"\xff" * len(old), f"{place} is not blank"
        super().__setitem__(place, data)


def check_fold(device: Companion) -> None:
    """A power cut now would bring back just what there is."""
    bytes_now, match = bytearray(device.journal._store), device.match
    journal = Journal(bytes_now, Random(0).randbytes)
    assert journal.epoch == device.journal.epoch and journal.last == device.journal.last
    assert journal.settings == device.journal.settings
    assert (journal.end, journal.awaits_move) == (device.journal.end, device.journal.awaits_move)
    again = Match(journal, 0)
    again.resume(True)
    assert again.is_resumed == (again.table is not None)
    assert state_of(again) == state_of(match)


def state_of(match: Match) -> dict[str, Any]:
    """Return all that players could tell one match from another by."""
    wins = {letter: count for letter, count in match.wins.items() if count}
    table: Any = match.table
    if table is None:
        return {"wins": wins}
    return {
        "wins": wins,
        "game": (match.game_name, match.options, match.seats),
        "began": (match.first, match.place % SLOT, match.journal.event(match.place)),
        "position": table.game.position(),
        "cells": table.game.cells(),
        "phase": table.phase,
        "turn": table.turn,
        "outcome": (match.outcome, table.outcome()),
        "colours": table.game.colours,
        "entries": [table.text(entry) for entry in table.entries],
        "sealed": table._sealed,
        "left": list(getattr(table.game, "_left", ())),
        "seen": sorted(getattr(table.game, "_seen", ())),
        "kept": (match._is_carried, match._pinned),
    }


def watch_renewals(device: Companion) -> None:
    """From now on, let each new epoch of a device stand where the old one stood."""
    renew = device.renew

    def watched(now_ms: int) -> None:
        match: Any = device.match
        before = standing_of(match)
        renew(now_ms)
        after = standing_of(match)
        if match.table is None:
            assert before.get("outcome") != (None, None)
            before = {"wins": before["wins"]}
        assert {k: (after[k], before[k]) for k in after if after[k] != before[k]} == {}
        check_fold(device)

    device.renew = watched  # type: ignore[method-assign]


def standing_of(match: Match) -> dict[str, Any]:
    """Return what must go on from one epoch to the next."""
    state = state_of(match)
    for name in ("began", "entries", "sealed", "seen", "kept"):
        state.pop(name, None)
    if match.table and match.table.phase in ("place", "choose"):
        setup = match.game._setup
        state["setup"] = (setup.starter, setup.turn, setup.stones)
        if setup.is_void():
            # Who begins again is not known where stones were put by hand before.
            del state["setup"], state["turn"]
    return state
