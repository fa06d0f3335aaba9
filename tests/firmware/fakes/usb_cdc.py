"""The serial ports over USB."""

from tests.firmware.world import SMALLEST_BUFFER, Here


class Serial:
    """A port. The test fails where the real one would block for ever."""

    def __init__(self) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None

    @property
    def connected(self) -> bool:
        """Whether the PC raises DTR."""
        return Here.world.cable.dtr

    @property
    def in_waiting(self) -> int:
        """The number of bytes that can be read."""
        return len(Here.world.cable.to_device)

    @property
    def out_waiting(self) -> int:
        """The number of bytes that the PC has not fetched yet."""
        return len(Here.world.cable.queue)

    def read(self, size: int = -1) -> bytes:
        """Return the available bytes, or wait for them."""
        # Without DTR the bytes are counted, but cannot be read.
        waiting = Here.world.cable.to_device if self.connected else bytearray()
        if self.timeout != 0 and (size < 0 or size > len(waiting)):
            raise AssertionError("read waits for ever")
        data = bytes(waiting if size < 0 else waiting[:size])
        del waiting[: len(data)]
        return data

    def write(self, buf: bytes) -> int:
        """Take the bytes that fit, or wait for room."""
        cable = Here.world.cable
        if not cable.dtr:
            raise AssertionError("written while nobody listens")
        data = bytes(buf[: SMALLEST_BUFFER - len(cable.queue)])
        if self.write_timeout != 0 and len(data) < len(buf):
            raise AssertionError("write waits for ever")
        cable.queue += data
        Here.world.order.append((Here.world.now_ms, "bytes"))
        Here.world.spend(50)
        return len(data)


def enable(*, console: bool = True, data: bool = False) -> None:
    """Note the enabled ports."""
    Here.world.identification["ports"] = (console, data)


console: Serial | None = Serial()
data: Serial | None = Serial() if Here.world.cable.is_enabled else None
