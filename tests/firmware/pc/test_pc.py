"""A link to a PC begins with the first byte, and ends later."""

import sys

import pytest
from schiri_device import link, pc
from schiri_device.link.lines import encode
from schiri_device.overlays import modules_of
from schiri_device.pc import ALONE, LINKED, UNSENT, Unplugged, panel
from schiri_device.pc.host_link import GONE_MS
from schiri_engines.refusals import refuse

from tests.firmware.pc.told_pc import NEW, Pc, device_with

LAST = ("t1", "7", "ok")


# Without a PC


def test_without_a_pc_nothing_is_sent() -> None:
    nobody = Unplugged(device_with("resume"), 0)
    nobody.report_refusal(refuse("game-over"))
    assert nobody.send(5) == b"" and nobody.is_idle
    assert [nobody.has_lights, nobody.has_news, nobody.has_settings] == [False] * 3
    assert nobody.last == ("", "", "")


@pytest.mark.parametrize(
    ("acknowledged", "status"), [(0, UNSENT), (2, UNSENT), (3, ALONE), (4, ALONE)]
)
def test_events_are_unsent_until_a_pc_has_them_on_its_disk(acknowledged: int, status: int) -> None:
    assert Unplugged(device_with(*["resume"] * 3), acknowledged).status() == status


@pytest.mark.parametrize(("acknowledged", "left"), [(2, 2), (3, 3), (9, 3)])
def test_no_event_is_acknowledged_that_is_still_to_come(acknowledged: int, left: int) -> None:
    nobody = Unplugged(device_with(*["resume"] * 3), acknowledged)
    nobody.greet_again()
    assert nobody.acknowledged == left


# When a PC connects


def test_only_a_byte_tells_of_a_pc() -> None:
    device = device_with()
    nobody = device.host = Unplugged(device, 0)
    nobody.receive(5, b"")
    assert device.host is nobody


def test_with_the_first_byte_the_link_is_there_and_knows_what_was_known() -> None:
    device = device_with(*["resume"] * 3)
    Unplugged(device, 2, LAST).receive(5, b"\n")
    wire = device.host
    assert not isinstance(wire, Unplugged) and wire.status() == UNSENT
    assert wire.acknowledged == 2
    # It has been heard just now, and does not disconnect sooner than usual.
    device.step(4 + GONE_MS, [], b"", 0)
    assert device.host is wire
    wire.receive(5 + GONE_MS, b"")
    assert wire.is_gone
    device.step(5 + GONE_MS + 50, [], b"", 0)
    gone = device.host
    assert isinstance(gone, Unplugged) and (gone.acknowledged, gone.last) == (2, LAST)
    assert gone.status() == UNSENT


def test_the_first_bytes_are_heard() -> None:
    device = device_with()
    Unplugged(device, 0).receive(5, encode(0, 0, "hello 2 2 t1"))
    assert b" hello 2 2 t1 TEST " in device.host.send(10)


@pytest.mark.parametrize(("token", "times"), [("t1", 1), ("t2", 2)])
def test_the_same_request_is_not_done_again_after_a_pc_was_gone(token: str, times: int) -> None:
    device = device_with()
    for name in ("t1", token):
        pc = Pc(device, name, device.host.last)
        pc.tell("ask 1 " + NEW)
        assert "answer 1 ok" in pc.told() and pc.wire.status() == LINKED
        device.disconnect()
        assert isinstance(device.host, Unplugged)
    assert device.journal.last == times


# After it has disconnected


@pytest.mark.usefixtures("small_heap")
def test_modules_for_a_pc_are_loaded_only_while_it_is_connected() -> None:
    device = device_with()
    names = ["schiri_device." + name for name in modules_of("host")]
    for _ in range(2):
        Unplugged(device, 0).receive(5, b"\n")
        assert set(names) <= set(sys.modules)
        device.disconnect()
        assert not set(names) & set(sys.modules)
        assert not hasattr(pc, "host_link") and not hasattr(link, "session")


@pytest.mark.usefixtures("small_heap")
@pytest.mark.parametrize("is_wanted", [True, False])
def test_a_panel_stays_for_as_long_as_a_pc_has_one(is_wanted: bool) -> None:
    device = device_with()
    device.modes["panel"] = shown = panel.Panel(device)
    device.panel = shown if is_wanted else None
    device.disconnect()
    assert ("panel" in device.modes) == is_wanted
    assert ("schiri_device.pc.panel" in sys.modules) == is_wanted
    # A second call changes nothing.
    device.disconnect()
    assert ("panel" in device.modes) == is_wanted
