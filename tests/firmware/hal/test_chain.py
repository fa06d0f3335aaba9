"""Pixels: the bytes of a frame reach the chain, and the chain is never rushed."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from schiri_device.builds import Build
from schiri_device.ticks import later

from tests.counts import some
from tests.firmware.idle import IDLE_MS
from tests.firmware.world import CHAINS, KEYS5, PINS, World


@pytest.fixture
def chain(world: World) -> Callable[..., Any]:
    """A function that makes the pixels of a build."""
    from schiri_device.hal.chain import Chain
    from schiri_device.hal.chip import ticks_ms

    return lambda build=KEYS5, clock=ticks_ms: Chain(build, clock)


@pytest.mark.parametrize("build", CHAINS, ids=lambda build: build.name)
def test_a_frame_is_sent_unchanged(world: World, chain: Any, build: Build) -> None:
    frame = bytearray(random.Random(1).randbytes(3 * len(build.order)))
    pixels = chain(build)
    pixels.submit(frame)
    pixels.show()
    assert [data for _, data in world.frames] == [frame]
    assert world.claimed == {PINS[build.pixel_line]}


def test_a_frame_is_sent_once_and_never_too_soon(world: World, chain: Any) -> None:
    pixels, frame = chain(), bytearray(75)
    before = world.now_us
    pixels.show()
    assert (world.frames, world.now_us) == ([], before), "an idle chain asks nothing"
    for green in range(40):
        # The device changes its frame in place and submits it repeatedly.
        frame[0] = green
        pixels.submit(frame)
        pixels.show()
        world.spend(400)
    for _ in range(20):
        pixels.show()
        world.spend(400)
    assert world.stalls == 0
    greens = [data[0] for _, data in world.frames]
    assert greens == sorted(set(greens)), "no frame twice, and in order"
    assert greens[-1] == 39, "the newest one is shown in the end"
    assert len(greens) > 5, "and not only that one"


def test_a_sign_takes_the_place_of_the_frame_that_waits(world: World, chain: Any) -> None:
    from schiri_device.hal import ALARM

    pixels = chain()
    for _ in range(2):
        pixels.submit(bytearray(75))
        pixels.show()
    pixels.alarm()
    pixels.finish()
    world.spend(5000)
    pixels.show()
    assert [data for _, data in world.frames] == [bytes(75), ALARM * 25]
    # The next frame waits for the chain.
    pixels.alarm()
    pixels.submit(bytearray(75))
    stalls = world.stalls
    pixels.finish()
    assert world.stalls == stalls and len(world.frames) == 4


@pytest.mark.parametrize("idle_ms", some(IDLE_MS, 8))
def test_a_chain_that_was_dark_for_weeks_takes_a_frame_at_once(chain: Any, idle_ms: int) -> None:
    from schiri_device.hal.chain import LATCH_MS

    now_ms = 0
    pixels = chain(KEYS5, lambda: later(0, now_ms))
    for _ in range(3):
        pixels.submit(bytearray(75))
        since_ms = now_ms
        while not pixels.show():
            now_ms += 1
            assert now_ms - since_ms <= LATCH_MS, "no more than its moment of rest"
        now_ms += idle_ms
