"""The snapshot: the game on the table, line by line, restarted if something happens meanwhile."""

from itertools import groupby
from random import Random
from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.pc.messages import Snapshot

from tests.firmware.journals import journal_on, match_on

NEW = "new switch BA layout=1 start=w"


def match_with(*counts: int) -> Any:
    """Return a match with these numbers of moves, each run followed by a dispute."""
    random, match = Random(1), match_on(journal_on(Flash()), "switch")
    match.start(0, "switch", {"layout": "1", "start": "w"}, ("B", "A"))
    for at, count in enumerate(counts):
        if at:
            assert match.do(0, ("dispute", f"was it {at}?")) is None
        for _ in range(count):
            match.push(0, random.choice(match.game.legal_moves()))
    return match


def told(snapshot: Snapshot, match: Any, last: int) -> list[str]:
    """Return all its lines."""
    found = []
    while line := snapshot.line(match, last):
        found.append(line)
        assert len(found) < 50, "it never ends"
    return found


def lines_of(match: Any, last: int) -> list[str]:
    """Return the expected lines, computed plainly: at most nine moves in a line."""
    table, texts = match.table, [NEW]
    for is_move, run in groupby(table.entries, table.is_move):
        entries = [table.text(entry) for entry in run]
        if is_move:
            nines = [entries[at : at + 9] for at in range(0, len(entries), 9)]
            texts += ["moves " + ",".join(nine) for nine in nines]
        else:
            texts += ["entry " + entry for entry in entries]
    return [f"snap {at} {len(texts)} {last} {text}" for at, text in enumerate(texts)]


@pytest.mark.parametrize(
    "counts",
    [(0,), (1,), (8,), (9,), (10,), (18,), (19,), (0, 1), (9, 9), (10, 0, 2), (1, 0), (2, 11, 0)],
)
def test_a_snapshot_has_the_beginning_and_all_entries(counts: tuple[int, ...]) -> None:
    match, snapshot = match_with(*counts), Snapshot()
    assert snapshot.line(match, 1) == "", "it has not been asked for"
    for last in (1, 7):
        snapshot.restart()
        assert told(snapshot, match, last) == lines_of(match, last)
        # It is sent once.
        assert snapshot.line(match, last) == "" and snapshot.line(match, last + 1) == ""


@pytest.mark.parametrize("lines", range(4))
def test_a_move_restarts_the_snapshot(lines: int) -> None:
    match, snapshot = match_with(10, 1), Snapshot()
    snapshot.restart()
    last = match.journal.last
    assert [snapshot.line(match, last) for _ in range(lines)] == lines_of(match, last)[:lines]
    match.push(0, match.game.legal_moves()[0])
    assert told(snapshot, match, last + 1) == lines_of(match, last + 1)
    # A request restarts it as well.
    snapshot.restart()
    snapshot.line(match, last + 1)
    snapshot.restart()
    assert told(snapshot, match, last + 1) == lines_of(match, last + 1)
