"""A power cut at every write of the journal, in every stage of it, on both kinds of store."""

from typing import Any

import pytest
from schiri_device import journal as journals
from schiri_device import slots
from schiri_device.journal import Journal

from tests.counts import count
from tests.faults.power import Table

PARTS = count(1, 4)
POINTS = count(4_000, 110_000)


def cut_all(points: int, is_rewritten: bool = False, seed: int = 1) -> Table:
    """Play on until the power was cut so often; return the last table."""
    cut = lost = 0
    while True:
        table = Table(seed, is_rewritten)
        for _ in range(400):
            table.go_on()
            if cut + table.points >= points:
                table.points, table.lost = cut + table.points, lost + table.lost
                return table
        cut, lost, seed = cut + table.points, lost + table.lost, seed + 1


@pytest.mark.parametrize("part", range(PARTS))
def test_a_power_cut_leaves_what_was_or_what_is(part: int) -> None:
    table = cut_all(POINTS // PARTS, seed=100 * part)
    assert table.points >= POINTS // PARTS
    # Some of them came inside an erasure, which may lose the journal and nothing else.
    assert 0 < table.lost < table.points // 5


def test_a_store_that_is_rewritten_loses_nothing() -> None:
    table = cut_all(POINTS // 20, is_rewritten=True)
    assert table.points >= POINTS // 20 and table.lost == 0


def mark_nothing(self: Journal) -> None:
    """Erase without having said so."""


def erase_with_header(self: Journal, texts: tuple[str, ...] = (), start: int = -1) -> None:
    """Write the header's check with all the rest."""
    self.is_rewritten = True
    erase(self, texts, start)
    self.is_rewritten = False


def forget_torn(store: Any) -> int:
    """Go on in the first slot that is not whole, as if nothing were there."""
    place = slots.FIRST
    while slots.is_whole(bytes(store[place : place + slots.SLOT])):
        place += slots.SLOT
    return place


erase = Journal.erase


MUTATIONS = {
    "no check": (journals, "is_whole", lambda slot: True),
    "no mark before an erasure": (Journal, "_mark", mark_nothing),
    "the header's check with the rest": (Journal, "erase", erase_with_header),
    "torn slots are used again": (journals, "behind_last", forget_torn),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_journal_that_is_careless_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, attribute, careless = MUTATIONS[name]
    monkeypatch.setattr(place, attribute, careless)
    with pytest.raises(Exception):  # noqa: B017  # whatever it is that goes wrong
        cut_all(20_000, seed=7)
