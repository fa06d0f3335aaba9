"""The whole program after idle weeks: the first press shows, and sounds."""

import pytest
from schiri_device.builds import Build

from tests.counts import count
from tests.firmware.drive.test_drive import BUS_MS, MOVES
from tests.firmware.idle import HOUR_MS
from tests.firmware.running import PRESS_MS, Pc, press_all, run
from tests.firmware.world import BUILDS, World

Patch = pytest.MonkeyPatch
# As in test_drive: the scan interval, and the time for the pixels.
SHOWN_MS = 5 + 3


def shown_after(world: World, at_ms: int) -> int:
    """Return the delay of the next frame after a time."""
    return next(ms for ms, _ in world.frames if ms >= at_ms) - at_ms


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
@pytest.mark.parametrize("hours", [76, *[74.6, 150, 225, 300][: count(1, 4)]])
def test_the_first_press_after_days_shows_at_once(
    world: World, monkeypatch: Patch, build: Build, hours: float
) -> None:
    """Choose and begin a game, and move two stones; each press must show."""
    pc = Pc(world)
    end_ms = world.lie_idle(1000, int(hours * HOUR_MS))
    wakes_ms, first_ms = end_ms + 500, end_ms + 1000
    press_all(world, build, "red", wakes_ms)
    last_ms = press_all(world, build, MOVES[build.name], first_ms)
    world.at(end_ms + 100, pc.plug_in)
    world.ends_ms = last_ms + 3000
    run(world, monkeypatch, build.name)
    for at in range(len(MOVES[build.name].split())):
        # White acts on release.
        at_ms = first_ms + 3 * PRESS_MS * at
        limit_ms = PRESS_MS + SHOWN_MS + BUS_MS.get(build.name, 0)
        assert shown_after(world, at_ms) <= limit_ms
    assert pc.texts() == ["new switch AB layout=1", "a3-c3"]
    assert any(at_ms >= first_ms and pitch for at_ms, pitch in world.tones)
    assert world.stalls == 0
