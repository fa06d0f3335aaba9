"""Buttons: contacts become edges with the scan's own time, in order, and no button stays stuck."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri_device.builds import Build
from schiri_device.ticks import Edge, elapsed

from tests.firmware.world import CHAINS, FIRST_TICK, KEYS5, QUICK_US, Here, World, name_of, wires

BOUNCE_MS = 5


def made(build: Build, **more: int) -> Any:
    """Return the buttons of a build, in the current world."""
    from schiri_device.hal.buttons import Buttons
    from schiri_device.hal.chip import ticks_ms

    return Buttons(build, ticks_ms, **more)


def seen(edges: list[Edge]) -> list[tuple[str, bool]]:
    return [(name_of(KEYS5, edge.key), edge.pressed) for edge in edges]


def times(edges: list[Edge]) -> list[int]:
    return [elapsed(edge.at_ms, FIRST_TICK) for edge in edges]


def toggle(world: World, button: str, *at_ms: int) -> None:
    """Toggle a contact at these times."""
    way = wires(KEYS5)[button]
    for number, time_ms in enumerate(at_ms):
        act = world.contacts.discard if number % 2 else world.contacts.add
        world.at(time_ms, partial(act, way))


@pytest.mark.parametrize("build", CHAINS, ids=lambda build: build.name)
def test_every_contact_is_reported_by_its_buttons_name(world: World, build: Build) -> None:
    from schiri_device.hal.buttons import NOTHING

    buttons = made(build)
    assert len(wires(build)) == len(build.buttons)
    for name, way in wires(build).items():
        world.contacts.add(way)
        world.spend(10000)
        assert seen(buttons.read()) == [(name, True)]
        world.contacts.remove(way)
        world.spend(10000)
        assert seen(buttons.read()) == [(name, False)]
    assert buttons.read() is NOTHING


def test_a_release_within_the_bounce_is_not_lost(world: World) -> None:
    buttons = made(KEYS5)
    toggle(world, "red", 100, 101, 102, 103)
    world.spend(104_000)
    world.glance_us = QUICK_US
    assert seen(buttons.read()) == [("red", True)]
    world.spend(1_500)
    assert not buttons.read(), "it may still be bounce"
    world.spend(1_000)
    edges = buttons.read()
    assert (seen(edges), times(edges)) == ([("red", False)], [103])
    toggle(world, "red", 200, 205)
    world.spend(205_500 - world.now_us)
    assert times(buttons.read()) == [200, 205], "by then it is none"


def plain_edges(
    toggled_ms: list[int], start_ms: int, end_ms: int
) -> Iterator[tuple[int, bool, int]]:
    """Yield the edges of one contact, computed ms by ms: its time, down or up, when it is known."""
    is_closed = is_down = False
    changed_ms = edge_ms = -BOUNCE_MS
    for now_ms in range(start_ms, end_ms):
        if now_ms in toggled_ms:
            is_closed, changed_ms = not is_closed, now_ms
        if is_closed != is_down and now_ms - edge_ms >= BOUNCE_MS:
            # A contact that settles within the bounce is known a ms later: that scan may be under
            # way.
            yield changed_ms, is_closed, now_ms + (changed_ms != now_ms)
            is_down, edge_ms = is_closed, changed_ms


gaps = st.integers(1, 12)
BUTTONS = ("c3", "d3", "red", "black")


@pytest.mark.usefixtures("world")
def test_bounce_is_ignored_as_a_plain_model_says() -> None:
    @given(
        st.lists(st.lists(gaps, max_size=12), min_size=4, max_size=4),
        st.lists(st.integers(1, 40), max_size=20),
        st.integers(1, 70_000),
    )
    def check(toggle_gaps: list[list[int]], take_gaps: list[int], start_ms: int) -> None:
        world = Here.world = World(start_ms)
        world.ends_ms = 100_000
        buttons = made(KEYS5)
        expected = []
        for button, row in zip(BUTTONS, toggle_gaps, strict=True):
            at_ms = [start_ms + sum(row[: number + 1]) for number in range(len(row))]
            toggle(world, button, *at_ms)
            edges = plain_edges(at_ms, start_ms, start_ms + 300)
            expected += [(time, button, down, known) for time, down, known in edges]
        take_ms = start_ms
        for gap in [*take_gaps, 300]:
            before_ms, take_ms = take_ms, take_ms + gap
            world.spend(1000 * take_ms - world.now_us)
            edges = buttons.read()
            assert times(edges) == sorted(times(edges))
            found = [
                (elapsed(e.at_ms, FIRST_TICK), name_of(KEYS5, e.key), e.pressed) for e in edges
            ]
            # Each edge is also reported as soon as it is known.
            due = [edge[:3] for edge in expected if before_ms < edge[3] <= take_ms]
            assert sorted(found) == sorted(due)

    check()


def test_buttons_held_at_the_start_are_known_and_press_nothing(world: World) -> None:
    world.contacts |= {wires(KEYS5)["black"], wires(KEYS5)["c3"]}
    buttons = made(KEYS5)
    assert buttons.held == (KEYS5.key_of("c3"), "black")
    world.spend(100_000)
    assert not buttons.read()
    # The bounce on release is no press either.
    world.contacts.remove(wires(KEYS5)["black"])
    toggle(world, "black", 102, 103)
    world.spend(100_000)
    assert seen(buttons.read()) == [("black", False)]


def test_the_first_press_after_days_is_reported_at_once(world: World) -> None:
    """The ticks of its last edge have wrapped by then and are meaningless."""
    buttons = made(KEYS5)
    toggle(world, "red", 10, 60)
    world.spend(100_000)
    assert len(buttons.read()) == 2
    world.spend(10_000)
    buttons.read()
    buttons._edge_ms[KEYS5.buttons.index("red")] = (FIRST_TICK + (1 << 28)) % (1 << 29)
    toggle(world, "red", 120)
    world.spend(20_000)
    assert seen(buttons.read()) == [("red", True)]


@pytest.mark.parametrize("scan_ms", [1, 5, 20])
def test_the_interval_can_be_chosen(world: World, scan_ms: int) -> None:
    buttons = made(KEYS5, scan_ms=scan_ms)
    world.at(101, lambda: world.contacts.add(wires(KEYS5)["red"]))
    world.spend(300000)
    edge = buttons.read()[0]
    assert elapsed(edge.at_ms, FIRST_TICK) == -(-101 // scan_ms) * scan_ms


@pytest.mark.usefixtures("world")
def test_two_scanners_are_put_in_order_across_the_wrap_of_the_ticks() -> None:
    # 65 s after power-on the ticks wrap to 0.
    world = Here.world = World(64_900)
    world.ends_ms = 100_000
    buttons = made(KEYS5)
    order = ["red", "a1", "blue", "e5", "c3", "white", "black", "b2"]
    for number, name in enumerate(order):
        toggle(world, name, 64_930 + 20 * number)
    world.spend(400_000)
    edges = buttons.read()
    assert [name_of(KEYS5, edge.key) for edge in edges] == order
    assert times(edges) == sorted(times(edges)) and edges[-1].at_ms < edges[0].at_ms


def test_after_an_overflow_no_button_stays_down(world: World) -> None:
    buttons = made(KEYS5)
    toggle(world, "white", 1)
    toggle(world, "c3", 3)
    world.spend(5000)
    assert seen(buttons.read()) == [("white", True), ("c3", True)]
    # Black goes down once more and stays down after the queue was full.
    toggle(world, "red", 8)
    toggle(world, "black", *range(10, 1001, 10), 1001)
    world.spend(1_100_000)
    edges = buttons.read()
    assert buttons.overflows == 1
    kept, ends = seen(edges)[:-3], seen(edges)[-3:]
    assert kept[:2] == [("red", True), ("black", True)]
    assert kept[2:] == [("black", False), ("black", True)] * 31
    assert sorted(ends) == [("black", False), ("red", False), ("white", False)]
    assert times(edges)[-4] <= times(edges)[-1] < times(edges)[-4] + 1000
    assert not buttons.read(), "the other scanner's button stays down"
    # Black's release has already been reported. From then on it works normally.
    world.contacts.remove(wires(KEYS5)["black"])
    toggle(world, "black", 1120, 1140)
    world.spend(100_000)
    assert seen(buttons.read()) == [("black", True), ("black", False)]
    assert buttons.overflows == 1
