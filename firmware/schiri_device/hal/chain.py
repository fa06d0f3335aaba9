"""A chain of NeoPixels: decides how a frame reaches it, and when it can take one."""

import neopixel
from neopixel_write import neopixel_write

from ..ticks import elapsed, later
from .chip import pins
from .signals import ALARM, COMING_UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..builds import Build

# After a frame the chain needs two ms to latch; the firmware would stand still for them.  The
# ticks are cut to whole ms, so three of them are two at least.
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
        # Made now, for there may be no memory when it is needed.
        self._alarm = ALARM * self._count
        self._clock = clock
        self._waiting: bytearray | None = None
        self._since_ms = later(clock(), -LATCH_MS)

    def submit(self, frame: bytearray) -> None:
        """Take a frame to be shown; whatever waited before it is not shown any more."""
        self._waiting = frame

    def show(self) -> bool:
        """Show the frame that waits, if the chain is ready; tell whether one was shown."""
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
        """Show the frame that waits, as soon as the chain is ready."""
        while self._waiting is not None:
            self.show()

    def coming_up(self) -> None:
        """Show that the device is coming up."""
        self._fill(COMING_UP * self._count)

    def alarm(self) -> None:
        """Show that the device has failed; nothing is allocated."""
        self._fill(self._alarm)

    def _fill(self, data: bytes) -> None:
        self._waiting = None
        neopixel_write(self._pixels.pin, data)
        self._since_ms = self._clock()
