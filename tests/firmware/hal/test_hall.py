"""The sensors: each field's count in its place, after the multiplexers have settled, in 3 ms."""

from random import Random
from typing import Any

import pytest
from schiri_device.builds import Build

from tests.firmware.world import BUILDS, CHANNELS, PINS, World

SENSING = [build for build in BUILDS if build.sensors]
by_name = pytest.mark.parametrize("build", SENSING, ids=lambda build: build.name)
# What CircuitPython takes for the code of one step of a scan on a Pico 2, without its calls: some
# thirty instructions.
STEP_US = 60
MOST_MS = 3


def hall(build: Build) -> Any:
    from schiri_device.hal.hall import Hall

    return Hall(build)


@by_name
def test_each_count_is_that_of_the_channel_of_its_cell(world: World, build: Build) -> None:
    assert build.sensors
    selects, measures, channels = build.sensors
    sensors, random = hall(build), Random(1)
    assert world.claimed == {PINS[line] for line in (*selects, *measures)}
    for _ in range(5):
        world.sensors = [random.randrange(65536) for _ in range(CHANNELS)]
        assert list(sensors.scan()) == [world.sensors[channel] for channel in channels]
        assert sensors.scan() is sensors.counts


@by_name
def test_one_line_changes_from_a_channel_to_the_next(world: World, build: Build) -> None:
    assert build.sensors
    sensors, seen = hall(build), []
    whole = world.drive

    def drive(name: str, is_high: bool) -> None:
        seen.append((name, is_high, world.outputs[name]))
        whole(name, is_high)

    world.drive = drive  # type: ignore[method-assign]
    sensors.scan()
    seen.clear()
    sensors.scan()
    assert len(seen) == 16 and all(now != before for _, now, before in seen)


@by_name
def test_a_scan_takes_3_ms_at_most(world: World, build: Build) -> None:
    from schiri_device.hal.chip import ticks_ms

    sensors = hall(build)
    began_us = world.now_us
    sensors.scan()
    assert (world.now_us - began_us + 16 * STEP_US) / 1000 <= MOST_MS
    assert 0 < sensors.scan_ms(ticks_ms) <= MOST_MS
