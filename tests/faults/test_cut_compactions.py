"""The power is cut before a compaction erases anything: the game continues."""

from itertools import count as numbers
from typing import Any

import pytest
from schiri.simulator.flash import Flash, PowerCut
from schiri_device.app.notices import NOTICE_MS
from schiri_device.lights.language import CAREFUL
from schiri_device.pc.messages import EventFeed
from schiri_device.pc.requests import handle_request

from tests.faults.test_room import device_on
from tests.firmware.journals import done

GAMES = {
    "keys5": ("switch", "new switch AB layout=1", "a1-c3"),
    "cursor": ("joggle", "new joggle AB goal=1R", "R"),
}
STEP_MS, AFTER_MS = 10, NOTICE_MS + 600


def run(device: Any, from_ms: int, until_ms: int) -> set[str]:
    """Run a device; return the modes that it was in."""
    modes = set()
    for now_ms in range(from_ms, until_ms, STEP_MS):
        modes.add(device.mode_name)
        device.step(now_ms, (), b"", 0)
    return modes


@pytest.mark.parametrize("name", GAMES)
def test_a_game_continues_after_a_cut_before_the_erasure(name: str) -> None:
    whole = Flash()
    device = begun(name, whole)
    device.settings["sound"] = 0
    before = device.match.game.position()
    kept_anew = 0
    for write in numbers(1):
        flash = Flash()
        flash.data[:] = whole.data
        device = device_on(flash, name=name)
        flash.cut_at(write, 0)
        with pytest.raises(PowerCut):
            done(device.compacting(0))
        if flash.data[8:-8] != whole.data[8:-8]:
            break
        device = device_on(flash, name=name)
        assert device.match.game.position() == before
        if device.mode_name == "compacting":
            kept_anew += 1
            # The interrupted compaction is completed first, after its notice.
            assert device.is_busy() and handle_request(device, 0, "undo") is not None
            assert run(device, 0, NOTICE_MS) == {"compacting"}
            assert flash.erasures == 0
            run(device, NOTICE_MS, AFTER_MS)
            assert flash.erasures > 0
            assert not device.journal.is_marked
        assert run(device, AFTER_MS, AFTER_MS + 100) == {"resume"}
        assert device.match.game.position() == before and device.settings["sound"] == 0
        device.press(AFTER_MS + 100, "white")
        assert handle_request(device, AFTER_MS + 100, "dispute why?") is None
        assert (
            not device.journal.is_new and device_on(flash, name=name).match.text == "dispute why?"
        )
    assert write == 8 and kept_anew == 5


def begun(name: str, flash: Flash) -> Any:
    """Return a device with a started game that is to be compacted."""
    game, new, move = GAMES[name]
    device_on(flash, name=name).change_game(0, game, 0)
    device = device_on(flash, name=name)
    for text in (new, move):
        assert handle_request(device, 0, text) is None
    return device


# The numbers of steps before the cut: the first erasure is in the third of five.
STEPS = range(1, 6)


@pytest.mark.parametrize("name", GAMES)
def test_a_cut_between_two_steps_loses_only_what_is_erased(name: str) -> None:
    for size in STEPS:
        flash = Flash()
        device = begun(name, flash)
        before = device.match.game.position()
        steps = device.compacting(0)
        for _ in range(size):
            next(steps, None)
        after = device_on(flash, name=name)
        assert after.journal.is_new is (flash.erasures > 0 and size < STEPS[-1])
        if not after.journal.is_new:
            assert after.match.game.position() == before


# A stage of an erasure's cut in which every byte has risen.
ALL_RISEN = 21


def test_without_a_pc_the_device_shows_that_its_journal_was_lost() -> None:
    kept, shown = Flash(), 0
    begun("keys5", kept)
    for write in numbers(1):
        flash = Flash()
        flash.data[:] = kept.data
        device = device_on(flash)
        flash.cut_at(write, ALL_RISEN)
        try:
            done(device.compacting(0))
            break
        except PowerCut:
            pass
        if flash.data == Flash().data:
            device = device_on(flash)
            pixels = device.screen.board.pixels
            lowest = [device.screen.painter.scene[pixels[cell]] >> 2 for cell in range(5)]
            assert (device.mode_name, lowest) == ("choose", [CAREFUL] * 5)
            shown += 1
    # Each of the two erasures.
    assert shown == 2


@pytest.mark.parametrize("name", GAMES)
def test_a_failure_between_two_steps_loses_nothing(name: str) -> None:
    for size in STEPS[:-1]:
        flash = Flash()
        device = begun(name, flash)
        before, first = device.match.game.position(), device.journal.first
        device.go_to(0, "compacting")
        steps = device.compacting(0)
        for _ in range(size):
            next(steps)
            # Meanwhile the journal reports nothing and accepts nothing.
            assert device.journal.is_marked and device.journal.room() == 0
            assert EventFeed(device.journal).next() is None
        device.fail(10, "TypeError")
        assert flash.erasures == 2 and device.journal.first > first
        assert device.match.game.position() == before and device.mode_name == "failed"
        again = device_on(flash, name=name)
        assert again.match.game.position() == before and not again.journal.is_new
