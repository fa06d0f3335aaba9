"""The ticks, and the device's names on USB."""

from schiri_device.ticks import PERIOD

from tests.firmware.world import FIRST_TICK, Here, Reloaded


class RunReason:
    """The reason why the program runs."""

    STARTUP = "startup"
    SUPERVISOR_RELOAD = "supervisor reload"


class SafeModeReason:
    """The reasons for safe mode that the device distinguishes."""

    BROWNOUT = "brownout"
    HARD_FAULT = "hard fault"
    PROGRAMMATIC = "programmatic"
    STACK_OVERFLOW = "stack overflow"
    USB_TOO_MANY_ENDPOINTS = "too many endpoints"
    WATCHDOG = "watchdog"


class Runtime:
    """Settings of the running program."""

    autoreload = True

    @property
    def run_reason(self) -> str:
        """The reason of this run."""
        return RunReason.SUPERVISOR_RELOAD if Here.world.was_reloaded else RunReason.STARTUP

    @property
    def safe_mode_reason(self) -> str:
        """The reason for safe mode."""
        return Here.world.safe_mode_reason


runtime = Runtime()


def reload() -> None:
    """Restart the program; USB stays up."""
    Here.world.was_reloaded = True
    raise Reloaded


def ticks_ms() -> int:
    """Return the ticks; each call takes a moment."""
    Here.world.spend(Here.world.glance_us)
    return (FIRST_TICK + Here.world.now_ms) % PERIOD


def set_usb_identification(
    manufacturer: str | None = None, product: str | None = None, vid: int = -1, pid: int = -1
) -> None:
    """Note the names."""
    for name in (manufacturer, product):
        if name is not None and not (name.isascii() and len(name) <= 126):
            raise ValueError("ASCII, at most 126 characters")
    Here.world.identification |= {"manufacturer": manufacturer, "product": product}
