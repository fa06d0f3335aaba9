"""A match replayed from its journal's bytes, compared with the one being played."""

from collections.abc import Iterator
from typing import Any

from schiri.simulator.flash import Flash
from schiri_device.app.device import Device
from schiri_device.journal import Journal

from tests.entropy import Entropy
from tests.firmware.journals import match_on, state_of

# Number of erasures in a compaction.
ERASURES = 2
# The state of a running game that survives a compaction.
STAYS = ("wins", "game", "origin", "position", "cells", "phase", "turn", "outcome", "colours")


class CheckedFlash(Flash):
    """A store in which only the erasure of a half overwrites data."""

    def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
        before = self.erasures
        super().__setitem__(place, data)
        assert self.erasures == before or len(data) == len(self) // ERASURES, place


def check_replay(device: Device) -> None:
    """A power cut now would restore exactly the current state."""
    known, match = device.journal, device.match
    if known.problem or known._steps:
        # A cut between the steps of a compaction loses the journal. Other tests cover that.
        return
    bytes_now = bytearray(known.raw(0, len(known)))
    journal = Journal(bytes_now, Entropy(0), bytes(bytes_now[14:20]))
    assert (journal.epoch, journal.problem) == (known.epoch, "")
    assert (journal.first, journal.last) == (known.first, known.last)
    assert (journal.base, journal.end) == (known.base, known.end)
    assert journal.settings == known.settings or known.room() <= 8
    again = match_on(journal, match.loaded)
    assert state_of(again) == state_of(match)
    assert again._at_ms == match._at_ms and not again.is_torn


def watch_compactions(device: Device) -> None:
    """From now on, check that each compaction of a device leaves its game unchanged."""
    compacting = device.compacting

    def watched(now_ms: int) -> Iterator[None]:
        match: Any = device.match
        before, is_over = standing_of(match), match.outcome is not None
        is_void = match.table and match.table.phase == "place" and match.game.setup.is_void
        clock, last, epoch = match.epoch_ms(now_ms), device.journal.last, device.journal.epoch
        yield from compacting(now_ms)
        after = standing_of(match)
        if is_over:
            assert match.table is None
            before = dict.fromkeys(before, None) | {"wins": before["wins"]}
        if is_void:
            # After stones were placed by hand, the starter is unknown.
            for state in (before, after):
                del state["setup"], state["turn"]
        assert after == before
        assert match.epoch_ms(now_ms) == clock
        assert (device.journal.first, device.journal.epoch) == (last + 1, epoch)
        check_replay(device)

    device.compacting = watched  # type: ignore[method-assign]


def standing_of(match: Any) -> dict[str, Any]:
    """Return the state that must survive a compaction."""
    state = state_of(match)
    standing = {name: state.get(name) for name in STAYS}
    if match.table and match.table.phase in ("place", "choose"):
        setup = match.game.setup
        standing["setup"] = (setup.starter, setup.turn, setup.stones)
    return standing
