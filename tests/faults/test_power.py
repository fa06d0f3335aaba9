"""A power cut at every write of the journal, in every stage of it."""

from pathlib import Path
from types import ModuleType

import pytest
from schiri_device import journal

from tests.counts import count
from tests.faults.power import Table
from tests.firmware import journals

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


SOURCE = Path(journal.__file__).read_text(encoding="utf-8")
CHECKS = """        old[_HEADER_CHECK:FIRST] = check
        old[size - 4 : size] = check
"""
SLOT_WRITES = """        self._store[offset + 1 : offset + SLOT] = record[1:] + check_of(record)
        self._store[offset : offset + 1] = record[:1]
"""
# Changes of the journal's source, each of which breaks it.
MUTATIONS = {
    "a cut is damage": ("if record == DAMAGED:", "if not record:"),
    "the kind before the rest": (SLOT_WRITES, "\n".join(reversed(SLOT_WRITES.splitlines())) + "\n"),
    "half a kind is damage": ("for kind in slot[:1] + KINDS:", "for kind in slot[:1]:"),
    "no check of the whole": ("old[WHOLE:WHOLE_END] = check_of_all(old)", "pass"),
    "no mark before an erasure": ("if old[offset] == 0xFF:", "if False:"),
    "a mark that an erasure takes first": ("for offset in (0, 1, 2, size", "for offset in (size"),
    "the header's check with the rest": (
        "image[HEADER:_HEADER_CHECK] = header",
        "image[HEADER:FIRST] = header + check",
    ),
    "the last check first": (CHECKS, "\n".join(reversed(CHECKS.splitlines())) + "\n"),
    "torn slots are used again": (
        "bytes(store[self.end - SLOT : self.end]) == BLANK[:SLOT]",
        "self.slot(self.end - SLOT) is None",
    ),
    "one run of settings is kept": ("runs_of(self.settings)", "runs_of(self.settings)[:1]"),
}


def careless(old: str, new: str) -> type:
    """Return a journal class with a change in its source."""
    assert SOURCE.count(old) == 1
    module = ModuleType("schiri_device.careless")
    module.__package__ = "schiri_device"
    exec(compile(SOURCE.replace(old, new), "careless", "exec"), module.__dict__)
    found: type = module.__dict__["Journal"]
    return found


@pytest.mark.parametrize("name", list(MUTATIONS)[:: count(4, 1)])
def test_a_mutated_journal_fails_the_power_cuts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "Journal", careless(*MUTATIONS[name]))
    with pytest.raises(Exception):  # noqa: B017  # any failure counts
        cut_all(20_000, seed=7)
