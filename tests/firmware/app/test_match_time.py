"""The match's clock: the time of each event, even after long waits."""

from random import Random
from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.journal import SLOT, STEP_MS
from schiri_device.ticks import PERIOD, later

from tests.firmware.journals import Brittle, again, copy_of, done, journal_on, match_on, times_in


def begun(now_ms: int = 0) -> Any:
    """Return a match whose first game begins now."""
    match = match_on(journal_on(Flash()), now_ms=now_ms)
    match.start(now_ms, "switch", {"layout": "1"}, ("A", "B"))
    return match


def test_rounding_errors_never_add_up() -> None:
    match, random, now_ms = begun(), Random(3), 0
    first = match.journal.last
    truth = []
    for _ in range(150):
        now_ms += random.choice((1, 7, 15, 17, 250, 3001))
        match.do(now_ms, ("dispute", "?"))
        truth.append(now_ms)
    kept = times_in(match.journal)[first - match.journal.first + 1 :]
    assert all(0 <= right - found < STEP_MS for right, found in zip(truth, kept, strict=True))
    assert 0 <= now_ms - match.epoch_ms(now_ms) < STEP_MS


@pytest.mark.parametrize("wait_s", [61, 1048, 1049, 2000, 90_000, 700_000])
def test_a_wait_is_kept_however_long(wait_s: int) -> None:
    """Ticks wrap after six days, so the device looks at the clock during a wait."""
    match = begun(PERIOD - 5000)
    for at_s in range(0, wait_s, 50):
        match.wait(later(PERIOD, 1000 * at_s - 5000))
    now_ms = later(PERIOD, 1000 * wait_s - 5000)
    assert 0 <= 1000 * wait_s - match.epoch_ms(now_ms) < 1000
    match.do(now_ms, ("draw",))
    found = times_in(match.journal)[-1]
    assert 0 <= 1000 * wait_s - found < STEP_MS
    assert match_on(again(match.journal))._at_ms == match._at_ms == found


def test_a_compaction_keeps_the_clock() -> None:
    match = begun()
    for now_ms in range(1001, 90_000, 7003):
        done(match.compacting(now_ms))
        assert match.epoch_ms(now_ms) == now_ms
        assert match.journal.base == now_ms // STEP_MS


@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_wait_before_an_event_that_failed_counts_once(left: int) -> None:
    match = begun()
    for now_ms in range(0, 3_000_000, 50_000):
        match.wait(now_ms)
    match.journal._store = brittle = Brittle(copy_of(match.journal))
    brittle.left = left
    with pytest.raises(MemoryError):
        match.push(3_000_000, match.game.legal_moves()[0])
    match.journal.load()
    match.recover(3_000_100)
    assert 0 <= 3_000_100 - match.epoch_ms(3_000_100) < STEP_MS
    match.push(3_070_000, match.game.legal_moves()[0])
    assert 0 <= 3_070_000 - times_in(match.journal)[-1] < 2 * STEP_MS


def test_a_wait_before_an_event_that_was_torn_counts() -> None:
    match = begun()
    match.wait(0)
    for at_s in range(0, 3000, 50):
        match.wait(1000 * at_s)
    match.push(3_000_000, match.game.legal_moves()[0])
    data = copy_of(match.journal)
    data[match.journal.end - SLOT] = 0xFF
    found = match_on(journal_on(data))
    clock = found.epoch_ms(0)
    assert clock > 1_900_000
    found.do(160, ("draw",))
    assert times_in(found.journal)[-1] == clock + 160
