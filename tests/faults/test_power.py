"""A power cut at every write of the journal, in every stage of it."""

import pytest

from tests.counts import count
from tests.faults.power import Table

PARTS = count(1, 4)
POINTS = count(300, 96_000)


def cut_all(points: int, seed: int = 1) -> Table:
    """Play on until the power was cut this often; return the last table."""
    cut = lost = again = marked = 0
    while True:
        table = Table(seed)
        for _ in range(400):
            table.go_on()
            if cut + table.points >= points:
                table.points, table.lost = cut + table.points, lost + table.lost
                table.again += again
                table.marked += marked
                return table
        cut, lost, seed = cut + table.points, lost + table.lost, seed + 1
        again, marked = again + table.again, marked + table.marked


@pytest.mark.parametrize("part", range(PARTS))
def test_after_a_power_cut_the_journal_is_as_before_or_after_the_write(part: int) -> None:
    table = cut_all(POINTS // PARTS, seed=100 * part)
    assert table.points >= POINTS // PARTS
    # Some cuts are inside an erasure, which may lose the journal but nothing else.
    assert 0 < table.lost < table.points // 5
    assert table.again > table.points // 20 and table.marked
