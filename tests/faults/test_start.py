"""A start in steps: no step takes a tenth of a second, and a cut between them loses nothing."""

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.app.device import Device
from schiri_device.app.match import RESERVE
from schiri_device.journal import FIRST, SLOT, Journal
from schiri_engines.registry import names_for

from tests.counts import count
from tests.entropy import Entropy
from tests.faults.test_room import (
    LONGEST,
    MOST_CALLS,
    MOST_CALLS_BESIDE_AN_ERASURE,
    OPTIONS,
    SEATS,
    device_on,
)
from tests.firmware.journals import fill, state_of
from tests.firmware.world import CURSOR


class PowerCut(BaseException):
    """The power fails; no code sees that."""


def started(store: Any, on_progress: Callable[[], None]) -> Device:
    """Switch on a device that calls ``on_progress`` after each step of its start."""
    return Device(CURSOR, store, Entropy(1), ("TEST", "1"), 0, on_progress=on_progress)


def steps_on(store: Flash) -> list[tuple[int, int]]:
    """Return the number of calls in each step of a start, and its erasures of the store."""
    calls, erasures, found = 0, store.erasures, []

    def count_one(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    def on_progress() -> None:
        nonlocal calls, erasures
        found.append((calls, store.erasures - erasures))
        calls, erasures = 0, store.erasures

    before = sys.getprofile()
    sys.setprofile(count_one)
    try:
        started(store, on_progress)
    finally:
        sys.setprofile(before)
    on_progress()
    return found


def match_on(store: Flash, game: str) -> Any:
    """Return the match of a device with this game in memory."""
    device_on(store, name="cursor").settings["game"] = names_for(CURSOR.size).index(game)
    return device_on(store, name="cursor").match


def played(game: str, is_long: bool) -> Flash:
    """Return a store full of games, or of one whose end is undone repeatedly."""
    store, random = Flash(), Random(game)
    match = match_on(store, game)
    if is_long:
        match.start(0, game, LONGEST[game], SEATS[game])
    while match.journal.room() >= RESERVE:
        if is_long and match.outcome:
            match.do(5000, ("undo",))
        elif match.table is None or match.outcome:
            match.start(5000, game, OPTIONS[game], match.seats)
        else:
            match.push(5000, random.choice(match.game.legal_moves()))
    return store


def behind_another(game: str) -> Flash:
    """Return a store full of games of another kind than the chosen one."""
    store = played(game, False)
    names = names_for(CURSOR.size)
    match_on(store, names[1 - names.index(game)])
    return store


def disputed(game: str) -> Flash:
    """Return a store full of the longest texts."""
    store = Flash()
    match = match_on(store, game)
    match.start(0, game, OPTIONS[game], match.seats)
    while match.do(2_000_000, ("dispute", "~" * (118 - len("dispute ")))) is None:
        pass
    return store


def set_to_and_fro(game: str) -> Flash:
    """Return a store full of settings, without an event."""
    store = Flash()
    fill(match_on(store, game).journal, 8)
    return store


def cut_before(game: str) -> Flash:
    """Return a store after a cut erasure: everything but its header is left."""
    store = played(game, False)
    for at in (0, 1, 2, len(store) - SLOT):
        store.data[at] = 0
    store.data[:FIRST] = bytes(FIRST)
    store.data[-4:] = b"\xff" * 4
    return store


def copy_of(store: Flash) -> Flash:
    """Return a copy of a store."""
    copy = Flash()
    copy.data[:] = store.data
    return copy


STORES = {
    "games": lambda game: played(game, False),
    "the longest game": lambda game: played(game, True),
    "games of another kind": behind_another,
    "texts": disputed,
    "settings": set_to_and_fro,
    "a cut erasure": cut_before,
    "nothing": lambda game: Flash(),
}


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("holds", STORES)
def test_no_step_of_a_start_takes_a_tenth_of_a_second(holds: str, game: str) -> None:
    found = steps_on(STORES[holds](game))
    assert [erasures for _, erasures in found].count(1) == (2 if holds == "a cut erasure" else 0)
    for calls, erasures in found:
        assert erasures <= 1 and calls <= (MOST_CALLS_BESIDE_AN_ERASURE if erasures else MOST_CALLS)


@pytest.mark.parametrize("game", OPTIONS)
def test_one_step_for_all_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As before: the journal was read at once, and so was the match."""
    monkeypatch.setattr("schiri_device.journal._STEP", 8192)
    assert max(steps_on(played(game, False)))[0] > MOST_CALLS


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("holds", ("games", "games of another kind", "settings"))
def test_a_cut_between_any_two_steps_loses_nothing(holds: str, game: str) -> None:
    store = STORES[holds](game)
    whole, data = started(copy_of(store), lambda: None), bytes(store.data)
    steps = len(steps_on(store))
    for last in Random(game).sample(range(1, steps), count(6, steps - 1)):
        cut_in(store, last)
        assert bytes(store.data) == data
    again = started(store, lambda: None)
    assert again.mode_name == whole.mode_name and state_of(again.match) == state_of(whole.match)
    assert again.journal.settings == whole.journal.settings


def test_a_cut_erasure_may_be_cut_again() -> None:
    store = cut_before("switch")
    for last in range(1, len(steps_on(copy_of(store)))):
        torn = copy_of(store)
        cut_in(torn, last)
        device = started(torn, lambda: None)
        assert device.mode_name == "choose" and not device.journal.problem


def cut_in(store: Flash, last: int) -> None:
    """Switch on a device whose power fails after a number of steps."""
    ends = iter(range(1, last))

    def cut() -> None:
        if next(ends, None) is None:
            raise PowerCut

    with pytest.raises(PowerCut):
        started(store, cut)


def test_later_reads_are_in_one_piece() -> None:
    found: list[None] = []
    device = started(played("switch", False), lambda: found.append(None))
    steps = len(found)
    device.recover(0)
    Journal.load(device.journal)
    assert len(found) == steps
