"""The ticks, and how the device shows on USB."""

from schiri_device.ticks import PERIOD

from tests.firmware.world import FIRST_TICK, GLANCE_US, Here


class Runtime:
    """What is set about the running program."""

    autoreload = True


runtime = Runtime()


def ticks_ms() -> int:
    """Return the ticks; looking takes a moment."""
    Here.world.spend(GLANCE_US)
    return (FIRST_TICK + Here.world.now_ms) % PERIOD


def set_usb_identification(
    manufacturer: str | None = None, product: str | None = None, vid: int = -1, pid: int = -1
) -> None:
    """Note the names."""
    for name in (manufacturer, product):
        if name is not None and not (name.isascii() and len(name) <= 126):
            raise ValueError("ASCII, at most 126 characters")
    Here.world.identification |= {"manufacturer": manufacturer, "product": product}
