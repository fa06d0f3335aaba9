"""A chain of NeoPixels. Decides how a frame reaches it, and when it can take one."""

import neopixel
from neopixel_write import neopixel_write

from ..ticks import elapsed, later
from .chip import pins
from .signals import ALARM, COMING_UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..builds import Build

# After a frame the chain needs two ms to latch, during which the library would block.  Ticks are
# whole ms, so three of them are at least two ms.
LATCH_MS = 3


class Chain:
    """The pixels of a build; a frame has three bytes a pixel: red, green, blue."""

    def __init__(self, build: "Build", clock: "Callable[[], int]"):
        self._count = len(build.order)
        self._pixels = neopixel.NeoPixel(
            pins((build.pixel_pin,))[0],
            self._count,
            brightness=1.0,
            auto_write=False,
            pixel_order=neopixel.GRB,
        )
        # Made now: there may be no memory later.
        self._alarm = ALARM * self._count
        self._clock = clock
        self._waiting: bytearray | None = None
        self._since_ms = later(clock(), -LATCH_MS)

    def submit(self, frame: bytearray) -> None:
        """Take a frame to show; a frame that still waits is dropped."""
        self._waiting = frame

    def show(self) -> bool:
        """Show the waiting frame if the chain is ready; return whether one was shown."""
        frame = self._waiting
        if frame is None or elapsed(self._clock(), self._since_ms) < LATCH_MS:
            return False
        self._waiting = None
        pixels = self._pixels
        at = 0
        for pixel in range(self._count):
            # One small int a pixel: a tuple would be allocated.
            pixels[pixel] = frame[at] << 16 | frame[at + 1] << 8 | frame[at + 2]
            at += 3
        pixels.show()
        self._since_ms = self._clock()
        return True

    def finish(self) -> None:
        """Wait until the chain is ready, and show the waiting frame."""
        while self._waiting is not None:
            self.show()

    def coming_up(self) -> None:
        """Show that the device is starting."""
        self._fill(COMING_UP * self._count)

    def alarm(self) -> None:
        """Show that the device has failed; nothing is allocated."""
        self._fill(self._alarm)

    def _fill(self, data: bytes) -> None:
        self._waiting = None
        neopixel_write(self._pixels.pin, data)
        self._since_ms = self._clock()
