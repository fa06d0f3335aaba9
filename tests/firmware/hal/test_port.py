"""Port: it passes bytes as far as possible, never blocks, and never writes without a listener."""

from typing import Any

import pytest

from tests.firmware.world import World

LINE = bytes(range(48, 118)) + b"x" * 89 + b"\n"
NEXT_LINE = LINE.replace(b"x", b"y")


@pytest.fixture
def port(world: World) -> Any:
    """The port to a PC that does not listen yet."""
    from schiri_device.hal.port import Port

    return Port()


def turns(world: World, port: Any, count: int) -> None:
    """Let the loop send what waits, so many times."""
    for _ in range(count):
        port.write(b"")
        world.spend(9000)


def test_a_line_goes_out_and_comes_in_once_a_pc_listens(world: World, port: Any) -> None:
    # Without DTR a program's bytes are counted but not delivered.
    world.cable.to_device += b"hello\n"
    assert (port.read(), port.room()) == (b"", 0)
    world.cable.dtr = True
    assert port.room() >= len(LINE) == 160
    port.write(LINE)
    world.spend(9000)
    # The remaining bytes go out with the next turn of the loop.
    turns(world, port, 1)
    assert bytes(world.cable.received) == LINE
    assert (port.read(), port.read()) == (b"hello\n", b"")


def test_bytes_that_do_not_fit_wait(world: World, port: Any) -> None:
    world.cable.dtr, world.cable.is_reading = True, False
    port.write(b"1234")
    assert port.room() == 0, "room is offered only when nothing waits"
    port.write(LINE)
    port.write(NEXT_LINE)
    before = world.now_us
    for _ in range(10):
        # The PC does not read: no byte goes out and no time is lost.
        assert port.room() == 0
        port.write(b"")
    assert world.now_us - before < 1000
    assert len(world.cable.queue) == 128
    world.cable.is_reading = True
    world.spend(3000)
    assert port.room() == 0, "half a line still waits here"
    turns(world, port, 3)
    assert bytes(world.cable.received) == b"1234" + LINE + NEXT_LINE
    assert port.room() == 160


def test_a_half_sent_line_is_finished_for_the_next_pc(world: World, port: Any) -> None:
    world.cable.dtr, world.cable.is_reading = True, False
    port.write(LINE)
    port.write(NEXT_LINE)
    world.cable.dtr = False
    port.write(LINE)
    world.cable.dtr = world.cable.is_reading = True
    assert port.room() == 0
    turns(world, port, 5)
    assert bytes(world.cable.received) == LINE + NEXT_LINE + LINE
    assert port.room() == 160


@pytest.mark.usefixtures("world")
def test_a_device_without_the_port_plays_on() -> None:
    import usb_cdc
    from schiri_device.hal.port import Port

    usb_cdc.data = None
    port = Port()
    port.write(b"")
    assert (port.read(), port.room()) == (b"", 0)
