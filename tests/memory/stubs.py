"""Minimal stand-ins for the board's own modules, so that `hal` can be loaded.

Decides nothing: the real modules are not Python on the board, and are counted as constants. This
one module is all of them, under each of their names.
"""

import sys
from os import stat  # noqa: F401  The program asks it which files there are.

NAMES = (
    "adafruit_bus_device",
    "adafruit_bus_device.i2c_device",
    "adafruit_pixelbuf",
    "analogio",
    "board",
    "busio",
    "digitalio",
    "keypad",
    "microcontroller",
    "neopixel_write",
    "os",
    "pwmio",
    "storage",
    "supervisor",
    "traceback",
    "usb_cdc",
    "watchdog",
)


def nothing(*args) -> int:
    """Do nothing, and return a false value."""
    return 0


class Anything:
    """An object that accepts any arguments and has any attribute."""

    def __init__(self, *args, **more):
        pass

    def __getattr__(self, name: str):
        return nothing


# An empty queue of a scanner.
Anything.events = Anything()


# Of a pixel.
Anything.bpp = 3


class I2CDevice(Anything):
    """The bus to a tile: it answers as a tile does."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def readinto(self, buffer):
        buffer[0] = 0x55


class Keys(Anything):
    """A scanner: keys with a pin each, or where rows and columns cross."""

    def __init__(self, pins, columns=(0,), **more):
        self.key_count = len(pins) * len(columns)


KeyMatrix = Keys


class Serial(Anything):
    """An empty port."""

    in_waiting = 0
    out_waiting = 0
    connected = False


class AnalogIn(Anything):
    """A sensor at rest."""

    value = 32768


def delay_us(delay: int) -> None:
    """Wait no longer."""


DigitalInOut = Event = I2C = PWMOut = PixelBuf = Anything
Direction = RunReason = WatchDogMode = Anything()
cpu = runtime = watchdog = Anything()
nvm = None
data = console = Serial()


def neopixel_write(pin, frame) -> None:
    """Drop the frame."""


def ticks_ms() -> int:
    """Return a time."""
    return 0


board_id = "raspberry_pi_pico"
getenv = urandom = reload = reset = format_exception = set_usb_identification = ticks_ms


def __getattr__(name: str):
    """Return a pin for any name."""
    if name.startswith("GP"):
        return name
    raise AttributeError(name)


def install() -> None:
    """Install this module under the names of the board's modules."""
    for name in NAMES:
        sys.modules[name] = sys.modules[__name__]
