"""Buttons: contacts become edges with the scan's own time, in order, and none stays stuck."""

from functools import partial

import pytest
from schiri_device.builds import Build
from schiri_device.gestures import Edge
from schiri_device.ticks import elapsed

from tests.firmware.world import BUILDS, FIRST_TICK, KEYS5, World, wires


def seen(edges: list[Edge]) -> list[tuple[str, bool]]:
    return [(edge.button, edge.pressed) for edge in edges]


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_every_button_has_its_name(world: World, build: Build) -> None:
    from schiri_device.hal.buttons import Buttons

    buttons = Buttons(build)
    assert len(wires(build)) == len(build.buttons)
    for name, way in wires(build).items():
        world.contacts.add(way)
        world.spend(10000)
        assert seen(buttons.take()) == [(name, True)]
        world.contacts.remove(way)
        world.spend(10000)
        assert seen(buttons.take()) == [(name, False)]
    assert not buttons.take()


def test_an_edge_has_the_time_of_its_scan(world: World) -> None:
    from schiri_device.hal.buttons import Buttons

    buttons = Buttons(KEYS5)
    way = wires(KEYS5)["c3"]
    world.at(101, lambda: world.contacts.add(way))
    world.at(147, lambda: world.contacts.remove(way))
    world.spend(300000)
    times = [elapsed(edge.at_ms, FIRST_TICK) for edge in buttons.take()]
    # Scans come each ms, however late they are asked for, and an edge wants five that agree.
    assert times == [105, 151]


def test_a_contact_that_bounces_is_one_press(world: World) -> None:
    from schiri_device.hal.buttons import Buttons

    buttons = Buttons(KEYS5)
    way = wires(KEYS5)["red"]
    for at in (100, 103, 106):
        world.at(at, lambda: world.contacts.add(way))
    for at in (102, 104, 200, 202, 204):
        world.at(at, lambda: world.contacts.discard(way))
    for at in (201, 203):
        world.at(at, lambda: world.contacts.add(way))
    world.spend(300000)
    assert seen(buttons.take()) == [("red", True), ("red", False)]


@pytest.mark.parametrize("scan_ms", [1, 5, 20])
def test_the_interval_can_be_chosen(world: World, scan_ms: int) -> None:
    from schiri_device.hal.buttons import SCANS, Buttons

    buttons = Buttons(KEYS5, scan_ms)
    world.at(101, lambda: world.contacts.add(wires(KEYS5)["red"]))
    world.spend(300000)
    edge = buttons.take()[0]
    assert elapsed(edge.at_ms, FIRST_TICK) == (-(-101 // scan_ms) + SCANS - 1) * scan_ms


def test_two_scanners_are_put_in_order(world: World) -> None:
    from schiri_device.hal.buttons import Buttons

    buttons = Buttons(KEYS5)
    order = ["red", "a1", "blue", "e5", "c3", "white", "black", "b2"]
    for number, name in enumerate(order):
        way = wires(KEYS5)[name]
        world.at(50 + 20 * number, partial(world.contacts.add, way))
    world.spend(400000)
    edges = buttons.take()
    assert [edge.button for edge in edges] == order
    assert [edge.at_ms for edge in edges] == sorted(edge.at_ms for edge in edges)


def test_order_holds_across_the_wrap_of_the_ticks(world: World) -> None:
    from schiri_device.hal.buttons import Buttons

    buttons = Buttons(KEYS5)
    world.ends_ms = 100000
    ways = wires(KEYS5)
    # 65 s after power-on the ticks begin at 0 again; the matrix is asked first.
    world.at(64990, lambda: world.contacts.add(ways["red"]))
    world.at(65010, lambda: world.contacts.add(ways["a1"]))
    world.spend(66_000_000)
    edges = buttons.take()
    assert [edge.button for edge in edges] == ["red", "a1"]
    assert edges[1].at_ms < edges[0].at_ms


def test_what_an_overflow_loses_leaves_no_button_down(world: World) -> None:
    from schiri_device.hal.buttons import Buttons

    buttons = Buttons(KEYS5)
    way = wires(KEYS5)["black"]
    held = wires(KEYS5)["c3"]
    world.at(3, lambda: world.contacts.add(held))
    for at_ms in range(10, 1000, 20):
        world.at(at_ms, lambda: world.contacts.add(way))
        world.at(at_ms + 10, lambda: world.contacts.remove(way))
    # The black button goes down once more and stays down: an odd number of edges is kept.
    world.at(1001, lambda: world.contacts.add(way))
    world.spend(1100000)
    edges = buttons.take()
    assert buttons.overflows == 1
    black = [edge.pressed for edge in edges if edge.button == "black"]
    assert black == [True, False] * 32, "what was kept, and every press ends"
    assert [edge.pressed for edge in edges if edge.button == "c3"] == [True], "the other is fine"
    assert not buttons.take()
    # It came up unseen; from then on all is as ever.
    world.contacts.remove(way)
    world.spend(10000)
    assert seen(buttons.take()) == [("black", False)]
    assert buttons.overflows == 1


def test_a_button_that_was_down_counts_as_released(world: World) -> None:
    from schiri_device.hal.buttons import Buttons

    buttons = Buttons(KEYS5)
    world.contacts.add(wires(KEYS5)["black"])
    world.spend(10000)
    assert seen(buttons.take()) == [("black", True)]
    way = wires(KEYS5)["red"]
    for at_ms in range(100, 1100, 20):
        world.at(at_ms, lambda: world.contacts.add(way))
        world.at(at_ms + 10, lambda: world.contacts.remove(way))
    world.spend(1200000)
    edges = buttons.take()
    assert seen(edges)[-1] == ("black", False)
    assert 0 <= elapsed(edges[-1].at_ms, edges[-2].at_ms) < 1000


def test_nothing_happened(world: World) -> None:
    from schiri_device.hal import buttons as module

    buttons = module.Buttons(KEYS5)
    assert buttons.take() is module.NOTHING
