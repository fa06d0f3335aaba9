"""Port: it passes bytes as far as possible, never blocks, and never writes without a listener."""

from tests.firmware.world import World

LINE = bytes(range(48, 118)) + b"x" * 89 + b"\n"
NEXT_LINE = LINE.replace(b"x", b"y")


def test_a_line_goes_out_and_comes_in(world: World) -> None:
    from schiri_device.hal.port import Port

    port = Port()
    world.cable.dtr = True
    assert port.room() >= len(LINE) == 160
    port.write(LINE)
    world.spend(9000)
    # The remaining bytes go out with the next turn of the loop.
    port.write(b"")
    world.spend(9000)
    assert bytes(world.cable.received) == LINE
    world.cable.to_device += b"hello\n"
    assert (port.read(), port.read()) == (b"hello\n", b"")


def test_room_is_offered_only_when_nothing_waits(world: World) -> None:
    from schiri_device.hal.port import Port

    port = Port()
    world.cable.dtr, world.cable.is_reading = True, False
    port.write(b"1234")
    assert port.room() == 0
    world.cable.is_reading = True
    world.spend(2000)
    assert port.room() == 160


def test_bytes_that_do_not_fit_wait(world: World) -> None:
    from schiri_device.hal.port import Port

    port = Port()
    world.cable.dtr, world.cable.is_reading = True, False
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
    for _ in range(3):
        port.write(b"")
        world.spend(9000)
    assert bytes(world.cable.received) == LINE + NEXT_LINE
    assert port.room() == 160


def test_without_dtr_nothing_is_sent(world: World) -> None:
    from schiri_device.hal.port import Port

    port = Port()
    assert port.room() == 0
    # A line prepared for the previous listener waits for the next one.
    port.write(LINE)
    assert bytes(world.cable.queue) == b""
    assert port.room() == 0


def test_half_a_line_is_finished_for_whoever_comes_next(world: World) -> None:
    from schiri_device.hal.port import Port

    port = Port()
    world.cable.dtr, world.cable.is_reading = True, False
    port.write(LINE)
    port.write(NEXT_LINE)
    world.cable.dtr = False
    port.write(LINE)
    world.cable.dtr = world.cable.is_reading = True
    assert port.room() == 0
    for _ in range(5):
        world.spend(2000)
        port.write(b"")
    assert bytes(world.cable.received) == LINE + NEXT_LINE + LINE
    assert port.room() == 160


def test_a_device_without_the_port_plays_on(world: World) -> None:
    import usb_cdc
    from schiri_device.hal.port import Port

    usb_cdc.data = None
    port = Port()
    port.write(b"")
    assert (port.read(), port.room()) == (b"", 0)


def test_bytes_that_cannot_be_read_are_not_waited_for(world: World) -> None:
    from schiri_device.hal.port import Port

    port = Port()
    # Without DTR a program's bytes are counted but not delivered.
    world.cable.to_device += b"0 - hello"
    assert port.read() == b""
