"""The table of presses is true: what it names does something, and nothing else does."""

from collections import defaultdict

import pytest
from schiri_device.app.device import STEPS, Device
from schiri_device.app.transitions import TRANSITIONS
from schiri_device.builds.controls import CONTROLS
from schiri_device.games import adapter_of
from schiri_device.lights.language import SILENCE, TONES

from tests.counts import count
from tests.firmware.lights.scenes import HAS_CURSOR
from tests.firmware.player import Player
from tests.firmware.world import BUILDS

NAMED = {mode: {name for names, _ in presses for name in names} for mode, _, presses in CONTROLS}


def name_in_table(mode: str, press: str) -> str:
    """Return what the table calls a press in a mode."""
    has_cells = mode in HAS_CURSOR
    if press in STEPS and has_cells:
        return "move"
    is_key = len(press) == 2
    if (has_cells and (is_key or press == "press")) or (is_key and mode == "put-right"):
        return "cell"
    if is_key:
        return "left" if press < "c" else "press" if press < "d" else "right"
    return press


def state(device: Device) -> tuple[object, ...]:
    """Return all that a press may change."""
    match, painter = device.match, device.screen.painter
    told = device.screen.tones
    if told is TONES["not-now"]:
        told = ()
    entries = len(match.table.entries) if match.table else -1
    settings = tuple(sorted(device.journal.settings.items()))
    return (device.mode_name, bytes(painter.scene), painter.cursor, entries, settings, told)


def watch(device: Device, does: dict[str, set[str]]) -> None:
    """Note from now on which presses change anything."""
    press_it = device.press

    def press(now_ms: int, press: str) -> None:
        device.screen.tones = SILENCE
        mode, before = device.mode_name, state(device)
        press_it(now_ms, press)
        if state(device) != before:
            does[mode].add(name_in_table(mode, press))
        elif device.screen.tones is not TONES["not-now"]:
            # Whatever a press does not do is told at once, and by the lights where sound is off.
            assert device.screen.painter.dipped_ms >= 0 or device.screen.painter.is_stale, (
                mode,
                press,
            )

    device.press = press  # type: ignore[method-assign]


@pytest.mark.slow
def test_the_table_is_what_the_device_does() -> None:
    does: dict[str, set[str]] = defaultdict(set)
    # So many players at least, and more until everything has been done.
    for seed in range(400):
        if seed >= count(4, 40) and all(NAMED[mode] - {"any"} <= does[mode] for mode in NAMED):
            break
        for build in BUILDS:
            player = Player(build, seed, lambda device: watch(device, does))
            for _ in range(1200):
                player.step()
    for mode, names in NAMED.items():
        extra = does[mode] - names
        assert not extra or "any" in names, (mode, extra)
        assert names - {"any"} <= does[mode], (mode, names - does[mode])
        assert extra or "any" not in names, mode


OF_GAMES = "".join([adapter_of(name).TRANSITIONS for name in ("switch", "joggle")])


def test_every_mode_is_in_the_table() -> None:
    rows = [row.split() for row in (TRANSITIONS + OF_GAMES).split("\n") if row]
    modes = {name for mode, _, follower in rows for name in (mode, follower)}
    assert list(NAMED) == [mode for mode, *_ in CONTROLS]
    assert set(NAMED) == modes - {"table", "before", "first"}
