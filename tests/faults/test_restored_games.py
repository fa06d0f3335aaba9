"""A device that has lost its journal in an erasure restores the game from a PC."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from schiri.log.annotations import missing_in, survived_in
from schiri.simulator.flash import Flash
from schiri_device.journal import owner_of
from schiri_engines.registry import row_of

from tests.counts import count
from tests.faults.evidence import is_logged, logs_in, told_by
from tests.faults.pair import Pair
from tests.faults.power import Watched
from tests.faults.test_compactions import GAMES, PAINTED, pair_of
from tests.firmware.journals import board_rules, done, journal_on, match_on

MARK = b"\0" * 3
Lose = Callable[[bytearray], bytes]


def marked(old: bytearray) -> bytes:
    """Return the store after a power cut just before the erasure."""
    return MARK + bytes(old[3:-8]) + MARK + bytes(old[-5:])


# The possible contents of a store after a cut erasure.
LOSSES: dict[str, Lose] = {
    "marked": marked,
    "one mark": lambda old: MARK + bytes(old[3:]),
    "first half": lambda old: bytes(b"\xff" * 2048) + marked(old)[2048:],
    "second half": lambda old: marked(old)[:2048] + bytes(b"\xff" * 2048),
    "all": lambda old: b"\xff" * len(old),
    "nonsense": lambda old: bytes((byte * 7 + 3) & 255 for byte in old),
}


def lose(pair: Pair, loss: str) -> None:
    """Cut the power during an erasure."""
    pair.store.data[:] = LOSSES[loss](pair.store.data)
    pair.made.clear()
    pair.restart()


def left_at(tmp_path: Path, game: int, seed: int, events: int) -> Pair:
    """Return a device in the middle of a game that a PC has followed."""
    pair = pair_of(tmp_path, game, seed)
    pair.ask("press hold-black")
    pair.device.settings["brightness"] = 4
    pair.device.settings["sound"] = 0
    pair.plug()
    pair.play(events)
    while pair.match.outcome or len(pair.match.table.entries) < 4:
        pair.play_by_request(0)
    pair.settle()
    return pair


@pytest.mark.parametrize("loss", list(LOSSES)[:: count(2, 1)])
@pytest.mark.parametrize("case", range(count(1, 4)))
def test_a_lost_game_is_restored_where_it_stood(tmp_path: Path, loss: str, case: int) -> None:
    seed = case * len(LOSSES) + list(LOSSES).index(loss)
    pair = left_at(tmp_path, seed % len(GAMES), seed, 20 + seed % 40)
    stood = stand_of(pair)
    is_there = seed % 2
    logs = len(logs_in(tmp_path))
    if not is_there:
        pair.unplug()
    lose(pair, loss)
    assert pair.match.table is None
    if not is_there:
        if seed % 3 == 0:
            # No PC connects for a while, and the device is restarted.
            pair.restart()
        pair.plug()
    pair.settle()
    assert stand_of(pair) == stood
    assert pair.device.settings["brightness"] == 4 and pair.device.settings["sound"] == 0
    assert "own" not in pair.new or pair.device.settings.painted_rows() == PAINTED
    assert pair.ask("undo").code == "nothing-to-undo"
    while pair.match.outcome is None:
        pair.play_by_request(0)
    pair.settle()
    found = logs_in(tmp_path)
    assert len(found) == logs and not any(missing_in(log.events) for log in found)
    assert sum(survived_in(log.events)["erasure"] for log in found) == 1
    check_given_back(pair)


def stand_of(pair: Pair) -> tuple[Any, ...]:
    """Return the position of the game, and its options."""
    match, game = pair.match, pair.match.game
    named = (match.game_name, match.seats, match.options.get("board"), match.options.get("teams"))
    return (*named, game.position(), match.table.turn, game.colours)


def check_given_back(pair: Pair) -> None:
    """Check that the logs contain all events of the new epoch."""
    told = {event["src"] for log in logs_in(pair.folder) for event in told_by(log)}
    assert told >= {made.source for made in pair.made if is_logged(made)}


@pytest.mark.parametrize("after_ms", range(20, 600, count(340, 40)))
@pytest.mark.parametrize("what", ["pull", "power", "host"])
def test_a_press_between_restore_requests_is_repaired(
    tmp_path: Path, what: str, after_ms: int
) -> None:
    pair = left_at(tmp_path, after_ms // 20 % len(GAMES), after_ms, 20)
    stood = pair.match.game.position()
    pair.unplug()
    lose(pair, "marked")
    pair.plug()
    pair.run(after_ms)
    if what == "power":
        pair.restart()
    else:
        pair.unplug()
        pair.run(4000 if what == "pull" else 20)
        pair.plug()
    pair.settle()
    assert pair.match.game.position() == stood
    check_given_back(pair)


def cuts_of_compaction(store: bytearray, loaded: str) -> list[bytes]:
    """Return the contents after each stage of each write of a compaction."""
    left: list[bytes] = []
    flash = Flash(len(store))
    flash.data[:] = store
    owner = owner_of("SIMTEST", board_rules(row_of(loaded).size))
    done(match_on(journal_on(Watched(flash, left.append), owner=owner), loaded).compacting(0))
    return left


@pytest.mark.parametrize("case", range(count(2, 20)))
def test_a_cut_in_any_stage_of_an_erasure_loses_no_game(tmp_path: Path, case: int) -> None:
    pair = pair_of(tmp_path, case % len(GAMES), case)
    pair.plug()
    pair.fill()
    while not pair.device.is_full():
        pair.play_by_request(0.05)
    while pair.match.outcome:
        # A finished game is not restored.
        pair.ask("undo")
    pair.settle()
    stood = stand_of(pair)
    left = cuts_of_compaction(pair.store.data, pair.match.loaded)
    pair.store.data[:] = left[case * len(left) // count(2, 20)]
    pair.restart()
    pair.settle()
    assert stand_of(pair) == stood
    pair.press("white")
    pair.play(5)
    pair.settle()
    assert not any(missing_in(log.events) for log in logs_in(tmp_path))
    check_given_back(pair)
